"""API: undo, swapping two players, and corrections that move a game's end."""

from typing import Any

import pytest

from tests.api.kit import Answer, Api, Sitting, knock


def mend(friday: Sitting, rest: str, seen: int | None, body: Any = None, **more: Any) -> Answer:
    match = {} if seen is None else {"If_Match": f'"{seen}"'}
    return friday.score.post(friday.path + rest, body, **match, **more)


@pytest.mark.usefixtures("audited")
def test_the_newest_entry_that_stands_is_taken_back_once(friday: Sitting) -> None:
    friday.play(knock(7, 20), knock(7, 30))
    first = mend(friday, "undo/", 3, Idempotency_Key="k")
    assert (first.status, first.body["games"][0]["cumulative"]) == (200, {"Ann": 13, "Ben": 0})
    again = mend(friday, "undo/", 3, Idempotency_Key="k")
    assert (again.status, again.headers["Idempotent-Replayed"], again.raw) == (200, "true", first.raw)
    assert mend(friday, "undo/", 3).code == "stale"
    assert mend(friday, "undo/", 2).body["games"][0]["cumulative"] == {"Ann": 0, "Ben": 0}
    kinds = [entry["kind"] for entry in friday.watch.get(friday.path + "entries/").body["entries"]]
    assert kinds == ["start", "round", "round", "undo", "undo"]
    assert mend(friday, "undo/", 1).code == "nothing_to_undo"


@pytest.mark.parametrize(("seen", "status", "code"), [(None, 428, "revision_required"), (1, 412, "stale")])
def test_an_undo_names_what_it_takes_back(friday: Sitting, seen: int | None, status: int, code: str) -> None:
    friday.play(knock(7, 20))
    refused = mend(friday, "undo/", seen)
    assert (refused.status, refused.code, friday.entries()) == (status, code, 2)


def test_two_players_change_places_and_their_rounds_with_them(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    swapped = mend(friday, "games/1/swap/", 2, {"players": ["Ben", "Ann"]})
    assert (swapped.status, swapped.body["games"][0]["cumulative"]) == (200, {"Ann": 0, "Ben": 13})
    assert mend(friday, "games/1/swap/", 2, {"players": ["Ben", "Ann"]}).headers["Idempotent-Replayed"] == "true"
    assert mend(friday, "games/2/swap/", 3, {"players": ["Ben", "Ann"]}).code == "wrong_game"
    for wrong in (["Ann"], ["Ann", "Eve"], "Ann", [1, 2], [[], {}]):
        assert mend(friday, "games/1/swap/", 3, {"players": wrong}).body["fields"].keys() == {"players"}
    assert mend(friday, "games/1/swap/", 3, {"players": ["Ann", "Ann"]}).code == "invalid_value"
    assert friday.entries() == 3


@pytest.mark.parametrize(("decision", "total"), [("void", 110), ("keep", 117)])
def test_rounds_after_the_end_are_struck_or_counted(friday: Sitting, decision: str, total: int) -> None:
    friday.play(knock(5, 60), knock(5, 30), knock(5, 12))
    seen = friday.read()["games"][0]["rounds"][1]["revision"]
    assert friday.correct(2, knock(5, 60), seen).status == 200
    table = friday.read()
    assert [line["after_game_end"] for line in table["games"][0]["rounds"]] == [False, False, True]
    assert mend(friday, "games/1/after-end/", table["revision"], {"decision": "maybe"}).code == "invalid_value"
    decided = mend(friday, "games/1/after-end/", table["revision"], {"decision": decision})
    game = decided.body["games"][0]
    assert (decided.status, game["over"], game["cumulative"]["Ann"]) == (200, True, total)
    again = mend(friday, "games/1/after-end/", table["revision"], {"decision": decision})
    assert (again.status, again.headers["Idempotent-Replayed"]) == (200, "true")
    nothing = mend(friday, "games/1/after-end/", decided.body["revision"], {"decision": decision}, Idempotency_Key="x")
    assert nothing.code == "game_not_finished"


def test_the_owner_takes_the_table_along(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    response = friday.owner.get(friday.path + "archive/")
    assert (response.body["id"], [entry["kind"] for entry in response.body["entries"]]) == (
        friday.id,
        ["start", "round"],
    )
    assert friday.score.get(friday.path + "archive/").code == "not_allowed"
    assert Api().get(friday.path + "archive/").status == 401
