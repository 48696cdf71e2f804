"""The rule parameters (rules 8) as the rules editor shows them: groups, titles, and what each value means, in English.

The texts are in ``parameters.json``; bounds and choices are those of ``RuleSet``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from games.rules.ruleset import RuleSet

Kind = Literal["number", "number_or_word", "numbers", "choice", "yes_no", "suits", "seats"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter in the rules editor.

    ``group`` is an id of GROUPS, ``help`` a sentence or "". ``low`` and ``high`` are the bounds of a number, or of each
    of a list of ``numbers``, which has one of ``lengths`` items; they are None for other kinds. ``null_text`` is the
    meaning of no number ("" if one is required), ``zero_text`` that of 0. ``choices`` are values with their texts: all
    values of a choice, ``yes`` and ``no`` of "yes_no", the letters of "suits", the word of "number_or_word", and the
    figures of a number with few values. ``unit`` is a plural: "points", "boxes", "cards", "wilds".
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
    """Return the content of ``parameters.json``, read once."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath("parameters.json").read_text(encoding="utf-8"))
    return data


GROUPS: Final[Mapping[str, str]] = _data()["groups"]
"""Group id to title, in the order of the editor."""


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return every parameter of RuleSet by name, in the order of the editor, group by group."""
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
