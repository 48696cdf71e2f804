"""The rules of a league season: what a match is, the points it gives, and how the table is ranked."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Literal, get_args

TieBreak = Literal[
    "points",
    "wins",
    "games_won",
    "head_to_head",
    "head_to_head_difference",
    "head_to_head_scored",
    "point_difference",
    "points_scored",
    "boxes",
    "gins",
    "fewest_losses",
    "buchholz",
    "buchholz_cut_1",
    "median_buchholz",
    "sonneborn_berger",
    "extended_sonneborn_berger",
    "progressive",
    "koya",
    "lot",
]
Length = Literal["game", "games", "rounds"]
Bye = Literal["win", "draw", "nothing"]
Confirmation = Literal["trust", "opponent", "referee"]
Unplayed = Literal["nothing", "virtual_opponent", "fide_2009", "fide_2023", "fide_2026"]
Running = Literal["at_once", "when_over"]
MatchEnd = Literal["all_games", "when_decided"]
Crossing = Literal["every_round", "by_turns"]

TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
"""All ranking criteria, in the order in which an organizer is offered them."""
HEAD_TO_HEAD: Final[tuple[TieBreak, ...]] = ("head_to_head", "head_to_head_difference", "head_to_head_scored")
"""The criteria that count only the matches among those who are level."""
COLUMNS: Final = tuple(name for name in TIE_BREAKS if name not in ("points", *HEAD_TO_HEAD, "lot"))
"""The criteria whose values can be shown whatever a season ranks by. Points are always shown; head-to-head has a value
only among those it separates, and the lot's number means nothing."""
MOST_MATCHES: Final = 1_000
"""The largest number of matches or nights in a rule: a match a night for many years."""


def _whole_number(low: int, high: int, *, null: bool = False) -> dict[str, Any]:
    """Return the metadata of a whole number: its bounds, and whether null is allowed."""
    return {"low": low, "high": high, "null": null}


def _one_of(*choices: str) -> dict[str, Any]:
    """Return the metadata of a choice: its values."""
    return {"choices": choices}


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """All parameters of a season.

    A match is one game, ``count`` games, or ``count`` rounds (Flop Gin). ``win``, ``draw`` and ``loss`` are the league
    points for a match. The bonuses are extra league points for each shutout won, each gin or big gin, each match led in
    boxes. ``bye`` is the outcome that a bye counts as. An entrant with fewer than ``minimum`` matches isn't ranked.
    Only the ``best_nights`` of each entrant count, None: all. The first criterion of ``order`` ranks, the others break
    ties. ``confirmation`` is who confirms a round. ``strict`` hides better plays of hands that were shown. ``unplayed``
    is what a round of the draw without a match counts as in Buchholz and Sonneborn-Berger, see ``missed_rounds``.
    ``walkover`` are the game points that a win without a match scores, see ``results.with_walkover``.
    ``running`` is when a match in progress counts. ``match_end`` is when a match of several games ends: after all of
    them, or as soon as nobody can catch up (best of ``count``). ``crossing`` is where losers come into the losers'
    bracket of a double elimination, see ``bracket_plan``. The defaults are those of seasons stored without these
    parameters; ``new_season`` has those of new ones.
    """

    length: Length = field(default="game", metadata=_one_of(*get_args(Length)))
    count: int = field(default=1, metadata=_whole_number(1, 100))
    win: int = field(default=2, metadata=_whole_number(0, 100))
    draw: int = field(default=1, metadata=_whole_number(0, 100))
    loss: int = field(default=0, metadata=_whole_number(0, 100))
    bonus_shutout: int = field(default=0, metadata=_whole_number(0, 20))
    bonus_gin: int = field(default=0, metadata=_whole_number(0, 20))
    bonus_box_lead: int = field(default=0, metadata=_whole_number(0, 20))
    bye: Bye = field(default="win", metadata=_one_of(*get_args(Bye)))
    minimum: int = field(default=0, metadata=_whole_number(0, MOST_MATCHES))
    best_nights: int | None = field(default=None, metadata=_whole_number(1, MOST_MATCHES, null=True))
    order: tuple[TieBreak, ...] = ("points", "wins", "head_to_head", "point_difference", "boxes", "lot")
    confirmation: Confirmation = field(default="trust", metadata=_one_of(*get_args(Confirmation)))
    strict: bool = False
    unplayed: Unplayed = field(default="nothing", metadata=_one_of(*get_args(Unplayed)))
    running: Running = field(default="at_once", metadata=_one_of(*get_args(Running)))
    match_end: MatchEnd = field(default="all_games", metadata=_one_of(*get_args(MatchEnd)))
    crossing: Crossing = field(default="every_round", metadata=_one_of(*get_args(Crossing)))
    walkover: int = field(default=0, metadata=_whole_number(0, 1000))

    @property
    def bye_points(self) -> int:
        """The league points for a bye."""
        return {"win": self.win, "draw": self.draw, "nothing": 0}[self.bye]

    @property
    def best_of(self) -> bool:
        """Whether a match of several games ends as soon as nobody can catch up."""
        return self.length == "games" and self.count > 1 and self.match_end == "when_decided"


