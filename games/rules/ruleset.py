"""The parameters of a game (rules 8): a frozen RuleSet, made from a preset and the house rules laid over it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

from games.rules.cards import SUITS
from games.rules.faults import Code, Fault, Illegal

Deck = Literal["french52", "rumski70"]
RunWrap = Literal["none", "ace_high", "around_corner"]
WildScope = Literal["any", "sets_only"]
LimitSource = Literal["fixed", "upcard", "knock_card"]
LimitAce = Literal["value", "gin_only"]
Layoff = Literal["never", "unless_gin", "always"]
HandScoring = Literal["points", "flop"]
UndercutOn = Literal["tie_or_less", "less"]
UndercutPoints = Literal["difference", "ender_total", "others_total", "others_net", "pairwise"]
UndercutWinners = Literal["lowest", "all_below"]
UndercutTied = Literal["each", "split", "next_left"]
KnockPoints = Literal["own_once", "pairwise"]
DoubleBoxes = Literal["none", "extra", "all"]
BoxTiming = Literal["end", "immediate"]
Shutout = Literal["none", "double_points", "double_total", "add"]
ShutoutTest = Literal["no_points", "no_hands_won"]
Winner = Literal["highest_total", "first_to_target"]
Settlement = Literal["difference", "totals", "one_point", "zero_sum"]
Seating = Literal["all_active", "dealer_sits_out", "loser_sits_out", "loser_deals_and_sits", "captain", "teams"]
NextDealer = Literal["winner", "loser", "alternate", "left", "idle_player"]
DeadHandDealer = Literal["same", "next"]
FirstTurn = Literal["non_dealer", "left_of_dealer", "lower_score"]
Opening = Literal["upcard_offer", "no_upcard", "non_dealer_eleven"]
TeamNetting = Literal["per_hand", "sum"]

FIXED: Final = ("deck", "hand_scoring", "box_timing", "columns", "column_multipliers", "seats", "seating")
"""Parameters that cannot change in mid-game: what was told or counted under them would mean something else."""
FACES_TEN: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
HIGHEST: Final = 10_000
"""The largest number of points a parameter may name: ten times any target seen in print."""


@dataclass(frozen=True, slots=True)
class Seats:
    """How many may sit down: at least ``min``, at most ``max``, and the ``best`` number."""

    min: int = 2
    max: int = 2
    best: int = 2


def _in(low: int, high: int, *, null: bool = False, lengths: tuple[int, ...] = ()) -> dict[str, Any]:
    """Metadata of whole numbers: their bounds, whether null is a value, and how many there may be in a list."""
    return {"low": low, "high": high, "null": null, "lengths": lengths}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every parameter of rules 8, groups A to F in order, and one of our own.

    The defaults are those of ``standard``. Amounts are points.
    """

    deck: Deck = "french52"
    rank_values: tuple[int, ...] = field(default=FACES_TEN, metadata=_in(0, 100, lengths=(13,)))
    wild_value: int = field(default=0, metadata=_in(0, 100))
    hand_size: int = field(default=10, metadata=_in(3, 13))
    run_wrap: RunWrap = "none"
    max_wilds_per_meld: int = field(default=0, metadata=_in(0, 5))
    wild_scope: WildScope = "any"
    wild_may_duplicate: bool = True

    knock_limit: int | None = field(default=10, metadata=_in(0, 200, null=True))
    limit_source: LimitSource = "fixed"
    limit_ace: LimitAce = "value"
    layoff: Layoff = "unless_gin"
    layoff_zero_voids_gin: bool = False

    hand_scoring: HandScoring = "points"
    knock_bonus: int = field(default=0, metadata=_in(0, HIGHEST))
    gin_bonus: int = field(default=25, metadata=_in(0, HIGHEST))
    big_gin_bonus: int | None = field(default=31, metadata=_in(0, HIGHEST, null=True))
    undercut_on: UndercutOn = "tie_or_less"
    undercut_bonus: int = field(default=25, metadata=_in(0, HIGHEST))
    undercut_tie_bonus: int | None = field(default=None, metadata=_in(0, HIGHEST, null=True))
    undercut_points: UndercutPoints = "difference"
    undercut_winners: UndercutWinners = "lowest"
    undercut_tied: UndercutTied = "each"
    knock_points: KnockPoints = "own_once"
    bonus_per_opponent: bool = False
    double_suits: frozenset[str] = frozenset()
    double_boxes: DoubleBoxes = "extra"

    box_win: int = field(default=1, metadata=_in(0, 100))
    box_undercut: int = field(default=0, metadata=_in(0, 100))
    box_gin: int = field(default=0, metadata=_in(0, 100))
    box_big_gin: int = field(default=0, metadata=_in(0, 100))
    box_value: int = field(default=25, metadata=_in(0, HIGHEST))
    box_timing: BoxTiming = "end"

    target: int | None = field(default=100, metadata=_in(1, HIGHEST, null=True))
    game_bonus: int | Literal["target"] = field(default=100, metadata=_in(0, HIGHEST))
    shutout: Shutout = "double_points"
    shutout_amount: int = field(default=0, metadata=_in(0, HIGHEST))
    shutout_test: ShutoutTest = "no_points"
    line_bonus: int = field(default=0, metadata=_in(0, HIGHEST))
    line_margin: int = field(default=50, metadata=_in(1, HIGHEST))
    winner: Winner = "highest_total"
    settlement: Settlement = "difference"
    columns: int = field(default=1, metadata=_in(1, 3))
    column_multipliers: tuple[int, ...] = field(default=(1,), metadata=_in(1, 10, lengths=(1, 3)))
    round_to: int = field(default=0, metadata=_in(0, HIGHEST))

    seats: Seats = field(default=Seats(), metadata=_in(2, 8))
    seating: Seating = "all_active"
    next_dealer: NextDealer = "alternate"
    dead_hand_dealer: DeadHandDealer = "same"
    first_turn: FirstTurn = "non_dealer"
    opening: Opening = "upcard_offer"
    dead_stock: int = field(default=2, metadata=_in(0, 20))
    team_netting: TeamNetting = "per_hand"
    sweep_boxes: int | Literal["team_size"] = field(default=0, metadata=_in(0, 100))

    false_knock_penalty: int | None = field(default=None, metadata=_in(1, HIGHEST, null=True))
    """Group G, ours: points to each opponent for a knock that was not legal; null: it is undone and played on."""

    @property
    def dearest_card(self) -> int:
        """The highest value of any card in the deck, in points."""
        wild = self.wild_value if self.deck == "rumski70" else 0
        return max(*self.rank_values, wild)

    @property
    def most_deadwood(self) -> int:
        """The bound on one hand's deadwood: one card more than a hand, each the dearest (points)."""
        return (self.hand_size + 1) * self.dearest_card


