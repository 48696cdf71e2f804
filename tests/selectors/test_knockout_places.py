"""Places in a knock-out from its matches: while it runs, after changes, and once closed."""

import json
from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import LeagueEvent, Match, MatchState, Season
from games.pages.season.season_needs import certain_needs
from games.pages.season.standings_table import season_standings
from games.rules.league.season import season_rules
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking, season_rows
from games.selectors.season.season_tally import season_tally
from games.services.league.leagues import record_event
from games.services.league.members import add_members
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import make_team, withdraw
from games.services.season.imported_lines import ImportedResult, ImportedSide
from games.services.season.match_stop import restore
from games.services.season.matches import cancel, forfeit
from games.services.season.results_import import import_results
from games.services.season.season_close import close_season, reopen_season
from games.services.season.seasons import enter_members
from games.services.sharing.league_archive import import_league
from tests.leagues import Club, account, archive_text, club
from tests.makers import gin

pytestmark = pytest.mark.django_db
EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")


def knockout(*names: str, **more: object) -> Club:
    """A knock-out in which those named first are seeded best, with one short game a match."""
    made = club(*(names or EIGHT), pairing="knockout", house_rules={"target": 10}, **more)
    for seed, name in enumerate(names or EIGHT, 1):
        made.season.entrants.filter(member=made.members[name]).update(seed=seed)
    return made


def draw_next(tuesday: Club, *, third: bool = False, first: date | None = None) -> None:
    plan = PairingPlan(third_place=third, first=first)
    draw(access=tuesday.access, season=tuesday.season, plan=plan, key=f"{LeagueEvent.objects.count()}")


def name_of(tuesday: Club, entrant: int) -> str:
    return next(name for name, one in tuesday.entrants.items() if one.pk == entrant)


def wins(tuesday: Club, winner: str, *, weeks: int = 0) -> None:
    """The next planned match of ``winner`` is won, as a file tells it."""
    planned = tuesday.season.matches.filter(state=MatchState.PLANNED, sides__entrant=tuesday.entrants[winner])
    match = planned.order_by("number")[0]
    loser = next(s.entrant_id for s in match.sides.all() if s.entrant_id != tuesday.entrants[winner].pk)
    sides = (ImportedSide(winner, 10 + match.number), ImportedSide(name_of(tuesday, loser), 3))
    night = date_in_league(tuesday.league) - timedelta(weeks=weeks)
    results = [ImportedResult(night, sides)]
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results, further=[0])


def places(tuesday: Club) -> dict[str, str]:
    rows = season_rows(Season.objects.get(pk=tuesday.season.pk))
    return {name_of(tuesday, row.entrant): f"{row.place}{'=' if row.shared else ''}" for row in rows}


def by_place(tuesday: Club) -> dict[str, str]:
    """Who is in which place, in the alphabet."""
    found: dict[str, list[str]] = {}
    for name, place in places(tuesday).items():
        found.setdefault(place, []).append(name)
    return {place: " ".join(sorted(some)) for place, some in sorted(found.items())}


def needs(tuesday: Club) -> dict[str, list[str]]:
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    return {one.name: list(one.sentences) for one in certain_needs(season, date_in_league(season.league))}


def quarters(tuesday: Club, winners: Sequence[str] = ("Ann", "Dan", "Ben", "Cleo"), **more: object) -> None:
    draw_next(tuesday)
    for name in winners:
        wins(tuesday, name, **more)  # type: ignore[arg-type]


def to_the_end(tuesday: Club, *, third: bool = True) -> None:
    """Ann and Cleo reach the final, which Cleo wins; Ben is third, or shares that with Dan."""
    quarters(tuesday, weeks=2)
    draw_next(tuesday)
    for name in ("Ann", "Cleo"):
        wins(tuesday, name, weeks=1)
    draw_next(tuesday, third=third)
    for name in ("Cleo", "Ben") if third else ("Cleo",):
        wins(tuesday, name)


END = {"1": "Cleo", "2": "Ann", "3": "Ben", "4": "Dan", "5=": "Eve Finn Gwen Hal"}


def test_the_beaten_finalist_is_second_and_the_winner_of_the_small_final_third() -> None:
    tuesday = knockout()
    to_the_end(tuesday)
    assert by_place(tuesday) == END


def test_without_a_match_for_third_place_the_beaten_semi_finalists_share_it() -> None:
    tuesday = knockout()
    to_the_end(tuesday, third=False)
    assert by_place(tuesday) == {"1": "Cleo", "2": "Ann", "3=": "Ben Dan", "5=": "Eve Finn Gwen Hal"}


