"""The parameters of rules 8 as a player sees them: groups, titles, and what each value means, in English words.

The words are in ``parameters.json``; bounds and what there is to choose from are those of ``RuleSet``.
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
