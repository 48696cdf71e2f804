"""``evaluate``: one question about the rules as a JSON object, one answer as a JSON object. No database."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.forms.asked import Answer, check_keys, players
from games.forms.card_question import ask_ender_arrangement, ask_layoff, ask_meld, ask_min_deadwood
from games.forms.game_question import FaultyHand, ask_game
from games.forms.rotation_question import ask_rotation
from games.forms.round_question import ask_round
from games.forms.settlement_question import ask_settlement
from games.forms.sheet_question import ask_hollywood, ask_team_round
from games.forms.strict_json import BadJSON, loads
from games.forms.unanswered import Unanswered
from games.rules.cards import UnknownCard, card
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet, as_json, presets, rule_set
from games.rules.scoring import knock_limit
from games.wording import fault_text
from games.wording.rules.summary import summary

_NAME_CARDS: Final = (Code.DUPLICATE_CARD, Code.NOT_A_MELD, Code.CARD_IN_TWO_MELDS, Code.CARD_NOT_IN_HAND)
"""Codes of faults whose name is cards with spaces between them."""
_NAME_A_CARD: Final = (Code.UNKNOWN_CARD, Code.LAYOFF_NOT_ALLOWED)


def answer_line(line: str) -> Answer:
    """The answer to one line of JSON; never raises for anything in the line."""
    try:
        question = loads(line)
    except BadJSON as bad:
        return _error(None, "invalid_json", bad.args[1])
    if not isinstance(question, dict):
        return _error(None, "invalid_json", "A question is a JSON object.")
    return answer(question)


def answer(question: Mapping[str, Any]) -> Answer:
    """The answer to ``question``, with its ``id`` echoed; an ``error`` in its place where the rules refuse it."""
    ident = question.get("id")
    if isinstance(ident, dict | list):
        return _error(None, "invalid_value", "The id must be text or a number.")
    names: Sequence[str] = ()
    try:
        if "kind" not in question:
            raise Unanswered("missing_key", "'kind' is missing.")
        kind = question["kind"]
        if not isinstance(kind, str) or kind not in KINDS:
            raise Unanswered("unknown_kind", f"There is no question of kind {str(kind)[:40]!r}.")
        needs, may, ask = KINDS[kind]
        check_keys(question, ("id", "kind", "preset", *needs), ("house_rules", *may))
        rules = _rules(question)
        if "players" in needs:
            names = players(question["players"])
        return {"id": ident} | ask(question, rules, names)
    except Unanswered as refused:
        return _error(ident, *refused.args)
    except FaultyHand as faulty:
        return _illegal(ident, faulty.illegal, names, {"hand": faulty.number})
    except Illegal as illegal:
        return _illegal(ident, illegal, names, {})


def _rules(question: Mapping[str, Any]) -> RuleSet:
    """The preset under the house rules laid over it."""
    house_rules = question.get("house_rules", {})
    if not isinstance(house_rules, dict):
        raise Unanswered("invalid_value", "'house_rules' must be an object.")
    if not isinstance(question["preset"], str):
        raise Unanswered("invalid_value", "'preset' must be text.")
    return rule_set(question["preset"], house_rules)


def _illegal(ident: Any, illegal: Illegal, names: Sequence[str], where: Mapping[str, Any]) -> Answer:
    """Every fault as an error: ``where`` says which hand of a game it is."""
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


def _ask_preset(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    return {
        "name": presets()[question["preset"]].title,
        "parameters": as_json(rules),
        "summary": list(summary(rules)),
    }


def _ask_knock_limit(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    try:
        return {"knock_limit": knock_limit(rules, card(str(question["card"])[:20], rules.deck))}
    except UnknownCard as unknown:
        raise Illegal((Fault(Code.UNKNOWN_CARD, name=str(unknown)),)) from None


_Asked = Callable[[Mapping[str, Any], RuleSet, Sequence[str]], Answer]
KINDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...], _Asked]]] = {
    "meld": (("cards",), (), ask_meld),
    "min_deadwood": (("cards",), ("discard", "knocker_melds", "ender_went_gin"), ask_min_deadwood),
    "ender_arrangement": (("cards",), (), ask_ender_arrangement),
    "layoff": (("card", "onto"), ("ender_went_gin",), ask_layoff),
    "knock_limit": (("card",), (), _ask_knock_limit),
    "round": (
        ("players", "ender", "declared"),
        ("upcard", "knock_card", "deadwood_after_layoffs", "hands", "layoffs"),
        ask_round,
    ),
    "game": (("players", "hands"), (), ask_game),
    "hollywood": (("players", "entries"), (), ask_hollywood),
    "team_round": (("tables",), (), ask_team_round),
    "settlement": (("inputs",), (), ask_settlement),
    "rotation": (("players", "count"), ("winners",), ask_rotation),
    "preset": ((), (), _ask_preset),
}
"""Kind of question to the keys it needs, those it may have besides, and who answers it."""
