"""Questions about the rules as JSON: every answer, and every way for a question to be none."""

import json
import time
from typing import Any

import pytest

from games.forms.question import MOST_HANDS, MOST_PLAYERS, answer, answer_line
from games.rules.ruleset import as_json, presets, rule_set
from games.rules.summary import summary

Question = dict[str, Any]

PRESET = {"id": 1, "kind": "preset", "preset": "standard"}
LIMIT = {"id": 1, "kind": "knock_limit", "preset": "standard", "card": "7d"}
ROUND = {
    **{"id": 1, "kind": "round", "preset": "standard", "players": ["Ann", "Ben"], "ender": "Ann", "declared": "knock"},
    "deadwood_after_layoffs": {"Ann": 7, "Ben": 20},
}
GAME = {
    **{"id": 1, "kind": "game", "preset": "standard", "players": ["Ann", "Ben"]},
    "hands": [{"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}}],
}
EVERY = [PRESET, LIMIT, ROUND, GAME]


def error_of(question: Any) -> dict[str, Any]:
    """Return the error of a question, having made sure that there is nothing else but the id."""
    told = answer_line(json.dumps(question))
    assert sorted(told) == ["error", "id"]
    assert sorted(told["error"]) == ["code", "detail", "message"]
    assert told["error"]["message"].endswith(".")
    error: dict[str, Any] = told["error"]
    return error


def code(question: Any) -> str:
    told: str = error_of(question)["code"]
    return told


def faults(question: Question) -> list[tuple[str, str | None, list[str]]]:
    """Return code, player and cards of every fault; the first gives the error its code, all of them its message."""
    error = error_of(question)
    assert list(error["detail"]) == ["faults"]
    told = error["detail"]["faults"]
    assert error["code"] == told[0]["code"]
    assert error["message"] == " ".join(fault["message"] for fault in told)
    return [(fault["code"], fault["player"], fault["cards"]) for fault in told]


# Answers.


def test_a_round_is_answered() -> None:
    assert answer(ROUND) == {
        "id": 1,
        "event": "knock",
        "winners": ["Ann"],
        "points": {"Ann": 13, "Ben": 0},
        "boxes": {"Ann": 1, "Ben": 0},
        "deadwood": {"Ann": 7, "Ben": 20},
        "lines": [
            {"text": "Deadwood caught", "player": "Ann", "points": 20, "boxes": 0, "parameter": "knock_points"},
            {"text": "Ann's own deadwood", "player": "Ann", "points": -7, "boxes": 0, "parameter": "knock_points"},
            {"text": "Box for the win", "player": "Ann", "points": 0, "boxes": 1, "parameter": "box_win"},
        ],
    }


def test_a_dead_round_is_answered() -> None:
    for ender in (None, "left out"):
        question = ROUND | {"declared": "dead", "ender": ender, "deadwood_after_layoffs": {}}
        if ender == "left out":
            assert error_of({k: v for k, v in question.items() if k != "ender"})["code"] == "missing_key"
            continue
        told = answer(question)
        assert {key: told[key] for key in ("event", "winners", "points", "boxes", "deadwood", "lines")} == {
            **{"event": "dead", "winners": [], "points": {"Ann": 0, "Ben": 0}, "boxes": {"Ann": 0, "Ben": 0}},
            **{"deadwood": {}, "lines": []},
        }


@pytest.mark.parametrize("key", ["upcard", "knock_card"])
def test_the_card_is_taken_under_either_name(key: str) -> None:
    house = {"double_suits": ["s"], "limit_source": "upcard"}
    assert answer(ROUND | {"house_rules": house, key: "Ks"})["points"] == {"Ann": 26, "Ben": 0}
    assert answer(ROUND | {"house_rules": house, key: "Kd"})["points"] == {"Ann": 13, "Ben": 0}
    assert answer(ROUND | {key: None})["points"] == {"Ann": 13, "Ben": 0}


def test_players_of_any_name_are_told_apart() -> None:
    names = ["0", "Ann ", "ann", "Ä", "👨‍👩‍👧", "null"]
    question = ROUND | {
        **{"preset": "ginski", "players": names, "ender": "null"},
        "deadwood_after_layoffs": {name: 10 + seat for seat, name in enumerate(names)} | {"null": 5},
    }
    assert answer(question)["points"] == dict.fromkeys(names, 0) | {"null": 10 + 11 + 12 + 13 + 14 - 5}


def test_a_game_is_answered() -> None:
    hands = [
        {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}},
        {"event": "dead"},
        {"winner": "Ben", "points": 30, "boxes": 2},
        {"winner": None, "points": 0, "boxes": 0},
        {"event": "gin", "ender": "Ann", "deadwood": {"Ann": 0, "Ben": 62}, "kcard": "Ks", "active": ["Ben", "Ann"]},
    ]
    assert answer(GAME | {"hands": hands}) == {
        "id": 1,
        "per_hand": [
            {
                "points": {"Ann": ann, "Ben": ben},
                "cumulative": {"Ann": ann_now, "Ben": ben_now},
                "cumulative_boxes": {"Ann": ann_boxes, "Ben": ben_boxes},
            }
            for ann, ben, ann_now, ben_now, ann_boxes, ben_boxes in (
                (13, 0, 13, 0, 1, 0),
                (0, 0, 13, 0, 1, 0),
                (0, 30, 13, 30, 1, 2),
                (0, 0, 13, 30, 1, 2),
                (87, 0, 100, 30, 2, 2),
            )
        ],
        "dealers": ["Ann", "Ben", "Ben", "Ann", "Ann"],
        "first_to_act": ["Ben", "Ann", "Ann", "Ben", "Ben"],
        "over": True,
        "cumulative": {"Ann": 100, "Ben": 30},
        "boxes": {"Ann": 2, "Ben": 2},
        "hands_won": {"Ann": 2, "Ben": 1},
        "final": {"totals": {"Ann": 250, "Ben": 80}, "winner": "Ann", "shutout": False, "net": 170},
    }


def test_a_game_under_way_has_no_final() -> None:
    told = answer(GAME)
    assert (told["over"], told["final"]) == (False, None)
    empty = answer(GAME | {"hands": []})
    assert (empty["per_hand"], empty["dealers"], empty["over"], empty["final"]) == ([], [], False, None)


def test_a_game_without_a_target_has_a_final_all_the_same() -> None:
    told = answer(GAME | {"house_rules": {"target": None, "box_value": 0}})
    assert told["over"] is False
    assert told["final"] == {"totals": {"Ann": 13, "Ben": 0}, "winner": "Ann", "shutout": True, "net": 13}


def test_a_game_of_three_has_no_net() -> None:
    hands = [{"winner": "C", "points": 100, "boxes": 1}]
    told = answer(GAME | {"preset": "ginski", "players": ["A", "B", "C"], "hands": hands})
    assert told["final"] == {"totals": {"A": 0, "B": 0, "C": 100}, "winner": "C", "shutout": True}


def test_a_hand_that_not_everybody_played_gives_the_others_nothing() -> None:
    hands = [{"event": "knock", "ender": "C", "deadwood": {"A": 15, "C": 5}, "active": ["C", "A"]}]
    told = answer(GAME | {"preset": "ginski", "players": ["A", "B", "C"], "hands": hands})
    assert told["per_hand"][0]["points"] == {"A": 0, "B": 0, "C": 10}


@pytest.mark.parametrize(
    ("house", "card", "expected"),
    [
        ({}, "7d", 10),
        ({"limit_source": "upcard"}, "7d", 7),
        ({"limit_source": "upcard", "limit_ace": "gin_only"}, "Ac", 0),
        ({"knock_limit": None}, "7d", None),
    ],
)
def test_a_knock_limit_is_answered(house: dict[str, Any], card: str, expected: int | None) -> None:
    assert answer(LIMIT | {"house_rules": house, "card": card}) == {"id": 1, "knock_limit": expected}


@pytest.mark.parametrize("preset", list(presets()))
def test_a_preset_is_answered(preset: str) -> None:
    rules = rule_set(preset, {"target": 250})
    assert answer(PRESET | {"preset": preset, "house_rules": {"target": 250}}) == {
        "id": 1,
        "name": presets()[preset].title,
        "parameters": as_json(rules),
        "summary": list(summary(rules)),
    }


@pytest.mark.parametrize("ident", [1, -7, 0, "x", "", "é👍", 1.5, True, None, 10**17])
@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
def test_the_id_is_echoed(question: Question, ident: object) -> None:
    for asked in (question | {"id": ident}, question | {"id": ident, "preset": "bridge"}):
        told = answer_line(json.dumps(asked))
        assert (told["id"], type(told["id"])) == (ident, type(ident))


def test_an_id_of_many_digits_is_echoed_as_it_came() -> None:
    """An id is a name: what comes back has to be what was sent, or it names another line."""
    for ident in (12_345_678_901_234_567_890, -(10**18), 10**399 + 7):
        assert answer_line(json.dumps(PRESET | {"id": ident}))["id"] == ident


@pytest.mark.parametrize("ident", [[], [1], {}, {"id": 1}])
def test_an_id_that_is_no_text_or_number_is_refused(ident: object) -> None:
    told = answer_line(json.dumps(PRESET | {"id": ident}))
    assert (told["id"], told["error"]["code"]) == (None, "invalid_value")


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
def test_house_rules_may_be_left_out_or_empty(question: Question) -> None:
    assert answer(question) == answer(question | {"house_rules": {}})


# Lines that are no question.


@pytest.mark.parametrize(
    "line",
    [
        *("", "  ", "{", "}", "nonsense", "{'id': 1}", '{"id": 1,}', "{} {}", '{"id": 1} x', "\ufeff{}"),
        *('{"id": 01}', '{"id": .5}', '{"id": +1}', '{"id": "\t"}', '{"id": "\\x"}', '{"id": "', "[1, 2"),
        *("[]", "5", '"text"', "null", "true", "1.5", '[{"id": 1}]'),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(line: str) -> None:
    told = answer_line(line)
    assert (told["id"], told["error"]["code"], told["error"]["detail"]) == (None, "invalid_json", {})


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
@pytest.mark.parametrize("place", ['{"id": %s}', '{"id": 1, "players": [%s]}', '{"id": {"deep": [%s]}}'])
def test_what_is_no_number_in_json_is_refused(place: str, number: str) -> None:
    told = answer_line(place % number)
    assert (told["id"], told["error"]["code"]) == (None, "invalid_json")


@pytest.mark.parametrize(
    "line",
    [
        '{"id": 1, "id": 1}',
        '{"id": 1, "kind": "preset", "preset": "standard", "kind": "round"}',
        '{"id": 1, "house_rules": {"target": 100, "target": 200}}',
        '{"id": 1, "hands": [{"event": "dead", "event": "gin"}]}',
        '{"id": 1, "\\u0069d": 2}',
    ],
)
def test_a_key_that_stands_twice_is_refused(line: str) -> None:
    told = answer_line(line)
    assert (told["id"], told["error"]["code"]) == (None, "invalid_json")
    assert "appears twice" in told["error"]["message"]


def test_the_key_that_stands_twice_is_named() -> None:
    told = answer_line('{"id": 1, "kind": 2, "players": 3, "hands": 4, "players": 5}')
    assert told["error"]["message"] == "The key 'players' appears twice."


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "\\udfff", "a\\ud83dz"])
@pytest.mark.parametrize("place", ['{"id": "%s"}', '{"%s": 1}', '{"id": 1, "players": ["Ann", "%s"]}'])
def test_text_that_cannot_be_stored_is_refused(place: str, text: str) -> None:
    told = answer_line(place % text)
    assert (told["id"], told["error"]["code"]) == (None, "invalid_json")


def test_a_whole_character_of_two_halves_is_text() -> None:
    assert answer_line('{"id": "\\ud83d\\ude00", "kind": "?"}')["id"] == "😀"


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"id":' * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"id": 1, "players": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "]" * 100_000 + "[" * 100_000,
        '"' + "[" * 100_000,
    ],
)
def test_a_hundred_thousand_brackets_are_refused_at_once(line: str) -> None:
    begun = time.monotonic()
    told = answer_line(line)
    assert (told["id"], told["error"]["code"]) == (None, "invalid_json")
    assert time.monotonic() - begun < 1


