"""The facts of a round as told at the table: hands as deadwood counts after layoffs, and as cards where shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
class ShownHand:
    """One player's hand as it was shown.

    ``cards`` are all of it but the ender's last ``discard``, ``melds`` those laid down. What was laid off on the
    ender's melds is among the cards and in no meld. ``numbers`` are the ranks, 1 to 13, that wilds were said to be.
    """

    cards: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] = ()
    discard: Card | None = None
    numbers: Mapping[Card, int] = field(default_factory=dict)

    @property
    def unmelded(self) -> tuple[Card, ...]:
        """The cards that lie in no meld, in the order of the hand; those that were laid off are among them."""
        melded = {card for meld in self.melds for card in meld}
        return tuple(card for card in self.cards if card not in melded)


@dataclass(frozen=True, slots=True)
class Layoff:
    """A ``card`` that ``seat`` laid off on the ender's meld ``onto``, which counts from 0."""

    seat: int
    card: Card
    onto: int


@dataclass(frozen=True, slots=True)
class Declaration:
    """What was said at the table when a hand ended.

    ``active`` are the seats that played, in seat order; ``ender`` who knocked or went gin, also falsely (None for a
    dead hand and a misdeal); ``deadwood`` each active seat's points after layoffs; ``knock_card`` the upcard or knock
    card where the rules use one. ``shown`` are the hands that were entered card by card, by seat, and ``layoffs`` what
    was laid off, in order: they prove the deadwood of their seats.
    """

    active: tuple[int, ...]
    ending: Ending
    ender: int | None = None
    deadwood: Mapping[int, int] = field(default_factory=dict)
    knock_card: Card | None = None
    shown: Mapping[int, ShownHand] = field(default_factory=dict)
    layoffs: tuple[Layoff, ...] = ()

    @property
    def in_numbers(self) -> "Declaration":
        """The same round told by its counts alone."""
        return replace(self, shown={}, layoffs=()) if self.shown else self


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

    @property
    def in_numbers(self) -> "TeamDeal":
        """The same deal told by its counts alone."""
        return TeamDeal(tuple(hand.in_numbers for hand in self.hands))

    @property
    def shown(self) -> Mapping[int, ShownHand]:
        """The hands that were entered card by card, by seat."""
        return {seat: hand for told in self.hands for seat, hand in told.shown.items()}


Told = Declaration | TeamDeal
"""What a round was told as."""
