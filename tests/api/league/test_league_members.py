"""API: the members of a league: add, rename, claim a name, merge two, remove."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Account, Duty, LeagueLink, Member
from games.selectors.league.league_access import league_link_by_secret
from games.services.league.leagues import revoke_league_link
from tests.api.kit import Answer, Api, program
from tests.leagues import Club, account, club
from tests.makers import gin


@pytest.fixture
def tuesday(db: Any) -> Club:
    return club()


@pytest.fixture
def api(tuesday: Club) -> Api:
    return program(tuesday.organizer)


def path(of: Club, rest: str = "", *, of_member: str = "") -> str:
    middle = f"members/{of.members[of_member].pk}/" if of_member else ""
    return f"leagues/{of.league.public_id}/{middle}{rest}"


def names(answer: Answer) -> list[str]:
    return [member["name"] for member in answer.body["members"]]


def test_the_list_is_paged_and_narrowed(
    tuesday: Club, api: Api, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = api.get(path(tuesday, "members/?limit=3"))
    assert names(first) == ["Ann", "Ben", "Cleo"]
    assert names(api.get(path(tuesday, f"members/{first.body['next']}"))) == ["Dan"]
    assert names(api.get(path(tuesday, "members/?name=N"))) == ["Ann", "Ben", "Dan"]
    etag = api.get(path(tuesday, "members/")).headers["ETag"]
    assert api.get(path(tuesday, "members/"), If_None_Match=etag).status == 304
    api.post(path(tuesday, "members/"), {"names": [f"Guest {number}" for number in range(30)]})
    with django_assert_max_num_queries(6):  # the token, the league, offices, the account's member, members
        assert len(names(api.get(path(tuesday, "members/")))) == 34


def test_all_are_added_or_none(tuesday: Club, api: Api) -> None:
    answer = api.post(path(tuesday, "members/"), {"names": [" Eve ", "Fay"]})
    assert (answer.status, names(answer)) == (201, ["Eve", "Fay"])
    for again in (["Gus", "EVE"], ["Gus", "gus"]):
        refused = api.post(path(tuesday, "members/"), {"names": again})
        assert (refused.status, refused.code) == (409, "name_taken")
    assert Member.objects.filter(name__iexact="gus").count() == 0
    Member.objects.filter(name="Fay").update(erased_at="2026-01-01T00:00:00Z")
    full = api.post(path(tuesday, "members/"), {"names": [f"Guest {number}" for number in range(496)]})
    assert (full.status, full.code, Member.objects.count()) == (409, "too_many", 6)


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ([], ["names"]),
        (["x"] * 501, ["names"]),
        ("Eve", ["names"]),
        (["Eve", "", 7, "a\u202eb"], ["names[1]", "names[2]", "names[3]"]),
    ],
)
def test_names_that_cannot_be(tuesday: Club, api: Api, facts: Any, fields: list[str]) -> None:
    answer = api.post(path(tuesday, "members/"), {"names": facts})
    assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "invalid_value", fields)


def test_a_member_is_renamed_and_it_is_told(tuesday: Club, api: Api) -> None:
    ann = path(tuesday, of_member="Ann")
    assert api.put(ann, {"name": "Ann Miller"}).body["name"] == "Ann Miller"
    assert api.put(ann, {"name": "Ben"}).code == "name_taken"
    assert api.put(ann, {"name": ""}).code == "invalid_value"
    history = Api().get(f"{ann}history/").body["history"]
    assert [one["kind"] for one in history] == ["member_added", "entered", "renamed"]
    assert Api().get(f"{ann}history/?limit=1").body["next"] == f"?after={history[0]['id']}&limit=1"


def test_a_claim_is_told_taken_up_and_taken_back(tuesday: Club, api: Api) -> None:
    ann, own = path(tuesday, of_member="Ann"), account("Ann")
    link = api.post(f"{ann}link/")
    assert (link.status, link.headers["Cache-Control"], link.body["opens"]) == (200, "no-store", "member")
    assert link.body["url"] == f"http://testserver/k/{link.body['secret']}/"
    assert api.post(f"{ann}link/").body == link.body
    response = api.get(path(tuesday, "links/?opens=member"))
    assert ([one["id"] for one in response.body["links"]], link.body["secret"] in response.raw.decode()) == (
        [link.body["id"]],
        False,
    )
    claimed = [take_up(own, link.body["secret"]) for _ in range(2)]
    assert [one.body["mine"]["member"]["name"] for one in claimed] == ["Ann", "Ann"]
    assert api.get(ann).body["claimed"] is True
    assert take_up(account("Eve"), link.body["secret"]).code == "name_taken"
    assert api.post(f"{ann}release/").body["claimed"] is False
    assert take_up(own, link.body["secret"]).code == "link_revoked"


def take_up(who: Account, secret: Any) -> Answer:
    return program(who).post("leagues/take-up/", {"secret": secret})


def test_everybody_gets_a_link_and_keeps_it(
    tuesday: Club, api: Api, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    anns = api.post(path(tuesday, "link/", of_member="Ann")).body["secret"]
    first = api.post(path(tuesday, "members/links/")).body["links"]
    with django_assert_max_num_queries(11):  # as many for any number of members: the transaction's are among them
        again = api.post(path(tuesday, "members/links/")).body["links"]
    assert [link["member"]["name"] for link in first] == ["Ann", "Ben", "Cleo", "Dan"]
    assert (first[0]["secret"], first) == (anns, again)
    known = [league_link_by_secret(link["secret"]) for link in first]
    assert all(known)
    assert LeagueLink.objects.count() == 4


def test_links_of_other_kinds_are_for_phones(tuesday: Club, api: Api) -> None:
    to_look = api.post(path(tuesday, "links/")).body
    place = api.post(path(tuesday, "places/"), {"name": "Table 1"}).body["id"]
    tablet = api.post(path(tuesday, f"places/{place}/link/")).body
    assert [link["opens"] for link in (to_look, tablet)] == ["league", "place"]
    for link in (to_look, tablet):
        refused = take_up(account("Eve"), link["secret"])
        assert (refused.status, refused.code) == (400, "invalid_value")
    assert [take_up(account("Eve"), secret).code for secret in ("x", "", "x" * 101, 7, None)] == [
        "not_found",
        "not_found",
        *["invalid_value"] * 3,
    ]


def test_two_members_are_one_and_two_again(tuesday: Club, api: Api) -> None:
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(1, 40))
    cleo, dan = tuesday.members["Cleo"].pk, tuesday.members["Dan"].pk
    merged = api.post(path(tuesday, "merge/", of_member="Dan"), {"into": cleo})
    assert (merged.body["id"], merged.body["merged"]) == (cleo, [{"id": dan, "name": "Dan"}])
    assert api.get(path(tuesday, of_member="Dan")).code == "not_found"
    assert names(api.get(path(tuesday, "members/"))) == ["Ann", "Ben", "Cleo"]
    assert api.post(path(tuesday, "part/", of_member="Dan")).body["name"] == "Dan"
    assert api.post(path(tuesday, "part/", of_member="Dan")).code == "not_found"
    assert api.get(path(tuesday, of_member="Cleo")).body["merged"] == []
    met = api.post(path(tuesday, "merge/", of_member="Ann"), {"into": tuesday.members["Ben"].pk})
    assert (met.status, met.code) == (409, "not_mergeable")
    for into in (0, "7", True, 2**31, None):
        assert api.post(path(tuesday, "merge/", of_member="Ann"), {"into": into}).code == "invalid_value"
    assert api.post(path(tuesday, "merge/", of_member="Ann"), {"into": 2**31 - 1}).code == "not_found"


def test_a_name_is_taken_out(tuesday: Club, api: Api) -> None:
    ann, rita = path(tuesday, of_member="Ann"), tuesday.official(Duty.REFEREE).account
    Member.objects.filter(pk=tuesday.members["Ann"].pk).update(account=rita)
    assert api.delete(ann).code == "holds_office"
    Member.objects.filter(pk=tuesday.members["Ann"].pk).update(account=None)
    assert api.delete(ann).status == 204
    assert api.delete(ann).code == "not_found"
    assert "Ann" not in api.get(path(tuesday, "members/")).raw.decode()


# --- Who runs it, and the room ----------------------------------------------------------------------------------------


def test_an_invitation_is_taken_up_once_and_the_office_ends(tuesday: Club, api: Api) -> None:
    invited, again = (
        api.post(path(tuesday, "offices/invitations/"), {"duty": "referee"}, Idempotency_Key="k") for _ in range(2)
    )
    assert (invited.status, again.body) == (201, invited.body)
    body = api.get(path(tuesday, "offices/")).body
    assert [link["id"] for link in body["invitations"]] == [invited.body["id"]]
    assert invited.body["secret"] not in str(body)
    rita = account("Rita")
    assert take_up(rita, invited.body["secret"]).body["mine"]["duties"] == ["referee"]
    assert take_up(account("Eve"), invited.body["secret"]).code == "link_revoked"
    body = api.get(path(tuesday, "offices/")).body
    assert [(one["name"], one["duty"], one["mine"]) for one in body["offices"]] == [
        ("Olga", "organizer", True),
        ("Rita", "referee", False),
    ]
    assert body["heirs"] == [{"account": rita.pk, "name": "Rita"}]
    first, second = (path(tuesday, f"offices/{office['id']}/") for office in body["offices"])
    assert api.delete(first).code == "last_organizer"
    assert api.delete(second).status == 204
    assert api.delete(second).code == "not_found"


def test_an_invitation_needs_a_key_and_a_duty(tuesday: Club, api: Api) -> None:
    to = path(tuesday, "offices/invitations/")
    assert api.post(to, {"duty": "referee"}).code == "idempotency_key_required"
    for duty in ("king", None, ["referee"]):
        assert api.post(to, {"duty": duty}, Idempotency_Key="k").code == "invalid_value"


def test_a_league_is_handed_over(tuesday: Club, api: Api) -> None:
    rita = tuesday.official(Duty.REFEREE).account
    assert rita
    for nobody in (account("Eve").pk, tuesday.organizer.pk):
        assert api.post(path(tuesday, "offices/hand-over/"), {"account": nobody}).code == "not_found"
    body = api.post(path(tuesday, "offices/hand-over/"), {"account": rita.pk}).body
    assert (body["mine"]["duties"], body["officials"]) == (
        [],
        [{"name": "Rita", "duty": "organizer"}, {"name": "Rita", "duty": "referee"}],
    )
    assert api.get(path(tuesday, "offices/")).code == "not_your_duty"


def test_a_room_has_tables(tuesday: Club, api: Api) -> None:
    made = api.post(path(tuesday, "places/"), {"name": "Table 1"})
    assert (made.status, made.body) == (201, {"id": made.body["id"], "name": "Table 1", "tablet": False})
    assert api.post(path(tuesday, "places/"), {"name": "table 1"}).code == "name_taken"
    place = path(tuesday, f"places/{made.body['id']}/")
    assert api.put(place, {"name": "By the window"}).body["name"] == "By the window"
    link = api.post(f"{place}link/").body
    assert (link["opens"], link["place"]["name"]) == ("place", "By the window")
    assert [one["tablet"] for one in api.get(path(tuesday, "places/")).body["places"]] == [True]
    assert api.delete(place).status == 204
    assert [api.delete(place).code, api.put(place, {"name": "x"}).code] == ["not_found"] * 2


def test_a_link_to_look_is_switched_off(tuesday: Club, api: Api) -> None:
    link = api.post(path(tuesday, "links/"))
    assert (link.status, api.post(path(tuesday, "links/")).body) == (200, link.body)
    off = api.delete(path(tuesday, f"links/{link.body['id']}/"))
    assert (off.status, bool(off.body["revoked_at"]), "secret" in off.body) == (200, True, False)
    assert api.delete(path(tuesday, f"links/{link.body['id']}/")).body == off.body
    assert api.post(path(tuesday, "links/")).body["id"] != link.body["id"]
    assert api.get(path(tuesday, "links/?opens=door")).code == "invalid_value"


def test_a_program_that_only_reads_is_told_no_secret(tuesday: Club, api: Api) -> None:
    """With one it could take up what its own scope does not allow."""
    secrets = [link["secret"] for link in api.post(path(tuesday, "members/links/")).body["links"]]
    secrets.append(api.post(path(tuesday, "links/")).body["secret"])
    invitation = api.post(path(tuesday, "offices/invitations/"), {"duty": "organizer"}, Idempotency_Key="k")
    secrets.append(invitation.body["secret"])
    reading = program(tuesday.organizer, "read")
    for rest in ("", "members/", "offices/", "links/", "places/", "history/"):
        response = reading.get(path(tuesday, rest))
        assert (response.status, [secret for secret in secrets if secret in response.raw.decode()]) == (200, [])
    assert take_up_reading(tuesday, invitation.body["secret"]).code == "not_allowed"


def take_up_reading(tuesday: Club, secret: str) -> Answer:
    return program(account("Eve"), "score").post("leagues/take-up/", {"secret": secret})


def test_a_link_that_was_switched_off_on_a_page_is_off_here(tuesday: Club, api: Api) -> None:
    link = api.post(path(tuesday, "link/", of_member="Ann")).body
    revoke_league_link(access=tuesday.access, link_id=link["id"])
    assert take_up(account("Ann"), link["secret"]).code == "link_revoked"