def test_brackets_within_text_nest_nothing() -> None:
    told = answer_line(json.dumps(PRESET | {"id": '\\"' + "[{" * 1_000}))
    assert (told["id"], told["name"]) == ('\\"' + "[{" * 1_000, "Gin rummy")


@pytest.mark.parametrize(("levels", "error"), [(19, "unknown_key"), (20, "invalid_json")])
def test_nesting_ends_at_twenty_levels(levels: int, error: str) -> None:
    assert (
        answer_line('{"id": 1, "kind": "preset", "x": ' + "[" * levels + "]" * levels + "}")["error"]["code"] == error
    )


def test_brackets_that_close_again_nest_nothing() -> None:
    told = answer_line('{"id": 1, "kind": "preset", "x": [' + "[{}], " * 1_000 + "[]]}")
    assert told["error"]["code"] == "unknown_key"


def test_brackets_that_closed_leave_no_room_for_more() -> None:
    for levels, error in ((18, "unknown_key"), (19, "invalid_json")):
        line = '{"id": 1, "kind": "preset", "x": [' + "[], " * 100 + "[" * levels + "]" * levels + "]}"
        assert answer_line(line)["error"]["code"] == error


@pytest.mark.parametrize("text", ['\\"', "\\\\", '\\\\\\"', "a"])
def test_brackets_after_a_text_nest_as_they_would_without_it(text: str) -> None:
    for levels, error in ((19, "unknown_key"), (20, "invalid_json")):
        line = f'{{"id": "{text}", "kind": "preset", "x": {"[" * levels}{"]" * levels}}}'
        assert answer_line(line)["error"]["code"] == error


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize(
    "place",
    [
        '{"id": 1, "kind": "preset", "preset": "standard", "house_rules": {"target": %s}}',
        '{"id": 1, "kind": "game", "preset": "standard", "players": ["A", "B"], '
        '"hands": [{"winner": "A", "points": %s, "boxes": 1}]}',
    ],
)
def test_five_thousand_digits_are_out_of_range_and_quickly_so(place: str, sign: str) -> None:
    begun = time.monotonic()
    told = answer_line(place % (sign + "9" * 5_000))
    assert (told["id"], told["error"]["code"]) == (1, "invalid_value")
    assert time.monotonic() - begun < 1


