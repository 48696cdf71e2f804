"""API: what an account's token can see and do in a league, depending on its scope."""

from typing import Any

import pytest

from games.models import ApiToken, Duty, League, Scope
from games.refusals import RefusedError
from games.selectors.account.api_tokens import demand_scope, limited_to_scope
from games.services.account.accounts import change_password
from tests.api.kit import Api, Sitting, program
from tests.leagues import Club, account, club


@pytest.fixture
def tuesday(db: Any) -> Club:
    """A league that nobody sees who has no part in it."""
    made = club()
    League.objects.update(public=False)
    return made


def path(of: Club) -> str:
    return f"leagues/{of.league.public_id}/"


def test_a_league_is_read_with_what_one_is_in_it(tuesday: Club) -> None:
    answer = program(tuesday.organizer, "read").get(path(tuesday))
    assert answer.status == 200
    assert (answer.body["id"], answer.body["name"], answer.body["public"]) == (
        tuesday.league.public_id,
        "Tuesday Gin",
        False,
    )
    assert answer.body["mine"] == {"duties": ["organizer"], "member": None}
    assert answer.body["officials"] == [{"name": "Olga", "duty": "organizer"}]


def test_what_did_not_change_is_not_sent_again(tuesday: Club) -> None:
    api = program(tuesday.organizer)
    etag = api.get(path(tuesday)).headers["ETag"]
    again = api.get(path(tuesday), If_None_Match=etag)
    assert (again.status, again.raw, again.headers["ETag"]) == (304, b"", etag)
    League.objects.update(place="The Goose")
    assert api.get(path(tuesday), If_None_Match=etag).body["place"] == "The Goose"


def test_a_league_of_others_is_nowhere(tuesday: Club) -> None:
    stranger = program(account("Eve"))
    there, nowhere = stranger.get(path(tuesday)), stranger.get("leagues/0123456789abcdef/")
    assert there.status == 404
    assert there.without_request_id == nowhere.without_request_id


def test_without_a_token_one_sees_what_is_for_everybodys_eyes(tuesday: Club) -> None:
    there, nowhere = Api().get(path(tuesday)), Api().get("leagues/0123456789abcdef/")
    assert (there.status, there.raw, there.headers["WWW-Authenticate"]) == (401, nowhere.raw, "Bearer")
    League.objects.update(public=True)
    for anybody in (Api(), program(account("Eve"), "read")):
        answer = anybody.get(path(tuesday))
        assert (answer.status, answer.body["mine"]) == (200, {"duties": [], "member": None})


def test_what_is_no_token_of_an_account_is_none_here(tuesday: Club) -> None:
    League.objects.update(public=True)
    for secret in (Sitting().started.body["owner_token"], "x", "gin_x"):
        response = Api(secret).get(path(tuesday))
        assert (response.status, response.code) == (401, "invalid_token")
    api = program(tuesday.organizer)
    assert api.get(path(tuesday)).status == 200
    change_password(account=tuesday.organizer)
    assert api.get(path(tuesday)).code == "invalid_token"


def test_a_cookie_opens_no_league(tuesday: Club) -> None:
    assert Api(Cookie="device=x; sessionid=y").get(path(tuesday)).status == 401


@pytest.mark.parametrize(
    ("scope", "allowed"),
    [("read", [True, False, False]), ("score", [True, True, False]), ("manage", [True, True, True])],
)
def test_scopes_hold_those_below_them(scope: str, allowed: list[bool]) -> None:
    found = []
    for need in Scope:
        try:
            demand_scope(ApiToken(scope=scope), need)
            found.append(True)
        except RefusedError as why:
            assert why.code == "not_allowed"
            found.append(False)
    assert found == allowed


def test_a_scoring_program_is_no_organizer(tuesday: Club) -> None:
    def duties(scope: Scope) -> set[Duty]:
        return set(limited_to_scope(tuesday.access, ApiToken(scope=scope)).duties)

    assert duties(Scope.SCORE) == {Duty.REFEREE}
    assert duties(Scope.MANAGE) == {Duty.ORGANIZER}
    sam = tuesday.official(Duty.SCORER, "Sam")
    assert set(limited_to_scope(sam, ApiToken(scope=Scope.SCORE)).duties) == {Duty.SCORER}
