"""A round as JSON, keyed by players' names, to a Declaration keyed by seat: the fields of evaluate's ``round``."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.rules.cards import Card, UnknownCard, card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet

ROUND_FIELDS: Final = ("ender", "declared", "upcard", "knock_card", "deadwood_after_layoffs")
EVALUATED: Final = (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.DEAD)
"""The endings that evaluate knows: those that are scored from hands."""


def declaration_from(
    told: Mapping[str, Any],
    names: Sequence[str],
    rules: RuleSet,
    active: Sequence[int] | None = None,
    endings: Collection[Ending] = tuple(Ending),
) -> Declaration:
    """The declaration that ``told`` holds; ``names`` are the players in seat order, ``active`` those who play.

    ``endings`` are what may be declared. Raises Illegal with every fault of form (unknown names, text for numbers,
    unknown cards); whether the round is legal is for ``score_round`` to say.
    """
    declaration, faults = read_declaration(told, names, rules, active, endings)
    if faults:
        raise Illegal(faults)
    return declaration


def read_declaration(
    told: Mapping[str, Any],
    names: Sequence[str],
    rules: RuleSet,
    active: Sequence[int] | None = None,
    endings: Collection[Ending] = tuple(Ending),
) -> tuple[Declaration, tuple[Fault, ...]]:
    """As ``declaration_from``, with the faults of form beside what could be read."""
    faults: list[Fault] = []
    ending = _ending(told, endings, faults)
    ender = None
    if told.get("ender") is not None:
        ender = seat_named(told["ender"], names, faults)
    deadwood = _deadwood(told, names, faults)
    upcard = card_from(told, rules, faults)
    seats = tuple(active if active is not None else range(len(names)))
    return Declaration(seats, ending, ender, deadwood, upcard), tuple(faults)


def card_from(told: Mapping[str, Any], rules: RuleSet, faults: list[Fault]) -> Card | None:
    """The upcard or knock card, whichever of the two names it was given under."""
    given = [told[key] for key in ("upcard", "knock_card") if told.get(key) is not None]
    if len(given) > 1:
        faults.append(Fault(Code.INVALID_VALUE, name="knock_card", reason="both_cards"))
    if not given:
        return None
    try:
        return card(given[0] if isinstance(given[0], str) else str(given[0])[:20], rules.deck)
    except UnknownCard as unknown:
        faults.append(Fault(Code.UNKNOWN_CARD, name=str(unknown)[:20]))
        return None


def seat_named(name: Any, names: Sequence[str], faults: list[Fault]) -> int | None:
    """The seat of the player called ``name``; None, with a fault, where there is none."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    faults.append(Fault(Code.UNKNOWN_PLAYER, name=str(name)[:60]))
    return None


def _ending(told: Mapping[str, Any], endings: Collection[Ending], faults: list[Fault]) -> Ending:
    declared = told.get("declared")
    for ending in endings:
        if declared == ending.value:
            return ending
    faults.append(Fault(Code.INVALID_VALUE, name="declared", reason="choice"))
    return Ending.DEAD


def _deadwood(told: Mapping[str, Any], names: Sequence[str], faults: list[Fault]) -> dict[int, int]:
    given = told.get("deadwood_after_layoffs")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        faults.append(Fault(Code.INVALID_VALUE, name="deadwood_after_layoffs", reason="expected_object"))
        return {}
    deadwood = {}
    for name, points in given.items():
        seat = seat_named(name, names, faults)
        if seat is None:
            continue
        if isinstance(points, bool) or not isinstance(points, int):
            faults.append(Fault(Code.INVALID_VALUE, seat, name="deadwood", reason="whole_number"))
        else:
            deadwood[seat] = points
    return deadwood