def test_a_million_digits_are_out_of_range_and_quickly_so() -> None:
    begun = time.monotonic()
    line = json.dumps(ROUND).replace("20", "9" * 1_000_000)
    assert answer_line(line)["error"]["code"] == "out_of_range"
    assert time.monotonic() - begun < 2


def test_a_long_line_with_a_key_twice_is_refused_quickly() -> None:
    """As many keys as fit the body of a request, the last of them twice."""
    keys = [f'"{number:x}":1' for number in range(7_500)]
    line = "{" + ",".join([*keys, keys[-1]]) + "}"
    assert len(line) < 64 * 1024
    begun = time.monotonic()
    assert answer_line(line)["error"]["code"] == "invalid_json"
    assert time.monotonic() - begun < 0.5


# Keys.


def test_every_key_that_a_kind_needs_is_asked_for() -> None:
    for question in EVERY:
        for key in question:
            error = error_of({k: v for k, v in question.items() if k != key})
            assert (error["code"], error["message"], error["detail"]) == ("missing_key", f"'{key}' is missing.", {})


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
@pytest.mark.parametrize(
    "key", ["", "comment", "Kind", "source", "expected", "alternatives", "note", "hands ", "layoffs", "discard"]
)
def test_a_key_that_a_kind_does_not_know_is_refused(question: Question, key: str) -> None:
    error = error_of(question | {key: 1})
    assert (error["code"], error["detail"]) == ("unknown_key", {})
    assert repr(key) in error["message"]


