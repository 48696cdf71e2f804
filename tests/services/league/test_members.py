"""League members: added, renamed, claimed, merged, separated, and erased without a trace."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import (
    Device,
    Entrant,
    Entry,
    LeagueEvent,
    LeaguePass,
    LinkTarget,
    MatchSeat,
    MatchSide,
    Member,
    Player,
    Report,
    RoundCheck,
    Season,
    Teammate,
    Verdict,
)
from games.permissions import LeagueAccess
from games.selectors.access import access_by_device
from games.selectors.league.league_access import access_to_league
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.season.league_dates import date_in_league
from games.selectors.secrets import derived_secret
from games.selectors.table.ledger import sheet_of, sheets_of
from games.selectors.table.table_names import player_names
from games.services.league.leagues import accept_league_link, ensure_link
from games.services.league.member_erase import erase_member
from games.services.league.member_merge import merge_members, split_members
from games.services.league.members import add_members, claim_links, release_member, rename_member
from games.services.season.checks import check_round
from games.services.season.entrants import join_team, make_team
from games.services.season.matches import add_match
from games.services.season.seasons import enter_members
from games.services.table.questions import keep_version
from tests.leagues import Club, account, club
from tests.makers import Phone, enter, gin, knock, outcome
from tests.refusals import refused, refused_about


def fresh(member: Member) -> Member:
    return Member.objects.get(pk=member.pk)


def kinds(member: Member) -> list[str]:
    return list(LeagueEvent.objects.filter(member=member).values_list("kind", flat=True))


def revision(tuesday: Club) -> int:
    return Season.objects.get(pk=tuesday.season.pk).revision


# --- Adding and renaming ---------------------------------------------------------------------------------------------


def test_of_many_members_all_are_added_or_none() -> None:
    tuesday = club("Ann")
    assert refused(add_members, access=tuesday.access, names=["Ben", "\uff21nn"]) == "name_taken"
    assert [m.name for m in Member.objects.all()] == ["Ann"]
    add_members(access=tuesday.access, names=["Ben", "Cleo"])
    assert [m.name for m in Member.objects.all()] == ["Ann", "Ben", "Cleo"]


def test_a_whole_club_is_added_and_entered_in_few_queries_and_a_league_has_an_end(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tuesday = club("Ann")
    with django_assert_max_num_queries(40):
        added = add_members(access=tuesday.access, names=[f"Member {number}" for number in range(2, 501)])
    with django_assert_max_num_queries(40):
        enter_members(access=tuesday.access, season=tuesday.season, members=added)
    assert Entrant.objects.filter(season=tuesday.season).count() == 500
    assert refused(add_members, access=tuesday.access, names=["Zoe"]) == "too_many"
    again = refused_about(enter_members, access=tuesday.access, season=tuesday.season, members=added[-1:])
    assert again[0] == "name_taken"


def test_a_new_name_is_that_of_the_player_the_phone_and_the_pages() -> None:
    tuesday = club("Ann", "Ben")
    phone, before = tuesday.phone("Ann"), revision(tuesday)
    rename_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk, name="Anna")
    ann = fresh(tuesday.members["Ann"])
    assert phone.device
    assert (ann.name, ann.folded, ann.player.name, ann.player.folded) == ("Anna", "anna", "Anna", "anna")
    assert (Device.objects.get(pk=phone.device.pk).label, revision(tuesday)) == ("Anna", before + 1)
    assert refused(rename_member, access=tuesday.access, member_id=ann.pk, name="BEN") == "name_taken"
    rename_member(access=tuesday.access, member_id=ann.pk, name="anna")  # the same one, written otherwise
    assert (fresh(ann).name, kinds(ann)) == ("anna", ["member_added", "entered", "renamed", "renamed"])


def test_a_phone_that_was_given_another_name_keeps_it() -> None:
    tuesday = club("Ann", "Ben")
    phone = tuesday.phone("Ann")
    Device.objects.update(label="Kitchen")
    rename_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk, name="Anna")
    assert phone.device
    assert Device.objects.get(pk=phone.device.pk).label == "Kitchen"


def test_everybody_gets_one_code_and_keeps_an_existing_one() -> None:
    tuesday = club("Ann", "Ben")
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ann"])
    for _ in range(2):
        claim_links(access=tuesday.access)
    links = tuesday.league.links.order_by("member__name")
    assert [(row.member.name, row.pk == link.pk) for row in links if row.member] == [("Ann", True), ("Ben", False)]


def test_released_name_belongs_to_nobody() -> None:
    tuesday = club("Ann", "Ben")
    phone, mail = tuesday.phone("Ann"), account("Ann")
    Member.objects.filter(name="Ann").update(account=mail)
    release_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    assert access_to_league(tuesday.league, mail, phone.device).member is None


def test_only_an_organizer_changes_members() -> None:
    tuesday = club("Ann", "Ben")
    one, other = (tuesday.members[name].pk for name in ("Ann", "Ben"))
    for access in (tuesday.official("referee"), tuesday.official("scorer", "Sam"), tuesday.phone("Ann")):  # type: ignore[arg-type]
        for write in (
            lambda who=access: add_members(access=who, names=["Dan"]),
            lambda who=access: rename_member(access=who, member_id=one, name="Dan"),
            lambda who=access: claim_links(access=who),
            lambda who=access: release_member(access=who, member_id=one),
            lambda who=access: merge_members(access=who, member_id=one, into_id=other),
            lambda who=access: split_members(access=who, member_id=one),
            lambda who=access: erase_member(access=who, member_id=one),
        ):
            assert refused(write) == "not_your_duty"
    assert [m.name for m in Member.objects.all()] == ["Ann", "Ben"]


def test_member_of_another_league_is_unknown_here() -> None:
    here, there = club("Ann"), club("Ben", "Cleo")
    one, other = there.members["Ben"].pk, there.members["Cleo"].pk
    for write in (
        lambda: rename_member(access=here.access, member_id=one, name="Dan"),
        lambda: release_member(access=here.access, member_id=one),
        lambda: merge_members(access=here.access, member_id=one, into_id=other),
        lambda: merge_members(access=here.access, member_id=here.members["Ann"].pk, into_id=one),
        lambda: split_members(access=here.access, member_id=one),
        lambda: erase_member(access=here.access, member_id=one),
    ):
        assert refused(write) == "not_found"


# --- Merging ---------------------------------------------------------------------------------------------------------


def merged(tuesday: Club, name: str, into: str) -> None:
    one, other = tuesday.members[name].pk, tuesday.members[into].pk
    merge_members(access=tuesday.access, member_id=one, into_id=other)


def parted(tuesday: Club, name: str) -> None:
    split_members(access=tuesday.access, member_id=tuesday.members[name].pk)


def everything() -> list[object]:
    """What a merge may move."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Entrant, MatchSide, MatchSeat, Teammate, Member, Player)
    ]


