"""League pages: the list, creating one, its page, organizers, the room, and links."""

import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import (
    Account,
    Device,
    Duty,
    League,
    LeagueEvent,
    LeagueLink,
    LeaguePass,
    LinkTarget,
    Member,
    Office,
    Place,
    Season,
)
from games.services.devices import make_device
from games.services.league.leagues import ensure_link, league_link
from games.services.league.members import add_members
from games.services.league.offices import invite
from games.services.league.places import add_place, tablet_link
from tests.leagues import Club, account, club
from tests.views.league_people import as_account, browser, member, official, organizer, secret
from tests.views.people import PASSWORD, person, send
from tests.views.reading import forms, head, is_refusal, says, shown, submit, text


@pytest.fixture
def tuesday() -> Club:
    return club("Ann", "Ben")


def at(tuesday: Club, rest: str = "") -> str:
    return f"/l/{tuesday.league.public_id}/{rest}"


def hidden(tuesday: Club) -> None:
    League.objects.filter(pk=tuesday.league.pk).update(public=False)


# --- The list --------------------------------------------------------------------------------------------------------


def test_public_leagues_are_listed_after_ones_memberships(tuesday: Club) -> None:
    other = club("Cleo")
    League.objects.filter(pk=other.league.pk).update(name="Aces of Bern", public=False)
    page = browser().get("/leagues/")
    assert (says(page, "Tuesday Gin"), says(page, "Aces of Bern"), says(page, "Your leagues")) == (True, False, False)
    for client in (organizer(other), member(other, "Cleo")):
        page = client.get("/leagues/")
        assert says(page, "Your leagues")
        assert text(page).index("Aces of Bern") < text(page).index("Tuesday Gin")
    assert says(organizer(other).get("/leagues/"), "The Swan \u00b7 Your role: organizer")


def test_a_phone_whose_link_is_off_has_no_league(tuesday: Club) -> None:
    hidden(tuesday)
    client = member(tuesday, "Ann")
    LeagueLink.objects.update(revoked_at=tuesday.league.created_at)
    assert not says(client.get("/leagues/"), "Tuesday Gin")
    assert client.get(at(tuesday)).status_code == 404


# --- Founding --------------------------------------------------------------------------------------------------------


def test_signing_up_for_a_league_leads_to_its_form(settings: Any) -> None:
    settings.SENDS_MAIL = False
    client = browser()
    link = re.search(r'href="(/account/signup/[^"]*)">Create a league', client.get("/leagues/").content.decode())
    assert link
    form = forms(client.get(link[1]))["account/signup/"]
    answer = submit(client, form, name="Olga", email="olga@example.org", password1=PASSWORD)
    assert answer["Location"] == "/leagues/new/"
    # With an account it is one step.
    assert 'href="/leagues/new/">Create a league' in client.get("/leagues/").content.decode()


def test_founding_a_league_requires_a_login_and_returns_to_the_form(snapshot: SnapshotAssertion) -> None:
    olga = person("olga@example.org", "Olga")
    client = browser()
    answer = client.get("/leagues/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/?next=%2Fleagues%2Fnew%2F")
    answer = submit(
        client, forms(client.get(answer["Location"]))["account/login/"], login=olga.account.email, password=PASSWORD
    )
    assert answer["Location"] == "/leagues/new/"
    form = forms(client.get("/leagues/new/"))["leagues/new/"]
    for _ in range(2):  # a second tap
        answer = submit(client, form, name=" Tuesday   Gin ", place="The Swan", zone="Europe/Berlin")
    league = League.objects.get()
    assert answer["Location"] == f"/l/{league.public_id}/"
    assert (league.name, league.place, league.zone, league.public) == (
        "Tuesday Gin",
        "The Swan",
        "Europe/Berlin",
        False,
    )
    page = client.get(answer["Location"])
    assert shown(page, ".club .mine") == snapshot
    assert shown(page, ".club + .card p") == snapshot
    assert says(page, "Add members") and not says(page, "Add them above")