def test_a_key_of_another_kind_is_refused() -> None:
    assert code(PRESET | {"players": ["A", "B"]}) == "unknown_key"
    assert code(LIMIT | {"upcard": "As"}) == "unknown_key"
    assert code(ROUND | {"card": "As"}) == "unknown_key"
    assert code(ROUND | {"hands": {}}) == "unknown_key"
    assert code(GAME | {"ender": "Ann"}) == "unknown_key"


def test_a_long_key_is_cut_in_the_message() -> None:
    assert len(error_of(PRESET | {"x" * 10_000: 1})["message"]) < 100


@pytest.mark.parametrize("kind", ["", "melds", "Round", "hollywood", "settlement", 1, None, True, [], {}, ["round"]])
def test_a_kind_that_is_not_answered_is_unknown(kind: object) -> None:
    assert code({"id": 1, "kind": kind}) == "unknown_kind"
    assert code(ROUND | {"kind": kind}) == "unknown_kind"


def test_a_question_without_a_kind_or_an_id_lacks_a_key() -> None:
    assert code({}) == "missing_key"
    assert code({"id": 1}) == "missing_key"
    assert code({"kind": "preset", "preset": "standard"}) == "missing_key"
    assert answer({"id": 7})["id"] == 7


# Rules.


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
def test_an_unknown_preset_is_refused(question: Question) -> None:
    assert faults(question | {"preset": "bridge"}) == [("unknown_preset", None, [])]
    assert faults(question | {"preset": ""}) == [("unknown_preset", None, [])]


