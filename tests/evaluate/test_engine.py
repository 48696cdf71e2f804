"""Evaluate: questions as JSON: what isn't a valid question, and every error code."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.evaluate.engine import QUESTION_KINDS, answer, answer_line
from games.evaluate.question_input import MOST_PLAYERS
from games.rules.cards import DECKS
from games.rules.faults import Code
from games.rules.presets import presets, rule_set
from games.rules.ruleset import Seating, as_json
from games.wording.rules.summary import preset_summary
from tests.evaluate.questions import (
    DEADWOOD,
    EVERY,
    GAME,
    HOLLYWOOD,
    LIMIT,
    PRESET,
    ROTATION,
    ROUND,
    SETTLEMENT,
    SHOWN,
    TEAMS,
    Question,
    code,
    error_of,
    faults,
)
from tests.rules.strategies import PRINTED


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


def test_a_preset_is_answered(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            rules = rule_set(preset, {"target": 250})
            assert answer(PRESET | {"preset": preset, "house_rules": {"target": 250}}) == {
                "id": 1,
                "name": presets()[preset].title,
                "parameters": as_json(rules),
                "summary": list(preset_summary(presets()[preset], rules)),
            }


def test_the_id_is_echoed(subtests: pytest.Subtests) -> None:
    for ident in [1, -7, 0, "x", "", "é👍", 1.5, True, None, 10**17]:
        for question in EVERY:
            with subtests.test(ident=ident, question=question):
                for query in (question | {"id": ident}, question | {"id": ident, "preset": "bridge"}):
                    result = answer_line(json.dumps(query))
                    assert (result["id"], type(result["id"])) == (ident, type(ident))


def test_an_id_of_many_digits_is_echoed_as_it_came() -> None:
    """An id must come back exactly as it was sent, or it would name another line."""
    for ident in (12_345_678_901_234_567_890, -(10**18), 10**399 + 7):
        assert answer_line(json.dumps(PRESET | {"id": ident}))["id"] == ident


@pytest.mark.parametrize("ident", [[], [1], {}, {"id": 1}])
def test_id_must_be_a_text_or_a_number(ident: object) -> None:
    result = answer_line(json.dumps(PRESET | {"id": ident}))
    assert (result["id"], result["error"]["code"]) == (None, "invalid_value")


def test_house_rules_may_be_left_out_or_empty(subtests: pytest.Subtests) -> None:
    for question in EVERY:
        with subtests.test(question=question):
            assert answer(question) == answer(question | {"house_rules": {}})


# Lines that don't contain a question.


def test_line_must_be_a_json_object(subtests: pytest.Subtests) -> None:
    cases = [
        *("", "  ", "{", "}", "nonsense", "{'id': 1}", '{"id": 1,}', "{} {}", '{"id": 1} x', "\ufeff{}"),
        *('{"id": 01}', '{"id": .5}', '{"id": +1}', '{"id": "\t"}', '{"id": "\\x"}', '{"id": "', "[1, 2"),
        *("[]", "5", '"text"', "null", "true", "1.5", '[{"id": 1}]'),
    ]
    for line in cases:
        with subtests.test(line=line):
            result = answer_line(line)
            assert (result["id"], result["error"]["code"], result["error"]["detail"]) == (None, "invalid_json", {})


def test_number_that_json_does_not_allow_is_refused(subtests: pytest.Subtests) -> None:
    for number in ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"]:
        for place in ['{"id": %s}', '{"id": 1, "players": [%s]}', '{"id": {"deep": [%s]}}']:
            with subtests.test(number=number, place=place):
                result = answer_line(place % number)
                assert (result["id"], result["error"]["code"]) == (None, "invalid_json")


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
def test_duplicate_key_is_refused(line: str) -> None:
    result = answer_line(line)
    assert (result["id"], result["error"]["code"]) == (None, "invalid_json")
    assert "appears twice" in result["error"]["message"]


def test_duplicate_key_is_named_in_the_error() -> None:
    result = answer_line('{"id": 1, "kind": 2, "players": 3, "hands": 4, "players": 5}')
    assert "'players'" in result["error"]["message"]


def test_text_that_cannot_be_stored_is_refused(subtests: pytest.Subtests) -> None:
    for text in ["\\u0000", "\\ud800", "\\udfff", "a\\ud83dz"]:
        for place in ['{"id": "%s"}', '{"%s": 1}', '{"id": 1, "players": ["Ann", "%s"]}']:
            with subtests.test(text=text, place=place):
                result = answer_line(place % text)
                assert (result["id"], result["error"]["code"]) == (None, "invalid_json")


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
def test_a_hundred_thousand_brackets_are_refused(line: str) -> None:
    result = answer_line(line)
    assert (result["id"], result["error"]["code"]) == (None, "invalid_json")


def test_brackets_within_text_nest_nothing() -> None:
    result = answer_line(json.dumps(PRESET | {"id": '\\"' + "[{" * 1_000}))
    assert (result["id"], result["name"]) == ('\\"' + "[{" * 1_000, "Gin rummy")


@pytest.mark.parametrize(("levels", "error"), [(19, "unknown_key"), (20, "invalid_json")])
def test_nesting_ends_at_twenty_levels(levels: int, error: str) -> None:
    assert (
        answer_line('{"id": 1, "kind": "preset", "x": ' + "[" * levels + "]" * levels + "}")["error"]["code"] == error
    )


def test_brackets_that_close_again_nest_nothing() -> None:
    result = answer_line('{"id": 1, "kind": "preset", "x": [' + "[{}], " * 1_000 + "[]]}")
    assert result["error"]["code"] == "unknown_key"


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
def test_five_thousand_digits_are_out_of_range(place: str, sign: str) -> None:
    result = answer_line(place % (sign + "9" * 5_000))
    assert (result["id"], result["error"]["code"]) == (1, "invalid_value")


def test_a_million_digits_are_out_of_range() -> None:
    line = json.dumps(ROUND).replace("20", "9" * 1_000_000)
    assert answer_line(line)["error"]["code"] == "out_of_range"


def test_a_long_line_with_a_key_twice_is_refused() -> None:
    """As many keys as fit into a request body, with the last key twice."""
    keys = [f'"{number:x}":1' for number in range(7_500)]
    line = "{" + ",".join([*keys, keys[-1]]) + "}"
    assert len(line) < 64 * 1024
    assert answer_line(line)["error"]["code"] == "invalid_json"


# Keys.


def test_every_kind_of_question_has_a_case_here() -> None:
    assert {question["kind"] for question in EVERY} == set(QUESTION_KINDS)
    assert [question for question in EVERY if "error" in answer(question)] == []


def test_each_missing_required_key_is_reported() -> None:
    for question in EVERY:
        for key in question.keys() - {"winners", "layoffs"}:
            error = error_of({k: v for k, v in question.items() if k != key})
            assert (error["code"], error["detail"]) == ("missing_key", {})
            assert error["message"].startswith(f"'{key}' is missing")


def test_a_key_that_a_kind_does_not_know_is_refused(subtests: pytest.Subtests) -> None:
    for question in EVERY:
        for key in ["", "comment", "Kind", "source", "expected", "alternatives", "note", "hands ", "layoff", "throw"]:
            with subtests.test(question=question, key=key):
                error = error_of(question | {key: 1})
                assert (error["code"], error["detail"]) == ("unknown_key", {})
                assert repr(key) in error["message"]


def test_a_key_of_another_kind_is_refused() -> None:
    assert code(PRESET | {"players": ["A", "B"]}) == "unknown_key"
    assert code(LIMIT | {"upcard": "As"}) == "unknown_key"
    assert code(ROUND | {"card": "As"}) == "unknown_key"
    assert code(ROUND | {"entries": []}) == "unknown_key"
    assert code(SETTLEMENT | {"players": ["Ann", "Ben", "Cleo"]}) == "unknown_key"
    assert code(TEAMS | {"players": ["North", "East"]}) == "unknown_key"
    assert code(GAME | {"ender": "Ann"}) == "unknown_key"


def test_a_long_key_is_cut_in_the_message() -> None:
    assert len(error_of(PRESET | {"x" * 10_000: 1})["message"]) < 100


@pytest.mark.parametrize("kind", ["", "melds", "Round", "arithmetic", "games", 1, None, True, [], {}, ["round"]])
def test_a_kind_that_is_not_answered_is_unknown(kind: object) -> None:
    assert code({"id": 1, "kind": kind}) == "unknown_kind"
    assert code(ROUND | {"kind": kind}) == "unknown_kind"


def test_a_question_without_a_kind_or_an_id_lacks_a_key() -> None:
    assert code({}) == "missing_key"
    assert code({"id": 1}) == "missing_key"
    assert code({"kind": "preset", "preset": "standard"}) == "missing_key"
    assert answer({"id": 7})["id"] == 7


# Rules.


def test_an_unknown_preset_is_refused(subtests: pytest.Subtests) -> None:
    for question in EVERY:
        with subtests.test(question=question):
            assert faults(question | {"preset": "bridge"}) == [("unknown_preset", None, [])]
            assert faults(question | {"preset": ""}) == [("unknown_preset", None, [])]


@pytest.mark.parametrize("preset", [None, 1, True, 1.5, [], {}, ["standard"]])
def test_preset_must_be_a_text(preset: object) -> None:
    assert code(PRESET | {"preset": preset}) == "invalid_value"


def test_house_rules_that_are_no_object_are_refused(subtests: pytest.Subtests) -> None:
    for house in [None, 1, "target", [], ["target"], True]:
        for question in EVERY:
            with subtests.test(house=house, question=question):
                assert code(question | {"house_rules": house}) == "invalid_value"


def test_every_fault_of_the_house_rules_is_reported(subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    messages: set[str] = set()
    for question in EVERY:
        with subtests.test(question=question):
            house = {
                "nonsense": 1,
                "target": 1.0,
                "gin_bonus": True,
                "layoff": "maybe",
                "box_win": "1",
                "knock_limit": 10**20,
            }
            requested = question | {"house_rules": house}
            assert faults(requested) == [("unknown_parameter", None, []), *[("invalid_value", None, [])] * 5]
            messages.add(error_of(requested)["message"])
    assert messages == snapshot


# Players.


def test_players_that_cannot_be_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *(None, "Ann", 2, {}, {"Ann": 1, "Ben": 2}, True),
        *([], ["Ann"], [str(n) for n in range(MOST_PLAYERS + 1)]),
        *(["Ann", "Ann"], ["Ann", ""], ["Ann", None], ["Ann", 1], ["Ann", True], ["Ann", ["Ben"]], [["Ann"], ["Ben"]]),
    ]
    for players in cases:
        for question in [ROUND, GAME, HOLLYWOOD, ROTATION]:
            with subtests.test(players=players, question=question):
                error = error_of(question | {"players": players})
                assert (error["code"], error["detail"]) == ("invalid_value", {})


def test_twelve_may_play() -> None:
    names = [str(number) for number in range(MOST_PLAYERS)]
    result = answer(
        ROUND | {"players": names, "ender": "0", "deadwood_after_layoffs": dict.fromkeys(names, 10) | {"0": 9}}
    )
    assert result["points"] == dict.fromkeys(names, 0) | {"0": 11 * 10 - 9}


# Knock limits.


@pytest.mark.parametrize("card", ["1X", "", "R7", 7, None, True, ["7d"], {}])
def test_a_limit_needs_a_card_of_its_deck(card: object) -> None:
    assert code(LIMIT | {"card": card}) == "unknown_card"


# Codes.


def shown(name: str, **changes: Any) -> Question:
    """Return the round with hands, `name`'s changed."""
    return SHOWN | {"hands": SHOWN["hands"] | {name: SHOWN["hands"][name] | changes}}


