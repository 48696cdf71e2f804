"""``evaluate``: one question about the rules as a JSON object, one answer as a JSON object. No database."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.forms.card_question import ask_ender_arrangement, ask_layoff, ask_meld, ask_min_deadwood
from games.forms.strict_json import BadJSON, loads
from games.forms.told import ROUND_FIELDS, declaration_from
from games.forms.unanswered import Unanswered
from games.rules.cards import UnknownCard, card
from games.rules.faults import Code, Fault, Illegal
from games.rules.game import play
from games.rules.ruleset import RuleSet, as_json, presets, rule_set
from games.rules.scoring import Event, RoundResult, knock_limit, score_round
from games.rules.summary import summary
from games.selectors.table_json import score_json
from games.wording import fault_text

Answer = dict[str, Any]
MOST_PLAYERS: Final = 12
MOST_HANDS: Final = 1_000


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
        if not isinstance(kind, str) or kind not in _KINDS:
            raise Unanswered("unknown_kind", f"There is no question of kind {str(kind)[:40]!r}.")
        needs, may, ask = _KINDS[kind]
        _check_keys(question, {"id", "kind", "preset", *needs}, {"house_rules", *may})
        house_rules = question.get("house_rules", {})
        if not isinstance(house_rules, dict):
            raise Unanswered("invalid_value", "'house_rules' must be an object.")
        if not isinstance(question["preset"], str):
            raise Unanswered("invalid_value", "'preset' must be text.")
        rules = rule_set(question["preset"], house_rules)
        if "players" in needs:
            names = _players(question["players"])
        return {"id": ident} | ask(question, rules, names)
    except Unanswered as refused:
        return _error(ident, *refused.args)
    except Illegal as illegal:
        return _illegal(ident, illegal, names)


def _illegal(ident: Any, illegal: Illegal, names: Sequence[str]) -> Answer:
    faults: list[dict[str, Any]] = [
        {
            "code": fault.code.value,
            "player": names[fault.seat] if fault.seat is not None and fault.seat < len(names) else None,
            "cards": [fault.name] if fault.code is Code.UNKNOWN_CARD else [],
            "message": fault_text(fault, names),
        }
        for fault in illegal.faults
    ]
    return _error(ident, illegal.faults[0].code.value, " ".join(f["message"] for f in faults), {"faults": faults})


def _error(ident: Any, code: str, message: str, detail: Mapping[str, Any] | None = None) -> Answer:
    return {"id": ident, "error": {"code": code, "message": message, "detail": dict(detail or {})}}


def _check_keys(given: Mapping[str, Any], needs: set[str], may: set[str], place: str = "") -> None:
    unknown = [key for key in given if key not in needs | may]
    if unknown:
        raise Unanswered("unknown_key", f"There is no {unknown[0][:40]!r} in this question{place}.")
    missing = sorted(needs - set(given))
    if missing:
        raise Unanswered("missing_key", f"{missing[0]!r} is missing{place}.")


def _players(given: Any) -> Sequence[str]:
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_PLAYERS:
        raise Unanswered("invalid_value", f"'players' must be a list of 2 to {MOST_PLAYERS} names.")
    if not all(isinstance(name, str) and name for name in given) or len(set(given)) != len(given):
        raise Unanswered("invalid_value", "'players' must be names, no two alike.")
    return given


def _by_name(amounts: Mapping[int, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: amounts.get(seat, 0) for seat, name in enumerate(names)}


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


def _ask_round(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    result = score_round(declaration_from(question, names, rules), rules)
    return score_json(result, names)


def _ask_game(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    hands = question["hands"]
    if not isinstance(hands, list) or len(hands) > MOST_HANDS:
        raise Unanswered("invalid_value", f"'hands' must be a list of {MOST_HANDS} at most.")
    if rules.columns > 1 or rules.seating != "all_active":
        raise Unanswered("invalid_value", "A game of this kind is not scored from a list of hands.")
    results = [_hand(hand, i, rules, names) for i, hand in enumerate(hands, 1)]
    try:
        game = play(rules, range(len(names)), 0, results)
    except ValueError as over:
        raise Unanswered("invalid_value", f"The game was over after hand {over}.") from None
    final = game.final
    return {
        "per_hand": [
            {
                "points": _by_name(hand.points, names),
                "cumulative": _by_name(hand.cumulative, names),
                "cumulative_boxes": _by_name(hand.cumulative_boxes, names),
            }
            for hand in game.hands
        ],
        "dealers": [names[hand.dealer] for hand in game.hands],
        "first_to_act": [names[hand.first_to_act] for hand in game.hands],
        "over": game.over,
        "cumulative": _by_name(game.standing.points, names),
        "boxes": _by_name(game.standing.boxes, names),
        "hands_won": _by_name(game.standing.hands_won, names),
        "final": None
        if final is None
        else {
            "totals": _by_name(final.totals, names),
            "winner": None if final.winner is None else names[final.winner],
            "shutout": final.shutout,
        }
        | ({} if final.net is None else {"net": final.net}),
    }


def _hand(hand: Any, number: int, rules: RuleSet, names: Sequence[str]) -> RoundResult:
    """One hand of a game: a declaration to score, or a result as it stands."""
    place = f" of hand {number}"
    if not isinstance(hand, dict):
        raise Unanswered("invalid_value", f"Hand {number} must be an object.")
    if "winner" in hand:
        _check_keys(hand, {"winner", "points", "boxes"}, set(), place)
        return _raw(hand, number, names)
    _check_keys(hand, {"event"}, {"ender", "deadwood", "kcard", "active"}, place)
    told = {"declared": hand["event"], "ender": hand.get("ender"), "knock_card": hand.get("kcard")}
    told["deadwood_after_layoffs"] = hand.get("deadwood", {})
    active = hand.get("active", list(names))
    if not isinstance(active, list) or not all(isinstance(name, str) and name in names for name in active):
        raise Unanswered("invalid_value", f"'active'{place} must be names of players.")
    if len(active) < 2 or len(set(active)) != len(active):
        raise Unanswered("invalid_value", f"'active'{place} must be two players or more, each once.")
    return score_round(declaration_from(told, names, rules, sorted({names.index(n) for n in active})), rules)


def _raw(hand: Mapping[str, Any], number: int, names: Sequence[str]) -> RoundResult:
    winner, points, boxes = hand["winner"], hand["points"], hand["boxes"]
    if winner is not None and (not isinstance(winner, str) or winner not in names):
        raise Unanswered("unknown_player", f"Nobody called {str(winner)[:60]!r} plays here (hand {number}).")
    for amount, most in ((points, 100_000), (boxes, 1_000)):
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= most:
            raise Unanswered("invalid_value", f"Points and boxes of hand {number} must be whole numbers from 0.")
    seats = range(len(names))
    if winner is None and (points or boxes):
        raise Unanswered("invalid_value", f"Hand {number} has no winner, so it has neither points nor boxes.")
    if winner is None:
        return RoundResult(Event.DEAD, (), dict.fromkeys(seats, 0), dict.fromkeys(seats, 0), {})
    won = names.index(winner)
    return RoundResult(
        Event.KNOCK,
        (won,),
        {seat: points if seat == won else 0 for seat in seats},
        {seat: boxes if seat == won else 0 for seat in seats},
        {},
    )


_Asked = Callable[[Mapping[str, Any], RuleSet, Sequence[str]], Answer]
_KINDS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...], _Asked]]] = {
    "preset": ((), (), _ask_preset),
    "knock_limit": (("card",), (), _ask_knock_limit),
    "round": (
        ("players", "ender", "declared", "deadwood_after_layoffs"),
        tuple(f for f in ROUND_FIELDS if f in ("upcard", "knock_card")),
        _ask_round,
    ),
    "game": (("players", "hands"), (), _ask_game),
    "meld": (("cards",), (), ask_meld),
    "min_deadwood": (("cards",), ("discard", "knocker_melds", "ender_went_gin"), ask_min_deadwood),
    "ender_arrangement": (("cards",), (), ask_ender_arrangement),
    "layoff": (("card", "onto"), ("ender_went_gin",), ask_layoff),
}
"""Kind of question to the keys it needs, those it may have besides, and who answers it."""
