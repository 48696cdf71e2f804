"""A game as a story: how it ended, what decided it, its picture and its sheet."""

from dataclasses import dataclass

from games.pages.game import GameView
from games.pages.picture import GamePicture
from games.pages.shared import Sharing


@dataclass(frozen=True, slots=True)
class StoryPage:
    """The page. ``sentences`` say what decided the game, ``share`` is the whole story as text to pass on."""

    title: str
    table_title: str
    table_url: str
    game: GameView
    picture: GamePicture
    sentences: tuple[str, ...]
    share: str
    sharing: Sharing | None
    """The summary for people who have no right at the table; None where this one may not share it."""
    may_score: bool = False
    """Always so: the sheet of this page has no links to corrections."""
