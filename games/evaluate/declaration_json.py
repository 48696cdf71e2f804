"""Read the facts of a round from JSON, keyed by players' names, into a Declaration, keyed by seat."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.rules.cards import Card, UnknownCardError, card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, RulesError
from games.rules.ruleset import RuleSet

ROUND_FIELDS: Final = ("ender", "declared", "upcard", "knock_card", "deadwood_after_layoffs")
EVALUATE_ENDINGS: Final = (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.DEAD)
"""The endings that evaluate accepts: those scored from hands."""


def declaration_from(
    data: Mapping[str, Any],
    names: Sequence[str],
    rules: RuleSet,
    active: Sequence[int] | None = None,
    endings: Collection[Ending] = tuple(Ending),
) -> Declaration:
    """Return the declaration in ``data``; ``names`` are the players in seat order, ``active`` the seats that play.

    ``endings`` are those that may be declared. Raises RulesError with every fault of form (unknown names, text for
    numbers, unknown cards); whether the round is legal is checked by ``score_round``.
    """
    declaration, faults = read_declaration(data, names, rules, active, endings)
    if faults:
        raise RulesError(faults)
    return declaration


def read_declaration(
    data: Mapping[str, Any],
    names: Sequence[str],
    rules: RuleSet,
    active: Sequence[int] | None = None,
    endings: Collection[Ending] = tuple(Ending),
) -> tuple[Declaration, tuple[Fault, ...]]:
    """As ``declaration_from``, but return the faults of form beside what could be read."""
    faults: list[Fault] = []
    ending = _ending(data, endings, faults)
    ender = None
    if data.get("ender") is not None:
        ender = seat_named(data["ender"], names, faults)
    deadwood = _deadwood(data, names, faults)
    upcard = card_from(data, rules, faults)
    seats = tuple(active if active is not None else range(len(names)))
    return Declaration(seats, ending, ender, deadwood, upcard), tuple(faults)


def card_from(data: Mapping[str, Any], rules: RuleSet, faults: list[Fault]) -> Card | None:
    """Return the upcard or knock card, given under either key."""
    cards = [data[key] for key in ("upcard", "knock_card") if data.get(key) is not None]
    if len(cards) > 1:
        faults.append(Fault(Code.INVALID_VALUE, name="knock_card", reason="both_cards"))
    if not cards:
        return None
    try:
        return card(cards[0] if isinstance(cards[0], str) else str(cards[0])[:20], rules.deck)
    except UnknownCardError as unknown:
        faults.append(Fault(Code.UNKNOWN_CARD, name=str(unknown)[:20]))
        return None


def seat_named(name: Any, names: Sequence[str], faults: list[Fault]) -> int | None:
    """Return the seat of the player called ``name``; if there is none, add a fault and return None."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    faults.append(Fault(Code.UNKNOWN_PLAYER, name=str(name)[:60]))
    return None


def _ending(data: Mapping[str, Any], endings: Collection[Ending], faults: list[Fault]) -> Ending:
    declared = data.get("declared")
    for ending in endings:
        if declared == ending.value:
            return ending
    faults.append(Fault(Code.INVALID_VALUE, name="declared", reason="choice"))
    return Ending.DEAD


def _deadwood(data: Mapping[str, Any], names: Sequence[str], faults: list[Fault]) -> dict[int, int]:
    counts = data.get("deadwood_after_layoffs")
    if counts is None:
        return {}
    if not isinstance(counts, Mapping):
        faults.append(Fault(Code.INVALID_VALUE, name="deadwood_after_layoffs", reason="expected_object"))
        return {}
    deadwood = {}
    for name, points in counts.items():
        seat = seat_named(name, names, faults)
        if seat is None:
            continue
        if isinstance(points, bool) or not isinstance(points, int):
            faults.append(Fault(Code.INVALID_VALUE, seat, name="deadwood", reason="whole_number"))
        else:
            deadwood[seat] = points
    return deadwood
