"""Template context of a game's story: its result, its score chart and its sheet."""

from dataclasses import dataclass

from games.pages.sharing.public_summary import Sharing
from games.pages.table.game import GameContext
from games.pages.table.score_chart import GamePicture


@dataclass(frozen=True, slots=True)
class StoryPage:
    """The story page; ``share`` is the result with its highlight, as text for sharing."""

    title: str
    table_title: str
    table_url: str
    game: GameContext
    picture: GamePicture
    share: str
    sharing: Sharing | None
    """The public summary; None if the user may not share it."""
    may_score: bool = False
    """Always False, so that the sheet has no links for corrections."""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return self.game.people
