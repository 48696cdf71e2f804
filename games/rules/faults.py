"""What can be wrong with a declaration: values with stable codes. The sentences are made elsewhere, in one place."""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Stable names of faults, as the interface of ``manage.py evaluate`` lists them."""

    DUPLICATE_CARD = "duplicate_card"
    UNKNOWN_CARD = "unknown_card"
    WRONG_HAND_SIZE = "wrong_hand_size"
    NOT_A_MELD = "not_a_meld"
    CARD_IN_TWO_MELDS = "card_in_two_melds"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    LAYOFF_NOT_ALLOWED = "layoff_not_allowed"
    TOO_MANY_CARDS = "too_many_cards"
    OVER_KNOCK_LIMIT = "over_knock_limit"
    NOT_GIN = "not_gin"
    UNKNOWN_PLAYER = "unknown_player"
    NOT_ACTIVE = "not_active"
    MISSING_DEADWOOD = "missing_deadwood"
    DEADWOOD_MISMATCH = "deadwood_mismatch"
    MISSING_KNOCK_CARD = "missing_knock_card"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_PARAMETER = "unknown_parameter"
    INVALID_VALUE = "invalid_value"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    ``seat`` is whose hand it concerns (None: nobody's in particular), ``name`` the parameter or card it concerns,
    several cards with spaces between them, ``amount`` what was said and ``limit`` what is allowed, both in points
    unless the code says otherwise (of a hand's size: cards); ``reason`` tells apart what shares a code.
    """

    code: Code
    seat: int | None = None
    name: str = ""
    amount: int | None = None
    limit: int | None = None
    reason: str = ""


class Illegal(Exception):  # noqa: N818 - "an illegal declaration" is the field's own phrase
    """The rules refuse what was said. ``faults`` holds every fault, in the order of rules 7, never empty."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults
