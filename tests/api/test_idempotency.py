"""API: each operation that needs an Idempotency-Key, apart from those at a table, keeps the whole promise."""

from typing import Any

import pytest

from games.api.schema import document
from games.models import LeagueEvent
from tests.api.league.test_leagues import NEW
from tests.api.season_kit import Run, run

LEAGUE, SEASON = "/api/v1/leagues/{public_id}/", "/api/v1/seasons/{public_id}/"
BEGUN = {"name": "Winter", "preset": "standard", "pairing": "free"}
FINALS = {"name": "Finals", "pairing": "knockout", "advance": 1}
BODIES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "/api/v1/leagues/": (NEW, NEW | {"name": "Other"}),
    LEAGUE + "offices/invitations/": ({"duty": "referee"}, {"duty": "scorer"}),
    LEAGUE + "seasons/": (BEGUN, BEGUN | {"name": "Spring"}),
    SEASON + "penalties/": ({"points": 1}, {"points": 2}),
    SEASON + "draw/": ({}, {"weeks": 2}),
    SEASON + "draw/script/": ({"text": "Ann - Ben"}, {"text": "Ann - Cleo"}),
    SEASON + "final-stage/": (FINALS, FINALS | {"name": "Other"}),
    SEASON + "matches/": ({"entrants": ["Ann", "Ben"]}, {"entrants": ["Ann", "Cleo"]}),
}


def test_these_are_all_that_need_a_key() -> None:
    needing = {
        path
        for path, operations in document()["paths"].items()
        for parameter in operations.get("post", {}).get("parameters", [])
        if parameter["name"] == "Idempotency-Key" and parameter.get("required")
    }
    assert {path for path in needing if "/tables/" not in path} == set(BODIES)


@pytest.mark.django_db
@pytest.mark.parametrize("path", BODIES)
def test_a_key_is_for_one_body(path: str) -> None:
    pairing = {"draw/": "round_robin", "final-stage/": "groups"}.get(path.removeprefix(SEASON), "free")
    at = run(pairing=pairing)
    if pairing == "groups":
        _play_groups(at)
    of = at.club.season if path.startswith(SEASON) else at.club.league
    api, url = at.organizer, path.format(public_id=of.public_id)
    body, other = (_with_ids(at, path, given) for given in BODIES[path])
    first, again = (api.post(url, body, Idempotency_Key="k") for _ in range(2))
    assert (first.status, again.status) == (201, 201)
    for answer in (first, again):
        answer.body.get("draw", {}).pop("revision", None)  # screens are told again, in case they missed it
    assert again.body == first.body
    events = LeagueEvent.objects.count()
    refused = api.post(url, other, Idempotency_Key="k")
    assert (refused.status, refused.code, LeagueEvent.objects.count()) == (422, "idempotency_key_reused", events)
    assert api.post(url, other, Idempotency_Key="l").status == 201


def _play_groups(at: Run) -> None:
    groups = {"written_groups": "Ann, Ben\nCleo, Dan"}
    assert at.organizer.post(f"{at.path}draw/", groups, Idempotency_Key="groups").status == 201
    for match in at.organizer.get(f"{at.path}matches/").body["matches"]:
        sides = [{"entrant": side["entrant"], "points": n} for side, n in zip(match["sides"], (90, 20), strict=True)]
        result = at.organizer.put(f"{at.path}matches/{match['number']}/result/", {"sides": sides})
        assert result.status == 200


def _with_ids(at: Run, path: str, body: dict[str, Any]) -> dict[str, Any]:
    if "entrants" in body:
        return {"entrants": [at.id_of(name) for name in body["entrants"]]}
    return body | {"entrant": at.id_of("Ann"), "reason": "Late"} if path.endswith("penalties/") else body
