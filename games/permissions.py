"""Permissions: who may do what at a table and in a league. An action that is not listed is allowed to nobody.

This is the only place that says who. Services ask for the action by its name (``demand``), so that nothing is written
without the right, whoever calls them. Pages and the API's permission classes ask for the same name before they read a
form or a body; the scope that a token of an account needs follows from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import AccessLink, Account, Device, Duty, League, Match, MatchSeat, Member, Place, Role, Table
from games.refusals import RefusedError

REQUIRED_ROLE: Final[dict[str, Role]] = {
    "watch": Role.WATCH,
    "score": Role.SCORE,
    "finish": Role.SCORE,
    "share": Role.SCORE,
    "manage_links": Role.OWNER,
    "set_strict": Role.OWNER,
    "allow_takeover": Role.OWNER,
    "take_over": Role.OWNER,
}
"""The role that each action at a table needs. Players may also "take_over" where the owner has allowed it."""
_RANK: Final = {Role.WATCH: 0, Role.SCORE: 1, Role.OWNER: 2}


@dataclass(frozen=True, slots=True)
class Access:
    """A person's access to a table: the role, the link, and the device (None for a program with a token)."""

    table: Table
    role: Role
    link: AccessLink
    device: Device | None
    lost_role: Role | None = None
    """The highest role that this device had before it was revoked."""

    @property
    def label(self) -> str:
        """The name shown on the sheet."""
        return self.device.label if self.device else self.link.label

    def may(self, action: str) -> bool:
        """Whether this role may do ``action``, one of REQUIRED_ROLE."""
        if action in ("take_over", "allow_takeover") and getattr(self.table, "match", None):
            # In a league match the scoring needs no handover: players and officers open the table on their own phones.
            return False
        if action == "take_over" and self.table.takeover:
            return True
        return _RANK[self.role] >= _RANK[REQUIRED_ROLE[action]]

    def demand(self, action: str) -> None:
        """Raise RefusedError unless this role may do ``action``: "not_allowed", or "link_revoked" if it was revoked."""
        if self.may(action):
            return
        if self.lost_role is not None and _RANK[self.lost_role] >= _RANK[REQUIRED_ROLE[action]]:
            raise RefusedError("link_revoked")
        role = "token" if self.link.api_token_id else self.role.value
        raise RefusedError("not_allowed", action=action, role=role)


REQUIRED_DUTIES: Final[dict[str, frozenset[Duty]]] = {
    "manage_league": frozenset({Duty.ORGANIZER}),
    "run_clock": frozenset({Duty.ORGANIZER, Duty.REFEREE}),
    "check_rounds": frozenset({Duty.ORGANIZER, Duty.REFEREE}),
    "judge": frozenset({Duty.ORGANIZER, Duty.REFEREE}),
    "run_desk": frozenset(Duty),
    "line_up": frozenset(Duty),
    "score_matches": frozenset(Duty),
}
"""The duties that allow each action. Seeing a league needs none: LeagueAccess exists only for those who may see it."""


@dataclass(frozen=True, slots=True)
class LeagueAccess:
    """A person's access to a league: duties, member, place in the room (a tablet's), account and device."""

    league: League
    duties: frozenset[Duty] = frozenset()
    member: Member | None = None
    place: Place | None = None
    account: Account | None = None
    device: Device | None = None

    @property
    def label(self) -> str:
        """The name shown in the league's history."""
        if self.account:
            return self.account.name
        return self.member.name if self.member else self.device.label if self.device else _("Somebody")

    def may(self, action: str) -> bool:
        """Whether one of the duties allows ``action``, one of REQUIRED_DUTIES."""
        return bool(self.duties & REQUIRED_DUTIES[action])

    def demand(self, action: str) -> None:
        """Raise RefusedError ("not_your_duty") unless one of the duties allows ``action``."""
        if not self.may(action):
            raise RefusedError("not_your_duty", action=action)

    def side_in(self, seats: Iterable[MatchSeat]) -> int | None:
        """Return the position of this member's side at a match with these ``seats``; None if they do not play it."""
        own = self.member.pk if self.member else None
        return next((seat.side.position for seat in seats if own is not None and seat.member_id == own), None)

    def may_score(self, match: Match, seats: Iterable[MatchSeat]) -> bool:
        """Whether this access may open and score the table of ``match``, as its players, officers and tablet may."""
        here = self.place is not None and match.place_id == self.place.pk
        return here or self.may("score_matches") or self.side_in(seats) is not None
