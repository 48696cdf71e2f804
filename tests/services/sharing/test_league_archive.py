"""Importing a league's archive restores the same league; an altered one is refused."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import (
    Duty,
    Entry,
    EntryKind,
    League,
    Match,
    MatchSide,
    Member,
    Seal,
    Season,
    SettledSeat,
    Table,
    Verdict,
)
from games.rules.league.results import RequestedBye
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.rules.ledger import entry_digest
from games.selectors.league.league_access import access_to_league
from games.selectors.season.season_export import table_rows
from games.services.league.demo import Demo, make_demo
from games.services.league.leagues import change_league
from games.services.league.member_merge import merge_members
from games.services.season.checks import check_round
from games.services.season.draws import PairingPlan, draw
from games.services.season.imported_lines import ImportedResult, ImportedSide
from games.services.season.matches import cancel, forfeit
from games.services.season.results_import import import_results
from games.services.season.season_close import UNTIL_SHOWN, hide_standings
from games.services.season.typed_results import TypedResult, type_results
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from tests.leagues import Club, account, archive_text, club, state
from tests.makers import gin, knock
from tests.refusals import refused


@pytest.fixture
def tuesday() -> Club:
    """A season with a match of every kind."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 50})
    ann = made.phone("Ann")
    made.play(made.match("Ann", "Ben", night=date(2026, 11, 3)), ann, knock(0, 5, 20), gin(0, 40))
    made.play(made.match("Ann", "Cleo"), ann, knock(0, 5, 20))
    for names in (("Ann", "Dan"), ("Ben", "Dan"), ("Cleo",)):
        made.match(*names)
    cancel(access=made.access, season=made.season, number=3, reason="ill")
    forfeit(access=made.access, season=made.season, number=4, missing=[made.entrants["Dan"]], reason="ill")
    check_round(
        access=made.phone("Ben"),
        season=made.season,
        number=1,
        game=1,
        round_number=1,
        revision=2,
        verdict=Verdict.CONFIRMED,
    )
    imported_result = ImportedResult(date(2026, 10, 6), (ImportedSide("Ann", 90), ImportedSide("Zoe", 120)))
    import_results(access=made.access, season=made.season, names=[], results=[imported_result])
    made.match("Ben", "Cleo")
    number = Match.objects.count()
    made.play(made.match("Cleo", "Dan"), made.phone("Cleo"), knock(0, 5, 20))
    sides = (TypedSide(90, boxes=3), TypedSide(20))
    results = [TypedResult(number, sides), TypedResult(number + 1, sides)]
    type_results(access=made.access, season=made.season, results=results)
    return made


def archive(league: League) -> dict[str, Any]:
    """The archive, without what names the league itself."""
    return {name: value for name, value in json.loads(archive_text(league)).items() if name != "id"}


@pytest.mark.usefixtures("sealed")
def test_a_league_comes_back_as_it_was_and_once(tuesday: Club) -> None:
    text = archive_text(tuesday.league)
    other = account("Otto")
    league = import_league(account=other, text=text)
    assert archive(league) == archive(tuesday.league)
    assert import_league(account=other, text=text) == league
    assert (League.objects.count(), Member.objects.count(), Match.objects.count()) == (2, 10, 16)
    assert list(league.offices.values_list("account", "duty")) == [(other.pk, Duty.ORGANIZER)]
    assert league.public
    digests = [
        list(Entry.objects.filter(table__match__season__league=one).order_by("pk").values_list("digest", flat=True))
        for one in (tuesday.league, league)
    ]
    assert digests[0] == digests[1]
    assert len(digests[0]) == 7
    settled = [
        list(
            SettledSeat.objects.filter(table__match__season__league=one)
            .order_by("pk")
            .values_list("player__name", "total", "gins", "knocks")
        )
        for one in (tuesday.league, league)
    ]
    assert settled[0] == settled[1] != []