def test_a_bracket_that_runs_has_those_still_in_and_those_out(snapshot: SnapshotAssertion) -> None:
    tuesday = knockout()
    assert "5=" not in by_place(tuesday)
    draw_next(tuesday)
    assert by_place(tuesday) == {"0": " ".join(EIGHT)}
    assert needs(tuesday)["Ann"] == snapshot
    wins(tuesday, "Ann")
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo Dan Eve Finn Gwen", "5": "Hal"}
    for name in ("Dan", "Ben", "Cleo"):
        wins(tuesday, name)
    draw_next(tuesday)
    wins(tuesday, "Ann")
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo", "3": "Dan", "5=": "Eve Finn Gwen Hal"}
    found_needs = needs(tuesday)
    assert found_needs["Ann"] == snapshot
    assert found_needs["Ben"] == snapshot
    assert found_needs["Dan"] == snapshot
    assert found_needs["Eve"] == snapshot
    wins(tuesday, "Cleo")
    draw_next(tuesday, third=True)
    assert by_place(tuesday) == {"1=": "Ann Cleo", "3=": "Ben Dan", "5=": "Eve Finn Gwen Hal"}
    assert needs(tuesday)["Dan"] == snapshot


def test_when_all_is_played_every_place_is_certain(snapshot: SnapshotAssertion) -> None:
    tuesday = knockout()
    to_the_end(tuesday)
    found_needs = needs(tuesday)
    assert [found_needs[name][0] for name in ("Cleo", "Ann", "Ben", "Dan", "Eve")] == snapshot
    close_season(access=tuesday.access, season=tuesday.season)
    assert needs(tuesday) == found_needs


@pytest.mark.parametrize("size", [2, 3, 5, 6, 7])
def test_byes_move_no_place(size: int) -> None:
    """The better seed always wins, so that everybody comes as far as the seed says."""
    names = EIGHT[:size]
    tuesday = knockout(*names)
    while True:
        draw_next(tuesday)
        for name in names:
            if tuesday.season.matches.filter(state="planned", sides__entrant=tuesday.entrants[name]).exists():
                wins(tuesday, name)
        if tuesday.season.matches.filter(round=max(f.round or 0 for f in tuesday.season.matches.all())).count() == 1:
            break
    fifth = "5" if size == 5 else "5="
    third = "3" if size == 3 else "3="
    expected = ["1", "2", third, third, fifth, fifth, fifth][:size]
    assert places(tuesday) == dict(zip(names, expected, strict=True))


def test_a_match_that_runs_or_was_drawn_decides_nothing() -> None:
    tuesday = knockout(*EIGHT[:4], rules=season_rules({"length": "games", "count": 2}))
    draw_next(tuesday)
    one, other = tuesday.season.matches.order_by("number")
    tuesday.play(one, tuesday.access, gin(0, 40))
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo Dan"}
    name = name_of(tuesday, other.sides.all()[0].entrant_id)
    loser = name_of(tuesday, other.sides.all()[1].entrant_id)
    imported_result = ImportedResult(
        date_in_league(tuesday.league), (ImportedSide(name, 5), ImportedSide(loser, 5)), drawn=True
    )
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=[imported_result], further=[0])
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo Dan"}
    forfeit(
        access=tuesday.access,
        season=tuesday.season,
        number=tuesday.match("Ann", "Ben").number,
        missing=[tuesday.entrants["Ben"]],
        reason="",
    )
    # A match outside the draw isn't part of the bracket.
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo Dan"}


def test_a_replay_decides() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    wins(tuesday, "Ann")
    imported_result = ImportedResult(
        date_in_league(tuesday.league), (ImportedSide("Ben", 5), ImportedSide("Cleo", 5)), drawn=True
    )
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=[imported_result], further=[0])
    draw_next(tuesday)
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo", "3": "Dan"}
    wins(tuesday, "Cleo")
    assert by_place(tuesday) == {"1=": "Ann Cleo", "3=": "Ben Dan"}
    draw_next(tuesday, third=True)
    assert {frozenset(name_of(tuesday, s.entrant_id) for s in f.sides.all()) for f in last_round(tuesday)} == {
        frozenset({"Ann", "Cleo"}),
        frozenset({"Ben", "Dan"}),
    }


def test_a_file_that_tells_a_match_from_both_sides_moves_nobody() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    wins(tuesday, "Ann")
    before = places(tuesday)
    imported_result = ImportedResult(
        date_in_league(tuesday.league), (ImportedSide("Dan", 300), ImportedSide("Ann", 11))
    )
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=[imported_result], further=[0])
    assert tuesday.season.matches.count() == 3
    assert before == places(tuesday) == {"Ann": "1=", "Ben": "1=", "Cleo": "1=", "Dan": "3"}


