"""Who may do what at a table and in a league, in one place. What is not listed is nobody's right."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import AccessLink, Account, Device, Duty, Fixture, FixtureSeat, League, Member, Place, Role, Table
from games.refusals import Refused

NEEDS: Final[dict[str, Role]] = {
    "watch": Role.WATCH,
    "score": Role.SCORE,
    "finish": Role.SCORE,
    "share": Role.SCORE,
    "manage_links": Role.OWNER,
    "set_strict": Role.OWNER,
    "allow_takeover": Role.OWNER,
    "take_over": Role.OWNER,
}
"""What each action at a table needs. Players may "take_over", too, where the owner allowed it."""
_RANK: Final = {Role.WATCH: 0, Role.SCORE: 1, Role.OWNER: 2}


@dataclass(frozen=True, slots=True)
class Access:
    """Somebody at a table: in which role, through which link, on which device (None: a program with a token)."""

    table: Table
    role: Role
    link: AccessLink
    device: Device | None
    lost: Role | None = None
    """The best role that this device had and that was taken from it since."""

    @property
    def label(self) -> str:
        """What the sheet calls whoever this is."""
        return self.device.label if self.device else self.link.label

    def may(self, action: str) -> bool:
        """Whether this role may do ``action``, one of NEEDS."""
        if action in ("take_over", "allow_takeover") and getattr(self.table, "fixture", None):
            # In a league the scoring is not one phone's: whoever plays, scores or judges opens the table on his own.
            return False
        if action == "take_over" and self.table.takeover:
            return True
        return _RANK[self.role] >= _RANK[NEEDS[action]]

    def demand(self, action: str) -> None:
        """Raise Refused unless this role may do ``action``: "not_allowed", or "link_revoked" where it once might."""
        if self.may(action):
            return
        if self.lost is not None and _RANK[self.lost] >= _RANK[NEEDS[action]]:
            raise Refused("link_revoked")
        role = "token" if self.link.api_token_id else self.role.value
        raise Refused("not_allowed", action=action, role=role)


LEAGUE_NEEDS: Final[dict[str, frozenset[Duty]]] = {
    "manage_league": frozenset({Duty.ORGANISER}),
    "judge": frozenset({Duty.ORGANISER, Duty.REFEREE}),
    "score_fixtures": frozenset(Duty),
}
"""What needs a duty. Seeing a league needs none: whoever may not see it has no LeagueAccess."""


@dataclass(frozen=True, slots=True)
class LeagueAccess:
    """Somebody in a league: with which duties, as which member, at which place of the room, on which device."""

    league: League
    duties: frozenset[Duty] = frozenset()
    member: Member | None = None
    place: Place | None = None
    account: Account | None = None
    device: Device | None = None

    @property
    def label(self) -> str:
        """What the league's history calls whoever this is."""
        if self.account:
            return self.account.name
        return self.member.name if self.member else self.device.label if self.device else _("Somebody")

    def may(self, action: str) -> bool:
        """Whether one of the duties allows ``action``, one of LEAGUE_NEEDS."""
        return bool(self.duties & LEAGUE_NEEDS[action])

    def demand(self, action: str) -> None:
        """Raise Refused ("not_your_duty") unless one of the duties allows ``action``."""
        if not self.may(action):
            raise Refused("not_your_duty", action=action)

    def side_in(self, seats: Iterable[FixtureSeat]) -> int | None:
        """The position of the side that this member plays for, at a fixture with these ``seats``; None for nobody."""
        own = self.member.pk if self.member else None
        return next((seat.side.position for seat in seats if own is not None and seat.member_id == own), None)

    def may_score(self, fixture: Fixture, seats: Iterable[FixtureSeat]) -> bool:
        """Whether this is somebody who may open and score the table of ``fixture``: who plays there, who scores.

        The tablet at its place may, too.
        """
        here = self.place is not None and fixture.place_id == self.place.pk
        return here or self.may("score_fixtures") or self.side_in(seats) is not None
