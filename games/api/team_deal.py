"""The ``tables`` of a round between two teams: several hands in one body."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api.reading import InvalidFields
from games.forms.told import declaration_from
from games.rules.declaration import Ending, TeamDeal
from games.rules.ruleset import RuleSet
from games.rules.sides import pairings

_TOLD: Final = ("declared", "ender", "deadwood_after_layoffs")
_ENDINGS: Final = tuple(ending for ending in Ending if ending is not Ending.MISDEAL)
"""How one hand may end: a misdeal is one of the whole deal."""


def team_deal(given: Mapping[str, Any], names: Sequence[str], rules: RuleSet, number: int) -> TeamDeal:
    """The hands in a body, each matched with the pair that plays it in round ``number``.

    Raises InvalidFields for what is not one table for each pair, Illegal for what a table tells wrongly.
    """
    tables = given["tables"]
    if rules.seating != "teams":
        raise InvalidFields({"tables": "tables are for games between teams."})
    if both := [key for key in _TOLD if key in given]:
        raise InvalidFields({both[0]: "With tables this stands in each of them."})
    pairs = [tuple(sorted(pair)) for pair in pairings(len(names), number)]
    if not isinstance(tables, list) or len(tables) != len(pairs) or not all(isinstance(t, dict) for t in tables):
        raise InvalidFields({"tables": f"tables must be {len(pairs)} objects, one for each hand."})
    hands = {}
    for table in tables:
        if unknown := sorted(set(table) - {*_TOLD, "players"}):
            raise InvalidFields({"tables": f"There is no {unknown[0][:40]!r} in a table."}, "unknown_field")
        named = _named_in(table)
        pair = next((pair for pair in pairs if named and named <= {names[seat] for seat in pair}), None)
        if pair is None or pair in hands:
            known = ", ".join(f"{names[a]} and {names[b]}" for a, b in pairs)
            raise InvalidFields({"tables": f"Every table must name one of these pairs, each once: {known}."})
        told = {key: table[key] for key in _TOLD if key in table}
        told |= {key: given[key] for key in ("upcard", "knock_card") if key in given}
        hands[pair] = declaration_from(told, names, rules, pair, endings=_ENDINGS)
    return TeamDeal(tuple(hands[pair] for pair in pairs))


def _named_in(table: Mapping[str, Any]) -> set[str]:
    """Every name that a table mentions."""
    deadwood, players, ender = (table.get(key) for key in ("deadwood_after_layoffs", "players", "ender"))
    found = list(deadwood) if isinstance(deadwood, dict) else []
    found += [name for name in players if isinstance(name, str)] if isinstance(players, list) else []
    return {*found, ender} if isinstance(ender, str) else set(found)
