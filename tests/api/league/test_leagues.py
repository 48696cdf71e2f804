"""API: leagues: the list, creating one, settings, history, leaving, the archive, and the account."""

import json
from typing import Any

import pytest
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.api.league import examples_league as examples
from games.models import Account, Duty, League, LeagueEvent, Member, Office
from games.selectors.sharing.json_stream import archive_pieces
from games.selectors.sharing.league_archive import is_archived, league_archive
from tests.api.kit import Answer, Api, program
from tests.api.test_schema import without
from tests.leagues import Club, account, club
from tests.makers import gin, knock

NEW = {"name": "Tuesday Gin", "zone": "Europe/Berlin"}


@pytest.fixture
def olga(db: Any) -> Account:
    return account()


@pytest.fixture
def tuesday(db: Any) -> Club:
    return club()


def found(api: Api, key: str = "k", **more: Any) -> Answer:
    return api.post("leagues/", NEW | more, Idempotency_Key=key)


def path(of: Club, rest: str = "") -> str:
    return f"leagues/{of.league.public_id}/{rest}"


def test_the_examples_are_true(olga: Account) -> None:
    api = program(olga)
    answer = api.post("leagues/", examples.league_request.value, Idempotency_Key="k")
    assert [answer.status] == examples.league_response.status_codes
    volatile = ("id", "founded_at")
    assert set(answer.body) == set(examples.league_response.value)
    assert without(answer.body, *volatile) == without(examples.league_response.value, *volatile)
    at = answer.headers["Location"]
    assert api.put(at, examples.settings_request.value).body["place"] == "The Goose"
    added = api.post(f"{at}members/", examples.members_request.value)
    assert [member["name"] for member in added.body["members"]] == ["Ann", "Ben", "Cleo", "Dan"]
    ann = added.body["members"][0]["id"]
    assert api.put(f"{at}members/{ann}/", examples.rename_request.value).body["name"] == "Ann Miller"
    invited = api.post(f"{at}offices/invitations/", examples.invitation_request.value, Idempotency_Key="k")
    assert (invited.status, invited.body["duty"]) == (201, "referee")
    assert api.post(f"{at}places/", examples.place_request.value).body["name"] == "Table 1"


# --- Founding -------------------------------------------------------------------------------------------------------


def test_a_league_is_founded_once_under_a_key(olga: Account) -> None:
    first, again, other = (found(program(olga), key) for key in ("k", "k", "other"))
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert other.body["id"] != first.body["id"]
    assert first.body["mine"] == {"duties": ["organizer"], "member": None}


def test_keys_of_two_accounts_are_two(olga: Account) -> None:
    mine, hers = found(program(olga)), found(program(account("Eve")))
    assert (mine.status, hers.status) == (201, 201)
    assert mine.body["id"] != hers.body["id"]


def test_who_has_no_office_any_more_founds_nothing_under_the_old_key(olga: Account) -> None:
    found(program(olga))
    Office.objects.update(account=account("Eve"))
    answer = found(program(olga))
    assert (answer.status, answer.code, League.objects.count()) == (422, "idempotency_key_reused", 1)


def test_a_key_cannot_pretend_that_a_league_was_imported(olga: Account) -> None:
    assert found(program(olga), "archive:1:x").status == 201
    assert not is_archived(League.objects.get())


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (NEW | {"zone": "Europe/Atlantis"}, "invalid_value", "zone"),
        (NEW | {"zone": ["UTC"]}, "invalid_value", "zone"),
        (NEW | {"name": "x" * 61}, "invalid_value", "name"),
        (NEW | {"name": 7}, "invalid_value", "name"),
        (NEW | {"place": "a\u202eb"}, "invalid_value", "place"),
        (NEW | {"place": None}, "invalid_value", "place"),
        (NEW | {"public": "yes"}, "invalid_value", "public"),
        ({"name": "x"}, "missing_field", "zone"),
        (NEW | {"key": "k"}, "unknown_field", "key"),
    ],
)
def test_a_league_that_cannot_be(olga: Account, body: dict[str, Any], code: str, field: str) -> None:
    answer = program(olga).post("leagues/", body, Idempotency_Key="k")
    assert (answer.status, answer.code, list(answer.body["fields"])) == (400, code, [field])
    assert not League.objects.exists()


def test_founding_needs_a_key_and_a_token_that_manages(olga: Account) -> None:
    assert program(olga).post("leagues/", NEW).code == "idempotency_key_required"
    assert found(program(olga), "k" * 201).code == "idempotency_key_invalid"
    assert [found(program(olga, scope)).code for scope in ("read", "score")] == ["not_allowed"] * 2
    assert found(Api()).code == "not_authenticated"
    assert not League.objects.exists()