BEN = {"player": "Ben", "onto": 0}
CODES: list[tuple[Any, str]] = [
    (shown("Ben", cards="5s 6s Ks Kh Kc 2h 2d 8h 3d Kd"), "duplicate_card"),
    (ROUND | {"upcard": "1X"}, "unknown_card"),
    (shown("Ben", cards="5s 6s Ks Kh Kc 2h 2d 8h 3d"), "wrong_hand_size"),
    (shown("Ben", melds=["Ks Kh 2h"]), "not_a_meld"),
    (
        shown("Ann", melds=["2s 3s 4s", "5h 6h 7h", "9c Tc Jc", "7h 6h 5h"]),
        "card_in_two_melds",
    ),
    (shown("Ben", melds=["Ks Kh Kd"]), "card_not_in_hand"),
    (
        SHOWN | {"layoffs": [BEN | {"card": "6s"}]},
        "layoff_not_allowed",
    ),
    (
        ROUND | {"deadwood_after_layoffs": {"Ann": 11, "Ben": 20}},
        "over_knock_limit",
    ),
    (ROUND | {"declared": "gin"}, "not_gin"),
    (ROUND | {"ender": "Cleo"}, "unknown_player"),
    (
        GAME | {"preset": "cutthroat", "players": ["A", "B", "C"], "hands": [{"winner": "C", "points": 5, "boxes": 1}]},
        "not_active",
    ),
    (ROUND | {"deadwood_after_layoffs": {"Ann": 7}}, "missing_deadwood"),
    (
        SHOWN | {"deadwood_after_layoffs": {"Ann": 7, "Ben": 17}},
        "deadwood_mismatch",
    ),
    (ROUND | {"preset": "oklahoma"}, "missing_knock_card"),
    (DEADWOOD | {"cards": "As " * 15}, "too_many_cards"),
    (
        ROUND | {"deadwood_after_layoffs": {"Ann": 7, "Ben": 111}},
        "out_of_range",
    ),
    ("{", "invalid_json"),
    (ROUND | {"kind": "hand"}, "unknown_kind"),
    (ROUND | {"note": ""}, "unknown_key"),
    ({"id": 1, "kind": "preset"}, "missing_key"),
    (PRESET | {"preset": "bridge"}, "unknown_preset"),
    (PRESET | {"house_rules": {"trumps": 1}}, "unknown_parameter"),
    (PRESET | {"house_rules": {"target": 1.5}}, "invalid_value"),
]
"""Every code of the interface, after a question that reaches it."""


