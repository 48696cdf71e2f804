"""Hostile inputs H1 to H15: bodies, values, names and cards, each with its exact response."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.security.attacked_site import Caller, Sitting, Stand, knock, new_key, problem

NEW = {"players": ["Ann", "Ben"], "preset": "standard"}
A_TABLE = {
    "games_table": 1,
    "games_seat": 2,
    "games_player": 2,
    "games_accesslink": 3,
    "games_entry": 1,
    "revisions": 1,
}
"""The rows of a new table of two."""


def raw_round(ben: str, **more: str) -> bytes:
    """Round 7 as bytes, with ``ben`` as Ben's deadwood and ``more`` fields, both inserted unchanged."""
    rest = "".join(f', "{name}": {text}' for name, text in more.items())
    facts = f'"declared": "knock", "ender": "Ann", "deadwood_after_layoffs": {{"Ann": 7, "Ben": {ben}}}'
    return f'{{"game": 1, "round": 7, {facts}{rest}}}'.encode()


def post(stand: Stand, raw: bytes, **more: Any) -> Any:
    """Send bytes as round 7 of table A."""
    return stand.a.score.throw("POST", f"{stand.a.path}rounds/", raw, Idempotency_Key=new_key(), **more)


def test_h01_deadwood_below_nothing(attacked: Stand) -> None:
    body = problem(post(attacked, raw_round("-5")), 400, "out_of_range")
    assert [fault["player"] for fault in body["faults"]] == ["Ben"]


def test_h02_deadwood_beyond_all_integers(attacked: Stand) -> None:
    for number in ("111", "2147483648", "9223372036854775808", "7" * 5000):
        body = problem(post(attacked, raw_round(number)), 400, "out_of_range")
        assert [fault["player"] for fault in body["faults"]] == ["Ben"]


def test_h03_deadwood_must_be_a_whole_number(attacked: Stand) -> None:
    """The API takes whole numbers only; the form on the page reads digits of any script, as people type them."""
    for text in ('"12"', "12.0", "true", '"\u0665"', "[12]", "null"):
        body = problem(post(attacked, raw_round(text)), 400, "invalid_value")
        assert [fault["player"] for fault in body["faults"]] == ["Ben"]
    phone = attacked.phone
    fields = phone.fields(attacked.a.url, f"{attacked.a.url}rounds/")
    typed = {"end": "0:knock:7", "deadwood-1": "\u0665"}
    seen = phone.post(f"{attacked.a.url}preview/", data=fields | typed)
    assert seen.status_code == 200
    # Ben, left with five against seven, undercuts: 25 + 2.
    assert 'data-points="+27"' in seen.text


def test_h04_body_must_be_a_json_object(attacked: Stand) -> None:
    for text in ("NaN", "Infinity", "-Infinity", "1e400"):
        problem(post(attacked, raw_round(text)), 400, "invalid_json")
    for raw in (raw_round("20")[:-1], b"{", b"\xff\xfe{\x00}\x00"):
        problem(post(attacked, raw), 400, "invalid_json")
    for raw in (b"", b"[]", b"null", b'"x"', b"7"):
        problem(post(attacked, raw), 400, "expected_object")


def test_h05_a_hundred_thousand_brackets(attacked: Stand) -> None:
    """A hundred thousand brackets are more than 64 KiB, which is refused first; 60,000 are nested too deep."""
    problem(post(attacked, b"[" * 100_000), 413, "too_large")
    for raw in (b"[" * 60_000, raw_round("[" * 60_000), raw_round("20", reason="[" * 60_000)):
        problem(post(attacked, raw), 400, "json_too_deep")


def test_h06_half_a_character(attacked: Stand) -> None:
    table, guest = attacked.a, Caller(attacked.site)
    label = {"role": "watch", "label": "\ud800"}
    answers = [
        post(attacked, raw_round("20", reason=r'"\ud800"')),
        post(attacked, raw_round("20", hands=r'{"Ann": {"cards": "7s", "melds": ["\udfff"]}}')),
        guest.send_json("POST", "tables/", NEW | {"players": ["A\ud800", "Ben"]}),
        guest.send_json("POST", "tables/", NEW | {"name": "\ud800"}),
        guest.send_json("POST", "tables/", NEW | {"house_rules": {"target": [["\ud800"]]}}),
        guest.send_json("POST", "evaluate/", {"id": "\ud800", "kind": "rules", "preset": "standard"}),
        table.owner.send_json("POST", f"{table.path}links/", label),
        table.score.send_json("PUT", f"{table.path}stakes/", {"unit": "\ud800"}, If_Match='"7"'),
    ]
    for answer in answers:
        assert "characters that cannot be stored" in problem(answer, 400, "invalid_value")["detail"]


@pytest.mark.parametrize(
    "text",
    [
        "A\x00",
        "A\x01",
        "A\x1b[31m",
        "A\x7f",
        "A\u202eB",
        "A\u2066",
        "A\u2067",
        "A\u2068",
        "A\u2069",
        "\u200b",
        "\u200d\u2060",
    ],
    ids=ascii,
)
def test_h07_characters_that_no_name_has(attacked: Stand, text: str) -> None:
    guest = Caller(attacked.site)
    for body, field in ((NEW | {"players": [text, "Ben"]}, "players[0]"), (NEW | {"name": text}, "name")):
        answer = problem(guest.send_json("POST", "tables/", body), 400, "invalid_value")
        assert list(answer.get("fields", {field: ""})) == [field]


