"""Read the ``tables`` of a round between two teams: several hands in one body."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api.parsing import InvalidFieldsError
from games.evaluate.declaration_json import declaration_from
from games.rules.declaration import Ending, TeamDeal
from games.rules.ruleset import RuleSet
from games.rules.sides import team_pairings

_HAND_FIELDS: Final = ("declared", "ender", "deadwood_after_layoffs")
_ENDINGS: Final = tuple(ending for ending in Ending if ending is not Ending.MISDEAL)
"""How one hand may end. A misdeal is never of one hand, only of the whole deal."""


def team_deal(body: Mapping[str, Any], names: Sequence[str], rules: RuleSet, number: int) -> TeamDeal:
    """Return the hands in a body, each matched with the pair that plays it in round ``number``.

    Raises InvalidFieldsError if there isn't one table for each pair, RulesError for faulty hands.
    """
    tables = body["tables"]
    if rules.seating != "teams":
        raise InvalidFieldsError({"tables": "tables is only allowed in games between teams."})
    if misplaced := [key for key in _HAND_FIELDS if key in body]:
        raise InvalidFieldsError({misplaced[0]: "With tables, put this field in each of them."})
    pairs = [tuple(sorted(pair)) for pair in team_pairings(len(names), number)]
    if not isinstance(tables, list) or len(tables) != len(pairs) or not all(isinstance(t, dict) for t in tables):
        raise InvalidFieldsError({"tables": f"tables must contain {len(pairs)} objects, one for each hand."})
    hands = {}
    for table in tables:
        if unknown := sorted(set(table) - {*_HAND_FIELDS, "players"}):
            raise InvalidFieldsError({"tables": f"Unknown field in tables: {unknown[0][:40]!r}."}, "unknown_field")
        named = _names_in_hand(table)
        pair = next((pair for pair in pairs if named and named <= {names[seat] for seat in pair}), None)
        if pair is None or pair in hands:
            pair_names = ", ".join(f"{names[a]} and {names[b]}" for a, b in pairs)
            raise InvalidFieldsError({"tables": f"Every table must name one of these pairs, each once: {pair_names}."})
        hand_body = {key: table[key] for key in _HAND_FIELDS if key in table}
        hand_body |= {key: body[key] for key in ("upcard", "knock_card") if key in body}
        hands[pair] = declaration_from(hand_body, names, rules, pair, endings=_ENDINGS)
    return TeamDeal(tuple(hands[pair] for pair in pairs))


def _names_in_hand(table: Mapping[str, Any]) -> set[str]:
    """Return every name that a hand mentions."""
    deadwood, players, ender = (table.get(key) for key in ("deadwood_after_layoffs", "players", "ender"))
    names = list(deadwood) if isinstance(deadwood, dict) else []
    names += [name for name in players if isinstance(name, str)] if isinstance(players, list) else []
    return {*names, ender} if isinstance(ender, str) else set(names)