class SeasonCode(StrEnum):
    """Stable codes of what can be wrong with the rules of a season."""

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
    """One thing that is wrong with the rules of a season: the ``field`` and a code.

    ``name`` is the tie-break it is about; ``low`` and ``high`` are the bounds of a number that is out of range.
    """

    field: str
    code: SeasonCode
    name: str = ""
    low: int = 0
    high: int = 0


class InvalidSeasonRulesError(ValueError):
    """The rules of a season are invalid. ``faults`` has every fault, at least one."""

    def __init__(self, faults: tuple[SeasonFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.field}: {fault.code}" for fault in faults))
        self.faults = faults


def in_turn(order: Sequence[TieBreak]) -> tuple[tuple[TieBreak, ...], ...]:
    """Return the criteria of ``order`` one after the other; those of a table among the tied ones are used together.

    >>> in_turn(["points", "head_to_head", "head_to_head_scored", "wins"])
    (('points',), ('head_to_head', 'head_to_head_scored'), ('wins',))
    """
    return tuple(tuple(together) for _, together in groupby(order, key=lambda name: name in HEAD_TO_HEAD or name))


def season_rules(data: Mapping[str, object]) -> SeasonRules:
    """Return the season's rules from ``data`` (parameter to JSON value), with defaults for missing parameters.

    Raises InvalidSeasonRulesError with all faults at once: those of single values in order, then contradictions.

    >>> season_rules({"win": 3}).win
    3
    """
    faults: list[SeasonFault] = []
    values: dict[str, Any] = {}
    known = {f.name: f.metadata for f in fields(SeasonRules)}
    for name, value in data.items():
        value_faults = (
            list(_faults(name, known[name], value)) if name in known else [SeasonFault(name, SeasonCode.UNKNOWN_RULE)]
        )
        faults += value_faults
        if not value_faults:
            values[name] = tuple(value) if name == "order" and isinstance(value, list | tuple) else value
    rules = SeasonRules(**values)
    faults += _contradictions(rules, {fault.field for fault in faults})
    if faults:
        raise InvalidSeasonRulesError(tuple(faults))
    return rules


def season_json(rules: SeasonRules) -> dict[str, object]:
    """Return every parameter of ``rules`` as a JSON value; ``season_rules`` is the inverse."""
    return asdict(rules) | {"order": list(rules.order)}


def _faults(name: str, allowed: Mapping[str, Any], value: object) -> Iterator[SeasonFault]:
    """Yield what is wrong with the ``value`` of the parameter ``name``."""
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


def _contradictions(rules: SeasonRules, invalid: set[str]) -> Iterator[SeasonFault]:
    """Yield contradictions between parameters, ignoring those that are ``invalid`` by themselves."""
    if invalid.isdisjoint(("win", "draw", "loss")) and not rules.win >= rules.draw >= rules.loss:
        yield SeasonFault("draw", SeasonCode.POINTS_ORDER)
    if invalid.isdisjoint(("length", "count")) and rules.length == "game" and rules.count != 1:
        yield SeasonFault("count", SeasonCode.COUNT_OF_ONE_GAME)
