"""API: malformed and hostile request bodies get the right error, and nothing is written."""

import json
from typing import Any

import pytest

from games.models import Player
from tests.api.kit import Answer, Api, Sitting, knock, nothing_written

START = {"players": ["Ann", "Ben"], "preset": "standard"}


def round_of(deadwood: str) -> bytes:
    """A round as text, with Ben's deadwood as it stands in ``deadwood``."""
    counts = f'{{"Ann": 7, "Ben": {deadwood}}}'
    return (
        f'{{"game": 1, "round": 1, "ender": "Ann", "declared": "knock", "deadwood_after_layoffs": {counts}}}'.encode()
    )


def refused(table: Sitting, raw: bytes) -> Answer:
    """The answer to a round that is refused and leaves no trace."""
    with nothing_written():
        answer = table.score.send("POST", table.path + "rounds/", raw=raw, Idempotency_Key="k")
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer


def test_h1_h2_deadwood_out_of_bounds_names_the_player(friday: Sitting, subtests: pytest.Subtests) -> None:
    for number in ["-5", "-1", "111", "2147483648", "9223372036854775808", "7" * 5000, "-" + "7" * 5000]:
        with subtests.test(number=number):
            answer = refused(friday, round_of(number))
            assert (answer.status, answer.code) == (400, "out_of_range")
            assert [(f["code"], f["player"]) for f in answer.body["faults"]] == [("out_of_range", "Ben")]


def test_h3_deadwood_that_is_no_whole_number(friday: Sitting, subtests: pytest.Subtests) -> None:
    for number in ['"12"', "12.0", "1e1", "true", '"\u0665"', "[12]", "{}", '""', "null"]:
        with subtests.test(number=number):
            answer = refused(friday, round_of(number))
            assert (answer.status, answer.code) == (400, "invalid_value")
            assert [(f["code"], f["player"]) for f in answer.body["faults"]] == [("invalid_value", "Ben")]


def test_h4_numbers_that_json_has_not(friday: Sitting, subtests: pytest.Subtests) -> None:
    for number in ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "07", "0x7", "+7", "7,", "1_0"]:
        with subtests.test(number=number):
            answer = refused(friday, round_of(number))
            assert (answer.status, answer.code) == (400, "invalid_json")


def test_h4_broken_json(friday: Sitting, subtests: pytest.Subtests) -> None:
    for raw in [round_of("20")[:-1], b"{", b"\xef\xbb\xbf{}", b"\xff\xfe{\x00}\x00", b"\x00", b'{"a":1}x']:
        with subtests.test(raw=raw):
            answer = refused(friday, raw)
            assert (answer.status, answer.code) == (400, "invalid_json")


def test_h4_json_that_is_no_object(friday: Sitting, subtests: pytest.Subtests) -> None:
    for raw in [b"", b"[]", b"null", b'"x"', b"7", b"true", b"[" + round_of("20") + b"]"]:
        with subtests.test(raw=raw):
            answer = refused(friday, raw)
            assert (answer.status, answer.code) == (400, "expected_object")


@pytest.mark.parametrize(
    "raw", [b"[" * 60_000, b'{"a":' * 12_000, round_of("[" * 60_000), round_of("[" * 30 + "]" * 30)]
)
def test_h5_nesting_is_refused_before_it_is_climbed(friday: Sitting, raw: bytes) -> None:
    answer = refused(friday, raw)
    assert (answer.status, answer.code) == (400, "json_too_deep")


def test_h5_a_hundred_thousand_brackets_are_too_large_first(friday: Sitting) -> None:
    assert refused(friday, b"[" * 100_000).status == 413


@pytest.mark.parametrize(
    "body",
    [
        r'{"players": ["A\ud800", "Ben"], "preset": "standard"}',
        r'{"players": ["Ann", "Ben"], "preset": "standard", "name": "\udfff"}',
        r'{"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target\ud800": 1}}',
        r'{"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"shutout": [["\ud800"]]}}',
        r'{"players": ["A\u0000", "Ben"], "preset": "standard"}',
        r'{"players": ["Ann", "Ben"], "preset": "standard", "a\u0000": 1}',
    ],
)
def test_h6_h7_what_cannot_be_stored_is_refused_wherever_it_stands(api: Api, body: str) -> None:
    with nothing_written():
        answer = api.send("POST", "tables/", raw=body.encode())
    assert (answer.status, answer.code) == (400, "invalid_value")
    assert "cannot be stored" in answer.body["detail"]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "a\u0001b",
            "a\u001bb",
            "a\u007fb",
            "a\u0085b\u0007",
            "a\u202eb",
            "a\u2066b",
            "a\u2067b",
            "a\u2068b",
            "a\u2069b",
        ),
        *("\u200b", "\u200d\u200d", "\ufeff", "\u2060", "\u00ad", "\u3164\u200b", "\ue000", "a\u2028\u0007b"),
    ],
)
def test_h7_characters_that_no_name_has_are_laid_at_the_names_door(api: Api, name: str) -> None:
    with nothing_written():
        for body, field in (
            (START | {"players": [name, "Ben"]}, "players[0]"),
            (START | {"players": ["Ann", name]}, "players[1]"),
            (START | {"name": name}, "name"),
        ):
            answer = api.post("tables/", body)
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "invalid_value", [field])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("   ", "enter a name"),
        ("x" * 61, "60 characters"),
        ("e" + "\u0301" * 10_000, "60 characters"),
        ("e" + "\u0301" * 40, "can't be displayed"),
        ("\uff21\uff2e\uff2e", "already a player called Ann"),
        ("aNN", "already a player called Ann"),
        ("A\u200dnn", "already a player called Ann"),
    ],
)
def test_h8_names_that_cannot_be(api: Api, name: str, says: str) -> None:
    with nothing_written():
        answer = api.post("tables/", START | {"players": ["Ann", name]})
    assert (answer.status, list(answer.body["fields"])) == (400, ["players[1]"])
    assert says in answer.body["fields"]["players[1]"]


