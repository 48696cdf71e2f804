"""Pages of a league's members and a season's entrants."""

import re
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.forms.league.members_form import read_members
from games.models import Duty, Entrant, LeagueEvent, LeagueLink, MatchSide, Member, Season, Teammate
from games.selectors.season.league_dates import date_in_league
from games.services.league import members as services
from games.services.league.member_merge import merge_members
from games.services.league.members import claim_links
from games.services.season.entrants import join_team, make_team, withdraw
from games.wording.league.league_history import event_text
from tests.leagues import Club, club
from tests.makers import gin
from tests.views.league_people import browser, member, official, organizer, secret
from tests.views.reading import forms, is_refusal, says, shown, submit, text, words


@pytest.fixture
def tuesday() -> Club:
    return club("Ann", "Ben", "Cleo")


def at(tuesday: Club, rest: str = "") -> str:
    return f"/l/{tuesday.league.public_id}/members/{rest}"


def of(tuesday: Club, name: str, rest: str = "") -> str:
    return at(tuesday, f"{tuesday.members[name].pk}/{rest}")


def names() -> list[str]:
    return [row.name for row in Member.objects.filter(merged_into=None)]


# --- Many at once ----------------------------------------------------------------------------------------------------


def test_many_members_are_added_one_a_line(tuesday: Club) -> None:
    client = organizer(tuesday)
    answer = client.post(at(tuesday), {"names": "\r\n  Dan  \r\n\r\nEve   Eriksson\r\n"})
    assert answer["Location"] == f"{at(tuesday)}?added=2"
    assert names() == ["Ann", "Ben", "Cleo", "Dan", "Eve Eriksson"]
    assert says(client.get(answer["Location"]), "2 members added")
    assert not says(client.get(f"{at(tuesday)}?added=2%3Cb%3E"), "added")