@pytest.mark.usefixtures("sealed")
def test_the_matches_of_two_who_are_one_are_one_entrants_and_come_apart_again() -> None:
    tuesday = club("Ann", "Anna", "Ben", "Cleo")
    first, second = tuesday.match("Ann", "Ben"), tuesday.match("Anna", "Cleo")
    tuesday.play(first, tuesday.phone("Ann"), gin(0, 40))
    tuesday.play(second, tuesday.phone("Anna"), knock(0, 5, 20))
    before, notified = everything(), revision(tuesday)
    merged(tuesday, "Anna", "Ann")
    ann = tuesday.entrants["Ann"]
    assert [side.match.number for side in ann.sides.order_by("match")] == [1, 2]
    assert [entrant.member.name for entrant in tuesday.season.entrants.all() if entrant.member] == [
        "Ann",
        "Ben",
        "Cleo",
    ]
    assert set(MatchSeat.objects.filter(member__name="Ann").values_list("match__number", flat=True)) == {1, 2}
    assert revision(tuesday) == notified + 1
    parted(tuesday, "Anna")
    assert everything() == before


def test_where_one_of_them_alone_competed_his_entry_is_the_others() -> None:
    tuesday = club("Ann", "Ben")
    anna = add_members(access=tuesday.access, names=["Anna"])[0]
    merge_members(access=tuesday.access, member_id=tuesday.members["Ann"].pk, into_id=anna.pk)
    entrant = Entrant.objects.get(pk=tuesday.entrants["Ann"].pk)
    assert entrant.member == anna
    split_members(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    entrant.refresh_from_db()
    assert entrant.member == tuesday.members["Ann"]


def test_a_closed_season_stays_as_it_is() -> None:
    tuesday = club("Ann", "Anna", "Ben", "Cleo")
    tuesday.match("Ann", "Ben")
    tuesday.match("Anna", "Cleo")
    Season.objects.update(closed_at=Season.objects.get().created_at)
    entries = list(Entrant.objects.values_list("pk", "member"))
    merged(tuesday, "Anna", "Ann")
    assert list(Entrant.objects.values_list("pk", "member")) == entries
    parted(tuesday, "Anna")


def test_who_met_or_sat_at_one_table_or_in_teams_is_not_one_person() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", "Eve")
    tuesday.match("Ann", "Ben")
    assert refused_about(merged, tuesday, "Ann", "Ben") == ("not_mergeable", "met")
    assert refused_about(merged, tuesday, "Ben", "Ann") == ("not_mergeable", "met")
    assert refused_about(merged, tuesday, "Ann", "Ann") == ("not_mergeable", "himself")
    with_cleo = tuesday.match("Cleo", "Dan")
    tuesday.play(with_cleo, tuesday.phone("Cleo"), gin(0, 40))
    MatchSide.objects.all().delete()
    MatchSeat.objects.all().delete()
    assert refused_about(merged, tuesday, "Cleo", "Dan") == ("not_mergeable", "table")
    before = everything()
    merged(tuesday, "Eve", "Cleo")
    assert refused_about(merged, tuesday, "Dan", "Cleo") == ("not_mergeable", "table")
    parted(tuesday, "Eve")
    assert everything() == before


def test_two_of_teams_in_one_season_are_two() -> None:
    tuesday = club("Ann", "Anna", teams=True)
    for name, team in (("Ann", "Aces"), ("Anna", "Kings")):
        made = make_team(access=tuesday.access, season=tuesday.season, name=team)
        join_team(
            access=tuesday.access,
            season=tuesday.season,
            entrant_id=made.pk,
            member_id=tuesday.members[name].pk,
            day=date_in_league(tuesday.league),
        )
    assert refused_about(merged, tuesday, "Ann", "Anna") == ("not_mergeable", "teams")


def test_merges_are_undone_in_the_order_in_which_they_were_not_made() -> None:
    tuesday = club("Ann", "Anna", "Annie", "Ben")
    before = everything()
    merged(tuesday, "Anna", "Ann")
    merged(tuesday, "Annie", "Ann")
    assert refused_about(parted, tuesday, "Anna") == ("not_mergeable", "later")
    merged(tuesday, "Ann", "Ben")
    assert refused_about(parted, tuesday, "Annie") == ("not_mergeable", "later")
    for name in ("Ann", "Annie", "Anna"):
        parted(tuesday, name)
    assert everything() == before
    assert refused(parted, tuesday, "Anna") == "not_found"


def test_a_name_that_somebody_else_took_meanwhile_does_not_come_back() -> None:
    tuesday = club("Ann", "Anna")
    merged(tuesday, "Anna", "Ann")
    add_members(access=tuesday.access, names=["Anna"])
    assert refused(parted, tuesday, "Anna") == "name_taken"


def test_a_phone_that_claimed_the_one_is_the_others() -> None:
    tuesday = club("Ann", "Anna", "Ben")
    phone = tuesday.phone("Anna")
    merged(tuesday, "Anna", "Ann")
    assert access_to_league(tuesday.league, None, phone.device).member == tuesday.members["Ann"]
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, access_to_league(tuesday.league, None, phone.device), gin(0, 40))


