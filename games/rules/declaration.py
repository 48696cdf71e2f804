"""The facts of a round as the players declare them: who ended it and how, and each hand as a count or as cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from games.rules.cards import Card


class Ending(StrEnum):
    """How a round ended, as declared."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    DEAD = "dead"
    MISDEAL = "misdeal"
    FALSE_KNOCK = "false_knock"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One player's hand, entered card by card.

    ``cards`` are all cards but the ender's last ``discard``, ``melds`` those laid down. Cards laid off on the ender's
    melds are among ``cards`` but in no meld. ``numbers`` are the ranks, 1 to 13, declared for wilds.
    """

    cards: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] = ()
    discard: Card | None = None
    numbers: Mapping[Card, int] = field(default_factory=dict)

    @property
    def unmelded(self) -> tuple[Card, ...]:
        """The cards in no meld, in the order of the hand, including those laid off."""
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
    """The facts of one hand, as declared when it ended.

    ``active`` are the seats that played, in seat order; ``ender`` is who knocked or went gin, rightly or not (None for
    a dead hand and a misdeal); ``deadwood`` each active seat's points after layoffs; ``knock_card`` the upcard or knock
    card where the rules use one. ``shown`` are the hands that were entered card by card, by seat, and ``layoffs`` the
    cards laid off, in order: they prove the deadwood of their seats.
    """

    active: tuple[int, ...]
    ending: Ending
    ender: int | None = None
    deadwood: Mapping[int, int] = field(default_factory=dict)
    knock_card: Card | None = None
    shown: Mapping[int, ShownHand] = field(default_factory=dict)
    layoffs: tuple[Layoff, ...] = ()

    @property
    def counts_only(self) -> "Declaration":
        """The same facts with deadwood counts only, without cards."""
        return replace(self, shown={}, layoffs=()) if self.shown else self


@dataclass(frozen=True, slots=True)
class TeamDeal:
    """The facts of a round between two teams: hands played side by side, each between two seats (rules 5.13).

    Where the rules use a ``knock_card``, all hands have the same one.
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
    def counts_only(self) -> "TeamDeal":
        """The same facts with deadwood counts only, without cards."""
        return TeamDeal(tuple(hand.counts_only for hand in self.hands))

    @property
    def shown(self) -> Mapping[int, ShownHand]:
        """The hands that were entered card by card, by seat."""
        return {seat: shown_hand for declaration in self.hands for seat, shown_hand in declaration.shown.items()}


RoundDeclaration = Declaration | TeamDeal
"""The facts of a round: one hand, or the hands of two teams."""
