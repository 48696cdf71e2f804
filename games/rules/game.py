"""Keep the running score of one game: add rounds until the target is reached, and track who deals and plays first."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field

from games.rules.hollywood import Columns
from games.rules.rotation import Deal, first_deal, first_to_act, next_deal
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult, Score, leader, settle
from games.rules.sides import sides_of


@dataclass(slots=True)
class GameTally:
    """The running score of a game, updated round by round; ``standing`` and ``final`` return immutable snapshots.

    ``cumulative``, ``boxes`` and ``hands_won`` are by side. Points include boxes that are paid at once (rules 8,
    ``box_timing``). On a Hollywood sheet they count each round once, and ``columns`` decide the game. ``rules`` may
    change between rounds. ``opening`` is the score the game began with: one from paper, or a handicap.
    """

    rules: RuleSet
    seats: int
    dealer: InitVar[int]
    opening: Score | None = None
    deal: Deal = field(init=False)
    columns: Columns | None = field(init=False)
    cumulative: dict[int, int] = field(init=False)
    boxes: dict[int, int] = field(init=False)
    hands_won: dict[int, int] = field(init=False)

    def __post_init__(self, dealer: int) -> None:
        """Start at zero or from the opening, with seat ``dealer`` dealing."""
        sides = len(sides_of(self.rules, self.seats))
        self.cumulative, self.boxes, self.hands_won = (dict.fromkeys(range(sides), 0) for _ in range(3))
        if self.opening:
            self.cumulative |= self.opening.points
            self.boxes |= self.opening.boxes
            self.hands_won |= self.opening.hands_won
        self.deal = first_deal(self.rules, self.seats, dealer)
        self.columns = Columns(self.rules, sides) if self.rules.columns > 1 else None

    @property
    def first_to_act(self) -> int:
        """The seat that plays first in the next round (with teams, the side)."""
        return first_to_act(self.rules, self.deal, self.cumulative)

    @property
    def standing(self) -> Score:
        """The score so far, as a value that later rounds don't change."""
        return Score(dict(self.cumulative), dict(self.boxes), dict(self.hands_won))

    @property
    def target_reached(self) -> bool:
        """Whether a side has reached the target; on a Hollywood sheet, whether every column is closed."""
        if self.columns:
            return self.columns.closed
        return self.rules.target is not None and max(self.cumulative.values()) >= self.rules.target

    def change(self, rules: RuleSet) -> None:
        """Continue with other ``rules``, which have to have the same deck, columns and seating."""
        self.rules = rules
        if self.columns:
            self.columns.rules = rules

    def add(self, result: RoundResult) -> Mapping[int, tuple[int, ...]]:
        """Add a round and move the deal; return the Hollywood columns (from 1) that each side's entry went into."""
        at_once = self.rules.box_value if self.rules.box_timing == "immediate" else 0
        for side, points in result.points.items():
            self.cumulative[side] += points + at_once * result.boxes[side]
            self.boxes[side] += result.boxes[side]
        for side in result.winners:
            self.hands_won[side] += 1
        self.deal = next_deal(self.rules, self.seats, self.deal, result)
        return self.columns.add(result) if self.columns else {}

    def final(self) -> GameResult | None:
        """Return how the game ended; None before the target is reached or while the leaders are level (rules 7)."""
        if self.columns:
            return self.columns.final()
        if not self.target_reached or leader(self.cumulative) is None:
            return None
        final = settle(self.rules, self.standing, opening=self.opening)
        return final if final.winner is not None else None

    def settle_now(self) -> GameResult:
        """Return what the game is worth if it ends now, whatever the score."""
        if self.columns:
            return self.columns.settled(complete=self.columns.closed)
        return settle(self.rules, self.standing, complete=self.target_reached, opening=self.opening)
