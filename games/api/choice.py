"""The rules that a body chooses: a preset, house rules over it, and whether they can be played at a table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.api.reading import InvalidFields
from games.forms.start_form import seats_fault
from games.rules.ruleset import presets


def preset_in(given: Mapping[str, Any], otherwise: str) -> str:
    """The ``preset`` of a body, or ``otherwise`` without one. Raises InvalidFields for one that is unknown."""
    preset = given.get("preset", otherwise)
    if not isinstance(preset, str) or preset not in presets():
        raise InvalidFields({"preset": f"There are no rules called {str(preset)[:40]!r}."}, "unknown_preset")
    return preset


def house_rules_in(given: Mapping[str, Any]) -> dict[str, Any]:
    """The ``house_rules`` of a body; empty without any. Raises InvalidFields for what is no object."""
    house_rules = given.get("house_rules", {})
    if not isinstance(house_rules, dict):
        raise InvalidFields({"house_rules": "house_rules must be an object."})
    return house_rules


def check_playable(preset: str, house_rules: Mapping[str, Any], players: int) -> None:
    """Refuse rules that ``players`` people cannot play at a table.

    Raises Illegal for unknown parameters and values that cannot be, InvalidFields for the rest.
    """
    known = presets()[preset]
    chosen = replace(known, rules=known.at_a_table(players, house_rules))
    if text := seats_fault(chosen, players):
        raise InvalidFields({"players": text})
