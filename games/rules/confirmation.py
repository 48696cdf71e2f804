"""Decide whether a round of a league match is confirmed.

One side enters the round; depending on the season's rules, the opponents confirm it, a referee approves it, or nobody
has to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.league.season import Confirmation


class RoundStatus(StrEnum):
    """Whether a round is agreed on. All values but DISPUTED and PENDING are good."""

    TRUSTED = "trusted"
    CONFIRMED = "confirmed"
    APPROVED = "approved"
    PENDING = "pending"
    DISPUTED = "disputed"

    @property
    def is_agreed(self) -> bool:
        """Whether nobody has to check the round any more."""
        return self not in (RoundStatus.PENDING, RoundStatus.DISPUTED)


@dataclass(frozen=True, slots=True)
class RoundReview:
    """What a side (by position) or a referee (None) said about the current version of a round."""

    verdict: str
    side: int | None


def round_status(mode: Confirmation, sides: int, entered_by: int | None, reviews: Iterable[RoundReview]) -> RoundStatus:
    """Return the status of a round after all its ``reviews``, oldest first.

    ``entered_by`` is the side that entered it, None if nobody in the match did. A referee's approval settles the round;
    before that, a dispute keeps it open until the same side confirms. Where opponents confirm, every side has to but
    the one that entered the round.

    >>> round_status("opponent", 2, 0, [RoundReview("confirmed", 1)])
    <RoundStatus.CONFIRMED: 'confirmed'>
    """
    verdicts, approved = _latest_verdicts(reviews)
    if "disputed" in verdicts.values():
        return RoundStatus.DISPUTED
    if approved:
        return RoundStatus.APPROVED
    if mode == "trust":
        return RoundStatus.TRUSTED
    if mode == "referee":
        return RoundStatus.PENDING
    return RoundStatus.PENDING if _missing(sides, entered_by, verdicts) else RoundStatus.CONFIRMED


def missing_confirmations(sides: int, entered_by: int | None, reviews: Iterable[RoundReview]) -> tuple[int, ...]:
    """Return the sides, in order, that still have to confirm a round; the one that entered it doesn't.

    >>> missing_confirmations(3, 0, [RoundReview("confirmed", 2)])
    (1,)
    """
    return _missing(sides, entered_by, _latest_verdicts(reviews)[0])


def _latest_verdicts(reviews: Iterable[RoundReview]) -> tuple[dict[int | None, str], bool]:
    """Return the last verdict of each side (None: a referee) that still applies, and whether a referee approved."""
    verdicts: dict[int | None, str] = {}
    approved = False
    for review in reviews:
        if review.verdict == "approved":
            approved = True
            verdicts = {side: verdict for side, verdict in verdicts.items() if verdict != "disputed"}
        elif review.verdict == "disputed":
            approved = False
            verdicts[review.side] = "disputed"
        elif review.verdict == "confirmed":
            verdicts[review.side] = "confirmed"
    return verdicts, approved


def _missing(sides: int, entered_by: int | None, verdicts: Mapping[int | None, str]) -> tuple[int, ...]:
    return tuple(side for side in range(sides) if side != entered_by and verdicts.get(side) != "confirmed")
