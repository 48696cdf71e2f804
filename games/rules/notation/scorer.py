"""Score a game in gin notation round by round, in the same way as the sheet does for a ledger."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field

from games.rules.declaration import RoundDeclaration
from games.rules.faults import Fault, RulesError
from games.rules.game import GameTally
from games.rules.ledger import GameFinished, GameReopened
from games.rules.notation.values import LETTERS, Opening
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.sides import sides_of
from games.rules.teams import score_declaration

Decision = GameFinished | GameReopened | None


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """The score of a round: its ``result`` (None if it is illegal, with ``faults``) and the ``totals`` after it.

    ``totals`` are points by side, as on the sheet.
    """

    result: RoundResult | None
    totals: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(slots=True)
class Scorer:
    """The running score of a game; void rounds and those after its end don't count."""

    rules: RuleSet
    seats: int
    dealer: InitVar[int]
    opening: InitVar[Opening | None]
    decision: Decision
    tally: GameTally = field(init=False)
    over: bool = False

    def __post_init__(self, dealer: int, opening: Opening | None) -> None:
        """Start with the opening score, if there is one."""
        self.tally = GameTally(self.rules, self.seats, dealer, opening)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats whose turn it is to play, in seat order."""
        if self.rules.seating == "teams":
            return tuple(range(self.seats))
        return self.tally.deal.in_seat_order

    def change(self, rules: RuleSet) -> None:
        """Continue with other rules."""
        self.rules = rules
        self.tally.change(rules)

    def add(self, number: int, declaration: RoundDeclaration, *, void: bool) -> ScoredRound:
        """Score round ``number``, and add it to the totals if it counts."""
        try:
            result = score_declaration(declaration, self.rules)
        except RulesError as illegal:
            return ScoredRound(None, self.totals, illegal.faults)
        through = self.decision.through if self.decision else 0
        late = self.over or (isinstance(self.decision, GameFinished) and number > through)
        if not void and not late:
            self.tally.add(result)
            self.over = number > through and self.tally.final() is not None
        return ScoredRound(result, self.totals)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by side."""
        return tuple(self.tally.cumulative.values())


def result_text(points: Mapping[int, int], rules: RuleSet, seats: int) -> str:
    """Return the points of a round as text, with the letters of the sides; "0" if nobody scored."""
    names = side_names(rules, seats)
    return ", ".join(f"{names[side]} {scored:+}" for side, scored in sorted(points.items()) if scored) or "0"


def side_names(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Return the letters of each side: a seat's own, and for a team those of its members.

    >>> side_names(RuleSet(seating="teams"), 4)
    ('AC', 'BD')
    """
    return tuple("".join(LETTERS[seat] for seat in side) for side in sides_of(rules, seats))