@pytest.mark.parametrize("preset", [None, 1, True, 1.5, [], {}, ["standard"]])
def test_a_preset_that_is_no_text_is_refused(preset: object) -> None:
    assert code(PRESET | {"preset": preset}) == "invalid_value"


@pytest.mark.parametrize("house", [None, 1, "target", [], ["target"], True])
@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
def test_house_rules_that_are_no_object_are_refused(question: Question, house: object) -> None:
    assert code(question | {"house_rules": house}) == "invalid_value"


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question["kind"])
def test_every_fault_of_the_house_rules_is_told(question: Question) -> None:
    house = {"nonsense": 1, "target": 1.0, "gin_bonus": True, "layoff": "maybe", "box_win": "1", "knock_limit": 10**20}
    asked = question | {"house_rules": house}
    assert faults(asked) == [("unknown_parameter", None, []), *[("invalid_value", None, [])] * 5]
    assert error_of(asked)["message"] == (
        "There is no rule called 'nonsense'. Target must be a whole number. Gin bonus must be a whole number. "
        "Layoff is not one of the choices. Box win must be a whole number. "
        "Knock limit is outside what can be played."
    )


# Players.


@pytest.mark.parametrize(
    "players",
    [
        *(None, "Ann", 2, {}, {"Ann": 1, "Ben": 2}, True),
        *([], ["Ann"], [str(n) for n in range(MOST_PLAYERS + 1)]),
        *(["Ann", "Ann"], ["Ann", ""], ["Ann", None], ["Ann", 1], ["Ann", True], ["Ann", ["Ben"]], [["Ann"], ["Ben"]]),
    ],
)
@pytest.mark.parametrize("question", [ROUND, GAME], ids=lambda question: question["kind"])
def test_players_that_cannot_be_are_refused(question: Question, players: object) -> None:
    error = error_of(question | {"players": players})
    assert (error["code"], error["detail"]) == ("invalid_value", {})


def test_twelve_may_play() -> None:
    names = [str(number) for number in range(MOST_PLAYERS)]
    told = answer(
        ROUND | {"players": names, "ender": "0", "deadwood_after_layoffs": dict.fromkeys(names, 10) | {"0": 9}}
    )
    assert told["points"] == dict.fromkeys(names, 0) | {"0": 11 * 10 - 9}