def test_h08_names_that_cannot_be(attacked: Stand) -> None:
    guest = Caller(attacked.site)
    cases = {
        "   ": "enter a name",
        "x" * 61: "60 characters",
        "e" + "\u0301" * 10_000: "60 characters",
        "\uff21\uff2e\uff2e": "already a player called Ann",
        "aNN": "already a player called Ann",
    }
    for name, expected in cases.items():
        body = problem(guest.send_json("POST", "tables/", NEW | {"players": ["Ann", name]}), 400, "invalid_value")
        assert expected in body["fields"]["players[1]"]
    assert guest.send_json("POST", "tables/", NEW | {"players": ["Ann", "👨‍👩‍👧‍👦 Oma"]}).status_code == 201
    attacked.growth = A_TABLE


def test_h09_markup_is_a_name_like_any_other(attacked: Stand) -> None:
    """Stored as typed and shown as text; what a browser makes of it is in test_stored_xss."""
    names = (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{7*7}}",
        f"<b hx-post=/t/{attacked.a.id}/finish/ hx-trigger=load>",
    )
    for name in names:
        table = Sitting(attacked.site, players=[name, "Ben"], name=name)
        output = table.read()
        assert (output["name"], output["seats"][0]["name"]) == (name, name)
        page = table.join(attacked.browser()).get(table.url)
        assert page.status_code == 200
        assert name not in page.text or name == "{{7*7}}"
        assert [tag for tag in ("<b hx-post", "<img src=x", "<script>", ">49<") if tag in page.text] == []
    assert attacked.a.read()["games"][0]["over"] is False
    attacked.growth = {name: rows * len(names) for name, rows in A_TABLE.items()}


def test_h10_body_must_be_json_in_utf8(attacked: Stand) -> None:
    """The API reads no forms at all, so that a form without its boundary is 415 there; on the pages it is 400."""
    good = raw_round("20")
    for kind in (
        *("text/plain", "application/json; charset=utf-16", "application/json; charset=klingon", "application/xml"),
        *("multipart/form-data", "application/x-www-form-urlencoded"),
    ):
        problem(post(attacked, good, kind=kind), 415, "unsupported_media_type")
    answer = attacked.phone.post("/", content=b"x", headers={"Content-Type": "multipart/form-data"})
    assert answer.status_code == 400


def test_h11_a_key_that_appears_twice(attacked: Stand) -> None:
    for raw in (raw_round('5, "Ben": 50'), raw_round("5", round="7"), raw_round(r'5, "B\u0065n": 50')):
        problem(post(attacked, raw), 400, "duplicate_key")


def test_h13_ten_thousand_cards(attacked: Stand) -> None:
    """A question is answered 200 with the error in it (the interface of ``evaluate``); a round with 400."""
    guest = Caller(attacked.site)
    question = {"id": 1, "kind": "min_deadwood", "preset": "standard", "cards": "7s " * 10_000}
    error = guest.send_json("POST", "evaluate/", question).json()["error"]
    assert error["code"] == "too_many_cards"
    hands = '{"Ann": {"cards": "%s", "melds": []}}' % ("7s " * 10_000)
    answer = post(attacked, raw_round("20", hands=hands))
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")
    page = attacked.browser().get("/check/", params={"hand": "7s " * 1000})
    assert (page.status_code, "s too long: the limit is 300 characters." in page.text) == (400, True), page.text


def test_h14_hands_that_no_deck_holds(attacked: Stand) -> None:
    guest = Caller(attacked.site)
    cases = {
        ("standard", "7s 7s 8s"): ("duplicate_card", [["7s"]]),
        ("standard", "1X 2s"): ("unknown_card", [["1X"]]),
        ("standard", ""): ("invalid_value", []),
        ("standard", "W1 8s 7s"): ("unknown_card", [["W1"]]),
        ("ginski", "W1 W2 W3 W4 W5 W6 R7"): ("unknown_card", [["W6"]]),
    }
    for (preset, cards), expected in cases.items():
        answer = guest.send_json(
            "POST", "evaluate/", {"id": 1, "kind": "min_deadwood", "preset": preset, "cards": cards}
        )
        error = answer.json()["error"]
        assert (error["code"], [fault["cards"] for fault in error["detail"].get("faults", [])]) == expected
    hands = '{"Ann": {"cards": "7s 7s 8s 9s 2c 2d 2h 5d 5h 5c", "melds": []}}'
    problem(post(attacked, raw_round("20", hands=hands)), 400, "duplicate_card")


def test_h15_the_worst_hand_fifty_times_at_once(attacked: Stand) -> None:
    """Eleven cards, five of them wild. A meld takes one wild and two others at least: of six others three, so two

    wilds of 20 stay. All fifty answers say so, and a scorer in between is answered as ever.
    """
    question = {"id": 1, "kind": "min_deadwood", "preset": "ginski", "cards": "W1 W2 W3 W4 W5 R5 R6 G5 G6 B5 B6"}
    guest = Caller(attacked.site)

    def ask(_: int) -> Any:
        return guest.send_json("POST", "evaluate/", question)

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(ask, range(50)))
        between = attacked.a.score.send_json("POST", f"{attacked.a.path}preview/", knock(7, 20))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["deadwood"] for answer in answers} == {40}
    assert between.status_code == 200
