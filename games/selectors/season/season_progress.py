"""Report how far a season has come, for its reader."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.functional import cached_property

from games.models import Duty
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import DrawState, draw_state
from games.selectors.season.season_state import is_under_way

_HIDDEN_FOREVER_YEAR: Final = 9999
"""The year of ``hidden_until`` for standings that stay hidden until somebody shows them."""


@dataclass(frozen=True)
class SeasonProgress(SeasonAccess):
    """A season that somebody may see, and how far it has come."""

    @classmethod
    def of(cls, access: SeasonAccess) -> "SeasonProgress":
        """Return the progress of the season of ``access``."""
        return cls(access.access, access.season)

    @cached_property
    def draw(self) -> DrawState:
        """How many matches there are, and how many are left."""
        return draw_state(self.season)

    @property
    def under_way(self) -> bool:
        """Whether the rule set can't be changed any more."""
        return is_under_way(self.season)

    @property
    def hidden(self) -> bool:
        """Whether the standings are hidden from everyone who doesn't run the league."""
        return not self.season.table_shown

    @property
    def hidden_until(self) -> datetime | None:
        """When the standings appear; None if they aren't hidden, or until somebody shows them."""
        until: datetime | None = self.season.hidden_until if self.hidden else None
        return until if until and until.year < _HIDDEN_FOREVER_YEAR else None

    @property
    def entrants(self) -> int:
        """How many entrants haven't withdrawn."""
        return int(self.season.entrants.filter(withdrawn_on=None).count())

    @property
    def url(self) -> str:
        """The path of the season's page."""
        return reverse("season:page", args=[self.season.public_id])

    @property
    def duties(self) -> list[Duty]:
        """The reader's offices in the league, by name."""
        return sorted(self.access.duties)
