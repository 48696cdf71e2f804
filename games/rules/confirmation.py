"""Whether a round of a match stands: entered by one side, looked at by the others or by a referee, as a season asks."""

from collections.abc import Iterable, Mapping
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
    said, approved = _said(looks)
    if "disputed" in said.values():
        return Standing.DISPUTED
    if approved:
        return Standing.APPROVED
    if mode == "trust":
        return Standing.TRUSTED
    if mode == "referee":
        return Standing.PENDING
    return Standing.PENDING if _missing(sides, entered_by, said) else Standing.CONFIRMED


def awaited(sides: int, entered_by: int | None, looks: Iterable[Look]) -> tuple[int, ...]:
    """The sides, in order, that have not said yes to a round yet; who entered it has.

    >>> awaited(3, 0, [Look("confirmed", 2)])
    (1,)
    """
    return _missing(sides, entered_by, _said(looks)[0])


def _said(looks: Iterable[Look]) -> tuple[dict[int | None, str], bool]:
    """What each side (None: a referee) said last, as far as it still holds, and whether a referee approved after it."""
    said: dict[int | None, str] = {}
    approved = False
    for look in looks:
        if look.verdict == "approved":
            approved = True
            said = {side: verdict for side, verdict in said.items() if verdict != "disputed"}
        elif look.verdict == "disputed":
            approved = False
            said[look.side] = "disputed"
        elif look.verdict == "confirmed":
            said[look.side] = "confirmed"
    return said, approved


def _missing(sides: int, entered_by: int | None, said: Mapping[int | None, str]) -> tuple[int, ...]:
    return tuple(side for side in range(sides) if side != entered_by and said.get(side) != "confirmed")
