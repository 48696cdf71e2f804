"""Answer evaluate's question about one round, given by its deadwood counts, its hands of cards, or both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.evaluate.declaration_json import EVALUATE_ENDINGS, read_declaration
from games.evaluate.hands_json import HandsReader
from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import Answer, QuestionPlayers
from games.evaluate.score_json import score_json
from games.rules.declaration import Declaration
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.shown_hands import count_shown
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in, score_round


def answer_round(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """Answer what a round scores; ``players`` are those who played it."""
    QuestionPlayers(rules, names)
    if "layoffs" in question and "hands" not in question:
        raise QuestionError("missing_key", "'hands' is missing: layoffs are checked against the hands.")
    if "deadwood_after_layoffs" not in question and "hands" not in question:
        raise QuestionError("missing_key", "'deadwood_after_layoffs' is missing.")
    declaration, faults = read_declaration(question, names, rules, endings=EVALUATE_ENDINGS)
    if "hands" in question:
        declaration, faults = _with_hands(question, declaration, faults, rules, names)
    if faults:
        raise RulesError(faults)
    return score_json(score_round(declaration, rules), names)


def _with_hands(
    question: Mapping[str, Any],
    by_counts: Declaration,
    form_faults: tuple[Fault, ...],
    rules: RuleSet,
    names: Sequence[str],
) -> tuple[Declaration, tuple[Fault, ...]]:
    """Return the declaration with the deadwood of its hands, and all faults, those of form first."""
    reader = HandsReader(names, rules)
    shown = reader.read(question, by_counts)
    unknown_ender = question["ender"] is not None and by_counts.ender is None
    if unknown_ender or any(fault.name == "declared" for fault in form_faults):
        return by_counts, (
            *form_faults,
            *reader.faults,
        )  # hands cannot be checked without knowing who ended the round, and how
    counted = count_shown(shown, rules)
    unreliable_seats = {fault.seat for fault in (*counted.faults, *reader.faults)}
    deadwood, mismatches = dict(by_counts.deadwood), list[Fault]()
    for seat, points in counted.deadwood.items():
        stated = by_counts.deadwood.get(seat)
        if stated is not None and (seat in unreliable_seats or not 0 <= stated <= rules.most_deadwood):
            continue
        if stated not in (None, points):
            mismatches.append(Fault(Code.DEADWOOD_MISMATCH, seat, amount=stated, limit=points))
        deadwood[seat] = points
    declaration = replace(by_counts, deadwood=deadwood)
    rule_faults = () if form_faults else faults_in(declaration, rules)
    # A hand that cannot be counted has its own fault; its missing count is not another one.
    rule_faults = tuple(
        f for f in rule_faults if f.code is not Code.MISSING_DEADWOOD or f.seat not in reader.seats_given
    )
    return declaration, (*form_faults, *reader.faults, *counted.faults, *mismatches, *rule_faults)