# Rounds.


@pytest.mark.parametrize("ender", ["Cleo", "", 5, True, 1.5, ["Ann"], {"Ann": 1}, "ann"])
def test_an_unknown_ender_is_refused(ender: object) -> None:
    assert faults(ROUND | {"ender": ender}) == [("unknown_player", None, [])]


def test_a_round_without_an_ender_is_refused() -> None:
    assert faults(ROUND | {"ender": None}) == [("unknown_player", None, [])]


def test_a_dead_hand_with_an_ender_is_refused() -> None:
    assert faults(ROUND | {"declared": "dead"}) == [("invalid_value", "Ann", [])]


@pytest.mark.parametrize("declared", ["undercut", "void_gin", "Knock", "", None, 1, True, ["knock"], {"knock": 1}])
def test_an_event_that_cannot_be_declared_is_refused(declared: object) -> None:
    assert faults(ROUND | {"declared": declared}) == [("invalid_value", None, [])]


@pytest.mark.parametrize("deadwood", [5, "7", [7, 20], True])
def test_deadwood_that_is_no_object_is_refused(deadwood: object) -> None:
    assert faults(ROUND | {"deadwood_after_layoffs": deadwood}) == [("invalid_value", None, [])]


def test_deadwood_that_is_null_or_empty_is_missing() -> None:
    for nothing in (None, {}):
        assert faults(ROUND | {"deadwood_after_layoffs": nothing}) == [
            ("missing_deadwood", "Ann", []),
            ("missing_deadwood", "Ben", []),
        ]


@pytest.mark.parametrize("points", [True, False, 7.0, 7.5, "7", None, [7], {}])
def test_deadwood_that_is_no_whole_number_is_refused(points: object) -> None:
    counts = {"Ann": points, "Ben": 20}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("invalid_value", "Ann", [])]


@pytest.mark.parametrize("points", [-1, 111, 10**9, -(10**20)])
def test_deadwood_that_no_hand_can_hold_is_refused(points: int) -> None:
    counts = {"Ann": 7, "Ben": points}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("out_of_range", "Ben", [])]


def test_deadwood_of_somebody_who_is_not_there_is_refused() -> None:
    counts = {"Ann": 7, "Ben": 20, "Cleo": 5}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("unknown_player", None, [])]


def test_a_count_over_the_limit_is_refused() -> None:
    asked = ROUND | {"deadwood_after_layoffs": {"Ann": 11, "Ben": 20}}
    assert faults(asked) == [("over_knock_limit", "Ann", [])]
    assert error_of(asked)["message"] == "Ann cannot knock with 11: the limit is 10."


@pytest.mark.parametrize("declared", ["gin", "big_gin"])
def test_gin_with_deadwood_is_refused(declared: str) -> None:
    assert faults(ROUND | {"declared": declared}) == [("not_gin", "Ann", [])]


def test_a_missing_card_is_told() -> None:
    for house in ({"limit_source": "upcard"}, {"limit_source": "knock_card"}, {"double_suits": ["s"]}):
        assert faults(ROUND | {"house_rules": house}) == [("missing_knock_card", None, [])]


@pytest.mark.parametrize("key", ["upcard", "knock_card"])
@pytest.mark.parametrize(
    ("card", "shown"),
    [("1X", "1X"), ("", ""), ("as", "as"), ("W1", "W1"), (5, "5"), (True, "True"), (["As"], "['As']"), (7.5, "7.5")],
)
def test_a_card_that_the_deck_does_not_have_is_named(key: str, card: object, shown: str) -> None:
    assert faults(ROUND | {key: card}) == [("unknown_card", None, [shown])]


def test_a_long_card_is_cut() -> None:
    assert faults(ROUND | {"upcard": "x" * 10_000}) == [("unknown_card", None, ["x" * 20])]
    assert faults(LIMIT | {"card": "x" * 10_000}) == [("unknown_card", None, ["x" * 20])]


def test_two_cards_are_one_too_many() -> None:
    assert faults(ROUND | {"upcard": "As", "knock_card": "As"}) == [("invalid_value", None, [])]


