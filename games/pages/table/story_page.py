"""Build the page that tells a game as a story, with the same text for sharing."""

from collections.abc import Sequence

from games.pages.sharing.export_page import share_text
from games.pages.sharing.shared_page import share_form
from games.pages.table.game_view import game_view
from games.pages.table.score_chart_page import game_picture
from games.pages.table.story import StoryPage
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.table.table_paths import table_path


def story_page(access: Access, sheet: TableSheet, game: GameSheet, players: Sequence[str], base_url: str) -> StoryPage:
    """Return the story page of ``game``; ``base_url`` is this server's URL as other devices reach it."""
    table, number = access.table, game.number
    current = number == sheet.current.number
    text = share_text(game, players)
    shown = game_view(table, sheet, game, players, may_score=False)
    return StoryPage(
        title=text,
        table_title=table_title(table, players),
        table_url=table_path(table) if current else table_path(table, "game", number),
        game=shown,
        picture=game_picture(sheet, game, players, table_path(table, "game_picture", number)),
        share=f"{text} {shown.final.highlight}".rstrip() if shown.final else text,
        sharing=share_form(access, game, text, base_url),
    )
