"""The presets: named rule sets with their sources, read from ``presets.json``."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.rules.faults import Code, Fault, RulesError
from games.rules.ruleset import RuleSet, as_json, with_house_rules


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about a preset or its source, which is true only for certain parameter values.

    ``holds`` are those parameters, each with the JSON values for which the sentence is true, or with ``{"not": …}`` and
    those for which it isn't; None if it is about the preset as a whole. ``source`` is where that is found.
    """

    id: str
    text: str
    holds: Mapping[str, Sequence[object] | Mapping[str, Sequence[object]]] | None
    source: str

    def is_true(self, values: Mapping[str, object]) -> bool:
        """Return whether the sentence is true for these parameter ``values``, as returned by ``as_json``."""
        return all(_is_among(values.get(name), allowed) for name, allowed in (self.holds or {}).items())


def _is_among(value: object, allowed: Sequence[object] | Mapping[str, Sequence[object]]) -> bool:
    # In Python False equals 0, but as parameter values they are different.
    if isinstance(allowed, Mapping):
        return not _is_among(value, allowed["not"])
    return any(value == other and isinstance(value, bool) == isinstance(other, bool) for other in allowed)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named RuleSet, with its published source and notes on how that source was interpreted.

    ``group`` is an id of GROUPS. ``weakness_label`` is a short label for presets that rest on a reconstruction or a
    second-hand source, otherwise "". ``weakness_notes`` are notes about what is weak or disputed, ``reading_notes``
    about how ambiguities of the source are read (rules 3, the tables A to E; 12). ``by_players`` are the parameters
    that the source changes for other numbers of players (rules 3.3, 5.12).
    """

    id: str
    title: str
    source: str
    rules: RuleSet
    group: str = ""
    weakness_label: str = ""
    weakness_notes: tuple[Note, ...] = ()
    reading_notes: tuple[Note, ...] = ()
    by_players: Mapping[int, Mapping[str, object]] = field(default_factory=dict)

    def rules_for(self, players: int, house_rules: Mapping[str, object] | None = None) -> RuleSet:
        """Return the rules for so many ``players`` with ``house_rules`` applied.

        If the house rules set ``seating``, they replace what the source has for this number of players. Raises
        RulesError as ``with_house_rules`` does.
        """
        by_source, house = self.by_players.get(players, {}), house_rules or {}
        return with_house_rules(self.rules, house if "seating" in house else {**by_source, **house})

    @property
    def note(self) -> str:
        """What is weak or disputed in the unchanged preset, in a sentence or two, or ""."""
        return " ".join(self.notes_under(self.rules))

    @property
    def readings(self) -> tuple[str, ...]:
        """How ambiguities of the source are read in the unchanged preset, as sentences."""
        return self.readings_under(self.rules)

    def notes_under(self, rules: RuleSet) -> tuple[str, ...]:
        """Return what is weak or disputed in ``rules``, which are this preset with house rules, as sentences."""
        return self._true_under(rules, self.weakness_notes)

    def readings_under(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the readings that still apply to ``rules``, which are this preset with house rules, as sentences."""
        return self._true_under(rules, self.reading_notes)

    def _true_under(self, rules: RuleSet, notes: tuple[Note, ...]) -> tuple[str, ...]:
        values, unchanged = as_json(rules), self.is_unchanged(rules)
        return tuple(n.text for n in notes if (unchanged if n.holds is None else n.is_true(values)))

    def is_unchanged(self, rules: RuleSet) -> bool:
        """Return whether ``rules`` are those of the source for some number of players."""
        return rules == self.rules or any(
            rules == with_house_rules(self.rules, overrides) for overrides in self.by_players.values()
        )


def rule_set(preset: str, house_rules: Mapping[str, object] | None = None) -> RuleSet:
    """Return the rules of ``preset`` with ``house_rules`` applied.

    Raises RulesError for an unknown preset, unknown parameters and invalid values.
    """
    return with_house_rules(preset_named(preset).rules, house_rules or {})


def preset_named(name: str) -> Preset:
    """Return the preset with this id. Raises RulesError for an unknown one."""
    known = presets()
    if name not in known:
        raise RulesError((Fault(Code.UNKNOWN_PRESET, name=name),))
    return known[name]


@cache
def presets() -> Mapping[str, Preset]:
    """Return the presets by id, in the order they are offered: those of the five documents, then the wider family."""
    notes = {
        name: Note(name, row["text"], None if row["holds"] == "preset" else row["holds"], row["source"])
        for name, row in _data()["notes"].items()
    }
    return {
        name: Preset(
            id=name,
            title=row["title"],
            source=row["source"],
            rules=with_house_rules(RuleSet(), row["parameters"]),
            group=row["group"],
            weakness_label=row["weakness"],
            weakness_notes=tuple(notes[key] for key in row["notes"]),
            reading_notes=tuple(notes[key] for key in row["readings"]),
            by_players={int(players): overrides for players, overrides in row.get("by_players", {}).items()},
        )
        for name, row in _data()["presets"].items()
    }


@cache
def _data() -> dict[str, Any]:
    """Return the content of ``presets.json``, read once."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath("presets.json").read_text(encoding="utf-8"))
    return data


GROUPS: Final[Mapping[str, str]] = _data()["groups"]
"""Group id to title, in the order of the start page; every preset is in one of them."""