# --- Erasing ---------------------------------------------------------------------------------------------------------


def played(tuesday: Club) -> LeagueAccess:
    """Leopoldine's phone after a match that she entered, and of which she confirmed a round."""
    match, phone = tuesday.match("Leopoldine", "Ben"), tuesday.phone("Leopoldine")
    tuesday.play(match, phone, gin(0, 40))
    check_round(
        access=phone,
        season=tuesday.season,
        number=1,
        game=1,
        round_number=1,
        revision=2,
        verdict=Verdict.CONFIRMED,
    )
    return phone


def stored() -> list[str]:
    """Every row of the database in which the name is, but for the ledger, which never changes."""
    from django.apps import apps

    models = (model for model in apps.get_app_config("games").get_models() if model is not Entry)
    return [f"{row}" for model in models for row in model.objects.values() if "leopoldine" in f"{row}".lower()]


@pytest.mark.usefixtures("sealed")
def test_of_an_erased_member_the_results_stay_and_the_name_is_nowhere() -> None:
    tuesday = club("Leopoldine", "Ben")
    phone, mail = played(tuesday), account("Leopoldine Maria", "x@example.org")
    Member.objects.filter(name="Leopoldine").update(account=mail)
    here = tuesday.table(tuesday.season.matches.get(), phone)
    table, again = here.table, Phone(here, "", {})
    for declaration in (gin(0, 41), gin(0, 42)):
        assert outcome(lambda declaration=declaration: enter(again, declaration, number=1)) == "round_conflict"
    keep_version(access=here, key="keep", questions=[Report.objects.latest("pk").pk], revision=2)
    assert set(Report.objects.values_list("by", "decided_by")) == {("Leopoldine", ""), ("Leopoldine", "Leopoldine")}
    assert sheet_of(table).games[0].rounds[0].history[0].by == "Leopoldine"
    sides = list(MatchSide.objects.values())
    erase_member(access=tuesday.access, member_id=tuesday.members["Leopoldine"].pk)
    mail.delete()
    assert stored() == []
    assert list(MatchSide.objects.values()) == sides
    table.refresh_from_db()
    assert sheet_of(table).games[0].rounds[0].history[0].by == "Somebody"
    assert (player_names(table)[0], Entry.objects.filter(by="Leopoldine").exists()) == ("Somebody", True)
    assert access_to_league(tuesday.league, None, phone.device).member is None
    assert Entrant.objects.get(pk=tuesday.entrants["Leopoldine"].pk).withdrawn_on == date_in_league(tuesday.league)