def test_only_so_many_leagues_are_one_accounts(olga: Account) -> None:
    League.objects.bulk_create(League(name="x", zone="UTC", key=f"k{n}", public_id=f"{n:016x}") for n in range(20))
    Office.objects.bulk_create(Office(league=league, account=olga, duty="organizer") for league in League.objects.all())
    assert found(program(olga), "21").code == "too_many"
    with override_settings(RATES={"start": ((1, 3600),)}):
        found(program(olga), "22")
        often = found(program(olga), "23")
    assert (often.status, often.code, int(often.headers["Retry-After"]) > 0) == (429, "too_many_requests", True)


# --- The list ---------------------------------------------------------------------------------------------------------


def test_the_list_has_ones_own_and_those_for_everybody(
    tuesday: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    hidden = found(program(account("Eve")), "k", name="Secret Gin").body["id"]
    ours = found(program(tuesday.organizer), "k", name="Our Gin").body["id"]
    olga, ann = program(tuesday.organizer, "read"), account("Ann")
    tuesday.members["Ann"].account = ann
    tuesday.members["Ann"].save()

    def ids_listed(api: Api, query: str = "") -> list[str]:
        return [league["id"] for league in api.get(f"leagues/{query}").body["leagues"]]

    assert ids_listed(olga) == [tuesday.league.public_id, ours]
    assert ids_listed(Api()) == ids_listed(program(account("Fay"))) == [tuesday.league.public_id]
    assert hidden not in ids_listed(olga)
    assert ids_listed(olga, "?name=OUR") == [ours]
    assert ids_listed(Api(), "?mine=true") == []
    assert ids_listed(program(ann), "?mine=true") == [tuesday.league.public_id]
    mine = program(ann).get("leagues/").body["leagues"][0]["mine"]
    assert mine == {"duties": [], "member": {"id": tuesday.members["Ann"].pk, "name": "Ann"}}
    with django_assert_max_num_queries(5):  # the token, leagues, offices, members
        olga.get("leagues/")


def test_pages_of_the_list_are_as_long_as_asked_and_have_all(tuesday: Club) -> None:
    api = program(tuesday.organizer)
    for number in range(4):
        found(api, f"k{number}", name=f"Gin & {number}")
    seen, query = [], "?limit=2&name=gin%20%26"
    while query:
        page = api.get(f"leagues/{query}").body
        assert len(page["leagues"]) <= 2
        seen += [league["name"] for league in page["leagues"]]
        query = page["next"]
    assert seen == [f"Gin & {number}" for number in range(4)]


def test_a_page_that_cannot_be(tuesday: Club, subtests: pytest.Subtests) -> None:
    for query, code, field in [
        ("?limit=0", "invalid_value", "limit"),
        ("?limit=501", "invalid_value", "limit"),
        ("?limit=", "invalid_value", "limit"),
        ("?after=-1", "invalid_value", "after"),
        ("?after=%D9%A1", "invalid_value", "after"),
        ("?after=1000000000", "invalid_value", "after"),
        ("?mine=perhaps", "invalid_value", "mine"),
        ("?mine=", "invalid_value", "mine"),
        ("?name=" + "x" * 201, "invalid_value", "name"),
        ("?page=2", "unknown_field", "page"),
    ]:
        with subtests.test(query=query, code=code, field=field):
            answer = program(tuesday.organizer).get(f"leagues/{query}")
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, code, [field])


def test_everything_wrong_with_a_query_is_said_at_once(tuesday: Club) -> None:
    answer = program(tuesday.organizer).get("leagues/?limit=0&page=2&mine=perhaps")
    assert (answer.code, set(answer.body["fields"])) == ("unknown_field", {"page", "limit", "mine"})


# --- One league -------------------------------------------------------------------------------------------------------


def test_settings_are_the_organizers(tuesday: Club) -> None:
    changed = {"name": "Wednesday Gin", "place": "", "zone": "UTC", "public": False}
    answer = program(tuesday.organizer).put(path(tuesday), changed)
    assert {name: answer.body[name] for name in changed} == changed
    referee = tuesday.official(Duty.REFEREE).account
    assert referee
    assert program(referee).put(path(tuesday), changed).code == "not_your_duty"
    assert program(tuesday.organizer, "score").put(path(tuesday), changed).code == "not_allowed"
    last = program(tuesday.organizer).get(path(tuesday, "history/?limit=500")).body["history"][-1]
    assert (last["kind"], last["by"]) == ("league_changed", "Olga")


