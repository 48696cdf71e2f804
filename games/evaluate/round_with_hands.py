"""Combine a round's declaration with its hands of cards, and check one against the other."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.evaluate.declaration_json import read_declaration
from games.evaluate.hands_json import HandsReader
from games.evaluate.question_error import QuestionError
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.shown_hands import ShownHands, count_shown
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in


class MalformedHandsError(ValueError):
    """``hands`` or ``layoffs`` do not have the right shape: ``args`` are the field, a code and a sentence."""


def with_hands(declaration: Declaration, shown: ShownHands, rules: RuleSet) -> Declaration:
    """Return ``declaration`` with the hands of ``shown``, and their deadwood (points) where it was not given.

    Nothing is counted in a dead hand.
    """
    deadwood = dict(declaration.deadwood)
    if declaration.ending in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN):
        deadwood = {**count_shown(shown, rules).deadwood, **deadwood}
    deadwood = {seat: deadwood[seat] for seat in sorted(deadwood)}
    return replace(declaration, deadwood=deadwood, shown=dict(shown.hands), layoffs=shown.layoffs)


def declaration_faults(declaration: Declaration, rules: RuleSet, unread: Collection[int] = ()) -> tuple[Fault, ...]:
    """Return all faults of a declaration with hands, but no missing deadwood of the seats ``unread``."""
    inactive = [Fault(Code.NOT_ACTIVE, seat) for seat in declaration.shown if seat not in declaration.active]
    faults = [f for f in faults_in(declaration, rules) if f.code is not Code.MISSING_DEADWOOD or f.seat not in unread]
    return (*[fault for fault in inactive if fault not in faults], *faults)


def read_declaration_with_hands(
    data: Mapping[str, Any], names: Sequence[str], rules: RuleSet, active: Sequence[int]
) -> Declaration:
    """Read a declaration with ``hands`` and optional ``layoffs`` from JSON; ``active`` are the seats that play.

    Raises MalformedHandsError if these do not have the right shape, RulesError with all other faults.
    """
    declaration, form_faults = read_declaration(data, names, rules, active)
    reader = HandsReader(names, rules)
    shown = _read_shown(reader, data, declaration)
    if any(fault.name == "declared" for fault in form_faults) or (
        data.get("ender") is not None and declaration.ender is None
    ):
        raise RulesError(
            (*form_faults, *reader.faults)
        )  # hands cannot be checked without knowing who ended the round, and how
    declaration = with_hands(declaration, shown, rules)
    # A hand that cannot be counted has its own fault; its missing count is not another one.
    faults = (*form_faults, *reader.faults, *declaration_faults(declaration, rules, reader.seats_given))
    if faults:
        raise RulesError(faults)
    return declaration


def _read_shown(reader: HandsReader, data: Mapping[str, Any], declaration: Declaration) -> ShownHands:
    if "hands" not in data:
        raise MalformedHandsError("layoffs", "missing_key", "hands is missing: layoffs are checked against the hands.")
    try:
        HandsReader(reader.names, reader.rules).read({"hands": data["hands"]}, declaration)
    except QuestionError as error:
        raise MalformedHandsError("hands", *error.args) from None
    try:
        return reader.read({key: data[key] for key in ("hands", "layoffs") if key in data}, declaration)
    except QuestionError as error:
        raise MalformedHandsError("layoffs", *error.args) from None
