"""Compare the same round as two phones entered it: a hand shown as cards agrees with the same hand as a count."""

from collections.abc import Mapping
from typing import Any

Facts = Mapping[str, Any]
"""The facts of a round in the JSON form that ``ledger.round_facts`` writes."""


def facts_agree(facts: Facts, other: Facts) -> bool:
    """Return whether two versions of a round agree; one may show hands as cards where the other has only counts."""
    return facts == other or adds_shown_hands(facts, other) or adds_shown_hands(other, facts)


def adds_shown_hands(facts: Facts, other: Facts) -> bool:
    """Return whether ``facts`` are ``other`` with more hands shown as cards, and otherwise the same."""
    if facts == other or _counts_only(facts) != _counts_only(other):
        return False
    shown = facts.get("shown", {})
    if any(shown.get(seat) != hand for seat, hand in other.get("shown", {}).items()):
        return False
    return all(layoff in facts.get("layoffs", ()) for layoff in other.get("layoffs", ()))


def _counts_only(facts: Facts) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key not in ("shown", "layoffs")}