@dataclass(frozen=True, slots=True)
class Reading:
    """How one unclear or contradictory point of a source is played: a sentence, and the parameters that say so."""

    id: str
    text: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named RuleSet, with where its rules were printed and what in it rests on a reading of an unclear page.

    ``group`` is an id of GROUPS. ``weak`` is a short mark for where it is picked, empty where nothing rests on a
    reconstruction or a second-hand source; ``note`` says in a sentence or two what is weak or disputed. ``read`` are
    the readings of its source's ambiguities (rules 3, the tables A to E; 12). ``by_players`` is what its source lays
    over the rules where another number of people sits down (rules 3.3, 5.12): players to parameters.
    """

    id: str
    title: str
    source: str
    note: str
    rules: RuleSet
    group: str = ""
    weak: str = ""
    read: tuple[Reading, ...] = ()
    by_players: Mapping[int, Mapping[str, object]] = field(default_factory=dict)

    def at_a_table(self, players: int, house_rules: Mapping[str, object] | None = None) -> RuleSet:
        """The rules for so many ``players``, with ``house_rules`` laid over them.

        House rules that say themselves how people sit take the place of what the source has for their number. Raises
        Illegal as ``changed`` does.
        """
        laid_over, own = self.by_players.get(players, {}), house_rules or {}
        return changed(self.rules, own if "seating" in own else {**laid_over, **own})

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings as sentences, for the preset as it stands."""
        return self.readings_under(self.rules)

    def readings_under(self, rules: RuleSet) -> tuple[str, ...]:
        """The readings that still hold where house rules have made ``rules`` of the preset, as sentences."""
        altered = set(differences(rules, self.rules))
        return tuple(reading.text for reading in self.read if altered.isdisjoint(reading.parameters))


def changed(rules: RuleSet, house_rules: Mapping[str, object]) -> RuleSet:
    """``rules`` with ``house_rules`` (parameter name to JSON value) laid over it.

    Raises Illegal with every unknown parameter and every value that is not one of the parameter's.

    >>> changed(RuleSet(), {"target": 150}).target
    150
    """
    result = _laid_over(rules, house_rules)
    if faults := _contradictions(result, house_rules):
        raise Illegal(tuple(faults))
    return result


def stored(parameters: Mapping[str, object]) -> RuleSet:
    """The rules that ``as_json`` told of once, also where nobody could choose them any more.

    Raises Illegal for unknown parameters and values that are not one of the parameter's.
    """
    return _laid_over(RuleSet(), parameters)


def _laid_over(rules: RuleSet, house_rules: Mapping[str, object]) -> RuleSet:
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    known = {f.name: f for f in fields(RuleSet)}
    for name, value in house_rules.items():
        if name not in known:
            faults.append(Fault(Code.UNKNOWN_PARAMETER, name=name))
            continue
        try:
            values[name] = _value(name, known[name].metadata, value)
        except ValueError as wrong:
            faults.append(Fault(Code.INVALID_VALUE, name=name, reason=str(wrong)))
    if faults:
        raise Illegal(tuple(faults))
    return replace(rules, **values)


def rule_set(preset: str, house_rules: Mapping[str, object] | None = None) -> RuleSet:
    """The rules of ``preset`` under ``house_rules``.

    Raises Illegal for an unknown preset, unknown parameters and impossible values.
    """
    return changed(preset_named(preset).rules, house_rules or {})


def preset_named(name: str) -> Preset:
    """The preset of that id. Raises Illegal for an unknown one."""
    known = presets()
    if name not in known:
        raise Illegal((Fault(Code.UNKNOWN_PRESET, name=name),))
    return known[name]


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by id, in the order a player is offered them: the five documents' first, then the wider family."""
    readings = {name: Reading(name, row["text"], tuple(row["parameters"])) for name, row in _data()["readings"].items()}
    return {
        name: Preset(
            id=name,
            title=row["title"],
            source=row["source"],
            note=row["note"],
            rules=changed(RuleSet(), row["parameters"]),
            group=row["group"],
            weak=row["weak"],
            read=tuple(readings[key] for key in row["readings"]),
            by_players={int(players): over for players, over in row.get("by_players", {}).items()},
        )
        for name, row in _data()["presets"].items()
    }


@cache
def _data() -> dict[str, Any]:
    """What ``presets.json`` holds; read once."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath("presets.json").read_text(encoding="utf-8"))
    return data


def as_json(rules: RuleSet) -> dict[str, Any]:
    """Every parameter of ``rules`` as a JSON value; laid over the defaults they make the same rules again.

    The parameter that rules 8 do not have, ``false_knock_penalty``, is there only where it is set.
    """
    told = asdict(rules) | {
        "rank_values": list(rules.rank_values),
        "double_suits": sorted(rules.double_suits),
        "column_multipliers": list(rules.column_multipliers),
    }
    if rules.false_knock_penalty is None:
        del told["false_knock_penalty"]
    return told


def differences(rules: RuleSet, preset: RuleSet) -> tuple[str, ...]:
    """The names of the parameters in which ``rules`` differ from ``preset``, in the order of rules 8."""
    return tuple(f.name for f in fields(RuleSet) if getattr(rules, f.name) != getattr(preset, f.name))


def _whole(value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("whole_number")
    if not low <= value <= high:
        raise ValueError("range")
    return value


def _wholes(value: object, bounds: Mapping[str, Any]) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) not in bounds["lengths"]:
        raise ValueError("list")
    return tuple(_whole(item, bounds["low"], bounds["high"]) for item in value)


def _value(name: str, bounds: Mapping[str, Any], value: object) -> object:
    """``value`` as parameter ``name`` holds it. Raises ValueError with a short reason."""
    if bounds and bounds["lengths"]:
        return _wholes(value, bounds)
    if name == "seats":
        if not isinstance(value, Mapping) or set(value) != {"min", "max", "best"}:
            raise ValueError("seats")
        return Seats(**{key: _whole(number, bounds["low"], bounds["high"]) for key, number in value.items()})
    if name == "double_suits":
        if not isinstance(value, list | tuple) or not all(isinstance(s, str) and s in _ALL_SUITS for s in value):
            raise ValueError("suits")
        return frozenset(value)
    if (name, value) in (("game_bonus", "target"), ("sweep_boxes", "team_size")):
        return value
    if bounds:
        return None if value is None and bounds["null"] else _whole(value, bounds["low"], bounds["high"])
    choices = _CHOICES.get(name)
    if choices is None:
        if not isinstance(value, bool):
            raise ValueError("yes_or_no")
        return value
    if not isinstance(value, str) or value not in choices:
        raise ValueError("choice")
    return value


def _contradictions(rules: RuleSet, house_rules: Mapping[str, object]) -> list[Fault]:
    """What no single value shows: parameters that cannot stand together, one fault for each parameter."""
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
    if rules.columns > 1 and not _two_sides(rules):
        wrong.append(("columns", "columns_sides"))
    if rules.knock_limit is not None and rules.knock_limit > rules.most_deadwood:
        wrong.append(("knock_limit", "above_hand"))
    if not rules.double_suits <= set(SUITS[rules.deck]):
        wrong.append(("double_suits" if "double_suits" in house_rules else "deck", "deck_suits"))
    first = dict(reversed(wrong))
    return [Fault(Code.INVALID_VALUE, name=name, reason=first[name]) for name in dict.fromkeys(n for n, _ in wrong)]


def _two_sides(rules: RuleSet) -> bool:
    """Whether two sides can sit down: where somebody sits out, three or more keep a score of their own (rules 5.12)."""
    return rules.seating in ("teams", "captain") or (rules.seating == "all_active" and rules.seats.min == 2)


_ALL_SUITS: Final = frozenset("".join(SUITS.values()))
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    f.name: get_args(f.type)
    for f in fields(RuleSet)
    if not f.metadata and all(isinstance(a, str) for a in get_args(f.type) or [0])
}

GROUPS: Final[Mapping[str, str]] = _data()["groups"]
"""Group id to title, in the order of a start page; every preset is in one of them."""