def test_a_code_comes_with_its_sentence(subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    sentences: dict[str, str] = {}
    for question, expected in CODES:
        with subtests.test(question=question, expected=expected):
            error = answer_line(question if isinstance(question, str) else json.dumps(question))["error"]
            assert error["code"] == expected
            sentences[expected] = error["message"]
    assert sentences == snapshot


def test_every_code_is_reached() -> None:
    others = {"invalid_json", "unknown_kind", "unknown_key", "missing_key"}
    assert [expected for _, expected in CODES] == sorted(
        {code.value for code in Code} | others, key=[expected for _, expected in CODES].index
    )


# Anything at all.

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=5)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
NAMES = st.sampled_from(["Ann", "Ben", "Cleo", "A", "B", "North", "East"])
CARDS = st.lists(st.sampled_from([*DECKS["french52"], "W1", "R5", "5x"]), max_size=12).map(" ".join)
JSON = st.recursive(
    SCALARS | NAMES | CARDS | st.just(10**399),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | TEXT, inner, max_size=4),
    max_leaves=8,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value within a question, from the outside in."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places_in(item, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return a question with another value in one place."""
    if not path:
        return other
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], other)
    return copy


def is_an_answer(facts: dict[str, Any], question: Any) -> bool:
    """Whether it is an answer or a refusal with a code of the interface and a sentence, under the question's id."""
    json.dumps(facts, allow_nan=False)
    ident = question.get("id") if isinstance(question, dict) else None
    own = facts["id"] == (None if isinstance(ident, list | dict) else ident)
    if "error" not in facts:
        return own and len(facts) > 1
    known = facts["error"]["code"] in {expected for _, expected in CODES}
    return own and known and bool(facts["error"]["message"].endswith("."))


