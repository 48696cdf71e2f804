"""API: tables as text: exporting, importing, and reporting every fault in a text."""

from typing import Any

import pytest
from django.conf import settings
from syrupy.assertion import SnapshotAssertion

from tests.api.kit import Api, Sitting, audit, gin, knock, nothing_written

GAME = "game: standard\nA: Ann\nB: Ben\ndeals: A\n1. A knock 7, B 20 = A +13 (13:0)\n"


def test_a_table_is_read_as_text_by_whoever_may_watch(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    for who in (friday.watch, friday.score, friday.owner):
        answer = who.get(friday.path + "notation/")
        assert (answer.status, answer.body, answer.headers["ETag"]) == (200, {"text": GAME}, '"2"')
    assert Api().get(friday.path + "notation/").status == 401
    assert Sitting().watch.get(friday.path + "notation/").status == 404


def test_what_is_exported_is_imported(friday: Sitting, api: Api) -> None:
    friday.play(knock(7, 20), gin(75))
    text = friday.watch.get(friday.path + "notation/").body["text"]
    answer = api.post("tables/import/", {"text": text})
    assert (answer.status, answer.headers["Location"]) == (201, f"/api/v1/tables/{answer.body['id']}/")
    made = Api(answer.body["owner_token"])
    assert made.get(f"tables/{answer.body['id']}/notation/").body["text"] == text
    assert answer.body["games"][0]["rounds"][0]["points"] == {"Ann": 13, "Ben": 0}
    entries = made.get(f"tables/{answer.body['id']}/entries/").body["entries"]
    assert [entry["kind"] for entry in entries] == ["start", "round", "round"]
    audit()


def test_every_fault_has_its_place(api: Api, snapshot: SnapshotAssertion) -> None:
    with nothing_written():
        answer = api.post("tables/import/", {"text": GAME + "2. A knock 12, B 20\nhello\n3. A gin, B gin"})
    assert (answer.status, answer.code) == (400, "invalid_value")
    assert list(answer.body["fields"]) == ["text[6:4]", "text[7:1]", "text[8:11]"]
    assert list(answer.body["fields"].values()) == snapshot


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "text", "missing_field"),
        ({"text": GAME, "key": "k"}, "key", "unknown_field"),
        ({"text": 7}, "text", "invalid_value"),
        ({"text": None}, "text", "invalid_value"),
        ({"text": ""}, "text[1:1]", "invalid_value"),
        ({"text": "\n".join(GAME.replace("Ben", f"B{n}") for n in range(24))}, "text", "invalid_value"),
        ({"text": GAME.replace("deals: A", "paper: A 100").partition("1.")[0]}, "text", "invalid_value"),
    ],
)
def test_what_is_no_table_is_refused(api: Api, body: dict[str, Any], field: str, code: str) -> None:
    with nothing_written():
        answer = api.post("tables/import/", body)
    assert (answer.status, answer.code, list(answer.body["fields"])) == (400, code, [field])


def test_a_later_game_may_have_other_players(api: Api) -> None:
    answer = api.post("tables/import/", {"text": GAME + "\n" + GAME.replace("Ben", "Cleo")})
    assert answer.status == 201, answer.body
    assert [game["rounds"][0]["points"] for game in answer.body["games"]] == [
        {"Ann": 13, "Ben": 0},
        {"Ann": 13, "Cleo": 0},
    ]
    audit()


def test_tables_are_not_made_without_end(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.RATES, "start", ((1, 3600),))
    assert api.post("tables/import/", {"text": GAME}).status == 201
    with nothing_written():
        assert api.post("tables/import/", {"text": GAME}).code == "too_many_requests"


@pytest.mark.parametrize(
    ("path", "allowed"), [("tables/import/", "POST, OPTIONS"), ("notation/", "GET, HEAD, OPTIONS")]
)
def test_nothing_else_can_be_done_there(friday: Sitting, path: str, allowed: str) -> None:
    address = path if path.startswith("tables/") else friday.path + path
    with nothing_written():
        answer = friday.owner.put(address, {"text": GAME})
    assert (answer.status, answer.headers["Allow"]) == (405, allowed)