@pytest.mark.parametrize(
    "name",
    [
        *("👨‍👩‍👧‍👦 Oma", "x" * 60, "Ἀλέξανδρος", "עמית", "李", "Zoë", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "7", "O'Neil; --", "null"),
        *(
            "<script>alert(1)</script>",
            '"><img src=x onerror=alert(1)>',
            "{{7*7}}",
            "<b hx-post=/t/x/finish>",
            "${7*7}",
        ),
        *('=HYPERLINK("http://evil","x")', "@SUM(1)", "-2+3", "__proto__", "constructor", "../../etc/passwd", "%s%n"),
    ],
)
def test_h8_h9_names_are_kept_as_they_were_typed(api: Api, name: str) -> None:
    table = Sitting(players=[name, "Ben"], name=name)
    body = {"ender": name, "declared": "knock", "deadwood_after_layoffs": {name: 7, "Ben": 20}}
    assert table.enter(1, body).body["round"]["points"] == {name: 13, "Ben": 0}
    output = table.read()
    assert (output["name"], output["seats"][0]["name"], output["games"][0]["over"]) == (name, name, False)
    assert Player.objects.filter(name=name).exists()


@pytest.mark.parametrize("whole", [True, False])
def test_h11_a_key_that_appears_twice(friday: Sitting, whole: bool) -> None:
    raw = round_of("5") if whole else round_of('5, "Ben": 50')
    answer = refused(friday, raw.replace(b'"game": 1', b'"game": 1, "game": 1') if whole else raw)
    assert (answer.status, answer.code) == (400, "duplicate_key")


def test_h11_a_key_twice_is_the_same_key_however_it_is_written(friday: Sitting) -> None:
    answer = refused(friday, round_of(r'5, "B\u0065n": 50'))
    assert (answer.status, answer.code) == (400, "duplicate_key")


def test_h13_lists_longer_than_any_game(api: Api) -> None:
    base: dict[str, Any] = {"id": 1, "kind": "game", "preset": "standard", "players": ["Ann", "Ben"], "hands": []}
    for change in ({"players": ["x"] * 10_000}, {"hands": [1] * 10_000}, {"hands": [[]] * 10_000}):
        answer = api.post("evaluate/", base | change)
        assert (answer.status, answer.body["error"]["code"]) == (200, "invalid_value")
    with nothing_written():
        assert api.post("tables/", START | {"players": ["x"] * 10_000}).body["fields"].keys() == {"players"}


def test_h31_unknown_fields_are_refused_everywhere(friday: Sitting) -> None:
    body = {"game": 1, "round": 1, **knock(7, 20)}
    friday.play(knock(3, 30))
    with nothing_written():
        answers = [
            friday.score.post(friday.path + "rounds/", body | {"points": {"Ann": 500}}, Idempotency_Key="k"),
            friday.score.post(friday.path + "preview/", body | {"points": 1}),
            friday.correct(1, knock(7, 20), 2, points=1),
            friday.void(1, 2, {"points": 1}),
            friday.score.post(friday.path + "games/", {"points": 1}),
            friday.owner.post(friday.path + "links/", {"role": "score", "label": "x", "points": 1}),
            friday.owner.delete(friday.path + "links/2/", {"points": 1}),
        ]
    for answer in answers:
        assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "unknown_field", ["points"])


def test_a_field_with_an_endless_name_is_reported_in_short(friday: Sitting) -> None:
    answer = refused(friday, json.dumps({"x" * 50_000: 1}).encode())
    assert (answer.status, answer.code) == (400, "unknown_field")
    assert len(answer.raw) < 500


def test_a_round_beyond_all_numbers_is_refused_in_short(friday: Sitting) -> None:
    for number in (10_001, 10**18, 10**30):
        answer = refused(friday, json.dumps({"game": 1, "round": number, **knock(7, 20)}).encode())
        assert (answer.status, list(answer.body["fields"])) == (400, ["round"])
