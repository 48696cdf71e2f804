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


@dataclass(frozen=True, slots=True)
class Declaration:
    """What was said at the table when a round ended.

    ``active`` are the seats that played, in seat order; ``ender`` who knocked or went gin (None for a dead hand);
    ``deadwood`` each active seat's points after layoffs; ``knock_card`` the upcard or knock card where the rules use
    one.
    """

    active: tuple[int, ...]
    ending: Ending
    ender: int | None = None
    deadwood: Mapping[int, int] = field(default_factory=dict)
    knock_card: Card | None = None