def test_entries_of_others_keep_their_names() -> None:
    tuesday = club("Leopoldine", "Ben")
    played(tuesday)
    match = tuesday.season.matches.get()
    tuesday.play(match, tuesday.phone("Ben"), knock(1, 5, 20))
    erase_member(access=tuesday.access, member_id=tuesday.members["Leopoldine"].pk)
    match.refresh_from_db()
    assert match.table
    sheet = sheet_of(match.table)
    assert [line.history[0].by for line in sheet.games[0].rounds] == ["Somebody", "Ben"]
    assert sheets_of([match.table], {match.table.pk: 2}) == {match.table.pk: sheet}
    assert {row.by for row in LeagueEvent.objects.all()} == {"Olga", "Somebody"}
    assert [row.by for row in RoundCheck.objects.all()] == ["Somebody"]


def test_former_member_can_be_erased_from_their_entries() -> None:
    from games.services.league.offices import leave_league

    tuesday = club("Leopoldine", "Ben")
    leave_league(access=played(tuesday))
    erase_member(access=tuesday.access, member_id=tuesday.members["Leopoldine"].pk)
    table = tuesday.season.matches.get().table
    assert table
    assert sheet_of(table).games[0].rounds[0].history[0].by == "Somebody"
    assert stored() == []


def test_members_merged_into_an_erased_member_are_erased_too() -> None:
    tuesday = club("Ann", "Leopoldine", "Ben")
    merged(tuesday, "Leopoldine", "Ann")
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    assert stored() == []
    assert refused(parted, tuesday, "Leopoldine") == "not_found"
    add_members(access=tuesday.access, names=["Leopoldine", "Somebody"])  # the names are free again


def test_a_person_is_found_with_everyone_merged_into_them_even_where_merges_circle() -> None:
    tuesday = club("Ann", "Annie", "Anna", "Ben")
    ann, annie, anna, ben = (tuesday.members[name] for name in ("Ann", "Annie", "Anna", "Ben"))
    merged(tuesday, "Anna", "Annie")
    merged(tuesday, "Annie", "Ann")
    assert merged_member_ids(ann) == {ann.pk, annie.pk, anna.pk}
    assert merged_member_ids(annie) == {annie.pk, anna.pk}
    assert merged_member_ids(ben) == {ben.pk}
    Member.objects.filter(pk=ann.pk).update(merged_into=anna)  # no use case writes that
    assert merged_member_ids(ann) == merged_member_ids(anna) == {ann.pk, annie.pk, anna.pk}


def test_official_must_give_up_the_office_first() -> None:
    tuesday = club("Ann", "Ben")
    Member.objects.filter(name="Ann").update(account=tuesday.organizer)
    assert refused(erase_member, access=tuesday.access, member_id=tuesday.members["Ann"].pk) == "holds_office"
    assert fresh(tuesday.members["Ann"]).erased_at is None


def test_matches_still_to_be_played_are_canceled_with_the_name() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    due, others = tuesday.match("Ann", "Ben"), tuesday.match("Ben", "Cleo")
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    due.refresh_from_db()
    others.refresh_from_db()
    assert (due.state, others.state) == ("canceled", "planned")


def test_phone_claimed_again_has_the_new_name() -> None:
    tuesday = club("Ann", "Ben")
    phone = tuesday.phone("Ann")
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ben"])
    assert phone.device
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=phone.device)
    assert Device.objects.get(pk=phone.device.pk).label == "Ben"
    assert LeaguePass.objects.filter(device=phone.device).count() == 2
    cleo = add_members(access=tuesday.access, names=["Cleo"])
    enter_members(access=tuesday.access, season=tuesday.season, members=cleo)
    match = add_match(
        access=tuesday.access,
        season=tuesday.season,
        entrants=[tuesday.entrants["Ben"], Entrant.objects.get(member=cleo[0])],
    )
    tuesday.play(match, access_to_league(tuesday.league, None, phone.device), gin(0, 40))
    match.refresh_from_db()
    assert match.table
    assert sheet_of(match.table).games[0].rounds[0].history[0].by == "Ben"
    assert access_by_device(match.table.public_id, Device.objects.get(pk=phone.device.pk)).label == "Ben"
