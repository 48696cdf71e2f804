"""Whether a round of a match stands: entered by one side, looked at by the others or by a referee, as a season asks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.rules.season import Confirmation


class Standing(StrEnum):
    """How far a round is agreed on. All but DISPUTED and PENDING are good."""

    TRUSTED = "trusted"
    CONFIRMED = "confirmed"
    APPROVED = "approved"
    PENDING = "pending"
    DISPUTED = "disputed"

    @property
    def good(self) -> bool:
        """Whether nobody has to look at the round any more."""
        return self not in (Standing.PENDING, Standing.DISPUTED)


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody said of a round as it now stands: a side (by position), or a referee (None)."""

    verdict: str
    side: int | None


def standing(mode: Confirmation, sides: int, entered_by: int | None, looks: Iterable[Look]) -> Standing:
    """How a round stands that the side ``entered_by`` entered (None: nobody of the match), after ``looks``, in order.

    A referee's approval settles it; before that a dispute keeps it open until the same side confirms. Where the
    opponent confirms, every side but the one that entered the round has to.

    >>> standing("opponent", 2, 0, [Look("confirmed", 1)])
    <Standing.CONFIRMED: 'confirmed'>
    """
    said: dict[int, str] = {}
    approved = False
    for look in looks:
        if look.verdict == "approved":
            approved = True
            said = {side: verdict for side, verdict in said.items() if verdict != "disputed"}
        elif look.verdict == "disputed":
            approved = False
            said[-1 if look.side is None else look.side] = "disputed"
        elif look.verdict == "confirmed" and look.side is not None:
            said[look.side] = "confirmed"
    if "disputed" in said.values():
        return Standing.DISPUTED
    if approved:
        return Standing.APPROVED
    if mode == "trust":
        return Standing.TRUSTED
    if mode == "referee":
        return Standing.PENDING
    missing = set(range(sides)) - {entered_by} - {side for side, verdict in said.items() if verdict == "confirmed"}
    return Standing.PENDING if missing else Standing.CONFIRMED