TAMPERED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(format="x"), "it isn't a league archive"),
    (lambda d: d.update(version=2), "or it comes from a newer version"),
    (lambda d: d.pop("members"), "something is missing"),
    (lambda d: d.update(members=7), "something is missing or has the wrong type"),
    (lambda d: d["members"][0].update(name="\u202e"), "some of its text can't be displayed"),
    (lambda d: d["members"][0].update(name=" "), "a value isn't valid"),
    (lambda d: d["members"].append(d["members"][0] | {"number": 99}), "a value isn't valid"),
    (lambda d: d["seasons"][0]["rules"].update(win=-1), "a value isn't valid"),
    (lambda d: d["seasons"][0].update(pairing="x"), "a value isn't valid"),
    (lambda d: d["seasons"][0]["house_rules"].update(target=0), "a value isn't valid"),
    (lambda d: d["seasons"][0]["matches"][0].update(state="won"), "a value isn't valid"),
    (
        lambda d: d["seasons"][0]["matches"][0]["sides"][0].update(points=500),
        "the result of match 1 disagrees with its rounds",
    ),
    (lambda d: d["seasons"][0]["matches"][0]["sides"][0].update(outcome="gold"), "a value isn't valid"),
    (lambda d: d["seasons"][0]["matches"][0]["entries"][1]["facts"].update(ender=1), "entry 2 of match 1"),
    (lambda d: d["seasons"][0]["matches"][0]["entries"].pop(1), "entry 2 of match 1 was changed"),
    (lambda d: d["seasons"][0]["matches"][0]["entries"][1].update(at="noon"), "something is missing"),
    (lambda d: d["places"].extend(map(str, range(201))), "it has more than 200 tables"),
]
"""Changes to an archive, and what the refusal says."""


def test_tampered_archive_imports_nothing(tuesday: Club, subtests: pytest.Subtests) -> None:
    text = archive_text(tuesday.league)
    before = (League.objects.count(), MatchSide.objects.count(), Entry.objects.count())
    for number, (change, expected) in enumerate(TAMPERED):
        data = json.loads(text)
        change(data)
        with subtests.test(expected=expected, number=number):
            with pytest.raises(ArchiveError) as bad:
                import_league(account=tuesday.organizer, text=json.dumps(data))
            assert expected in str(bad.value)
            assert (League.objects.count(), MatchSide.objects.count(), Entry.objects.count()) == before


def test_a_ledger_that_was_forged_with_its_digest_is_still_refused(tuesday: Club) -> None:
    data = json.loads(archive_text(tuesday.league))
    match = data["seasons"][0]["matches"][0]
    entry = next(one for one in match["entries"] if one["kind"] == "round")
    entry["facts"]["deadwood"]["1"] = 400
    entry["digest"] = entry_digest(EntryKind.ROUND, entry["game"], entry["round"], entry["facts"])
    before = Entry.objects.count()
    with pytest.raises(ArchiveError, match=r"match 1: round_illegal: entry 2"):
        import_league(account=account("Otto"), text=json.dumps(data))
    assert Entry.objects.count() == before


@pytest.mark.usefixtures("sealed")
@pytest.mark.parametrize(("matches", "queries"), [(40, 90), pytest.param(210, 210, marks=pytest.mark.slow)])
def test_a_season_takes_few_queries_and_keeps_its_seals(
    django_assert_max_num_queries: DjangoAssertNumQueries, matches: int, queries: int
) -> None:
    season = make_demo(account=account("Olga"), size=Demo(11, matches, 25, date(2026, 1, 6)))
    text = archive_text(season.league)
    with django_assert_max_num_queries(queries):
        league = import_league(account=account("Otto"), text=text)
    assert archive(league) == archive(season.league)
    seals = [
        list(Seal.objects.filter(table__match__season=one).order_by("table__match__number").values_list("seal"))
        for one in (season, league.seasons.get())
    ]
    assert seals[0] == seals[1]
    assert len(seals[0]) == matches


def test_existing_league_is_not_imported_again(tuesday: Club) -> None:
    assert import_league(account=tuesday.organizer, text=archive_text(tuesday.league)) == tuesday.league
    assert League.objects.count() == 1


def test_merged_members_and_strict_mode_survive_the_archive() -> None:
    made = club(rules=season_rules({"strict": True}))
    made.play(made.match("Ann", "Ben"), made.access, gin(0, 40))
    merge_members(access=made.access, member_id=made.members["Ann"].pk, into_id=made.members["Dan"].pk)
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    assert league.members.get(name="Ann").merged_into == league.members.get(name="Dan")
    assert Table.objects.latest("pk").strict


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '"league"'])
def test_invalid_archive_file_is_reported(text: str) -> None:
    with pytest.raises(ArchiveError):
        import_league(account=account(), text=text)


