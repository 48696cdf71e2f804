"""The rules of a game (rules 8) as a frozen RuleSet, and house rules, which change single parameters of one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, Literal, get_args

from games.rules.cards import SUITS
from games.rules.faults import Code, Fault, RulesError

Deck = Literal["french52", "rumski70"]
RunWrap = Literal["none", "ace_high", "around_corner"]
WildScope = Literal["any", "sets_only"]
LimitSource = Literal["fixed", "upcard", "knock_card"]
LimitAce = Literal["value", "gin_only"]
LayoffRule = Literal["never", "unless_gin", "always"]
HandScoring = Literal["points", "flop"]
UndercutOn = Literal["tie_or_less", "less"]
UndercutPoints = Literal["difference", "ender_total", "others_total", "others_net", "pairwise"]
UndercutWinners = Literal["lowest", "all_below"]
UndercutTied = Literal["each", "split", "next_left"]
KnockPoints = Literal["own_once", "pairwise"]
DoubleBoxes = Literal["none", "extra", "all"]
BoxTiming = Literal["end", "immediate"]
ShutoutRule = Literal["none", "double_points", "double_total", "add"]
ShutoutTest = Literal["no_points", "no_hands_won"]
WinnerRule = Literal["highest_total", "first_to_target"]
SettlementRule = Literal["difference", "totals", "one_point", "zero_sum"]
Seating = Literal["all_active", "dealer_sits_out", "loser_sits_out", "loser_deals_and_sits", "captain", "teams"]
NextDealer = Literal["winner", "loser", "alternate", "left", "idle_player"]
DeadHandDealer = Literal["same", "next"]
FirstTurn = Literal["non_dealer", "left_of_dealer", "lower_score"]
OpeningRule = Literal["upcard_offer", "no_upcard", "non_dealer_eleven"]
TeamNetting = Literal["per_hand", "sum"]

FIXED_PARAMETERS: Final = ("deck", "hand_scoring", "box_timing", "columns", "column_multipliers", "seats", "seating")
"""Parameters that can't change during a game, because rounds entered before would mean something else."""
OWN_PARAMETERS: Final = ("false_knock_penalty",)
"""Parameters that aren't in rules 8, last in a RuleSet. ``as_json`` leaves them out while they have their default, so
that rules stored before there was such a parameter are still written the same."""
FACES_TEN: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
MAX_POINTS: Final = 10_000
"""The largest number of points a parameter may name: ten times any target seen in print."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The number of players: at least ``min``, at most ``max``, ideally ``best``."""

    min: int = 2
    max: int = 2
    best: int = 2


