"""Answer questions about the rules for ``manage.py evaluate`` and its API twin: a JSON object in, one out.

The database is not used.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.evaluate.card_question import answer_ender_arrangement, answer_layoff, answer_meld, answer_min_deadwood
from games.evaluate.game_question import IllegalHandError, answer_game
from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import Answer, check_keys, read_players
from games.evaluate.rotation_question import answer_rotation
from games.evaluate.round_question import answer_round
from games.evaluate.settlement_question import answer_settlement
from games.evaluate.sheet_question import answer_hollywood, answer_team_round
from games.evaluate.strict_json import InvalidJSONError, loads
from games.rules.cards import UnknownCardError, card
from games.rules.faults import Code, Fault, RulesError
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, as_json
from games.rules.scoring import knock_limit
from games.wording.faults import fault_text
from games.wording.rules.summary import preset_summary

_NAME_CARDS: Final = (Code.DUPLICATE_CARD, Code.NOT_A_MELD, Code.CARD_IN_TWO_MELDS, Code.CARD_NOT_IN_HAND)
"""Codes of faults whose ``name`` is a list of cards separated by spaces."""
_NAME_A_CARD: Final = (Code.UNKNOWN_CARD, Code.LAYOFF_NOT_ALLOWED)


def answer_line(line: str) -> Answer:
    """Return the answer to one line of JSON; never raises, whatever the line holds."""
    try:
        question = loads(line)
    except InvalidJSONError as bad:
        return _error(None, "invalid_json", bad.args[1])
    if not isinstance(question, dict):
        return _error(None, "invalid_json", "A question must be a JSON object.")
    return answer(question)


def answer(question: Mapping[str, Any]) -> Answer:
    """Return the answer to ``question`` with its ``id``, or an ``error`` if the question is invalid or illegal."""
    ident = question.get("id")
    if isinstance(ident, dict | list):
        return _error(None, "invalid_value", "'id' must be text or a number.")
    names: Sequence[str] = ()
    try:
        if "kind" not in question:
            raise QuestionError("missing_key", "'kind' is missing.")
        kind = question["kind"]
        if not isinstance(kind, str) or kind not in QUESTION_KINDS:
            raise QuestionError("unknown_kind", f"Unknown kind {str(kind)[:40]!r}.")
        required, optional, ask = QUESTION_KINDS[kind]
        check_keys(question, ("id", "kind", "preset", *required), ("house_rules", *optional))
        rules = _rules(question)
        if "players" in required:
            names = read_players(question["players"])
        return {"id": ident} | ask(question, rules, names)
    except QuestionError as invalid:
        return _error(ident, *invalid.args)
    except IllegalHandError as faulty:
        return _illegal(ident, faulty.illegal, names, {"hand": faulty.number})
    except RulesError as illegal:
        return _illegal(ident, illegal, names, {})


def _rules(question: Mapping[str, Any]) -> RuleSet:
    """Return the question's preset with its house rules applied."""
    house_rules = question.get("house_rules", {})
    if not isinstance(house_rules, dict):
        raise QuestionError("invalid_value", "'house_rules' must be an object.")
    if not isinstance(question["preset"], str):
        raise QuestionError("invalid_value", "'preset' must be text.")
    return rule_set(question["preset"], house_rules)


def _illegal(ident: Any, illegal: RulesError, names: Sequence[str], where: Mapping[str, Any]) -> Answer:
    """Return the error with every fault; ``where`` adds which hand of a game it is."""
    faults: list[dict[str, Any]] = [
        {
            "code": fault.code.value,
            "player": names[fault.seat] if fault.seat is not None and fault.seat < len(names) else None,
            "cards": _cards(fault),
            "message": fault_text(fault, names),
        }
        for fault in illegal.faults
    ]
    message = " ".join(fault["message"] for fault in faults)
    return _error(ident, illegal.faults[0].code.value, message, {"faults": faults} | dict(where))


def _cards(fault: Fault) -> list[str]:
    if fault.code in _NAME_CARDS:
        return fault.name.split()
    return [fault.name] if fault.code in _NAME_A_CARD else []


def _error(ident: Any, code: str, message: str, detail: Mapping[str, Any] | None = None) -> Answer:
    return {"id": ident, "error": {"code": code, "message": message, "detail": dict(detail or {})}}


def _answer_preset(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    preset = presets()[question["preset"]]
    return {"name": preset.title, "parameters": as_json(rules), "summary": list(preset_summary(preset, rules))}


def _answer_knock_limit(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    try:
        return {"knock_limit": knock_limit(rules, card(str(question["card"])[:20], rules.deck))}
    except UnknownCardError as unknown:
        raise RulesError((Fault(Code.UNKNOWN_CARD, name=str(unknown)),)) from None


_Answerer = Callable[[Mapping[str, Any], RuleSet, Sequence[str]], Answer]
QUESTION_KINDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...], _Answerer]]] = {
    "meld": (("cards",), (), answer_meld),
    "min_deadwood": (("cards",), ("discard", "knocker_melds", "ender_went_gin"), answer_min_deadwood),
    "ender_arrangement": (("cards",), (), answer_ender_arrangement),
    "layoff": (("card", "onto"), ("ender_went_gin",), answer_layoff),
    "knock_limit": (("card",), (), _answer_knock_limit),
    "round": (
        ("players", "ender", "declared"),
        ("upcard", "knock_card", "deadwood_after_layoffs", "hands", "layoffs"),
        answer_round,
    ),
    "game": (("players", "hands"), (), answer_game),
    "hollywood": (("players", "entries"), (), answer_hollywood),
    "team_round": (("tables",), (), answer_team_round),
    "settlement": (("inputs",), (), answer_settlement),
    "rotation": (("players", "count"), ("winners",), answer_rotation),
    "preset": ((), (), _answer_preset),
}
"""For each kind of question its required keys, its optional keys, and the function that answers it."""
