"""The facts of a round as told at the table, hands given as deadwood counts after layoffs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.cards import Card


class Ending(StrEnum):
    """How the round ended, as declared."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    DEAD = "dead"
    MISDEAL = "misdeal"
    FALSE_KNOCK = "false_knock"


@dataclass(frozen=True, slots=True)
class Declaration:
    """What was said at the table when a hand ended.

    ``active`` are the seats that played, in seat order; ``ender`` who knocked or went gin, also falsely (None for a
    dead hand and a misdeal); ``deadwood`` each active seat's points after layoffs; ``knock_card`` the upcard or knock
    card where the rules use one.
    """

    active: tuple[int, ...]
    ending: Ending
    ender: int | None = None
    deadwood: Mapping[int, int] = field(default_factory=dict)
    knock_card: Card | None = None


@dataclass(frozen=True, slots=True)
class TeamDeal:
    """A round between two teams: the hands that were played side by side, each between two seats (rules 5.13).

    ``knock_card`` is one card for all of them, where the rules use one; it stands in each hand as well.
    """

    hands: tuple[Declaration, ...]

    @property
    def knock_card(self) -> Card | None:
        """The upcard or knock card of the deal."""
        return self.hands[0].knock_card

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that played, in seat order."""
        return tuple(sorted(seat for hand in self.hands for seat in hand.active))


Told = Declaration | TeamDeal
"""What a round was told as."""
