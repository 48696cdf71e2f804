"""API: starting and reading a table."""

import json
from typing import Any

import pytest
from django.test import override_settings

from games.models import AccessLink
from games.rules.presets import rule_set
from games.rules.ruleset import as_json
from games.selectors.access import hash_secret
from tests.api.kit import Api, Sitting, knock, nothing_written

START = {"players": ["Ann", "Ben"], "preset": "standard"}


def test_a_new_table_to_the_last_key(api: Api) -> None:
    answer = api.post("tables/", START | {"house_rules": {"target": 150}, "name": "  Friday   night "})
    assert answer.status == 201
    body = dict(answer.body)
    secrets = {role: body.pop(f"{role}_token") for role in ("owner", "score", "watch")}
    assert {role: body.pop(f"{role}_url") for role in secrets} == {
        role: f"http://testserver/j/{secret}/" for role, secret in secrets.items()
    }
    assert body == {
        "id": body["id"],
        "name": "Friday night",
        "strict": False,
        "revision": 1,
        "seats": [{"name": "Ann", "team": None}, {"name": "Ben", "team": None}],
        "games": [
            {
                "number": 1,
                "preset": "standard",
                "parameters": as_json(rule_set("standard", {"target": 150})),
                "rounds": [],
                "cumulative": {"Ann": 0, "Ben": 0},
                "boxes": {"Ann": 0, "Ben": 0},
                "over": False,
                "ended_by_hand": False,
                "needs_attention": [],
                "final": None,
            }
        ],
        "stakes": None,
        "questions": [],
        "open_again": [],
        "takeover": False,
        "next": {
            "game": 1,
            "round": 1,
            "dealer": "Ann",
            "first_to_act": "Ben",
            "active": ["Ann", "Ben"],
            "pairs": [],
            "knock_limit": 10,
        },
    }
    assert (answer.headers["ETag"], answer.headers["Cache-Control"]) == ('"1"', "no-store")
    assert Api(secrets["watch"]).get(answer.headers["Location"]).body == body


def test_secrets_are_shown_once_and_never_stored(six: Sitting) -> None:
    secrets = [six.started.body[f"{role}_token"] for role in ("owner", "score", "watch")]
    answers = [
        six.owner.get(six.path),
        six.owner.get(six.path + "links/"),
        six.owner.get(six.path + "entries/"),
        six.enter(7, knock(7, 20)),
        six.correct(7, knock(7, 21), 8),
    ]
    assert not any(secret in answer.raw.decode() for secret in secrets for answer in answers)
    stored = json.dumps(list(AccessLink.objects.values()), default=str)
    assert not any(secret in stored for secret in secrets)
    assert all(hash_secret(secret) in stored for secret in secrets)
    assert len(set(secrets)) == 3
    assert all(len(secret) == 32 for secret in secrets)


def test_links_lead_to_the_configured_address(api: Api) -> None:
    with override_settings(PUBLIC_URL="https://score.example"):
        body = api.post("tables/", START).body
    assert body["watch_url"] == f"https://score.example/j/{body['watch_token']}/"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_ginski_seats_two_to_four(api: Api, count: int) -> None:
    players = ["Ann", "Ben", "Cleo", "Dev"][:count]
    table = Sitting(players=players, preset="ginski")
    assert [seat["name"] for seat in table.read()["seats"]] == players
    deadwood = {name: 10 * seat for seat, name in enumerate(players)}
    answer = table.enter(1, {"ender": "Ann", "declared": "gin", "deadwood_after_layoffs": deadwood})
    assert answer.body["round"]["points"]["Ann"] == 25 + sum(deadwood.values())


