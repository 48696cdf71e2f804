"""Whether two phones said the same of a round: cards prove counts, and do not contradict them."""

from collections.abc import Mapping
from typing import Any

Facts = Mapping[str, Any]
"""A round as ``ledger.round_facts`` writes it."""


def agree(one: Facts, other: Facts) -> bool:
    """Whether nothing in ``one`` contradicts ``other``; one of them may show hands that the other only counts."""
    return one == other or shows_more(one, other) or shows_more(other, one)


def shows_more(one: Facts, other: Facts) -> bool:
    """Whether facts ``one`` are ``other`` with hands shown that are not in it, and nothing changed besides."""
    if one == other or _in_numbers(one) != _in_numbers(other):
        return False
    shown = one.get("shown", {})
    if any(shown.get(seat) != hand for seat, hand in other.get("shown", {}).items()):
        return False
    return all(layoff in one.get("layoffs", ()) for layoff in other.get("layoffs", ()))


def _in_numbers(told: Facts) -> dict[str, Any]:
    return {key: fact for key, fact in told.items() if key not in ("shown", "layoffs")}