def test_invalid_names_are_reported_by_line_and_none_is_added(
    tuesday: Club, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for typed in [
        "",
        " \n\t\n",
        "Dan\nANN",
        "Dan\nEve\ndan",
        "Dan\n" + "x" * 61,
        "Dan\nEve\u202e",
        "Dan\nEve\x00",
        "\n".join(f"Player {n}" for n in range(501)),
    ]:
        with subtests.test(typed=typed):
            answer = organizer(tuesday).post(at(tuesday), {"names": typed})
            assert (answer.status_code, names()) == (400, ["Ann", "Ben", "Cleo"])
            page = answer.context["page"]
            texts = [*page.errors, *(fault.text for fault in page.faults)]
            assert texts == snapshot
            assert [one for one in texts if not says(answer, one)] == []


def test_typed_members_stay_and_faults_have_line_numbers(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    answer = organizer(tuesday).post(at(tuesday), {"names": "\nDan\n<b>\nAnn"})
    assert shown(answer, ".line-faults .error") == snapshot
    assert re.findall(r'<li value="(\d+)">', text(answer)) == ["4"]
    assert "\n\nDan\n&lt;b&gt;\nAnn</textarea>" in text(answer)


def test_a_list_that_is_too_long_for_any_league_is_a_sentence(tuesday: Club) -> None:
    answer = organizer(tuesday).post(at(tuesday), {"names": "Dan\n" * 12_000})
    assert (answer.status_code, len(names())) == (400, 3)


# --- Codes -----------------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_code_for_everybody_and_makes_none_by_itself(tuesday: Club) -> None:
    client = organizer(tuesday)
    page = client.get(at(tuesday, "codes/"))
    assert (says(page, "Create 3 codes"), LeagueLink.objects.count()) == (True, 0)
    submit(client, forms(page)[at(tuesday, "codes/")[1:]])
    page = client.get(at(tuesday, "codes/"))
    assert (text(page).count("data:image/svg+xml"), says(page, "Create ")) == (3, False)
    assert [says(page, name) for name in ("Ann", "Ben", "Cleo")] == [True] * 3


# --- One member ------------------------------------------------------------------------------------------------------


def test_a_member_is_renamed_where_the_name_can_be(tuesday: Club) -> None:
    client, address = organizer(tuesday), of(tuesday, "Ann", "rename/")
    form = forms(client.get(of(tuesday, "Ann")))[address[1:]]
    assert form.fields["name"] == "Ann"
    assert submit(client, form, name="Anna").status_code == 302
    answer = submit(client, form, name="Ben")
    assert is_refusal(answer, "name_taken", name="Ben")
    assert forms(answer)[address[1:]].fields["name"] == "Ben"
    assert submit(client, form, name=" ").status_code == 400
    assert names() == ["Anna", "Ben", "Cleo"]


def test_claim_is_made_by_a_button_and_released(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = organizer(tuesday)
    submit(client, forms(client.get(of(tuesday, "Ann")))[of(tuesday, "Ann", "claim/")[1:]])
    link = LeagueLink.objects.get()
    page = client.get(of(tuesday, "Ann"))
    assert f"/k/{secret(link)}/" in text(page)
    assert not says(page, "Unlink phones and account")
    phone = member(tuesday, "Ann")
    page = client.get(of(tuesday, "Ann"))
    claimed = page.context["page"].claimed
    assert claimed == snapshot
    assert says(page, claimed)
    submit(client, forms(page)[of(tuesday, "Ann", "release/")[1:]])
    assert not says(phone.get(of(tuesday, "Ann")), "you")
    assert not client.get(of(tuesday, "Ann")).context["page"].claimed


def test_two_are_merged_and_come_apart(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = organizer(tuesday)
    ann, ben = (tuesday.members[name].pk for name in ("Ann", "Ben"))
    answer = client.post(of(tuesday, "Ben", "merge/"), {"into": str(ann)})
    assert answer["Location"] == of(tuesday, "Ann")
    assert client.get(of(tuesday, "Ben")).status_code == 404
    page = client.get(answer["Location"])
    assert shown(page, "[aria-labelledby=merge] .beside p") == snapshot
    answer = submit(client, forms(page)[of(tuesday, "Ben", "part/")[1:]])
    assert answer["Location"] == of(tuesday, "Ben")
    assert shown(client.get(of(tuesday, "Ben")), ".decided p")[0] == snapshot
    assert client.post(of(tuesday, "Ben", "part/")).status_code == 404
    tuesday.match("Ann", "Ben")
    answer = client.post(of(tuesday, "Ben", "merge/"), {"into": str(ann)})
    assert is_refusal(answer, "not_mergeable", what="met", name="Ben and Ann")
    answer = client.post(of(tuesday, "Ben", "merge/"), {"into": str(ben)})
    assert is_refusal(answer, "not_mergeable", what="himself")
    for into in ("", "x", "-1", "9" * 30, str(club("Dan").members["Dan"].pk)):
        assert client.post(of(tuesday, "Ben", "merge/"), {"into": into}).status_code == 404


def test_erasing_a_member_needs_confirmation(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, tuesday.phone("Ann"), gin(0, 40))
    client = organizer(tuesday)
    claim_links(access=tuesday.access)
    page = client.get(of(tuesday, "Ann", "erase/"))
    assert says(page, "Erase Ann?")
    answer = submit(client, forms(page)[of(tuesday, "Ann", "erase/")[1:]])
    assert answer["Location"] == at(tuesday)
    home = f"/l/{tuesday.league.public_id}/"
    season = f"/s/{tuesday.season.public_id}/"
    pages = [home, f"{home}links/", at(tuesday), at(tuesday, "codes/"), f"{season}entrants/", of(tuesday, "Ben")]
    fields = {address: "Ann" in words(client.get(address)) for address in pages}
    assert set(fields.values()) == {False}
    assert says(client.get(f"{season}entrants/"), "Somebody")
    assert shown(client.get(f"{home}links/"), ".decided p")[0] == snapshot
    assert client.get(of(tuesday, "Ann")).status_code == 404
    assert MatchSide.objects.get(position=0).outcome == "win"
    match.refresh_from_db()
    assert match.table
    phone = tuesday.phone("Ben")
    tuesday.table(match, phone)
    table = member(tuesday, "Ben")
    table.post(f"{season}matches/1/play/")
    assert "Ann" not in words(table.get(f"/t/{match.table.public_id}/"))


def test_a_members_history_is_for_all_and_its_reasons_are_not(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    ann = tuesday.entrants["Ann"].pk
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=ann, reason="in hospital")
    page = browser().get(of(tuesday, "Ann"))
    newest, *earlier = shown(page, ".decided p")
    assert newest == event_text(
        "withdrawn", {"on": date_in_league(tuesday.league).isoformat()}, {"entrant": "Ann", "season": "Autumn"}
    )
    assert earlier == snapshot
    assert [says(client.get(of(tuesday, "Ann")), "in hospital") for client in (browser(), organizer(tuesday))] == [
        False,
        True,
    ]


def test_every_kind_that_is_noted_about_people_has_its_sentence() -> None:
    folder = Path(services.__file__).parent
    files = (*sorted(folder.glob("*.py")), folder.parent / "season" / "entrants.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    noted = {*re.findall(r'(?:record_event|_note)\([^"{]+"(\w+)"', source), "office_left", "office_lost", "entered"}
    assert {"founded", "merged", "handed_over", "team_made", "place_added"} < noted
    for kind in noted:
        assert event_text(kind, {"duty": "referee"}, {}) != kind.replace("_", " ").capitalize() + "."


# --- Who competes ----------------------------------------------------------------------------------------------------


def entrants(tuesday: Club, rest: str = "") -> str:
    return f"/s/{tuesday.season.public_id}/entrants/{rest}"


def test_latecomers_are_let_in_and_somebody_withdraws(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = organizer(tuesday)
    client.post(at(tuesday), {"names": "Dan\nEve"})
    dan, eve = (str(Member.objects.get(name=name).pk) for name in ("Dan", "Eve"))
    page = client.get(entrants(tuesday))
    assert says(page, "Add more players")
    assert client.post(entrants(tuesday), {"member": [dan, eve]}).status_code == 302
    answer = client.post(entrants(tuesday), {"member": [dan]})
    assert is_refusal(answer, "name_taken", name="Dan")
    for wrong in ([], ["x"], ["0"], ["9" * 30], [str(club("Fay").members["Fay"].pk)]):
        assert client.post(entrants(tuesday), {"member": wrong}).status_code == 400
    tuesday.match("Ann", "Ben")
    one = tuesday.entrants["Ann"].pk
    page = client.get(entrants(tuesday))
    assert shown(page, f"form[action$='{one}/withdraw/'] .fine") == snapshot
    answer = submit(client, forms(page)[entrants(tuesday, f"{one}/withdraw/")[1:]], reason="moved away")
    assert answer.status_code == 302
    page = client.get(entrants(tuesday))
    assert says(page, "Withdrew on")
    assert says(page, "moved away")
    assert submit(client, forms(page)[entrants(tuesday, f"{one}/return/")[1:]]).status_code == 302
    assert Entrant.objects.get(pk=one).withdrawn_on is None
    other = tuesday.entrants["Cleo"].pk
    page = client.get(entrants(tuesday))
    assert submit(client, forms(page)[entrants(tuesday, f"{other}/take-out/")[1:]]).status_code == 302
    assert not Entrant.objects.filter(pk=other).exists()
    assert client.post(entrants(tuesday, f"{one}/take-out/")).status_code == 409


@pytest.fixture
def cup() -> Club:
    return club("Ann", "Ben", "Cleo", teams=True)


def test_teams_are_made_filled_and_changed(cup: Club, snapshot: SnapshotAssertion) -> None:
    client, night = organizer(cup), date_in_league(cup.league).isoformat()
    for name in ("Aces", "Kings"):
        form = forms(client.get(entrants(cup)))[entrants(cup)[1:]]
        assert submit(client, form, name=name).status_code == 302
    answer = submit(client, form, name="aces")
    assert is_refusal(answer, "name_taken", name="Aces")
    assert submit(client, form, name="").status_code == 400
    aces, kings = (Entrant.objects.get(name=name).pk for name in ("Aces", "Kings"))
    ann = cup.members["Ann"].pk
    join = {"member": str(ann), "on": night}
    assert client.post(entrants(cup, f"{aces}/join/"), join).status_code == 302
    answer = client.post(entrants(cup, f"{kings}/join/"), join)
    assert is_refusal(answer, "in_team", name="Ann", team="Aces")
    for on in ("", "soon", "2026-13-40", "9999-12-31"):
        answer = client.post(entrants(cup, f"{kings}/join/"), join | {"on": on})
        assert is_refusal(answer, "wrong_day")
    mate = Teammate.objects.get()
    answer = client.post(entrants(cup, f"mates/{mate.pk}/leave/"), {"on": night, "to": str(kings)})
    assert answer.status_code == 302
    page = browser().get(entrants(cup))
    for kind, team in (("joined_team", "Kings"), ("left_team", "Aces")):
        assert says(page, event_text(kind, {"on": night}, {"member": "Ann", "entrant": team}))
    assert shown(page, ".decided p")[-1] == snapshot
    assert client.post(entrants(cup, f"mates/{mate.pk}/leave/"), {"on": night}).status_code == 404
    assert client.post(entrants(cup, f"{aces}/rename/"), {"name": "The Aces"}).status_code == 302
    assert client.post(entrants(cup, f"{aces}/rename/"), {"name": ""}).status_code == 400
    assert shown(client.get(entrants(cup)), ".decided p")[0] == snapshot


def test_a_closed_season_is_only_looked_at(cup: Club) -> None:
    make_team(access=cup.access, season=cup.season, name="Aces")
    Season.objects.update(closed_at=cup.league.created_at)
    client = organizer(cup)
    page = client.get(entrants(cup))
    assert (says(page, "Aces"), entrants(cup)[1:] in forms(page)) == (True, False)
    answer = client.post(entrants(cup), {"name": "Kings"})
    assert is_refusal(answer, "season_closed")


ENTRANT = ["withdraw/", "return/", "take-out/", "rename/", "join/"]


def test_only_organizers_change_entrants(cup: Club) -> None:
    aces = make_team(access=cup.access, season=cup.season, name="Aces")
    mate = join_team(
        access=cup.access,
        season=cup.season,
        entrant_id=aces.pk,
        member_id=cup.members["Ann"].pk,
        day=date_in_league(cup.league),
    )
    addresses = ["", f"mates/{mate.pk}/leave/", *(f"{aces.pk}/{rest}" for rest in ENTRANT)]
    fields = {"name": "Kings", "member": str(cup.members["Ben"].pk), "on": date_in_league(cup.league).isoformat()}
    people = [
        official(cup, Duty.REFEREE),
        official(cup, Duty.SCORER, "Sam"),
        member(cup, "Ann"),
        organizer(club("Dan")),
        browser(),
    ]
    before = (list(Entrant.objects.values()), list(Teammate.objects.values()), LeagueEvent.objects.count())
    for client in people:
        assert client.get(entrants(cup)).status_code == 200
        for address in addresses:
            assert (address, client.post(entrants(cup, address), fields).status_code) == (address, 403)
    type(cup.league).objects.update(public=False)
    for client in people[3:]:
        for address in addresses:
            there = client.post(entrants(cup, address), fields)
            nowhere = client.post(f"/s/0123456789abcdef/entrants/{address}", fields)
            assert (there.status_code, nowhere.status_code) == (404, 404)
            assert re.sub(rb"[\w-]{64}", b"", there.content) == re.sub(rb"[\w-]{64}", b"", nowhere.content)
    now = (list(Entrant.objects.values()), list(Teammate.objects.values()), LeagueEvent.objects.count())
    assert now == before


# --- Queries ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("teams", [True, False])
def test_queries_of_the_entrants_page_do_not_grow_with_entrants(
    count: int, teams: bool, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    people = [f"Player {n}" for n in range(count + 1)]
    league = club(*people, teams=teams)
    for n in range(count if teams else 0):
        made = make_team(access=league.access, season=league.season, name=f"Team {n}")
        for name in people[n : n + 1]:
            join_team(
                access=league.access,
                season=league.season,
                entrant_id=made.pk,
                member_id=league.members[name].pk,
                day=date_in_league(league.league),
            )
    client = organizer(league)
    client.get(entrants(league))
    # session, account; season, offices, member; entrants, mates, free members; history with its members and accounts
    with django_assert_max_num_queries(13):
        assert client.get(entrants(league)).status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_member_page_queries_do_not_grow_with_history(
    count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club("Ann", *(f"Ann {n}" for n in range(count)))
    for n in range(count):
        one = tuesday.members[f"Ann {n}"].pk
        merge_members(access=tuesday.access, member_id=one, into_id=tuesday.members["Ann"].pk)
    client = organizer(tuesday)
    client.get(of(tuesday, "Ann"))
    with django_assert_max_num_queries(22):
        assert client.get(of(tuesday, "Ann")).status_code == 200


def test_marks_of_a_pasted_list_are_no_part_of_a_name(db: None) -> None:
    for line, name in (
        *(("1. Anna", "Anna"), ("2) Bert", "Bert"), ("- Cleo", "Cleo"), ("* Dan", "Dan"), ("\u2022 Eve", "Eve")),
        *(("Fay,", "Fay"), ("Gus;", "Gus"), ("(4) Ida", "Ida"), ("5: Kurt", "Kurt"), ("#6 Lena", "Lena")),
        *(('"Nora"', "Nora"), ("\u201eNora\u201c", "Nora"), ("'Nora',", "Nora"), ("[ ] Otto", "Otto")),
        *(("- [x] Otto", "Otto"), ("\u2713 Paul", "Paul"), ("a) Dave", "Dave"), ("3 - Carl", "Carl")),
        *(("7.\u00a0Rita", "Rita"), ("1\ufe0f\u20e3 Sam", "Sam"), ("\u2116 8 Tom", "Tom"), ("| Uwe |", "Uwe")),
        # These are names as they are.
        *((name, name) for name in ("3", "Jean-Luc", "50 Cent", "J. Smith", 'Anna "Ace" B', "'t Hooft", "3.5 Men")),
        *((name, name) for name in ("[GIN] Bob", "Ann (2)", "O'Brien")),
    ):
        assert read_members(line, club().league).names == (name,), line
    assert read_members("1 Anna\n2 Bob\n3. Carl\n(4) 50 Cent", club().league).names == (
        *("Anna", "Bob", "Carl", "50 Cent"),
    )
    assert read_members("1 Anna\nBob", club().league).names == ("1 Anna", "Bob")
    empty = read_members("Zoe\n4.\n-\n;\n?!\n[ ]", club().league)
    assert [fault.number for fault in empty.faults] == [2, 3, 4, 5, 6]


def test_a_line_with_commas_is_asked_about(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), at(tuesday)
    typed = {"names": "1. Dora, Eve; Finn\nM\u00fcller, Gina"}
    asked = client.post(url, typed)
    assert (asked.status_code, names()) == (400, ["Ann", "Ben", "Cleo"])
    assert shown(asked, "fieldset legend") == snapshot
    assert client.post(url, typed | {"people": "x"}).status_code == 400
    assert client.post(url, typed | {"people": "several"}).status_code == 302
    assert names() == ["Ann", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gina", "M\u00fcller"]
    assert client.post(url, {"names": "M\u00fcller, Anna", "people": "one"}).status_code == 302
    # In quotation marks it is one name.
    assert client.post(url, {"names": '"M\u00fcller, Bernd",'}).status_code == 302
    assert names()[-2:] == ["M\u00fcller, Anna", "M\u00fcller, Bernd"]
    # A fault in it has the line's number, and the answer stays.
    again = client.post(url, {"names": "Hal\nIda, Ann", "people": "several"})
    assert shown(again, ".line-faults li") == snapshot
    assert 'value="several" checked' in text(again)