@pytest.mark.parametrize(
    ("change", "code", "fields"),
    [
        ({"players": ["Ann"]}, "invalid_value", ["players"]),
        ({"players": []}, "invalid_value", ["players"]),
        ({"players": ["Ann", "Ben", "Cleo"]}, "invalid_value", ["players"]),
        ({"players": [f"P{n}" for n in range(13)]}, "invalid_value", ["players"]),
        ({"players": "Ann, Ben"}, "invalid_value", ["players"]),
        ({"players": {"0": "Ann"}}, "invalid_value", ["players"]),
        ({"players": ["Ann", 7]}, "invalid_value", ["players"]),
        ({"players": ["Ann", "Ann"]}, "invalid_value", ["players[1]"]),
        ({"players": ["", " "]}, "invalid_value", ["players[0]", "players[1]"]),
        ({"preset": "nope"}, "unknown_preset", ["preset"]),
        ({"preset": 7}, "unknown_preset", ["preset"]),
        ({"strict": "yes"}, "invalid_value", ["strict"]),
        ({"strict": None}, "invalid_value", ["strict"]),
        ({"name": 0}, "invalid_value", ["name"]),
        ({"name": None}, "invalid_value", ["name"]),
        ({"name": "x" * 61}, "invalid_value", ["name"]),
        ({"name": " "}, "invalid_value", ["name"]),
        ({"name": "a\u0007b", "players": ["a\u0007b", "Ben"]}, "invalid_value", ["players[0]", "name"]),
        ({"house_rules": []}, "invalid_value", ["house_rules"]),
        ({"house_rules": None}, "invalid_value", ["house_rules"]),
        ({"house_rules": {"seating": "teams"}}, "invalid_value", ["players"]),
        ({"preset": "partnership_6", "players": [f"P{n}" for n in range(7)]}, "invalid_value", ["players"]),
        ({"preset": "cutthroat"}, "invalid_value", ["players"]),
    ],
)
def test_what_no_table_can_be_started_with(
    api: Api, change: dict[str, Any], code: str, fields: list[str] | None
) -> None:
    with nothing_written():
        answer = api.post("tables/", START | change)
    assert (answer.status, answer.code) == (400, code)
    assert list(answer.body["fields"]) == (fields or ["players"])


@pytest.mark.parametrize(
    ("house_rules", "code"),
    [
        ({"nope": 1}, "unknown_parameter"),
        ({"target": -1}, "invalid_value"),
        ({"target": "100"}, "invalid_value"),
        ({"target": 10**30}, "invalid_value"),
        ({"knock_limit": 200}, "invalid_value"),
        ({"gin_bonus": None}, "invalid_value"),
        ({"rank_values": [1] * 12}, "invalid_value"),
        ({"double_suits": ["x"]}, "invalid_value"),
        ({"double_suits": {"s": 1}}, "invalid_value"),
        ({"game_bonus": ["target"]}, "invalid_value"),
        ({"seats": {"min": 2}}, "invalid_value"),
        ({"shutout": {}}, "invalid_value"),
    ],
)
def test_house_rules_that_cannot_be_are_faults(api: Api, house_rules: dict[str, Any], code: str) -> None:
    with nothing_written():
        answer = api.post("tables/", START | {"house_rules": house_rules})
    assert (answer.status, answer.code, [fault["code"] for fault in answer.body["faults"]]) == (400, code, [code])


def test_unknown_fields_are_refused_and_set_nothing(api: Api) -> None:
    for field in ("revision", "owner", "is_finished", "id", "public_id", "players "):
        with nothing_written():
            answer = api.post("tables/", START | {field: 7})
        assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "unknown_field", [field])


def test_missing_fields_are_named(api: Api) -> None:
    answer = api.post("tables/", {"name": "Friday"})
    assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "missing_field", ["players", "preset"])


def test_the_hundred_and_first_table_in_an_hour_has_to_wait(api: Api) -> None:
    with override_settings(RATES={"start": ((3, 3600),)}):
        assert [api.post("tables/", START).status for _ in range(3)] == [201, 201, 201]
        with nothing_written():
            answer = api.post("tables/", START)
            assert api.post("tables/", START | {"preset": "nope"}).status == 400
    assert (answer.status, answer.code) == (429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600


def test_a_table_that_did_not_move_is_304(six: Sitting, subtests: pytest.Subtests) -> None:
    for known in ['"7"', 'W/"7"', '"1", "7"', '"1",W/"7"', "*", ' "7" ']:
        with subtests.test(known=known):
            for method in ("GET", "HEAD"):
                answer = six.watch.send(method, six.path, If_None_Match=known)
                assert (answer.status, answer.raw, answer.headers["ETag"]) == (304, b"", '"7"')


@pytest.mark.parametrize("known", ['"6"', '"77"', "7", '"17"', 'W/"17"', '"a,7"', "", '"7'])
def test_a_table_that_moved_is_told_anew(six: Sitting, known: str) -> None:
    answer = six.watch.get(six.path, If_None_Match=known)
    assert (answer.status, answer.headers["ETag"]) == (200, '"7"')
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_every_token_reads_the_same(six: Sitting) -> None:
    bodies = [token.get(six.path).body for token in (six.owner, six.score, six.watch)]
    assert bodies[0] == bodies[1] == bodies[2]
