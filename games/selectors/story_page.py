"""The page that tells a game as a story, and the same story as text to pass on."""

from collections.abc import Sequence

from games.pages.story import StoryPage
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.export_page import share_text
from games.selectors.game_view import game_view, names_in
from games.selectors.picture import game_picture
from games.selectors.shared_page import sharing
from games.selectors.table_page import table_title
from games.wording.story import story_sentences


def story_page(access: Access, sheet: TableSheet, game: GameSheet, players: Sequence[str], base_url: str) -> StoryPage:
    """The page of ``game``; what decided it is told once it is over.

    ``base_url`` is this server's address as other devices reach it.
    """
    table, here = access.table, f"games/{game.number}/"
    sentences = story_sentences(game, names_in(game, players)) if game.over else ()
    current = game.number == sheet.current.number
    told = share_text(game, players)
    return StoryPage(
        title=told,
        table_title=table_title(table, players),
        table_url=at_table(table) if current else at_table(table, here),
        game=game_view(table, sheet, game, players, may_score=False),
        picture=game_picture(sheet, game, players, at_table(table, f"{here}picture/")),
        sentences=sentences,
        share=" ".join((told, *sentences)),
        sharing=sharing(access, game, told, base_url),
    )
