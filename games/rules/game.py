"""One game: rounds added up until somebody reaches the target, with who deals and who plays first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.rotation import first_to_act, next_dealer
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import Final, Standing, leader, settle


@dataclass(slots=True)
class Tally:
    """A game under way, fed one round at a time; ``standing`` and ``final`` are values to keep.

    ``cumulative`` holds each seat's points so far, boxes that are paid at once included (rules 8, ``box_timing``).
    """

    rules: RuleSet
    seats: tuple[int, ...]
    dealer: int
    cumulative: dict[int, int] = field(init=False)
    boxes: dict[int, int] = field(init=False)
    hands_won: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        """Start from nothing."""
        self.cumulative, self.boxes, self.hands_won = (dict.fromkeys(self.seats, 0) for _ in range(3))

    @property
    def first_to_act(self) -> int:
        """The seat that plays first in the next round."""
        return first_to_act(self.rules, self.seats, self.dealer, self.cumulative)

    @property
    def standing(self) -> Standing:
        """The game so far, as a value that later rounds do not change."""
        return Standing(dict(self.cumulative), dict(self.boxes), dict(self.hands_won))

    @property
    def reached(self) -> bool:
        """Whether somebody is at the target."""
        return self.rules.target is not None and max(self.cumulative.values()) >= self.rules.target

    def add(self, result: RoundResult) -> None:
        """Count ``result`` and move the deal."""
        at_once = self.rules.box_value if self.rules.box_timing == "immediate" else 0
        for seat, points in result.points.items():
            self.cumulative[seat] += points + at_once * result.boxes[seat]
            self.boxes[seat] += result.boxes[seat]
        for seat in result.winners:
            self.hands_won[seat] += 1
        self.dealer = next_dealer(self.rules, self.seats, self.dealer, result)

    def final(self) -> Final | None:
        """How the game ended; None while nobody is at the target, or the top is level ("play on", rules 7)."""
        if not self.reached or leader(self.cumulative) is None:
            return None
        final = settle(self.rules, self.standing)
        return final if final.winner is not None else None


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a game: who dealt, who played first, its points, and points and boxes by seat after it."""

    dealer: int
    first_to_act: int
    points: Mapping[int, int]
    cumulative: Mapping[int, int]
    cumulative_boxes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A list of hands as a game. ``final`` is None until it is over, except where every hand is settled on its own."""

    hands: tuple[PlayedHand, ...]
    standing: Standing
    over: bool
    final: Final | None


def play(rules: RuleSet, seats: Sequence[int], dealer: int, results: Sequence[RoundResult]) -> PlayedGame:
    """The game that ``results`` make, ``dealer`` dealing first.

    Raises ValueError with the number of hands played when hands are left after the game is over.
    """
    tally, hands, final = Tally(rules, tuple(seats), dealer), list[PlayedHand](), None
    for result in results:
        if final is not None:
            raise ValueError(len(hands))
        dealt, first = tally.dealer, tally.first_to_act
        tally.add(result)
        hands.append(PlayedHand(dealt, first, result.points, dict(tally.cumulative), dict(tally.boxes)))
        final = tally.final()
    over = final is not None
    if rules.target is None:
        final = settle(rules, tally.standing)
    return PlayedGame(tuple(hands), tally.standing, over, final)