def test_any_value_in_any_place_is_answered_or_refused(subtests: pytest.Subtests) -> None:
    """Nothing in a line may end the run."""
    for value in [
        None,
        True,
        0,
        -1,
        1.5,
        "",
        "x",
        [],
        [[]],
        {},
        {"x": []},
        10**30,
        "\u202e",
        ["Ann", "Ben"],
        {"Ann": "x"},
    ]:
        for question in EVERY:
            with subtests.test(value=value, question=question):
                for place in places_in(question)[1:]:
                    changed = replaced(question, place, value)
                    assert is_an_answer(answer_line(json.dumps(changed)), changed), changed
                for key in ("house_rules", *QUESTION_KINDS[question["kind"]][1]):
                    changed = question | {key: value}
                    assert is_an_answer(answer_line(json.dumps(changed)), changed), changed


@given(question=st.dictionaries(st.sampled_from(["id", "kind", "preset", "cards", "hands"]), JSON) | JSON)
def test_any_json_is_answered_or_refused(question: Any) -> None:
    assert is_an_answer(answer_line(json.dumps(question)), question if isinstance(question, dict) else None)


@given(data=st.data())
def test_any_question_under_any_rules_is_answered_or_refused(data: st.DataObject) -> None:
    """A question of any kind, under any preset and house rules, with anything in up to three of its places."""
    question = data.draw(st.sampled_from(EVERY))
    question = question | {"preset": data.draw(st.sampled_from(list(presets())))}
    printed = [(name, value) for name, values in PRINTED.items() for value in values]
    seated = [{"seating": seating} for seating in get_args(Seating)]
    question["house_rules"] = dict(data.draw(st.lists(st.sampled_from(printed), max_size=3))) | data.draw(
        st.sampled_from([{}, {"deck": "rumski70"}, {"columns": 3, "column_multipliers": [1, 1, 2]}, *seated])
    )
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.sampled_from(places_in(question)[1:]))
        question = replaced(question, place, data.draw(JSON))
    assert is_an_answer(answer_line(json.dumps(question)), question)
