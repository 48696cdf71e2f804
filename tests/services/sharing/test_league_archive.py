"""Importing a league's archive restores the same league; an altered one is refused."""

import json
from datetime import date
from typing import Any

import pytest

from games.models import (
    Duty,
    Entry,
    EntryKind,
    Fixture,
    FixtureSide,
    League,
    Member,
    Season,
    SettledSeat,
    Table,
    Verdict,
)
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.ledger import entry_digest
from games.selectors.season.season_export import table_rows
from games.services.league.member_merge import merge_members
from games.services.season.checks import check_round
from games.services.season.fixtures import cancel, forfeit
from games.services.season.results_import import ImportedResult, ImportedSide, import_results
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from tests.leagues import Club, account, archive_text, club, state
from tests.makers import gin, knock


@pytest.fixture
def tuesday() -> Club:
    """A season with a match of every kind."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 50})
    ann = made.phone("Ann")
    made.play(made.fixture("Ann", "Ben", night=date(2026, 11, 3)), ann, knock(0, 5, 20), gin(0, 40))
    made.play(made.fixture("Ann", "Cleo"), ann, knock(0, 5, 20))
    for names in (("Ann", "Dan"), ("Ben", "Dan"), ("Cleo",)):
        made.fixture(*names)
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
    return made


def archive(league: League) -> dict[str, Any]:
    """The archive, without what names the league itself."""
    return {name: value for name, value in json.loads(archive_text(league)).items() if name != "id"}


def test_a_league_comes_back_as_it_was_and_once(tuesday: Club) -> None:
    text = archive_text(tuesday.league)
    other = account("Otto")
    league = import_league(account=other, text=text)
    assert archive(league) == archive(tuesday.league)
    assert import_league(account=other, text=text) == league
    assert (League.objects.count(), Member.objects.count(), Fixture.objects.count()) == (2, 10, 12)
    assert list(league.offices.values_list("account", "duty")) == [(other.pk, Duty.ORGANISER)]
    assert not league.public
    digests = [
        list(Entry.objects.filter(table__fixture__season__league=one).order_by("pk").values_list("digest", flat=True))
        for one in (tuesday.league, league)
    ]
    assert digests[0] == digests[1]
    assert len(digests[0]) == 5
    settled = [
        list(
            SettledSeat.objects.filter(table__fixture__season__league=one)
            .order_by("pk")
            .values_list("player__name", "total", "gins", "knocks")
        )
        for one in (tuesday.league, league)
    ]
    assert settled[0] == settled[1] != []


@pytest.mark.full
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d.update(format="x"), "it is not the archive of a league"),
        (lambda d: d.update(version=2), "or of a newer version"),
        (lambda d: d.pop("members"), "something is missing"),
        (lambda d: d.update(members=7), "something is missing or of the wrong kind"),
        (lambda d: d["members"][0].update(name="\u202e"), "characters that cannot be shown"),
        (lambda d: d["members"][0].update(name=" "), "a value cannot be"),
        (lambda d: d["members"].append(d["members"][0] | {"number": 99}), "a value cannot be"),
        (lambda d: d["seasons"][0]["rules"].update(win=-1), "a value cannot be"),
        (lambda d: d["seasons"][0].update(pairing="x"), "a value cannot be"),
        (lambda d: d["seasons"][0]["house_rules"].update(target=0), "a value cannot be"),
        (lambda d: d["seasons"][0]["matches"][0].update(state="won"), "a value cannot be"),
        (lambda d: d["seasons"][0]["matches"][0]["sides"][0].update(points=500), "match 1 came out otherwise"),
        (lambda d: d["seasons"][0]["matches"][0]["sides"][0].update(outcome="gold"), "a value cannot be"),
        (lambda d: d["seasons"][0]["matches"][0]["entries"][1]["facts"].update(ender=1), "entry 2 of match 1"),
        (lambda d: d["seasons"][0]["matches"][0]["entries"].pop(1), "entry 2 of match 1 was changed"),
        (lambda d: d["seasons"][0]["matches"][0]["entries"][1].update(at="noon"), "something is missing"),
    ],
)
def test_an_archive_that_was_changed_brings_nothing(tuesday: Club, change: Any, expected: str) -> None:
    data = json.loads(archive_text(tuesday.league))
    change(data)
    before = (League.objects.count(), FixtureSide.objects.count(), Entry.objects.count())
    with pytest.raises(ArchiveError) as bad:
        import_league(account=tuesday.organiser, text=json.dumps(data))
    assert expected in str(bad.value)
    assert (League.objects.count(), FixtureSide.objects.count(), Entry.objects.count()) == before


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


def test_a_league_that_was_never_away_is_not_brought_again(tuesday: Club) -> None:
    assert import_league(account=tuesday.organiser, text=archive_text(tuesday.league)) == tuesday.league
    assert League.objects.count() == 1


def test_who_turned_out_to_be_a_newer_member_still_is_and_strict_stays_strict() -> None:
    made = club(rules=season_rules({"strict": True}))
    made.play(made.fixture("Ann", "Ben"), made.access, gin(0, 40))
    merge_members(access=made.access, member_id=made.members["Ann"].pk, into_id=made.members["Dan"].pk)
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    assert league.members.get(name="Ann").merged_into == league.members.get(name="Dan")
    assert Table.objects.latest("pk").strict


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '"league"'])
def test_a_file_that_is_no_archive_is_reported(text: str) -> None:
    with pytest.raises(ArchiveError):
        import_league(account=account(), text=text)


def test_a_time_zone_there_is_none_of_is_refused(tuesday: Club) -> None:
    data = json.loads(archive_text(tuesday.league)) | {"zone": "Mars/Olympus"}
    with pytest.raises(RefusedError, match="invalid_value"):
        import_league(account=tuesday.organiser, text=json.dumps(data))


def test_what_was_final_is_final_there_and_lots_fall_alike() -> None:
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    ann, ben = made.phone("Ann"), made.phone("Ben")
    fixture = made.fixture("Ann", "Ben")
    made.play(fixture, ann, gin(0, 40))
    seen = {"season": made.season, "number": 1, "game": 1, "round_number": 1, "revision": 2}
    check_round(access=ben, verdict=Verdict.CONFIRMED, **seen)  # type: ignore[arg-type]
    assert state(fixture) == ("played", True)
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    assert state(Fixture.objects.get(season__league=league)) == ("played", True)
    # Whoever has no result yet is placed by lot alone; several seasons, as one lot may fall alike by chance.
    night = date(2030, 1, 1)
    for key in map(str, range(8)):
        Season.objects.filter(league__in=[league, made.league]).update(key=key)
        there, here = league.seasons.get(), made.league.seasons.get()
        assert table_rows(there, tonight=night) == table_rows(here, tonight=night)