def test_the_history_goes_on_where_a_page_ends(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    api = program(tuesday.organizer, "read")
    first = api.get(path(tuesday, "history/?limit=2")).body
    rest = api.get(path(tuesday, f"history/{first['next']}")).body
    kinds = list(LeagueEvent.objects.filter(season=None).order_by("pk").values_list("kind", flat=True))
    assert [one["kind"] for one in first["history"] + rest["history"]] == kinds[:4]
    assert first["history"][0]["text"] == snapshot


def test_who_leaves_is_out_and_the_last_organizer_stays(tuesday: Club) -> None:
    assert program(tuesday.organizer).post(path(tuesday, "leave/")).code == "last_organizer"
    ann = account("Ann")
    Member.objects.filter(pk=tuesday.members["Ann"].pk).update(account=ann)
    League.objects.update(public=False)
    api = program(ann)
    assert api.get(path(tuesday)).body["mine"]["member"]["name"] == "Ann"
    assert api.post(path(tuesday, "leave/"), {"now": True}).code == "unknown_field"
    assert api.post(path(tuesday, "leave/")).status == 204
    assert api.get(path(tuesday)).status == 404
    assert Member.objects.get(pk=tuesday.members["Ann"].pk).account is None


# --- The archive ------------------------------------------------------------------------------------------------------


def test_an_archive_makes_the_same_league_once(tuesday: Club) -> None:
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(1, 40), knock(0, 3, 20))
    response = program(tuesday.organizer).get(path(tuesday, "archive/"))
    assert program(tuesday.organizer, "score").get(path(tuesday, "archive/")).code == "not_allowed"
    assert response.headers["Content-Disposition"] == 'attachment; filename="league.json"'
    assert response.body == json.loads("".join(archive_pieces(league_archive(tuesday.league))))
    zita = program(account("Zita"))
    brought, again = (zita.send("POST", "leagues/import/", raw=response.raw) for _ in range(2))
    assert (brought.status, again.body, brought.headers["Location"]) == (
        201,
        brought.body,
        f"/api/v1/leagues/{brought.body['id']}/",
    )
    assert League.objects.count() == 2
    assert brought.body["mine"]["duties"] == ["organizer"]
    back = zita.get(f"leagues/{brought.body['id']}/archive/").body
    assert without(back, "id") == without(response.body, "id")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{}", "invalid_value"),
        (b"[]", "invalid_value"),
        (b"", "expected_object"),
        (b"{", "invalid_json"),
        (b'{"a": 1, "a": 1}', "duplicate_key"),
        (b"[" * 21 + b"]" * 21, "json_too_deep"),
        (b'{"a": "\\u0000"}', "invalid_value"),
        (b'{"a": NaN}', "invalid_json"),
        (b'{"format": "scorekeeper-league", "version": 1, "zone": "Europe/Atlantis"}', "invalid_value"),
    ],
)
def test_what_is_no_archive_imports_nothing(olga: Account, raw: bytes, code: str) -> None:
    answer = program(olga).send("POST", "leagues/import/", raw=raw)
    assert (answer.status, answer.code, League.objects.exists()) == (400, code, False)


def test_an_archive_may_be_larger_than_other_bodies_but_not_without_end(olga: Account) -> None:
    api = program(olga)
    assert api.send("POST", "leagues/import/", raw=b'{"a": "' + b"x" * 100_000 + b'"}').code == "invalid_value"
    assert api.send("POST", "leagues/import/", raw=b" " * (16 * 1024 * 1024 + 1)).code == "too_large"
    large = json.dumps(NEW | {"name": "x" * 70_000}).encode()
    assert api.send("POST", "leagues/", raw=large, Idempotency_Key="k").code == "too_large"


# --- The account ------------------------------------------------------------------------------------------------------


def test_an_account_is_told_to_its_tokens_and_renamed_by_those_that_manage(olga: Account) -> None:
    response = program(olga, "read").get("account/")
    assert (response.body["name"], response.body["email"], response.body["token"]["scope"]) == (
        "Olga",
        olga.email,
        "read",
    )
    assert "gin_" not in response.raw.decode()
    assert program(olga, "read").put("account/", {"name": "Eve"}).code == "not_allowed"
    assert program(olga).put("account/", {"name": "Olga  P."}).body["name"] == "Olga P."
    assert program(olga).put("account/", {"name": ""}).code == "invalid_value"
    assert Account.objects.get().name == "Olga P."


def test_tokens_are_listed_and_revoked_also_the_one_that_asks(olga: Account) -> None:
    read, manage = program(olga, "read"), program(olga)
    listed = read.get("account/tokens/?limit=1").body
    assert [token["scope"] for token in listed["tokens"]] == ["read"]
    listed = read.get(f"account/tokens/{listed['next']}").body["tokens"]
    assert [(token["scope"], token["good"]) for token in listed] == [("manage", True)]
    own = f"account/tokens/{listed[0]['id']}/"
    assert read.delete(own).code == "not_allowed"
    assert program(account("Eve")).delete(own).code == "not_found"
    assert manage.delete(own).status == 204
    assert manage.get("account/").code == "invalid_token"
    assert [token["good"] for token in read.get("account/tokens/").body["tokens"]] == [True, False]


def test_a_token_makes_no_token(olga: Account) -> None:
    answer = program(olga).post("account/tokens/", {"label": "x", "scope": "read", "days": 7})
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
