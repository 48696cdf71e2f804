"""Hands that were shown, put together with what was told of the round: counts that they prove, or do not."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.forms.shown_hands import Reader
from games.forms.told import read_declaration
from games.forms.unanswered import Unanswered
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in
from games.rules.shown import Shown, count_shown


class OddHands(ValueError):  # noqa: N818 - the reader's word for it
    """``hands`` or ``layoffs`` have not their form at all: ``args`` are the field, a code and a sentence."""


def with_cards(told: Declaration, shown: Shown, rules: RuleSet) -> Declaration:
    """``told`` with the hands of ``shown``, and the deadwood (points) that they come to where nobody told it.

    Of a dead hand nobody counts what is left.
    """
    deadwood = dict(told.deadwood)
    if told.ending in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN):
        deadwood = {**count_shown(shown, rules).deadwood, **deadwood}
    deadwood = {seat: deadwood[seat] for seat in sorted(deadwood)}
    return replace(told, deadwood=deadwood, shown=dict(shown.hands), layoffs=shown.layoffs)


def faults_shown(declaration: Declaration, rules: RuleSet, unread: Collection[int] = ()) -> tuple[Fault, ...]:
    """Everything wrong with a declaration that has hands; of those ``unread`` (seats) no count is missed."""
    strangers = [Fault(Code.NOT_ACTIVE, seat) for seat in declaration.shown if seat not in declaration.active]
    found = [f for f in faults_in(declaration, rules) if f.code is not Code.MISSING_DEADWOOD or f.seat not in unread]
    return (*[fault for fault in strangers if fault not in found], *found)


def round_with_cards(
    given: Mapping[str, Any], names: Sequence[str], rules: RuleSet, active: Sequence[int]
) -> Declaration:
    """The declaration of a body with evaluate's ``hands``, and perhaps ``layoffs``, between the seats ``active``.

    Raises OddHands where they have not the form of hands, Illegal with every other fault.
    """
    declaration, form = read_declaration(given, names, rules, active)
    reader = Reader(names, rules)
    shown = _read(reader, given, declaration)
    if any(fault.name == "declared" for fault in form) or (
        given.get("ender") is not None and declaration.ender is None
    ):
        raise Illegal((*form, *reader.faults))  # how hands are judged hangs on who ended the round, and how
    declaration = with_cards(declaration, shown, rules)
    # A hand that cannot be counted has its own fault; that its count is missing is none besides.
    faults = (*form, *reader.faults, *faults_shown(declaration, rules, reader.given))
    if faults:
        raise Illegal(faults)
    return declaration


def _read(reader: Reader, given: Mapping[str, Any], declaration: Declaration) -> Shown:
    if "hands" not in given:
        raise OddHands("layoffs", "missing_key", "hands is missing: layoffs are judged by them.")
    try:
        Reader(reader.names, reader.rules).shown({"hands": given["hands"]}, declaration)
    except Unanswered as odd:
        raise OddHands("hands", *odd.args) from None
    try:
        return reader.shown({key: given[key] for key in ("hands", "layoffs") if key in given}, declaration)
    except Unanswered as odd:
        raise OddHands("layoffs", *odd.args) from None
