"""What can be wrong with a declaration, as values with stable codes; ``games.wording`` has the sentences."""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Stable codes of faults, as ``manage.py evaluate`` lists them."""

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
    """One thing that is wrong with a declaration or with rules.

    ``seat`` is the hand it concerns (None: no particular one), ``name`` the parameter or card, several cards separated
    by spaces, ``amount`` the declared value and ``limit`` the allowed one, both in points unless the code is about
    another unit (cards for the size of a hand); ``reason`` distinguishes faults with the same code.
    """

    code: Code
    seat: int | None = None
    name: str = ""
    amount: int | None = None
    limit: int | None = None
    reason: str = ""


class RulesError(Exception):
    """A declaration or a set of rules isn't legal. ``faults`` has every fault in the order of rules 7, at least one."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults
