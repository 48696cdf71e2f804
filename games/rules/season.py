"""The rules of a season: what a match is, what it brings, and how the table is made of the matches."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Literal, get_args

TieBreak = Literal[
    "points",
    "wins",
    "head_to_head",
    "point_difference",
    "boxes",
    "gins",
    "fewest_losses",
    "buchholz",
    "sonneborn_berger",
    "lot",
]
Length = Literal["game", "games", "rounds"]
Bye = Literal["win", "draw", "nothing"]
Confirmation = Literal["trust", "opponent", "referee"]

TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
"""Every criterion that there is, in the order in which an organiser is offered them."""
MOST_MATCHES: Final = 1_000
"""The largest number of matches or nights that a rule may name: a match a night for many years."""


def _in(low: int, high: int, *, null: bool = False) -> dict[str, Any]:
    """Metadata of whole numbers: their bounds, and whether null is a value."""
    return {"low": low, "high": high, "null": null}


def _of(*choices: str) -> dict[str, Any]:
    """Metadata of a choice: its values."""
    return {"choices": choices}


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """Every parameter of a season.

    A match is one game, ``count`` games, or ``count`` rounds (Flop Gin). ``win``, ``draw`` and ``loss`` are the league
    points of a match, the bonuses league points besides: for each shutout inflicted, each gin or big gin, each match
    led in boxes. ``bye`` is whose points a bye brings. Fewer than ``minimum`` matches give no place. Of every
    entrant's nights the ``best_nights`` count, None: all. The first of ``order`` ranks, the rest break ties.
    ``confirmation`` is who confirms a round. ``strict``: where cards are shown, nothing is said of what could have
    been better.
    """

    length: Length = field(default="game", metadata=_of(*get_args(Length)))
    count: int = field(default=1, metadata=_in(1, 100))
    win: int = field(default=2, metadata=_in(0, 100))
    draw: int = field(default=1, metadata=_in(0, 100))
    loss: int = field(default=0, metadata=_in(0, 100))
    bonus_shutout: int = field(default=0, metadata=_in(0, 20))
    bonus_gin: int = field(default=0, metadata=_in(0, 20))
    bonus_box_lead: int = field(default=0, metadata=_in(0, 20))
    bye: Bye = field(default="win", metadata=_of(*get_args(Bye)))
    minimum: int = field(default=0, metadata=_in(0, MOST_MATCHES))
    best_nights: int | None = field(default=None, metadata=_in(1, MOST_MATCHES, null=True))
    order: tuple[TieBreak, ...] = ("points", "wins", "head_to_head", "point_difference", "boxes", "lot")
    confirmation: Confirmation = field(default="trust", metadata=_of(*get_args(Confirmation)))
    strict: bool = False

    @property
    def bye_points(self) -> int:
        """The league points that a bye brings."""
        return {"win": self.win, "draw": self.draw, "nothing": 0}[self.bye]


class SeasonCode(StrEnum):
    """Stable names of what can be wrong with the rules of a season."""

    UNKNOWN_RULE = "unknown_rule"
    WHOLE_NUMBER = "whole_number"
    RANGE = "range"
    CHOICE = "choice"
    YES_OR_NO = "yes_or_no"
    LIST = "list"
    UNKNOWN_TIE_BREAK = "unknown_tie_break"
    DOUBLED_TIE_BREAK = "doubled_tie_break"
    LOT_NOT_LAST = "lot_not_last"
    POINTS_ORDER = "points_order"
    COUNT_OF_ONE_GAME = "count_of_one_game"


@dataclass(frozen=True, slots=True)
class SeasonFault:
    """One thing that is wrong: with which ``field``, and why.

    ``name`` is the tie-break concerned; ``low`` and ``high`` are the bounds of a number that is out of range.
    """

    field: str
    code: SeasonCode
    name: str = ""
    low: int = 0
    high: int = 0


class BadSeason(ValueError):  # noqa: N818 - named as the reader of a refusal would say it, like BadName
    """The rules cannot be those of a season. ``faults`` holds every fault, never empty."""

    def __init__(self, faults: tuple[SeasonFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.field}: {fault.code}" for fault in faults))
        self.faults = faults


def season_rules(data: Mapping[str, object]) -> SeasonRules:
    """The rules that ``data`` (parameter to JSON value) tells of; what it leaves out is as usual.

    Raises BadSeason with all faults at once: those of ``data`` in its order, then what does not fit together.

    >>> season_rules({"win": 3}).win
    3
    """
    faults: list[SeasonFault] = []
    values: dict[str, Any] = {}
    known = {f.name: f.metadata for f in fields(SeasonRules)}
    for name, value in data.items():
        found = (
            list(_faults(name, known[name], value)) if name in known else [SeasonFault(name, SeasonCode.UNKNOWN_RULE)]
        )
        faults += found
        if not found:
            values[name] = tuple(value) if name == "order" and isinstance(value, list | tuple) else value
    rules = SeasonRules(**values)
    faults += _contradictions(rules, {fault.field for fault in faults})
    if faults:
        raise BadSeason(tuple(faults))
    return rules


def season_json(rules: SeasonRules) -> dict[str, object]:
    """Every parameter of ``rules`` as a JSON value; ``season_rules`` makes the same rules of them again."""
    return asdict(rules) | {"order": list(rules.order)}


def _faults(name: str, allowed: Mapping[str, Any], value: object) -> Iterator[SeasonFault]:
    """What is wrong with the ``value`` of the parameter ``name``."""
    if name == "order":
        yield from _order_faults(value)
    elif "choices" in allowed:
        if not isinstance(value, str) or value not in allowed["choices"]:
            yield SeasonFault(name, SeasonCode.CHOICE)
    elif not allowed:
        if not isinstance(value, bool):
            yield SeasonFault(name, SeasonCode.YES_OR_NO)
    elif value is None and allowed["null"]:
        return
    elif isinstance(value, bool) or not isinstance(value, int):
        yield SeasonFault(name, SeasonCode.WHOLE_NUMBER)
    elif not allowed["low"] <= value <= allowed["high"]:
        yield SeasonFault(name, SeasonCode.RANGE, low=allowed["low"], high=allowed["high"])


def _order_faults(value: object) -> Iterator[SeasonFault]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(item, str) for item in value):
        yield SeasonFault("order", SeasonCode.LIST)
        return
    for name, times in Counter(value).items():
        if name not in TIE_BREAKS:
            yield SeasonFault("order", SeasonCode.UNKNOWN_TIE_BREAK, name)
        elif times > 1:
            yield SeasonFault("order", SeasonCode.DOUBLED_TIE_BREAK, name)
    if "lot" in value[:-1]:
        yield SeasonFault("order", SeasonCode.LOT_NOT_LAST, "lot")


def _contradictions(rules: SeasonRules, wrong: set[str]) -> Iterator[SeasonFault]:
    """What no single value shows; nothing of parameters that are ``wrong`` by themselves."""
    if wrong.isdisjoint(("win", "draw", "loss")) and not rules.win >= rules.draw >= rules.loss:
        yield SeasonFault("draw", SeasonCode.POINTS_ORDER)
    if wrong.isdisjoint(("length", "count")) and rules.length == "game" and rules.count != 1:
        yield SeasonFault("count", SeasonCode.COUNT_OF_ONE_GAME)
