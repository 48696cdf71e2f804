"""API: checking a seal, with a token that may see it, with another one, and without any."""

import pytest

from games.models import Account, Scope, Seal, SealKind
from games.rules.seals import format_seal, seal_of
from games.services.account.api_tokens import make_token
from games.services.season.season_close import close_season
from tests.api.kit import Api, Sitting, gin, knock
from tests.leagues import account, club
from tests.makers import gin as gin_declared


def token(owner: Account, scope: Scope) -> str:
    return make_token(account=owner, label="Program", scope=scope, days=90).secret


def the_seal(kind: str) -> str:
    return format_seal(Seal.objects.filter(kind=kind).latest("pk").seal)


def test_a_token_of_the_table_is_told_all_and_nobody_in_particular_the_state(friday: Sitting) -> None:
    friday.play(knock(7, 20), gin(95))
    seal = the_seal(SealKind.GAME)
    body = friday.watch.get(f"seals/{seal}/").body
    assert (body["seal"], body["kind"], body["state"]) == (seal, "game", "as_sealed")
    details = body["details"]
    assert (details["table"], details["game"], details["revision"]) == (friday.path.split("/")[1], 1, 3)
    assert (details["names"], details["changes"]) == ("as_sealed", [])
    assert format_seal(seal_of(details["sha256"])) == seal
    assert "It hasn't changed since it was sealed" in details["text"]
    nobody = Api().get(f"seals/{seal.lower()}/")
    assert (nobody.status, nobody.body) == (200, {"seal": seal, "kind": "game", "state": "as_sealed", "details": None})
    assert Sitting().watch.get(f"seals/{seal}/").body["details"] is None


def test_what_was_entered_since_is_listed(friday: Sitting) -> None:
    friday.play(knock(7, 20), gin(95))
    seal = the_seal(SealKind.GAME)
    undone = friday.owner.post(friday.path + "undo/", Idempotency_Key="u", If_Match='"3"')
    assert undone.status == 200
    body = friday.watch.get(f"seals/{seal}/").body
    assert body["state"] == "changed"
    assert [change["text"] for change in body["details"]["changes"]] == ["An entry was undone"]
    assert Api().get(f"seals/{seal}/").body["state"] == "changed"


@pytest.mark.parametrize(
    ("seal", "status", "code"),
    [
        ("K1DD-RKE7-T4AG-ZCRQ", 404, "not_found"),
        ("K1DD-RKE7-T4AG-ZCRP", 400, "invalid_value"),
        ("x", 400, "invalid_value"),
    ],
)
def test_what_is_unknown_and_what_is_no_seal(db: None, seal: str, status: int, code: str) -> None:
    answer = Api().get(f"seals/{seal}/")
    assert (answer.status, answer.code) == (status, code)


def test_a_token_that_is_no_good_is_as_none(friday: Sitting) -> None:
    friday.play(knock(7, 20), gin(95))
    for bad in ("gin_" + "x" * 40, "x"):
        assert Api(bad).get(f"seals/{the_seal(SealKind.GAME)}/").body["details"] is None


def test_a_season_is_told_to_who_sees_the_league(db: None) -> None:
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin_declared(0, 40))
    close_season(access=tuesday.access, season=tuesday.season)
    seal = the_seal(SealKind.SEASON)
    assert Api().get(f"seals/{seal}/").body["details"]["season"] == tuesday.season.public_id
    type(tuesday.league).objects.update(public=False)
    assert Api().get(f"seals/{seal}/").body["details"] is None
    assert Api(token(account("Otto"), Scope.MANAGE)).get(f"seals/{seal}/").body["details"] is None
    olga = Api(token(tuesday.organizer, Scope.READ)).get(f"seals/{seal}/").body
    assert all(name in olga["details"]["text"] for name in ("Autumn", "Tuesday Gin"))