def test_a_league_that_cannot_be_is_not_founded(subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    for typed, where in [
        ({"name": ""}, "#name-error"),
        ({"name": "x" * 61}, "#name-error"),
        ({"place": "\u202e"}, "#place-error"),
        ({"zone": "Mars/Olympus"}, "#zone-error"),
        ({"other_zone": "../../etc"}, "#zone-error"),
        ({"key": ""}, "[role=alert]"),
    ]:
        with subtests.test(typed=typed, where=where):
            client = as_account(account())
            form = forms(client.get("/leagues/new/"))["leagues/new/"]
            answer = submit(client, form, **({"name": "Gin", "zone": "UTC"} | typed))
            assert (answer.status_code, League.objects.count()) == (400, 0)
            assert shown(answer, where) == snapshot


def test_any_time_zone_may_be_typed_and_the_servers_is_picked(settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    client = as_account(account())
    page = client.get("/leagues/new/")
    assert text(page).count("<option selected>") == 1
    assert "<option selected>Europe/Berlin</option>" in text(page)
    assert '<option value="America/Bogota"></option>' in text(page)
    submit(client, forms(page)["leagues/new/"], name="Gin", zone="UTC", other_zone="America/Bogota", public="yes")
    league = League.objects.get()
    assert (league.zone, league.public) == ("America/Bogota", True)


def test_the_settings_change_a_league(tuesday: Club) -> None:
    client = organizer(tuesday)
    form = forms(client.get(at(tuesday, "settings/")))[at(tuesday, "settings/")[1:]]
    assert (form.fields["name"], form.fields["public"]) == ("Tuesday Gin", "yes")
    answer = submit(client, form, name="Wednesday Gin", public="", zone="UTC")
    assert answer["Location"] == at(tuesday)
    league = League.objects.get()
    assert (league.name, league.public, league.zone) == ("Wednesday Gin", False, "UTC")
    assert submit(client, form, name="").status_code == 400


# --- Its page --------------------------------------------------------------------------------------------------------


def test_a_league_shows_its_seasons_members_and_officials(tuesday: Club) -> None:
    official(tuesday, Duty.REFEREE)
    page = browser().get(at(tuesday))
    for sentence in ("Tuesday Gin", "The Swan", "Autumn", "Gin rummy \u00b7 No matches yet", "Ann", "Ben"):
        assert says(page, sentence)
    assert says(page, "Olga (organizer) and Rita (referee)")
    assert not says(page, "Manage league")
    assert not says(page, "You're playing")
    Season.objects.update(closed_at=tuesday.league.created_at)
    assert says(browser().get(at(tuesday)), "Earlier seasons")


def test_member_sees_their_own_place(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    page = member(tuesday, "Ann").get(at(tuesday))
    assert shown(page, ".club .mine") == snapshot
    assert says(page, "You're playing")
    assert says(page, "Leave the league")


def test_matches_are_counted_as_they_are_played(tuesday: Club) -> None:
    from tests.makers import gin

    first = tuesday.match("Ann", "Ben")
    tuesday.match("Ann", "Ben")
    tuesday.match("Ann")  # a bye
    assert says(browser().get(at(tuesday)), "0 of 2 matches played")
    tuesday.play(first, tuesday.phone("Ann"), gin(0, 99))
    first.refresh_from_db()
    assert first.state == "played"
    assert says(browser().get(at(tuesday)), "1 of 2 matches played")


# --- Who runs it -----------------------------------------------------------------------------------------------------


def test_offices_are_given_taken_and_handed_over(tuesday: Club) -> None:
    client = organizer(tuesday)
    page = client.get(at(tuesday, "offices/"))
    form = forms(page)[at(tuesday, "offices/")[1:]]
    assert [button[1] for button in form.buttons] == ["organizer", "referee", "scorer"]
    for _ in range(2):  # a second tap
        assert submit(client, form, duty="referee").status_code == 302
    link = LeagueLink.objects.get()
    assert f"/k/{secret(link)}/" in text(client.get(at(tuesday, "offices/")))
    assert client.post(at(tuesday, "offices/"), {"duty": "king", "key": "k"}).status_code == 400

    rita = account("Rita")
    answer = as_account(rita).post(f"/k/{secret(link)}/")
    assert (answer["Location"], rita.offices.get().duty) == (at(tuesday), "referee")
    answer = client.post(at(tuesday, f"offices/{tuesday.league.offices.get(account=tuesday.organizer).pk}/end/"))
    assert is_refusal(answer, "last_organizer", name="Tuesday Gin")
    answer = client.post(at(tuesday, "offices/hand-over/"), {"to": str(rita.pk)})
    assert answer["Location"] == at(tuesday)
    assert client.get(at(tuesday, "offices/")).status_code == 403
    assert sorted(rita.offices.values_list("duty", flat=True)) == ["organizer", "referee"]


def test_a_league_is_handed_to_nobody_who_is_not_there(tuesday: Club, subtests: pytest.Subtests) -> None:
    for to in ["", "x", "-1", "0", "9" * 30, "\u0663"]:
        with subtests.test(to=to):
            assert organizer(tuesday).post(at(tuesday, "offices/hand-over/"), {"to": to}).status_code == 404


def test_leaving_needs_confirmation_and_the_last_organizer_is_warned(
    tuesday: Club, snapshot: SnapshotAssertion
) -> None:
    client = organizer(tuesday)
    page = client.get(at(tuesday, "leave/"))
    assert shown(page, "h1") == snapshot
    answer = submit(client, forms(page)[at(tuesday, "leave/")[1:]])
    assert is_refusal(answer, "last_organizer", name="Tuesday Gin")
    phone = member(tuesday, "Ann")
    assert phone.post(at(tuesday, "leave/"))["Location"] == "/leagues/"
    assert shown(phone.get(at(tuesday)), ".club .mine") == []


def test_an_account_that_is_the_only_organizer_cannot_be_deleted() -> None:
    olga = person("olga@example.org", "Olga")
    client = olga.browser()
    form = forms(client.get("/leagues/new/"))["leagues/new/"]
    submit(client, form, name="Gin", zone="UTC")
    send(client, "/account/reauthenticate/", password=PASSWORD)
    answer = send(client, "/account/delete/")
    assert is_refusal(answer, "last_organizer", name="Gin")
    assert Account.objects.count() == 1


# --- The room --------------------------------------------------------------------------------------------------------


def test_tables_of_the_room_are_added_renamed_and_taken_away(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = organizer(tuesday)
    form = forms(client.get(at(tuesday, "places/")))[at(tuesday, "places/")[1:]]
    assert submit(client, form, name="Table 1").status_code == 302
    answer = submit(client, form, name="table 1")
    assert is_refusal(answer, "name_taken", name="Table 1")
    assert submit(client, form, name="").status_code == 400
    place = Place.objects.get()
    one = at(tuesday, f"places/{place.pk}/")
    assert client.post(f"{one}rename/", {"name": "By the window"}).status_code == 302
    answer = client.post(f"{one}rename/", {"name": "\u202e"})
    assert answer.status_code == 400
    assert shown(answer, f"#name-{place.pk}-error") == snapshot
    assert client.post(f"{one}tablet/").status_code == 302
    assert f"/k/{secret(LeagueLink.objects.get())}/" in text(client.get(at(tuesday, "places/")))
    assert client.post(f"{one}remove/").status_code == 302
    assert (Place.objects.count(), client.post(f"{one}remove/").status_code) == (0, 404)


# --- What links open -------------------------------------------------------------------------------------------------


def everything() -> list[object]:
    models = (Device, LeaguePass, LeagueLink, Office, Member, LeagueEvent)
    return [list(model.objects.order_by("pk").values()) for model in models]


def opened(tuesday: Club) -> dict[str, LeagueLink]:
    """A link of every kind."""
    place = add_place(access=tuesday.access, name="Table 1")
    return {
        "league": league_link(access=tuesday.access),
        "member": ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ann"]),
        "office": invite(access=tuesday.access, duty=Duty.REFEREE, key="k"),
        "place": tablet_link(access=tuesday.access, place_id=place.pk),
    }


@pytest.mark.parametrize("kind", ["league", "member", "place"])
def test_a_link_changes_nothing_until_its_button_is_pressed(
    tuesday: Club, kind: str, snapshot: SnapshotAssertion
) -> None:
    hidden(tuesday)
    link = opened(tuesday)[kind]
    address, before, client = f"/k/{secret(link)}/", everything(), browser()
    for answer in (client.get(address, headers={"Purpose": "prefetch"}), client.head(address)):
        assert (answer.status_code, answer["Referrer-Policy"], answer["X-Robots-Tag"]) == (
            200,
            "no-referrer",
            "noindex",
        )
        assert "device" not in answer.cookies
    assert everything() == before
    page = client.get(address)
    assert shown(page, "main h1, main button") == snapshot
    answer = submit(client, forms(page)[address[1:]])
    assert (answer.status_code, answer["Location"]) == (302, "/tablet/" if kind == "place" else at(tuesday))
    assert secret(link) not in str(answer.headers) + answer.cookies["device"].value
    assert shown(client.get(at(tuesday)), ".club") == snapshot


def test_invitation_to_an_office_redirects_to_the_login_and_back(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    hidden(tuesday)
    rita, client = person("rita@example.org", "Rita"), browser()
    link = opened(tuesday)["office"]
    page = client.get(f"/k/{secret(link)}/")
    assert shown(page, "h1") == snapshot
    assert says(page, "You need an account")
    visited = [submit(client, forms(page)[f"k/{secret(link)}/"])["Location"]]
    visited.append(client.get(visited[-1])["Location"])
    form = forms(client.get(visited[-1]))["account/login/"]
    visited.append(submit(client, form, login="rita@example.org", password=PASSWORD)["Location"])
    assert [secret(link) in address for address in visited] == [False] * 3
    page = client.get(visited[-1])
    assert shown(page, "h1 ~ p") == snapshot
    answer = submit(client, forms(page)[visited[-1][1:]])
    assert (answer["Location"], rita.account.offices.get().duty) == (at(tuesday), "referee")
    assert client.get(visited[-1]).status_code == 410
    assert browser().get(f"/k/{secret(link)}/").status_code == 410


def test_invitation_is_not_found_without_having_opened_it(tuesday: Club) -> None:
    link = opened(tuesday)["office"]
    client = as_account(account("Eve"))
    for address in (f"office/{link.pk}/", "office/0/", f"office/{10**30}/"):
        assert client.get(at(tuesday, address)).status_code == 404
        assert client.post(at(tuesday, address)).status_code == 404
    assert Office.objects.count() == 1


@pytest.mark.parametrize("tie", [True, False])
def test_a_claim_ties_the_account_only_where_the_button_says_so(
    tuesday: Club, tie: bool, snapshot: SnapshotAssertion
) -> None:
    link, mail = opened(tuesday)["member"], account("Ann")
    client = as_account(mail)
    page = client.get(f"/k/{secret(link)}/")
    assert says(page, "Yes, on every device where I log in")
    submit(client, forms(page)[f"k/{secret(link)}/"], **({"account": "yes"} if tie else {}))
    assert Member.objects.get(name="Ann").account == (mail if tie else None)
    mine = shown(client.get(at(tuesday)), ".club .mine")
    assert mine == snapshot
    assert shown(as_account(mail).get(at(tuesday)), ".club .mine") == (mine if tie else [])


def test_wrong_links_are_counted(tuesday: Club, settings: Any) -> None:
    settings.RATES = settings.RATES | {"wrong_link": ((3, 10**9),)}
    client = browser()
    assert [client.get(f"/k/guess{n}/").status_code for n in range(5)] == [404, 404, 404, 429, 429]
    assert client.get(f"/k/{secret(opened(tuesday)['league'])}/").status_code == 200


def test_revoked_link_is_marked_and_the_organizer_stays_on_the_page(tuesday: Club) -> None:
    client, links = organizer(tuesday), opened(tuesday)
    pages = {
        "league": "links/",
        "member": f"members/{tuesday.members['Ann'].pk}/",
        "office": "offices/",
        "place": "places/",
    }
    for kind, link in links.items():
        answer = client.post(at(tuesday, f"links/{link.pk}/revoke/"))
        assert (answer.status_code, answer["Location"]) == (302, at(tuesday, pages[kind]))
        gone = browser().post(f"/k/{secret(link)}/")
        assert is_refusal(gone, "link_revoked")
    assert client.post(at(tuesday, "links/0/revoke/")).status_code == 404


def test_a_link_whose_secret_cannot_be_made_again_is_shown_without(tuesday: Club, settings: Any) -> None:
    opened(tuesday)
    client = organizer(tuesday)
    settings.SECRET_KEY = "another" * 10
    client.force_login(tuesday.organizer)
    for page in ("links/", "offices/", "places/", "members/codes/", f"members/{tuesday.members['Ann'].pk}/"):
        answer = client.get(at(tuesday, page))
        assert (page, answer.status_code, "/k/" in text(answer)) == (page, 200, False)


# --- Rights ----------------------------------------------------------------------------------------------------------

SEEN = ["", "leave/"]
MANAGED = ["settings/", "links/", "members/", "members/codes/", "offices/", "places/"]
BUTTONS = [
    *("settings/", "links/", "links/1/revoke/", "members/", "members/codes/", "offices/", "offices/hand-over/"),
    *("offices/1/end/", "places/", "places/1/rename/", "places/1/remove/", "places/1/tablet/"),
    *(f"members/{{ann}}/{what}/" for what in ("rename", "claim", "release", "merge", "part", "erase")),
]
OF_MEMBER = ["members/{ann}/"]
QUESTIONS = ["members/{ann}/erase/"]
ELSEWHERE = {"office/1/", "seasons/new/", "archive.json", "guide/", "players/1/", "rating/", "rating/1/"}
"""What has tests of its own."""


def test_every_address_of_these_pages_is_tried_here() -> None:
    from games.urls import league_urlpatterns

    number = re.compile(r"<int:(\w+)>")
    mine = {number.sub(lambda m: "{ann}" if m[1] == "member" else "1", str(p.pattern)) for p in league_urlpatterns}
    assert {*SEEN, *MANAGED, *BUTTONS, *OF_MEMBER, *QUESTIONS} == mine - ELSEWHERE


def kinds_of_people(tuesday: Club) -> dict[str, Any]:
    return {
        "referee": official(tuesday, Duty.REFEREE),
        "scorer": official(tuesday, Duty.SCORER, "Sam"),
        "player": member(tuesday, "Ann"),
        "of another league": organizer(club("Cleo")),
        "stranger": browser(),
    }


def bare(answer: Any) -> bytes:
    return re.sub(rb"[\w-]{64}", b"", answer.content)


def test_only_organizers_change_a_league(tuesday: Club) -> None:
    people = kinds_of_people(tuesday)
    before, ann = everything(), str(tuesday.members["Ann"].pk)
    fields = {"name": "Dan", "names": "Dan", "key": "k", "duty": "organizer", "zone": "UTC", "into": "1", "to": "1"}
    for who, client in people.items():
        for address in (*SEEN, *OF_MEMBER):
            assert (who, client.get(at(tuesday, address.format(ann=ann))).status_code) == (who, 200)
        for address in (*MANAGED, *QUESTIONS):
            assert (who, client.get(at(tuesday, address.format(ann=ann))).status_code) == (who, 403)
        for address in BUTTONS:
            answer = client.post(at(tuesday, address.format(ann=ann)), fields)
            assert (who, address, answer.status_code) == (who, address, 403)
    assert everything() == before


def test_a_league_that_is_not_for_everybody_is_not_there(tuesday: Club) -> None:
    people = kinds_of_people(tuesday)
    hidden(tuesday)
    before, ann = everything(), str(tuesday.members["Ann"].pk)
    for who in ("of another league", "stranger"):
        client = people[who]
        for address in (*SEEN, *OF_MEMBER, *MANAGED, *QUESTIONS):
            there = client.get(at(tuesday, address.format(ann=ann)))
            nowhere = client.get(f"/l/0123456789abcdef/{address.format(ann=ann)}")
            assert (who, address, there.status_code, nowhere.status_code) == (who, address, 404, 404)
            assert (bare(there), head(there)) == (bare(nowhere), head(nowhere))
        for address in (*BUTTONS, "leave/"):
            there = client.post(at(tuesday, address.format(ann=ann)))
            nowhere = client.post(f"/l/0123456789abcdef/{address.format(ann=ann)}")
            assert (who, address, there.status_code, bare(there) == bare(nowhere)) == (who, address, 404, True)
    assert everything() == before


def test_a_form_from_elsewhere_changes_nothing(tuesday: Club) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(tuesday.organizer)
    before, ann = everything(), str(tuesday.members["Ann"].pk)
    link = secret(ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ben"]))
    before = everything()
    for address in (*(at(tuesday, a.format(ann=ann)) for a in (*BUTTONS, "leave/")), "/leagues/new/", f"/k/{link}/"):
        assert (address, client.post(address, {"name": "Dan"}).status_code) == (address, 403)
    assert everything() == before


def test_pages_take_no_other_method(tuesday: Club) -> None:
    client = organizer(tuesday)
    for address in (*BUTTONS, *SEEN):
        ann = tuesday.members["Ann"].pk
        assert client.put(at(tuesday, address.format(ann=ann))).status_code == 405


# --- Queries ---------------------------------------------------------------------------------------------------------


def crowded(count: int) -> Club:
    """A club with so many of everything."""
    tuesday = club(*(f"Player {n}" for n in range(count)))
    for n in range(count):
        add_place(access=tuesday.access, name=f"Table {n}")
        invite(access=tuesday.access, duty=Duty.SCORER, key=f"k{n}")
        Office.objects.create(league=tuesday.league, account=account(f"Sam {n}"), duty=Duty.SCORER)
        ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members[f"Player {n}"])
        tablet_link(access=tuesday.access, place_id=Place.objects.latest("pk").pk)
    for n in range(count - 1):
        Season.objects.create(league=tuesday.league, name=f"Season {n}", preset="standard", pairing="free", key=f"s{n}")
    league_link(access=tuesday.access)
    return tuesday


@pytest.mark.parametrize("count", [1, 3])
def test_queries_of_pages_do_not_grow_with_rows(
    count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = crowded(count)
    client = organizer(tuesday)
    made = make_device(label="Phone")
    client.cookies["device"] = made.secret
    client.get("/leagues/")  # the session notes that it was seen
    ann = next(iter(tuesday.members.values())).pk
    pages = {
        "/leagues/": 8,  # session, account, device; offices, mine, others, how many others
        at(tuesday): 12,  # session, account, device; league, offices, member, passes; seasons, members, officials
        at(tuesday, "settings/"): 8,
        at(tuesday, "links/"): 13,  # and the link, the history with its members and accounts
        at(tuesday, "members/"): 10,
        at(tuesday, "members/codes/"): 11,
        at(tuesday, "offices/"): 13,  # and offices, members with accounts, invitations, one's own second step
        at(tuesday, "places/"): 11,  # and links, places
        at(tuesday, f"members/{ann}/"): 23,
    }
    fields = {}
    for page, number in pages.items():
        with django_assert_max_num_queries(number):
            fields[page] = client.get(page).status_code
    assert set(fields.values()) == {200}


def test_queries_of_the_list_do_not_grow_with_leagues(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    client = organizer(club("Ann"))
    for _ in range(2):
        club("Ben")
        client.get("/leagues/")
        with django_assert_max_num_queries(7):
            assert client.get("/leagues/").status_code == 200


@pytest.mark.slow
def test_league_is_limited_to_five_hundred_members(tuesday: Club) -> None:
    add_members(access=tuesday.access, names=[f"Player {n}" for n in range(498)])
    client = organizer(tuesday)
    assert says(client.get(at(tuesday)), "Player 497")
    answer = client.post(at(tuesday, "members/"), {"names": "One more"})
    assert is_refusal(answer, "too_many", what="members", most=500)
