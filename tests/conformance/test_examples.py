"""Every worked example of the rules notes that is about counts, through the script of the phone.

What is about cards (melds, layoffs, the least deadwood) is the server's alone. Of a hand that an example shows as cards
the script gets the count. Who pays whom is the server's, too: of a settlement the totals are compared.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from games.rules.presets import rule_set
from tests.conformance.javascript import conversation
from tests.conformance.played import parameters_of
from tests.rules.test_examples import QUESTIONS, arithmetic

OF_CARDS = ("meld", "layoff", "min_deadwood")
OF_PAYMENTS = ("three-02-captain",)
ABOUT_COUNTS = {
    ident: pair for ident, pair in QUESTIONS.items() if pair[0]["kind"] not in OF_CARDS and ident not in OF_PAYMENTS
}
Facts = dict[str, Any]
Question = Mapping[str, Any]
Ask = Callable[[Question], Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    with conversation() as asks:
        yield asks


def facts_of(names: Sequence[str], *, deadwood: Mapping[str, int], **said: Any) -> Facts:
    """Return a hand between all of ``names`` as stored facts."""
    ender = said.get("ender")
    return {
        "active": list(range(len(names))),
        "declared": said["declared"],
        "ender": None if ender is None else names.index(ender),
        "deadwood": {names.index(name): count for name, count in deadwood.items()},
        "card": said.get("card"),
    }


def parameters(question: Question) -> dict[str, Any]:
    return parameters_of(rule_set(question["preset"], question.get("house_rules", {})))


def named(amounts: Mapping[str, int] | Sequence[int], names: Sequence[str]) -> dict[str, int]:
    """Return amounts by name, given by side."""
    by_side = dict(enumerate(amounts)) if isinstance(amounts, Sequence) else {int(s): n for s, n in amounts.items()}
    return {name: by_side.get(side, 0) for side, name in enumerate(names)}


def result_of(entry: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return a round given as what its winner got."""
    winner = None if entry["winner"] is None else names.index(entry["winner"])
    points, boxes = (
        {side: entry[key] if side == winner else 0 for side in range(len(names))} for key in ("points", "boxes")
    )
    winners = [] if winner is None else [winner]
    event = "knock" if winners else "dead"
    return {"event": event, "winners": winners, "points": points, "boxes": boxes, "deadwood": {}}


