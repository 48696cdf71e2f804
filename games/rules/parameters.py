"""The parameters of rules 8 as a player sees them: groups, titles, and what each value means, in words.

The words are in ``parameters.json``; bounds and what there is to choose from are those of ``RuleSet``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from games.rules.ruleset import RuleSet, Seats
from games.rules.summary_words import card_values, counted, listed, times

Kind = Literal["number", "number_or_word", "numbers", "choice", "yes_no", "suits", "seats"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter for an editor of rules.

    ``group`` is an id of GROUPS, ``help`` a sentence or "". ``low`` and ``high`` bound a number, or each of several
    ``numbers``, of which there are as many as one of ``lengths``; they are None where there is no number. ``null_text``
    says what no number means, "" where there must be one; ``zero_text`` what 0 means. ``choices`` are values with their
    words: of a choice the values themselves, of "yes_no" ``yes`` and ``no``, of "suits" the letters, of
    "number_or_word" the word, and of a number that has only a few values those in figures. ``unit`` is a plural:
    "points", "boxes", "cards", "wilds".
    """

    name: str
    group: str
    title: str
    help: str
    kind: Kind
    low: int | None
    high: int | None
    null_text: str
    choices: tuple[tuple[str, str], ...]
    unit: str = ""
    zero_text: str = ""
    lengths: tuple[int, ...] = ()


@cache
def _data() -> dict[str, Any]:
    """What ``parameters.json`` holds; read once."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath("parameters.json").read_text(encoding="utf-8"))
    return data


GROUPS: Final[Mapping[str, str]] = _data()["groups"]
"""Group id to title, in the order a player thinks of them."""


@cache
def parameters() -> Mapping[str, Parameter]:
    """Every parameter of RuleSet by name, in the order of an editor, group by group."""
    bounds = {f.name: f.metadata for f in fields(RuleSet)}
    return {
        name: Parameter(
            name=name,
            group=row["group"],
            title=row["title"],
            help=row["help"],
            kind=row["kind"],
            low=bounds[name].get("low"),
            high=bounds[name].get("high"),
            null_text=row.get("null", ""),
            choices=tuple(row.get("choices", {}).items()),
            unit=row.get("unit", ""),
            zero_text=row.get("zero", ""),
            lengths=bounds[name].get("lengths", ()),
        )
        for name, row in _data()["parameters"].items()
    }


def change_text(name: str, rules: RuleSet) -> str:
    """What parameter ``name`` is in ``rules``, as a short line.

    Raises KeyError for a name that is no parameter.

    >>> change_text("knock_limit", RuleSet(knock_limit=7)), change_text("big_gin_bonus", RuleSet(big_gin_bonus=None))
    ('Knock with at most: 7 points', 'Big gin: not played')
    """
    parameter = parameters()[name]
    return f"{parameter.title}: {_value_text(parameter, rules)}"


def _value_text(parameter: Parameter, rules: RuleSet) -> str:
    value, words = getattr(rules, parameter.name), dict(parameter.choices)
    match parameter.kind:
        case "yes_no":
            return words["yes" if value else "no"]
        case "suits":
            named = [text for letter, text in parameter.choices if letter in value]
            return listed(named) if named else parameter.zero_text
        case "seats":
            return _seats_text(value)
        case "numbers":
            return card_values(rules) if parameter.name == "rank_values" else listed(times(n) for n in value)
    if value is None:
        return parameter.null_text
    if str(value) in words:
        return words[str(value)]
    return parameter.zero_text if value == 0 and parameter.zero_text else counted(value, parameter.unit)


def _seats_text(seats: Seats) -> str:
    if seats.min == seats.max:
        return str(seats.min)
    return f"{seats.min} to {seats.max}, best with {seats.best}"
