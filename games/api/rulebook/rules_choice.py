"""Check whether a table can play the rules that a body chooses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.api.parsing import InvalidFieldsError
from games.forms.table.start_form import seats_fault
from games.rules.presets import presets


def check_playable(preset: str, house_rules: Mapping[str, Any], players: int) -> None:
    """Refuse rules that this number of players can't play at a table.

    Raises RulesError for unknown parameters and invalid values, InvalidFieldsError for everything else.
    """
    base = presets()[preset]
    chosen = replace(base, rules=base.rules_for(players, house_rules))
    if text := seats_fault(chosen, players):
        raise InvalidFieldsError({"players": text})