def game_of(question: Question, rounds: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a game of rounds, each its facts or its result; the first player deals first."""
    numbered = [{"number": number, **entry} for number, entry in enumerate(rounds, 1)]
    seats = len(question["players"])
    return {"rules": parameters(question), "seats": seats, "dealer": 0, "rounds": numbered, **more}


def sheet_of(ask: Ask, question: Question, rounds: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    return dict(ask({"ask": "sheet", "game": game_of(question, rounds, **more)}))


def answer_round(ask: Ask, question: Question) -> dict[str, Any]:
    names = question["players"]
    facts = facts_of(
        names,
        deadwood=question["deadwood_after_layoffs"],
        declared=question["declared"],
        ender=question["ender"],
        card=question.get("knock_card") or question.get("upcard"),
    )
    result = ask({"ask": "round", "facts": facts, "parameters": parameters(question)})
    if "faults" in result:
        return {"error": result["faults"][0]["code"]}
    return {
        "event": result["event"],
        "winners": [names[side] for side in result["winners"]],
        "points": named(result["points"], names),
        "boxes": named(result["boxes"], names),
        "deadwood": named(result["deadwood"], names),
    }


def answer_game(ask: Ask, question: Question) -> dict[str, Any]:
    names, rounds = question["players"], list[dict[str, Any]]()
    for hand in question["hands"]:
        if "winner" in hand:
            rounds.append({"result": result_of(hand, names)})
        else:
            said = {"declared": hand["event"], "ender": hand.get("ender"), "card": hand.get("kcard")}
            rounds.append({"facts": facts_of(names, deadwood=hand.get("deadwood", {}), **said)})
    sheet = sheet_of(ask, question, rounds)
    before = [sheet_of(ask, question, rounds[:count]) for count in range(len(rounds))]
    final = sheet["final"]
    if final is None:  # without a target the session is settled whenever people end it
        final = sheet_of(ask, question, rounds, decision={"through": len(rounds), "finished": True})["final"]
    winner = None if final["winner"] is None else names[final["winner"]]
    score = sheet["score"]
    return {
        "dealers": [names[line["deal"]["dealer"]] for line in sheet["rounds"]],
        "first_to_act": [names[each["firstToAct"]] for each in before],
        "per_hand": [
            {
                "points": named(line["result"]["points"], names),
                "cumulative": named(line["score"]["points"], names),
                "cumulative_boxes": named(line["score"]["boxes"], names),
            }
            for line in sheet["rounds"]
        ],
        "over": sheet["endedAfter"] is not None,
        "cumulative": named(score["points"], names),
        "boxes": named(score["boxes"], names),
        "hands_won": named(score["handsWon"], names),
        "final": {"totals": named(final["totals"], names), "winner": winner, "shutout": final["shutout"]}
        | ({} if final["net"] is None else {"net": final["net"]}),
    }


def answer_hollywood(ask: Ask, question: Question) -> dict[str, Any]:
    names = question["players"]
    sheet = sheet_of(ask, question, [{"result": result_of(entry, names)} for entry in question["entries"]])
    lines = [
        {key: entry[key] for key in ("winner", "points", "boxes")}
        | {
            "columns": sorted({n for columns in line["entered"].values() for n in columns}),
            "cumulative": [named(column["score"]["points"], names) for column in line["columns"]],
            "closed": [n for n, column in enumerate(line["columns"], 1) if column["final"]],
        }
        for entry, line in zip(question["entries"], sheet["rounds"], strict=True)
    ]
    columns, whole = list[Any](), sheet["final"]
    for column in sheet["columns"]:
        final = column["final"]
        columns.append(
            final
            and {
                **{"totals": named(final["totals"], names), "winner": names[final["winner"]]},
                **{"shutout": final["shutout"], "net": final["net"]},
                **{"multiplier": column["multiplier"], "credit": column["credit"]},
            }
        )
    net = whole and {"winner": names[whole["winner"]], "amount": whole["net"]}
    return {"sheet": lines, "columns": columns, "net": net}


def answer_knock_limit(ask: Ask, question: Question) -> dict[str, Any]:
    limit = ask({"ask": "limit", "card": question["card"], "parameters": parameters(question)})
    return {"knock_limit": limit}


def answer_team_round(ask: Ask, question: Question) -> dict[str, Any]:
    """Answer points of tables as hands that come to them: knocks with nothing but a run, and no bonus."""
    teams = [question["tables"][0]["team"], question["tables"][0]["vs"]]
    players, hands = [name for pair in zip(*teams, strict=True) for name in pair], list[Facts]()
    idle = set(players)
    for table in question["tables"]:
        ender = players.index(table["player"])
        other = next(n for n, name in enumerate(players) if name in table["vs"] and name in idle)
        idle -= {players[ender], players[other]}
        hands.append(
            {
                **{"active": sorted((ender, other)), "declared": "knock", "ender": ender, "card": None},
                "deadwood": {ender: 1, other: table["points"] + 1},
            }
        )
    if idle:
        rest = sorted(players.index(name) for name in idle)
        hands.append({"active": rest, "declared": "dead", "ender": None, "deadwood": {}, "card": None})
    result = ask({"ask": "round", "facts": {"hands": hands}, "parameters": parameters(question)})
    side = result["winners"][0] if result["winners"] else None
    return {
        "winner": None if side is None else teams[side],
        "points": sum(result["points"].values()),
        "win_boxes": sum(boxes for _, kind, _, _, boxes, _ in result["lines"] if kind == "box"),
    }


def answer_settlement(ask: Ask, question: Question) -> dict[str, Any]:
    scores = question["inputs"]
    names, box = list(scores["cumulative"]), rule_set(question["preset"]).box_win
    opening = {
        "points": list(scores["cumulative"].values()),
        "boxes": [won * box for won in scores["hands_won"].values()],
        "handsWon": list(scores["hands_won"].values()),
    }
    ended = {"through": 0, "finished": True}
    sheet = sheet_of(ask, dict(question) | {"players": names}, [], opening=opening, decision=ended)
    return {"totals": named(sheet["final"]["totals"], names)}


def answer_rotation(ask: Ask, question: Question) -> dict[str, Any]:
    names, winners, hands = question["players"], list(question["winners"]), list[dict[str, Any]]()
    rounds: list[dict[str, Any]] = []
    for number in range(question["count"]):
        deal = sheet_of(ask, question, rounds)["deal"]
        hands.append({"dealer": names[deal["dealer"]], "active": [names[seat] for seat in deal["active"]]})
        winner = names.index(winners[number]) if number < len(winners) else deal["active"][0]
        played = {side: int(side == winner) for side in deal["active"]}
        result = {"event": "knock", "winners": [winner], "points": played, "boxes": played, "deadwood": {}}
        rounds.append({"result": result})
    return {"hands": hands}


ANSWERS = {
    "round": answer_round,
    "game": answer_game,
    "hollywood": answer_hollywood,
    "knock_limit": answer_knock_limit,
    "team_round": answer_team_round,
    "settlement": answer_settlement,
    "rotation": answer_rotation,
}


def test_examples_are_answered_as_the_notes_say(ask: Ask) -> None:
    for ident, (question, expected) in ABOUT_COUNTS.items():
        answer = ANSWERS[question["kind"]](ask, question)
        compared = expected.keys() - {"payments", "balance"}
        wanted = {key: expected[key] for key in compared}
        assert {key: answer.get(key, "missing") for key in compared} == wanted, ident


def test_every_example_was_tried() -> None:
    kinds = Counter(question["kind"] for question, _ in ABOUT_COUNTS.values())
    assert kinds == {
        **{"round": 93, "game": 13, "knock_limit": 8, "team_round": 4, "hollywood": 3, "rotation": 2, "settlement": 1}
    }
    left_out = Counter(question["kind"] for question, _ in QUESTIONS.values()) - kinds
    assert left_out == {"meld": 35, "layoff": 16, "min_deadwood": 5, "settlement": 1}


def test_roodles_are_boxes_for_a_team_whose_every_member_won(ask: Ask) -> None:
    given, expected = arithmetic("team-08-roodles")
    question = {"preset": "tournament_partners"}
    ends = [("gin", 0, {0: 0, 1: 10}), ("gin", 2, {2: 0, 3: 0}), ("knock", 4, {4: 5, 5: 15})]
    hands = [
        {"active": list(deadwood), "declared": declared, "ender": ender, "deadwood": deadwood, "card": "Ks"}
        for declared, ender, deadwood in ends
    ]
    result = ask({"ask": "round", "facts": {"hands": hands}, "parameters": parameters(question)})
    extra = sum(boxes for _, kind, _, _, boxes, _ in result["lines"] if kind != "box")
    assert (result["winners"], result["points"]) == ([0], {"0": given["points"], "1": 0})
    assert (extra, result["boxes"]) == (expected["extra_boxes"], {"0": expected["boxes"], "1": 0})
