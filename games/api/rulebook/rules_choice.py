"""Read the choice of rules in a body: a preset, house rules over it, and whether a table can play them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.api.parsing import InvalidFieldsError
from games.forms.table.start_form import seats_fault
from games.rules.ruleset import presets


def preset_in(body: Mapping[str, Any], default: str) -> str:
    """Return the ``preset`` of a body; ``default`` without one. Raises InvalidFieldsError for an unknown one."""
    preset = body.get("preset", default)
    if not isinstance(preset, str) or preset not in presets():
        raise InvalidFieldsError({"preset": f"There are no rules called {str(preset)[:40]!r}."}, "unknown_preset")
    return preset


def house_rules_in(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``house_rules`` of a body; empty without any. Raises InvalidFieldsError if they aren't an object."""
    house_rules = body.get("house_rules", {})
    if not isinstance(house_rules, dict):
        raise InvalidFieldsError({"house_rules": "house_rules must be an object."})
    return house_rules


def check_playable(preset: str, house_rules: Mapping[str, Any], players: int) -> None:
    """Refuse rules that this number of players can't play at a table.

    Raises RulesError for unknown parameters and invalid values, InvalidFieldsError for everything else.
    """
    base = presets()[preset]
    chosen = replace(base, rules=base.rules_for(players, house_rules))
    if text := seats_fault(chosen, players):
        raise InvalidFieldsError({"players": text})
