"""A question about one round: told by its counts, by the hands that were shown, or by both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.forms.asked import Answer, Places
from games.forms.shown_hands import Reader
from games.forms.told import EVALUATED, read_declaration
from games.forms.unanswered import Unanswered
from games.rules.declaration import Declaration
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in, score_round
from games.rules.shown import count_shown
from games.selectors.table_json import score_json


def ask_round(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """What a round scores between ``players``, who are those that played it."""
    Places(rules, names)
    if "layoffs" in question and "hands" not in question:
        raise Unanswered("missing_key", "'hands' is missing: layoffs are judged by them.")
    if "deadwood_after_layoffs" not in question and "hands" not in question:
        raise Unanswered("missing_key", "'deadwood_after_layoffs' is missing.")
    declaration, faults = read_declaration(question, names, rules, endings=EVALUATED)
    if "hands" in question:
        declaration, faults = _with_hands(question, declaration, faults, rules, names)
    if faults:
        raise Illegal(faults)
    return score_json(score_round(declaration, rules), names)


def _with_hands(
    question: Mapping[str, Any], told: Declaration, form: tuple[Fault, ...], rules: RuleSet, names: Sequence[str]
) -> tuple[Declaration, tuple[Fault, ...]]:
    """What was ``told`` with the deadwood that the hands come to, and everything wrong, faults of form first."""
    reader = Reader(names, rules)
    shown = reader.shown(question, told)
    nobody = question["ender"] is not None and told.ender is None
    if nobody or any(fault.name == "declared" for fault in form):
        return told, (*form, *reader.faults)  # how hands are judged hangs on who ended the round, and how
    counted = count_shown(shown, rules)
    doubtful = {fault.seat for fault in (*counted.faults, *reader.faults)}
    deadwood, mismatches = dict(told.deadwood), list[Fault]()
    for seat, points in counted.deadwood.items():
        said = told.deadwood.get(seat)
        if said is not None and (seat in doubtful or not 0 <= said <= rules.most_deadwood):
            continue
        if said not in (None, points):
            mismatches.append(Fault(Code.DEADWOOD_MISMATCH, seat, amount=said, limit=points))
        deadwood[seat] = points
    declaration = replace(told, deadwood=deadwood)
    against = () if form else faults_in(declaration, rules)
    # A hand that cannot be counted has its own fault; that its count is missing is none besides.
    against = tuple(f for f in against if f.code is not Code.MISSING_DEADWOOD or f.seat not in reader.given)
    return declaration, (*form, *reader.faults, *counted.faults, *mismatches, *against)