def test_every_fault_of_form_is_told_at_once() -> None:
    asked = ROUND | {
        **{"declared": "pass", "ender": "Cleo", "upcard": "1X", "knock_card": "As"},
        "deadwood_after_layoffs": {"Ann": "7", "Dora": 5, "Ben": 1.5},
    }
    assert faults(asked) == [
        ("invalid_value", None, []),
        ("unknown_player", None, []),
        ("invalid_value", "Ann", []),
        ("unknown_player", None, []),
        ("invalid_value", "Ben", []),
        ("invalid_value", None, []),
        ("unknown_card", None, ["1X"]),
    ]


def test_every_fault_against_the_rules_is_told_at_once() -> None:
    asked = ROUND | {
        **{"preset": "ginski", "players": ["A", "B", "C"], "ender": "A", "declared": "gin"},
        **{"deadwood_after_layoffs": {"A": 5, "B": 999}, "house_rules": {"double_suits": ["R"]}},
    }
    assert faults(asked) == [
        ("out_of_range", "B", []),
        ("missing_deadwood", "C", []),
        ("missing_knock_card", None, []),
        ("not_gin", "A", []),
    ]


# Knock limits.


@pytest.mark.parametrize("card", ["1X", "", "R7", 7, None, True, ["7d"], {}])
def test_a_limit_needs_a_card_of_its_deck(card: object) -> None:
    assert code(LIMIT | {"card": card}) == "unknown_card"


# Games.


def game_with(*hands: Any, **changes: Any) -> Question:
    return GAME | {"hands": list(hands)} | changes


@pytest.mark.parametrize("hands", [None, {}, "none", 5, True])
def test_hands_that_are_no_list_are_refused(hands: object) -> None:
    assert code(GAME | {"hands": hands}) == "invalid_value"


def test_a_thousand_hands_are_a_game_and_one_more_are_not() -> None:
    dead = [{"event": "dead"}] * MOST_HANDS
    assert len(answer(game_with(*dead))["per_hand"]) == 1_000
    assert code(game_with(*dead, {"event": "dead"})) == "invalid_value"


@pytest.mark.parametrize("hand", [None, 5, "dead", [], ["dead"], True])
def test_a_hand_that_is_no_object_is_refused(hand: object) -> None:
    assert code(game_with(hand)) == "invalid_value"


@pytest.mark.parametrize(
    "hand",
    [
        {"winner": "Ann", "points": 5, "boxes": 1, "event": "knock"},
        {"winner": "Ann", "points": 5, "boxes": 1, "ender": "Ann"},
        {"event": "dead", "points": 5},
        {"event": "dead", "upcard": "As"},
        {"event": "dead", "": 1},
    ],
)
def test_a_key_that_a_hand_does_not_know_is_refused(hand: dict[str, Any]) -> None:
    assert code(game_with({"event": "dead"}, hand)) == "unknown_key"
    assert error_of(game_with({"event": "dead"}, hand))["message"].endswith("in this question of hand 2.")


@pytest.mark.parametrize(
    "hand", [{}, {"ender": "Ann"}, {"winner": "Ann"}, {"winner": "Ann", "points": 5}, {"winner": None, "boxes": 0}]
)
def test_a_hand_that_lacks_a_key_is_refused(hand: dict[str, Any]) -> None:
    assert code(game_with(hand)) == "missing_key"


@pytest.mark.parametrize("winner", ["Cleo", "", 5, True, ["Ann"], {"Ann": 1}])
def test_a_winner_who_is_not_there_is_refused(winner: object) -> None:
    assert code(game_with({"winner": winner, "points": 5, "boxes": 1})) == "unknown_player"


@pytest.mark.parametrize("amount", [-1, 1.0, 1.5, True, False, "5", None, [], {}, 10**9])
@pytest.mark.parametrize("key", ["points", "boxes"])
def test_points_and_boxes_are_whole_numbers_from_nothing(key: str, amount: object) -> None:
    for winner in ("Ann", None):
        assert code(game_with({"winner": winner, "points": 5, "boxes": 1, key: amount})) == "invalid_value"