def last_round(tuesday: Club) -> list[Match]:
    number = max(match.round or 0 for match in tuesday.season.matches.all())
    return list(tuesday.season.matches.filter(round=number).prefetch_related("sides"))


def test_forfeits_and_who_withdraws() -> None:
    tuesday = knockout()
    quarters(tuesday, ("Ann", "Dan", "Ben"))
    cleo = tuesday.season.matches.get(state="planned")
    forfeit(
        access=tuesday.access,
        season=tuesday.season,
        number=cleo.number,
        missing=[tuesday.entrants["Cleo"]],
        reason="",
    )
    assert by_place(tuesday)["5="] == "Cleo Eve Gwen Hal"
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Dan"].pk)
    # Dan won the match, and is eliminated in the next.
    assert places(tuesday)["Dan"] == "3"
    draw_next(tuesday)
    assert places(tuesday)["Dan"] == "3"
    wins(tuesday, "Ben")
    assert by_place(tuesday) == {"1=": "Ann Ben", "3=": "Dan Finn", "5=": "Cleo Eve Gwen Hal"}
    draw_next(tuesday, third=True)
    # The final cannot be played any more: Ann is alone in it.
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Ben"].pk)
    assert by_place(tuesday) == {"1": "Ann", "2": "Ben", "3=": "Dan Finn", "5=": "Cleo Eve Gwen Hal"}


def test_both_finalists_missing_leaves_first_place_empty() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    wins(tuesday, "Ann")
    wins(tuesday, "Ben")
    draw_next(tuesday)
    (final,) = last_round(tuesday)
    both = [tuesday.entrants["Ann"], tuesday.entrants["Ben"]]
    forfeit(access=tuesday.access, season=tuesday.season, number=final.number, missing=both, reason="")
    assert by_place(tuesday) == {"2=": "Ann Ben", "3=": "Cleo Dan"}


def test_a_match_for_third_place_that_was_canceled_leaves_it_shared() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    wins(tuesday, "Ann")
    wins(tuesday, "Ben")
    draw_next(tuesday, third=True)
    wins(tuesday, "Ben")
    small = tuesday.season.matches.get(state="planned")
    cancel(access=tuesday.access, season=tuesday.season, number=small.number, reason="late")
    assert by_place(tuesday) == {"1": "Ben", "2": "Ann", "3=": "Cleo Dan"}
    restore(access=tuesday.access, season=tuesday.season, number=small.number, reason="")
    wins(tuesday, "Dan")
    assert by_place(tuesday) == {"1": "Ben", "2": "Ann", "3": "Dan", "4": "Cleo"}


def test_a_correction_after_the_next_round_was_drawn_puts_nobody_back() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    semi = tuesday.season.matches.get(sides__entrant=tuesday.entrants["Ann"])
    tuesday.play(semi, tuesday.access, gin(0, 40))
    wins(tuesday, "Ben")
    draw_next(tuesday)
    ann, dan = (semi.sides.get(entrant=tuesday.entrants[name]) for name in ("Ann", "Dan"))
    for side, outcome in ((ann, "loss"), (dan, "win")):
        side.outcome = outcome
        side.save()
    assert by_place(tuesday) == {"1=": "Ann Ben", "3=": "Cleo Dan"}


def test_entrant_who_joined_after_the_draw_has_no_place() -> None:
    tuesday = knockout(*EIGHT[:4])
    draw_next(tuesday)
    (zoe,) = add_members(access=tuesday.access, names=["Zoe"])
    (entrant,) = enter_members(access=tuesday.access, season=tuesday.season, members=[zoe])
    tuesday.entrants["Zoe"] = entrant
    assert by_place(tuesday) == {"0": "Ann Ben Cleo Dan Zoe"}
    wins(tuesday, "Ann")
    assert by_place(tuesday) == {"1=": "Ann Ben Cleo", "3": "Dan", "0": "Zoe"}
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    (row,) = season_standings(SeasonAccess(tuesday.access, season)).unranked
    assert (row.name, row.place, row.missing_text) == ("Zoe", "", "Not in the bracket")


