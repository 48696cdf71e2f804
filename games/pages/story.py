"""Template context of a game's story: its result, what decided it, its score chart and its sheet."""

from dataclasses import dataclass

from games.pages.game import GameView
from games.pages.picture import GamePicture
from games.pages.shared import Sharing


@dataclass(frozen=True, slots=True)
class StoryPage:
    """The story page; ``sentences`` say what decided the game, ``share`` is the whole story as text for sharing."""

    title: str
    table_title: str
    table_url: str
    game: GameView
    picture: GamePicture
    sentences: tuple[str, ...]
    share: str
    sharing: Sharing | None
    """The public summary; None if the user may not share it."""
    may_score: bool = False
    """Always False, so that the sheet has no links for corrections."""