def test_unknown_time_zone_is_refused(tuesday: Club) -> None:
    data = json.loads(archive_text(tuesday.league)) | {"zone": "Mars/Olympus"}
    assert refused(import_league, account=tuesday.organizer, text=json.dumps(data)) == "invalid_value"


def test_final_results_and_lots_are_the_same_after_import() -> None:
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    ann, ben = made.phone("Ann"), made.phone("Ben")
    match = made.match("Ann", "Ben")
    made.play(match, ann, gin(0, 40))
    seen = {"season": made.season, "number": 1, "game": 1, "round_number": 1, "revision": 2}
    check_round(access=ben, verdict=Verdict.CONFIRMED, **seen)  # type: ignore[arg-type]
    assert state(match) == ("played", True)
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    assert state(Match.objects.get(season__league=league)) == ("played", True)
    # Entrants without results are ranked by lot alone; several seasons, as one draw may be the same by chance.
    night = date(2030, 1, 1)
    for key in map(str, range(8)):
        Season.objects.filter(league__in=[league, made.league]).update(key=key)
        there, here = league.seasons.get(), made.league.seasons.get()
        assert table_rows(there, tonight=night) == table_rows(here, tonight=night)


@pytest.mark.parametrize("public", [True, False])
def test_who_may_look_travels_with_the_league(public: bool) -> None:
    made = club()
    change_league(access=made.access, name="Tuesday Gin", place="", zone="UTC", public=public)
    hide_standings(access=made.access, season=made.season, until=UNTIL_SHOWN)
    league = import_league(account=account("Otto"), text=archive_text(League.objects.get()))
    assert (league.public, league.seasons.get().hidden_until) == (public, UNTIL_SHOWN)


def test_an_older_archive_comes_back_private_and_shown() -> None:
    data = json.loads(archive_text(club().league))
    del data["public"], data["seasons"][0]["hidden_until"]
    league = import_league(account=account("Otto"), text=json.dumps(data))
    assert (league.public, league.seasons.get().hidden_until) == (False, None)


def test_requested_byes_survive_the_archive_and_no_others_are_taken() -> None:
    made = club("Ann", "Ben", "Cleo", pairing="swiss")
    byes = {made.entrants["Ann"].pk: RequestedBye.HALF}
    draw(access=made.access, season=made.season, plan=PairingPlan(requested_byes=byes), key="first")
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    assert archive(league) == archive(made.league)
    kinds = league.seasons.get().matches.order_by("number").values_list("state", "requested_bye")
    assert list(kinds) == [("planned", ""), ("bye", "half")]
    data = json.loads(archive_text(made.league))
    data["seasons"][0]["matches"][1]["requested_bye"] = "most"
    with pytest.raises(ArchiveError):
        import_league(account=account("Olga"), text=json.dumps(data))


def test_a_double_elimination_goes_on_after_import() -> None:
    made = club("Ann", "Ben", "Cleo", pairing="double_elimination")
    draw(access=made.access, season=made.season, plan=PairingPlan(), key="first")
    number = Match.objects.get(state="planned").number
    sides = (TypedSide(90), TypedSide(20))
    type_results(access=made.access, season=made.season, results=[TypedResult(number, sides)])
    olga = account("Otto")
    league = import_league(account=olga, text=archive_text(made.league))
    assert archive(league) == archive(made.league)
    season = league.seasons.get()
    draw(access=access_to_league(league, olga, None), season=season, plan=PairingPlan(), key="second")
    assert list(season.matches.order_by("number").values_list("round", "bracket_match")) == [(1, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize("wrong", ["two", -1, 10**9])
def test_an_impossible_number_in_a_bracket_is_refused(wrong: object) -> None:
    made = club("Ann", "Ben", "Cleo", pairing="double_elimination")
    draw(access=made.access, season=made.season, plan=PairingPlan(), key="first")
    data = json.loads(archive_text(made.league))
    data["seasons"][0]["matches"][1]["bracket_match"] = wrong
    with pytest.raises(ArchiveError):
        import_league(account=account("Otto"), text=json.dumps(data))
