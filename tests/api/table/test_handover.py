"""API: handing the scoring over to another device."""

from typing import Any

import pytest

from tests.api.kit import Api, Sitting

KEY = {"Idempotency_Key": "k"}


def test_the_owner_gets_a_new_token_and_the_old_ones_end(friday: Sitting) -> None:
    response = friday.owner.post(friday.path + "handover/", {}, **KEY)
    assert (response.status, response.headers["ETag"]) == (201, f'"{response.body["revision"]}"')
    assert friday.score.get(friday.path).code == "link_revoked"
    assert friday.watch.get(friday.path).status == 200
    fresh = Api(response.body["token"])
    assert fresh.put(friday.path + "stakes/", {"unit": "$", "point": 1}, If_Match='"2"').status == 200
    entry = friday.watch.get(friday.path + "entries/").body["entries"][1]
    assert {name: entry[name] for name in ("kind", "round", "facts", "entered_by")} == {
        "kind": "handover",
        "round": None,
        "facts": {"v": 1, "player": None, "previous_revision": None},
        "entered_by": "Owner",
    }


def test_a_retry_gets_the_lost_response(friday: Sitting) -> None:
    first, again = (friday.owner.post(friday.path + "handover/", None, **KEY) for _ in range(2))
    assert (first.status, again.status, again.headers["Idempotent-Replayed"]) == (201, 200, "true")
    assert {name: again.body[name] for name in ("revision", "token", "url")} == {
        name: first.body[name] for name in ("revision", "token", "url")
    }


def test_a_watcher_takes_over_where_players_may(friday: Sitting) -> None:
    path = friday.path + "handover/"
    assert friday.watch.post(path, {"player": "Ben"}, **KEY).code == "not_allowed"
    assert friday.watch.put(friday.path + "takeover/", {"takeover": True}).status == 403
    assert friday.owner.put(friday.path + "takeover/", {"takeover": True}).body["takeover"] is True
    response = friday.watch.post(path, {"player": "Ben"}, **KEY)
    assert response.status == 201
    assert Api(response.body["token"]).get(friday.path).body["takeover"] is True
    assert friday.score.get(friday.path).status == 410


@pytest.mark.parametrize("given", [{}, {"player": None}, {"player": "Cleo"}, {"player": 1}, {"player": ["Ben"]}])
def test_a_watcher_says_who_he_is(friday: Sitting, given: dict[str, Any]) -> None:
    friday.owner.put(friday.path + "takeover/", {"takeover": True})
    response = friday.watch.post(friday.path + "handover/", given, **KEY)
    assert (response.status, response.code) == (400, "invalid_value")
    assert friday.score.get(friday.path).status == 200


def test_a_handover_needs_a_key(friday: Sitting) -> None:
    assert friday.owner.post(friday.path + "handover/", {}).code == "idempotency_key_required"
