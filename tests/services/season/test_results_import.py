"""Importing results: all or none, and never twice."""

from datetime import date

import pytest

from games.models import Entrant, Match, Member, Season
from games.refusals import RefusedError
from games.services.season.results_import import (
    ImportedResult,
    ImportedSide,
    import_results,
    plan_import,
    similar_to_known,
)
from tests.leagues import club, result
from tests.makers import gin

NIGHT = date(2026, 11, 3)


def imported(one: str, points: int, other: str, fewer: int, **more: object) -> ImportedResult:
    return ImportedResult(NIGHT, (ImportedSide(one, points, 3, 1, 1), ImportedSide(other, fewer)), **more)  # type: ignore[arg-type]


def test_members_and_results_are_taken_over_once() -> None:
    tuesday = club("Ann", "Ben")
    results = [imported("Ann", 120, "Zoe", 80), imported("ANN", 60, "ben", 90), imported("Ann", 120, "Zoe", 80)]
    planned = plan_import(tuesday.season, ["Yan"], results)
    assert (planned.members, planned.entrants, planned.results, planned.known) == (("Yan", "Zoe"), ("Yan", "Zoe"), 3, 0)
    assert not Match.objects.exists()
    assert import_results(access=tuesday.access, season=tuesday.season, names=["Yan"], results=results) == planned
    assert [result(match) for match in Match.objects.all()] == [
        [("win", 120, 3), ("loss", 80, 0)],
        [("loss", 60, 3), ("win", 90, 0)],
        [("win", 120, 3), ("loss", 80, 0)],
    ]
    assert Match.objects.filter(state="played", final=True, night=NIGHT, table=None).count() == 3
    again = import_results(access=tuesday.access, season=tuesday.season, names=["Yan"], results=results)
    assert (again.members, again.results, again.known) == ((), 0, 3)
    assert (Match.objects.count(), Member.objects.count(), Entrant.objects.count()) == (3, 4, 4)


def test_import_takes_a_named_winner_and_counts_level_scores_as_a_draw() -> None:
    tuesday = club("Ann", "Ben")
    results = [
        imported("Ann", 5, "Ben", 5),
        imported("Ann", 5, "Ben", 9, winner=0),
        imported("Ann", 9, "Ben", 5, drawn=True),
    ]
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    outcomes = [[side[0] for side in result(match)] for match in Match.objects.all()]
    assert outcomes == [["draw", "draw"], ["win", "loss"], ["draw", "draw"]]


@pytest.mark.usefixtures("sealed")
def test_a_match_that_was_planned_is_filled_and_no_other_is_made() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    for night in (date(2026, 10, 6), NIGHT):
        tuesday.match("Ann", "Ben", night=night)
    results = [imported("Ben", 90, "Ann", 60), imported("Ann", 5, "Ben", 9), imported("Ben", 7, "Ann", 3)]
    planned = plan_import(tuesday.season, [], results)
    assert (planned.results, planned.planned) == (3, 2)
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    found = [(one.number, one.night, result(one)[0][:2]) for one in Match.objects.order_by("number")]
    assert found == [(1, NIGHT, ("loss", 5)), (2, NIGHT, ("loss", 60)), (3, NIGHT, ("win", 7))]
    again = import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    assert (again.results, again.known, Match.objects.count()) == (0, 3, 3)


def test_a_line_with_the_sides_swapped_is_the_same_match() -> None:
    tuesday = club("Ann", "Ben")
    one, other = ImportedSide("Ann", 120, 3), ImportedSide("Ben", 80)
    lines = [(one, other), (one, other), (other, one), (ImportedSide("Ben", 80, 1), one)]
    results = [
        ImportedResult(NIGHT, sides, winner=sides.index(one), line=number) for number, sides in enumerate(lines, 2)
    ]
    planned = plan_import(tuesday.season, [], results)
    assert (planned.results, planned.mirrored) == (3, ((4, 2),))
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    assert Match.objects.count() == 3
    again = plan_import(tuesday.season, [], [ImportedResult(NIGHT, (other, one), winner=1)])
    assert (again.results, again.known) == (0, 1)
    # On another night it is another match.
    assert plan_import(tuesday.season, [], [ImportedResult(date(2026, 11, 2), (other, one))]).results == 1


def test_a_match_that_was_played_here_is_known() -> None:
    tuesday = club("Ann", "Ben", house_rules={"target": 50})
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, tuesday.phone("Ann"), gin(0, 40))
    match.refresh_from_db()
    ann, ben = (side.points for side in match.sides.order_by("position"))
    assert match.night
    played = ImportedResult(match.night, (ImportedSide("ben", ben), ImportedSide("Ann", ann)))
    planned = plan_import(tuesday.season, [], [played, played])
    assert (planned.known, planned.results) == (1, 1)


def test_names_alike_are_found_in_the_season_and_the_league() -> None:
    tuesday = club("Zo\u00eb", "Ben")
    assert similar_to_known(tuesday.season, ["Zoe", "ben", "Cleo"]) == {"Zoe": ("Zo\u00eb",)}


def test_in_a_season_of_teams_nobody_is_made_a_team() -> None:
    tuesday = club("Ann", "Ben", teams=True)
    assert plan_import(tuesday.season, [], [imported("Reds", 5, "Blues", 4)]).unknown == ("Reds", "Blues")
    with pytest.raises(RefusedError, match="not_found"):
        import_results(
            access=tuesday.access, season=tuesday.season, names=[], results=[imported("Reds", 5, "Blues", 4)]
        )
    assert not Match.objects.exists()


def test_only_the_organizer_and_only_while_the_season_is_open() -> None:
    tuesday = club("Ann", "Ben")
    with pytest.raises(RefusedError, match="not_your_duty"):
        import_results(access=tuesday.phone("Ann"), season=tuesday.season, names=["Zoe"], results=[])
    Season.objects.update(closed_at="2026-11-04T00:00Z")
    with pytest.raises(RefusedError, match="season_closed"):
        import_results(access=tuesday.access, season=tuesday.season, names=["Zoe"], results=[])
    assert Member.objects.count() == 2
