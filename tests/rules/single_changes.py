"""Every change of one parameter of a rule set, for tests of the sentences about the rules."""

import json
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import games.rules
from games.rules.faults import RulesError
from games.rules.parameters import parameters
from games.rules.presets import Preset
from games.rules.ruleset import FACES_TEN, RuleSet, as_json, with_house_rules

DATA: dict[str, Any] = json.loads((Path(games.rules.__file__).parent / "presets.json").read_text(encoding="utf-8"))
NOTES: dict[str, dict[str, Any]] = DATA["notes"]
NAMES = [f.name for f in fields(RuleSet)]


def named_in_notes(name: str) -> Iterator[Any]:
    """Yield every value of a parameter that a note names."""
    for row in NOTES.values():
        if row["holds"] != "preset" and name in row["holds"]:
            allowed = row["holds"][name]
            yield from allowed["not"] if isinstance(allowed, dict) else allowed


def values_of(name: str) -> list[Any]:
    """Return all values of a parameter; of a number the ends, those that notes name, and their neighbors."""
    parameter = parameters()[name]
    named = list(named_in_notes(name))
    match parameter.kind:
        case "choice":
            return [value for value, _ in parameter.choices]
        case "yes_no":
            return [True, False]
        case "suits":
            letters = [letter for letter, _ in parameter.choices]
            return [[letter for at, letter in enumerate(letters) if of >> at & 1] for of in range(2 ** len(letters))]
        case "seats":
            some = product(range(2, 9), repeat=3)
            return [{"min": low, "max": high, "best": best} for low, high, best in some if low <= best <= high]
        case "numbers":
            high = [list(range(1, 14)), [15, *FACES_TEN[1:]], [*FACES_TEN[:10], 11, 12, 13], [0] * 13]
            return [*named, *(high if name == "rank_values" else [[1], [2], [1, 1, 1], [1, 1, 2], [3, 2, 1]])]
    low, high = parameter.low or 0, parameter.high or 0
    whole = {low, low + 1, high, *(value + step for value in named if isinstance(value, int) for step in (-1, 0, 1))}
    words = [value for value, _ in parameter.choices if not value.isdecimal()]
    return [*sorted(value for value in whole if low <= value <= high), *words, *([None] if parameter.null_text else [])]


def single_changes(preset: Preset) -> Iterator[tuple[str, Any, RuleSet]]:
    """Yield the preset with every other value of every parameter that can be: its name, the value, the rules."""
    held = as_json(preset.rules)
    for name in NAMES:
        for value in values_of(name):
            if value == held.get(name) and isinstance(value, bool) == isinstance(held.get(name), bool):
                continue
            try:
                yield name, value, with_house_rules(preset.rules, {name: value})
            except RulesError:
                continue