def test_the_most_points_and_boxes_of_a_hand() -> None:
    most = {"winner": "Ann", "points": 100_000, "boxes": 1_000}
    assert answer(game_with(most))["cumulative"] == {"Ann": 100_000, "Ben": 0}
    assert code(game_with(most | {"points": 100_001})) == "invalid_value"
    assert code(game_with(most | {"boxes": 1_001})) == "invalid_value"


def test_a_dead_hand_may_not_bring_points() -> None:
    """Nobody won and somebody scored: one of the two is wrong, and to drop the points would be to guess which."""
    for points, boxes in ((50, 1), (50, 0), (0, 1)):
        assert code(game_with({"winner": None, "points": points, "boxes": boxes})) == "invalid_value"
    assert answer(game_with({"winner": None, "points": 0, "boxes": 0}))["hands_won"] == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize("active", [None, "Ann", {}, [], ["Ann"], ["Ann", "Cleo"], ["Ann", 1], ["Ann", []], 5])
def test_who_plays_must_be_at_least_two_of_the_players(active: object) -> None:
    hand = {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}, "active": active}
    assert code(game_with(hand)) == "invalid_value"


def test_one_player_named_twice_is_not_two() -> None:
    """Alone at the table, who knocks would lose his own deadwood, and who goes gin would win from nobody."""
    for event, points in (("knock", 5), ("gin", 0)):
        hand = {"event": event, "ender": "Ann", "deadwood": {"Ann": points}, "active": ["Ann", "Ann"]}
        assert code(game_with(hand)) == "invalid_value"


def test_a_hand_that_the_rules_refuse_is_told_with_all_its_faults() -> None:
    hand = {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 11, "Ben": 999}}
    assert faults(game_with(hand)) == [("out_of_range", "Ben", []), ("over_knock_limit", "Ann", [])]
    assert faults(game_with({"event": "pass", "ender": "Cleo"})) == [
        ("invalid_value", None, []),
        ("unknown_player", None, []),
    ]
    assert faults(game_with({"event": "dead", "kcard": "1X"})) == [("unknown_card", None, ["1X"])]


def test_who_sat_out_cannot_have_ended_the_hand() -> None:
    hand = {"event": "knock", "ender": "C", "deadwood": {"A": 7, "B": 20}, "active": ["A", "B"]}
    assert faults(game_with(hand, preset="ginski", players=["A", "B", "C"])) == [("not_active", "C", [])]
    counted = {"event": "knock", "ender": "A", "deadwood": {"A": 7, "B": 20, "C": 1}, "active": ["A", "B"]}
    assert faults(game_with(counted, preset="ginski", players=["A", "B", "C"])) == [("not_active", "C", [])]


def test_hands_after_the_end_are_refused() -> None:
    won = {"winner": "Ann", "points": 100, "boxes": 1}
    error = error_of(game_with({"event": "dead"}, won, {"event": "dead"}))
    assert (error["code"], error["message"]) == ("invalid_value", "The game was over after hand 2.")


@pytest.mark.parametrize(
    "house",
    [
        {"columns": 3, "column_multipliers": [1, 1, 2]},
        *({"seating": seating} for seating in ("dealer_sits_out", "loser_sits_out", "captain", "teams")),
    ],
)
def test_games_that_are_not_offered_yet_are_refused(house: dict[str, Any]) -> None:
    assert code(GAME | {"house_rules": house}) == "invalid_value"


# Anything at all.


@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 1.5, "", "x", [], [[]], {}, {"x": []}, 10**30, "\u202e", ["Ann", "Ben"]]
)
def test_any_value_in_any_place_is_answered_or_refused(value: object) -> None:
    """Nothing in a line may end the run."""
    for question in EVERY:
        for key in [*question, "house_rules"]:
            told = answer_line(json.dumps(question | {key: value}))
            assert "id" in told
            assert isinstance(told.get("error", {}), dict)