def _whole_number(low: int, high: int, *, null: bool = False, lengths: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return the metadata of a whole number: bounds, whether null is allowed, and the possible lengths of a list."""
    return {"low": low, "high": high, "null": null, "lengths": lengths}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All parameters of a game: those of rules 8 in order, groups A to F, and one of our own.

    The defaults are those of the preset ``standard``. Amounts are points.
    """

    deck: Deck = "french52"
    rank_values: tuple[int, ...] = field(default=FACES_TEN, metadata=_whole_number(0, 100, lengths=(13,)))
    wild_value: int = field(default=0, metadata=_whole_number(0, 100))
    hand_size: int = field(default=10, metadata=_whole_number(3, 13))
    run_wrap: RunWrap = "none"
    max_wilds_per_meld: int = field(default=0, metadata=_whole_number(0, 5))
    wild_scope: WildScope = "any"
    wild_may_duplicate: bool = True

    knock_limit: int | None = field(default=10, metadata=_whole_number(0, 200, null=True))
    limit_source: LimitSource = "fixed"
    limit_ace: LimitAce = "value"
    layoff: LayoffRule = "unless_gin"
    layoff_zero_voids_gin: bool = False

    hand_scoring: HandScoring = "points"
    knock_bonus: int = field(default=0, metadata=_whole_number(0, MAX_POINTS))
    gin_bonus: int = field(default=25, metadata=_whole_number(0, MAX_POINTS))
    big_gin_bonus: int | None = field(default=31, metadata=_whole_number(0, MAX_POINTS, null=True))
    undercut_on: UndercutOn = "tie_or_less"
    undercut_bonus: int = field(default=25, metadata=_whole_number(0, MAX_POINTS))
    undercut_tie_bonus: int | None = field(default=None, metadata=_whole_number(0, MAX_POINTS, null=True))
    undercut_points: UndercutPoints = "difference"
    undercut_winners: UndercutWinners = "lowest"
    undercut_tied: UndercutTied = "each"
    knock_points: KnockPoints = "own_once"
    bonus_per_opponent: bool = False
    double_suits: frozenset[str] = frozenset()
    double_boxes: DoubleBoxes = "extra"

    box_win: int = field(default=1, metadata=_whole_number(0, 100))
    box_undercut: int = field(default=0, metadata=_whole_number(0, 100))
    box_gin: int = field(default=0, metadata=_whole_number(0, 100))
    box_big_gin: int = field(default=0, metadata=_whole_number(0, 100))
    box_value: int = field(default=25, metadata=_whole_number(0, MAX_POINTS))
    box_timing: BoxTiming = "end"

    target: int | None = field(default=100, metadata=_whole_number(1, MAX_POINTS, null=True))
    game_bonus: int | Literal["target"] = field(default=100, metadata=_whole_number(0, MAX_POINTS))
    shutout: ShutoutRule = "double_points"
    shutout_amount: int = field(default=0, metadata=_whole_number(0, MAX_POINTS))
    shutout_test: ShutoutTest = "no_points"
    line_bonus: int = field(default=0, metadata=_whole_number(0, MAX_POINTS))
    line_margin: int = field(default=50, metadata=_whole_number(1, MAX_POINTS))
    winner: WinnerRule = "highest_total"
    settlement: SettlementRule = "difference"
    columns: int = field(default=1, metadata=_whole_number(1, 3))
    column_multipliers: tuple[int, ...] = field(default=(1,), metadata=_whole_number(1, 10, lengths=(1, 3)))
    round_to: int = field(default=0, metadata=_whole_number(0, MAX_POINTS))

    seats: Seats = field(default=Seats(), metadata=_whole_number(2, 8))
    seating: Seating = "all_active"
    next_dealer: NextDealer = "alternate"
    dead_hand_dealer: DeadHandDealer = "same"
    first_turn: FirstTurn = "non_dealer"
    opening: OpeningRule = "upcard_offer"
    dead_stock: int = field(default=2, metadata=_whole_number(0, 20))
    team_netting: TeamNetting = "per_hand"
    sweep_boxes: int | Literal["team_size"] = field(default=0, metadata=_whole_number(0, 100))

    false_knock_penalty: int | None = field(default=None, metadata=_whole_number(1, MAX_POINTS, null=True))
    """Group G, our own: points to each opponent for an illegal knock; null: the knock is undone and play continues."""

    @property
    def highest_card_value(self) -> int:
        """The highest value of any card in the deck, in points."""
        wild = self.wild_value if self.deck == "rumski70" else 0
        return max(*self.rank_values, wild)

    @property
    def most_deadwood(self) -> int:
        """The upper bound of one hand's deadwood (points): one card more than a hand, all of the highest value."""
        return (self.hand_size + 1) * self.highest_card_value


def with_house_rules(rules: RuleSet, house_rules: Mapping[str, object]) -> RuleSet:
    """Return ``rules`` with ``house_rules`` (parameter name to JSON value) applied.

    Raises RulesError with every unknown parameter, every invalid value, and every contradiction.

    >>> with_house_rules(RuleSet(), {"target": 150}).target
    150
    """
    result = _overlaid(rules, house_rules)
    if faults := _contradictions(result, house_rules):
        raise RulesError(tuple(faults))
    return result


def rules_from_json(parameters: Mapping[str, object]) -> RuleSet:
    """Return the rules that ``as_json`` made ``parameters`` of, even if they could not be chosen today.

    Raises RulesError for unknown parameters and invalid values.
    """
    return _overlaid(RuleSet(), parameters)


def _overlaid(rules: RuleSet, house_rules: Mapping[str, object]) -> RuleSet:
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    known = {f.name: f for f in fields(RuleSet)}
    for name, value in house_rules.items():
        if name not in known:
            faults.append(Fault(Code.UNKNOWN_PARAMETER, name=name))
            continue
        try:
            values[name] = _checked_value(name, known[name].metadata, value)
        except ValueError as error:
            faults.append(Fault(Code.INVALID_VALUE, name=name, reason=str(error)))
    if faults:
        raise RulesError(tuple(faults))
    return replace(rules, **values)


def as_json(rules: RuleSet) -> dict[str, Any]:
    """Return every parameter of ``rules`` as a JSON value; ``rules_from_json`` makes the same rules of them.

    ``OWN_PARAMETERS`` are included only if they differ from their default.
    """
    values = asdict(rules) | {
        "rank_values": list(rules.rank_values),
        "double_suits": sorted(rules.double_suits),
        "column_multipliers": list(rules.column_multipliers),
    }
    for name in OWN_PARAMETERS:
        if getattr(rules, name) == getattr(_DEFAULTS, name):
            del values[name]
    return values


def differences(rules: RuleSet, preset: RuleSet) -> tuple[str, ...]:
    """Return the names of the parameters in which ``rules`` differ from ``preset``, in the order of rules 8."""
    return tuple(f.name for f in fields(RuleSet) if getattr(rules, f.name) != getattr(preset, f.name))


def _checked_number(value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("whole_number")
    if not low <= value <= high:
        raise ValueError("range")
    return value


def _checked_numbers(value: object, bounds: Mapping[str, Any]) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) not in bounds["lengths"]:
        raise ValueError("list")
    return tuple(_checked_number(item, bounds["low"], bounds["high"]) for item in value)


def _checked_value(name: str, bounds: Mapping[str, Any], value: object) -> object:
    """Return a JSON value as parameter ``name`` stores it. Raises ValueError with a short reason for an invalid one."""
    if bounds and bounds["lengths"]:
        return _checked_numbers(value, bounds)
    if name == "seats":
        if not isinstance(value, Mapping) or set(value) != {"min", "max", "best"}:
            raise ValueError("seats")
        return Seats(**{key: _checked_number(number, bounds["low"], bounds["high"]) for key, number in value.items()})
    if name == "double_suits":
        if not isinstance(value, list | tuple) or not all(isinstance(s, str) and s in _ALL_SUITS for s in value):
            raise ValueError("suits")
        return frozenset(value)
    if (name, value) in (("game_bonus", "target"), ("sweep_boxes", "team_size")):
        return value
    if bounds:
        return None if value is None and bounds["null"] else _checked_number(value, bounds["low"], bounds["high"])
    choices = _CHOICES.get(name)
    if choices is None:
        if not isinstance(value, bool):
            raise ValueError("yes_or_no")
        return value
    if not isinstance(value, str) or value not in choices:
        raise ValueError("choice")
    return value


def _contradictions(rules: RuleSet, house_rules: Mapping[str, object]) -> list[Fault]:
    """Return the faults of parameters that contradict each other, at most one for each parameter."""
    wrong: list[tuple[str, str]] = []
    if rules.game_bonus == "target" and rules.target is None:
        wrong.append(("game_bonus", "no_target"))
    if len(rules.column_multipliers) != rules.columns:
        wrong.append(("column_multipliers" if "column_multipliers" in house_rules else "columns", "columns"))
    if not rules.seats.min <= rules.seats.best <= rules.seats.max:
        wrong.append(("seats", "seats"))
    elif rules.seating == "teams" and rules.seats.min == rules.seats.max and rules.seats.max in (5, 7):
        wrong.append(("seats", "team_seats"))
    if rules.columns > 1 and rules.target is None:
        wrong.append(("columns", "columns_target"))
    if rules.columns > 1 and not _has_two_sides(rules):
        wrong.append(("columns", "columns_sides"))
    if rules.knock_limit is not None and rules.knock_limit > rules.most_deadwood:
        wrong.append(("knock_limit", "above_hand"))
    if not rules.double_suits <= set(SUITS[rules.deck]):
        wrong.append(("double_suits" if "double_suits" in house_rules else "deck", "deck_suits"))
    first = dict(reversed(wrong))
    return [Fault(Code.INVALID_VALUE, name=name, reason=first[name]) for name in dict.fromkeys(n for n, _ in wrong)]


def _has_two_sides(rules: RuleSet) -> bool:
    """Return whether two sides can play: if somebody sits out, there are three or more separate scores (rules 5.12)."""
    return rules.seating in ("teams", "captain") or (rules.seating == "all_active" and rules.seats.min == 2)


_DEFAULTS: Final = RuleSet()
_ALL_SUITS: Final = frozenset("".join(SUITS.values()))
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    f.name: get_args(f.type)
    for f in fields(RuleSet)
    if not f.metadata and all(isinstance(a, str) for a in get_args(f.type) or [0])
}
