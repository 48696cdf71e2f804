"""Build the page that tells a game as a story, with the same text for sharing."""

from collections.abc import Sequence

from games.pages.story import StoryPage
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.export_page import share_text
from games.selectors.game_view import game_view
from games.selectors.picture import game_picture
from games.selectors.shared_page import sharing
from games.selectors.table_names import names_in
from games.selectors.table_page import table_title
from games.wording.story import story_sentences


def story_page(access: Access, sheet: TableSheet, game: GameSheet, players: Sequence[str], base_url: str) -> StoryPage:
    """Return the story page of ``game``; the story's sentences appear once the game is over.

    ``base_url`` is this server's URL as other devices reach it.
    """
    table, number = access.table, game.number
    sentences = story_sentences(game, names_in(game, players)) if game.over else ()
    current = number == sheet.current.number
    text = share_text(game, players)
    return StoryPage(
        title=text,
        table_title=table_title(table, players),
        table_url=at_table(table) if current else at_table(table, "game", number),
        game=game_view(table, sheet, game, players, may_score=False),
        picture=game_picture(sheet, game, players, at_table(table, "game_picture", number)),
        sentences=sentences,
        share=" ".join((text, *sentences)),
        sharing=sharing(access, game, text, base_url),
    )