def test_teams_have_places_in_the_bracket_too() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", pairing="knockout", house_rules={"target": 10}, teams=True)
    for name in ("Reds", "Blues", "Greens"):
        tuesday.entrants[name] = make_team(access=tuesday.access, season=tuesday.season, name=name)
    draw_next(tuesday)
    assert by_place(tuesday) == {"0": "Blues Greens Reds"}
    wins(tuesday, "Greens")
    assert by_place(tuesday) == {"1=": "Greens Reds", "3": "Blues"}


def test_criteria_order_the_names_inside_a_shared_place() -> None:
    tuesday = knockout(rules=season_rules({"order": ["point_difference"]}))
    to_the_end(tuesday)
    rows = season_rows(Season.objects.get(pk=tuesday.season.pk))
    fifth = [row.record.point_difference for row in rows if row.place == 5]
    assert fifth == sorted(fifth, reverse=True)
    assert len(set(fifth)) == 4


def test_after_each_night_the_bracket_is_as_it_was() -> None:
    tuesday = knockout()
    to_the_end(tuesday)
    tuesday.season.entrants.update(joined_on=date_in_league(tuesday.league) - timedelta(weeks=9))
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    ranking = Ranking.of(season)

    def after(weeks: int) -> dict[str, str]:
        night = date_in_league(tuesday.league) - timedelta(weeks=weeks)
        rows = ranking.rows(season_tally(season, ranking.rules, tonight=night, until=night), night)
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(f"{row.place}{'=' if row.shared else ''}", []).append(name_of(tuesday, row.entrant))
        return {place: " ".join(sorted(some)) for place, some in found.items()}

    assert after(3) == {"0": " ".join(EIGHT)}
    assert after(2) == {"1=": "Ann Ben Cleo Dan", "5=": "Eve Finn Gwen Hal"}
    assert after(1) == {"1=": "Ann Cleo", "3=": "Ben Dan", "5=": "Eve Finn Gwen Hal"}
    assert after(0) == END


# --- Closed seasons ---------------------------------------------------------------------------------------------------

BY_CRITERIA = season_rules({"order": ["points", "wins", "boxes", "point_difference", "fewest_losses"]})


def closed_before(tuesday: Club) -> None:
    """Close it as it was done while criteria gave the places of a knock-out."""
    Season.objects.filter(pk=tuesday.season.pk).update(closed_at=timezone.now())
    record_event(access=tuesday.access, kind="season_closed", season=tuesday.season)


def test_a_season_closed_before_keeps_its_table_until_it_is_reopened(snapshot: SnapshotAssertion) -> None:
    tuesday = knockout(rules=BY_CRITERIA)
    to_the_end(tuesday)
    closed_before(tuesday)
    published = places(tuesday)
    assert (published["Cleo"], published["Ben"]) == ("1", "2")
    assert published["Ann"] == "3"
    assert "5=" not in published.values()
    assert needs(tuesday)["Ann"] == snapshot
    reopen_season(access=tuesday.access, season=tuesday.season)
    assert by_place(tuesday) == END
    close_season(access=tuesday.access, season=tuesday.season)
    assert by_place(tuesday) == END


@pytest.mark.parametrize("before", [True, False])
def test_a_closed_season_has_the_same_table_out_of_its_archive(*, before: bool) -> None:
    tuesday = knockout(rules=BY_CRITERIA)
    to_the_end(tuesday)
    if before:
        closed_before(tuesday)
    else:
        close_season(access=tuesday.access, season=tuesday.season)
    text = archive_text(tuesday.league)
    assert ("places" in json.loads(text)["seasons"][0]) is not before
    league = import_league(account=account("Otto"), text=text)

    def shown(season: Season) -> list[tuple[str, int, bool]]:
        names = {one.pk: one.member.name for one in season.entrants.all() if one.member}
        return [(names[row.entrant], row.place, row.shared) for row in season_rows(season)]

    assert shown(league.seasons.get()) == shown(Season.objects.get(pk=tuesday.season.pk))
    # And once more, out of the archive of what came out of one.
    again = import_league(account=account("Olaf"), text=archive_text(league))
    assert shown(again.seasons.get()) == shown(Season.objects.get(pk=tuesday.season.pk))


def test_a_closed_season_with_no_event_of_its_closing_keeps_its_table() -> None:
    tuesday = knockout(rules=BY_CRITERIA)
    to_the_end(tuesday)
    Season.objects.filter(pk=tuesday.season.pk).update(closed_at=timezone.now())
    assert places(tuesday)["Ann"] == "3"


def test_another_season_is_closed_as_it_always_was() -> None:
    tuesday = club()
    close_season(access=tuesday.access, season=tuesday.season)
    assert LeagueEvent.objects.get(kind="season_closed").facts == {}
