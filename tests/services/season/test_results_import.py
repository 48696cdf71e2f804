"""Importing results: all or none, and never twice."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from games.models import Entrant, Match, MatchSide, Member, Season
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.selectors.season.league_dates import date_in_league
from games.services.season.imported_lines import ImportedResult, ImportedSide, MatchHere
from games.services.season.matches import cancel
from games.services.season.results_import import ImportPlan, import_results, plan_import, similar_to_known
from games.services.season.typed_results import TypedResult, type_results
from tests import bracket_night
from tests.leagues import Club, club, result
from tests.makers import gin

NIGHT = date(2026, 11, 3)


def imported(one: str, points: int, other: str, fewer: int, **more: object) -> ImportedResult:
    return ImportedResult(NIGHT, (ImportedSide(one, points, 3, 1, 1), ImportedSide(other, fewer)), **more)  # type: ignore[arg-type]


def line(number: int, one: str, points: int, other: str, fewer: int) -> ImportedResult:
    return ImportedResult(NIGHT, (ImportedSide(one, points), ImportedSide(other, fewer)), line=number)


def doubts(plan: ImportPlan) -> list[tuple[int, int | None, int]]:
    """Each doubtful line, with the number of the match that is here or the other line."""
    return [(doubt.result.line, doubt.here and doubt.here.number, doubt.other) for doubt in plan.doubtful]


def bring(tuesday: Club, *lines: ImportedResult, further: tuple[int, ...] = ()) -> ImportPlan:
    return import_results(access=tuesday.access, season=tuesday.season, names=[], results=lines, further=further)


def typed(tuesday: Club, number: int, *points: int) -> None:
    sides = tuple(TypedSide(amount) for amount in points)
    type_results(access=tuesday.access, season=tuesday.season, results=[TypedResult(number, sides)])


def test_members_and_results_are_taken_over_once() -> None:
    tuesday = club("Ann", "Ben")
    results = [imported("Ann", 120, "Zoe", 80), imported("ANN", 60, "ben", 90), imported("Ann", 121, "Zoe", 80)]
    planned = plan_import(tuesday.season, ["Yan"], results)
    assert (planned.members, planned.entrants, planned.results, planned.known) == (("Yan", "Zoe"), ("Yan", "Zoe"), 3, 0)
    assert not Match.objects.exists()
    assert import_results(access=tuesday.access, season=tuesday.season, names=["Yan"], results=results) == planned
    assert [result(match) for match in Match.objects.all()] == [
        [("win", 120, 3), ("loss", 80, 0)],
        [("loss", 60, 3), ("win", 90, 0)],
        [("win", 121, 3), ("loss", 80, 0)],
    ]
    assert Match.objects.filter(state="played", final=True, night=NIGHT, table=None).count() == 3
    again = import_results(access=tuesday.access, season=tuesday.season, names=["Yan"], results=results)
    assert (again.members, again.results, again.known) == ((), 0, 3)
    assert (Match.objects.count(), Member.objects.count(), Entrant.objects.count()) == (3, 4, 4)


def test_import_counts_level_scores_as_a_draw_and_takes_a_named_winner_of_them() -> None:
    tuesday = club("Ann", "Ben")
    results = [imported("Ann", 5, "Ben", 5), imported("Ann", 6, "Ben", 6, winner=0)]
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    outcomes = [[side[0] for side in result(match)] for match in Match.objects.all()]
    assert outcomes == [["draw", "draw"], ["win", "loss"]]


def test_a_winner_whom_the_points_contradict_is_doubtful() -> None:
    tuesday = club("Ann", "Ben")
    right = [imported("Ann", 5, "Ben", 9, winner=1, line=2), imported("Ann", 7, "Ben", 7, drawn=True, line=3)]
    wrong = [imported("Ann", 4, "Ben", 8, winner=0, line=4), imported("Ann", 9, "Ben", 5, drawn=True, line=5)]
    assert doubts(plan_import(tuesday.season, [], [*right, *wrong])) == [(4, None, 0), (5, None, 0)]
    bring(tuesday, *right, *wrong, further=(4,))
    outcomes = [[side[0] for side in result(match)] for match in Match.objects.all()]
    assert outcomes == [["loss", "win"], ["draw", "draw"], ["win", "loss"]]
    # What is here as the line says isn't asked about again.
    assert doubts(plan_import(tuesday.season, [], [*right, *wrong])) == [(5, None, 0)]


def test_games_decide_a_match_of_several_whatever_the_points() -> None:
    tuesday = club("Ann", "Ben", rules=season_rules({"length": "games", "count": 3}))
    planned = plan_import(tuesday.season, [], [imported("Ann", 5, "Ben", 9, winner=0, line=2)])
    assert (planned.results, doubts(planned)) == (1, [])


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
    assert (planned.results, planned.mirrored, doubts(planned)) == (2, ((4, 2),), [(3, None, 2)])
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=results)
    assert Match.objects.count() == 2
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
    planned = plan_import(tuesday.season, [], [played, replace(played, line=3)])
    assert (planned.known, planned.results, doubts(planned)) == (1, 0, [(3, None, 0)])


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


def test_a_line_with_another_result_than_the_match_here_is_doubtful() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    bring(tuesday, line(2, "Ann", 100, "Ben", 40))
    lines = [line(2, "Ann", 100, "Ben", 60), replace(line(3, "Ann", 100, "Ben", 60), night=NIGHT + timedelta(1))]
    planned = bring(tuesday, *lines, line(4, "Cleo", 1, "Ben", 0))
    assert (planned.results, planned.known, doubts(planned)) == (2, 0, [(2, 1, 0)])
    assert planned.doubtful[0].here == MatchHere(1, NIGHT, (("Ann", 100), ("Ben", 40)), canceled=False)
    # Somebody says that it is a second match of that night; then both are here.
    assert bring(tuesday, *lines, further=(2,)).results == 1
    again = bring(tuesday, *lines, line(4, "Ben", 40, "Ann", 100), further=(2, 3, 4))
    assert (again.results, again.known, Match.objects.count()) == (0, 3, 4)


def test_only_lines_that_equal_what_stands_are_here() -> None:
    tuesday = club("Ann", "Ben")
    first = replace(line(2, "Ann", 100, "Ben", 40), sides=(ImportedSide("Ann", 100, 5), ImportedSide("Ben", 40, 2)))
    bring(tuesday, first)
    other_boxes = replace(first, sides=(ImportedSide("Ann", 100, 4), ImportedSide("Ben", 40, 2)))
    for other, known in (
        (first, True),
        (line(2, "Ben", 40, "Ann", 100), True),  # Without the boxes.
        (other_boxes, False),
        (replace(first, winner=1), False),
        (replace(first, drawn=True), False),
    ):
        planned = plan_import(tuesday.season, [], [other])
        assert (planned.known, doubts(planned)) == ((1, []) if known else (0, [(2, 1, 0)])), other
    # Corrected by hand: the file is no longer what stands, and what stands is.
    MatchSide.objects.filter(entrant=tuesday.entrants["Ann"]).update(points=40, outcome="loss")
    MatchSide.objects.filter(entrant=tuesday.entrants["Ben"]).update(points=100, outcome="win")
    assert doubts(plan_import(tuesday.season, [], [first])) == [(2, 1, 0)]
    assert plan_import(tuesday.season, [], [line(2, "Ann", 40, "Ben", 100)]).known == 1
    # Canceled, or on another night: it is still the match that this line has brought.
    Match.objects.update(night=NIGHT + timedelta(1))
    assert doubts(plan_import(tuesday.season, [], [first])) == [(2, 1, 0)]
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="Dropped")
    (doubt,) = plan_import(tuesday.season, [], [first]).doubtful
    assert doubt.here and (doubt.here.number, doubt.here.canceled) == (1, True)
    assert bring(tuesday, first, further=(2,)).results == 1
    assert (bring(tuesday, first).known, Match.objects.count()) == (1, 2)


@pytest.mark.parametrize("pairing", ["knockout", "swiss", "round_robin"])
def test_a_match_of_the_draw_is_played_once(pairing: str) -> None:
    cup = bracket_night.night(pairing) if pairing != "round_robin" else club(pairing=pairing)
    if pairing == "round_robin":
        bracket_night.draw_round(cup, 1)
    match = cup.season.matches.order_by("number").first()
    assert match
    one, other = (side.entrant.member.name for side in match.sides.all() if side.entrant.member)
    today = date_in_league(cup.league)
    # Both lines of a file can't be the same match of the draw, nor one of another night.
    lines = [replace(line(number, one, 100, other, fewer), night=today) for number, fewer in ((2, 40), (3, 60))]
    planned = plan_import(cup.season, [], lines)
    assert (planned.planned, planned.undrawn, doubts(planned)) == (1, (), [(3, None, 2)])
    typed(cup, match.number, 100, 40)
    for night in (today, today - timedelta(3)):
        planned = plan_import(cup.season, [], [replace(lines[1], night=night)])
        assert (planned.results, planned.undrawn, doubts(planned)) == (0, (), [(3, match.number, 0)])
    planned = plan_import(cup.season, [], lines)
    assert (planned.known, planned.results, doubts(planned)) == (1, 0, [(3, match.number, 0)])


def test_the_same_line_twice_is_doubtful_and_two_matches_of_a_night_are_named() -> None:
    tuesday = club("Ann", "Ben")
    lines = [line(2, "Ann", 100, "Ben", 40), line(3, "Ben", 90, "Ann", 80), line(4, "Ann", 100, "Ben", 40)]
    planned = plan_import(tuesday.season, [], lines)
    assert (planned.results, doubts(planned)) == (2, [(4, None, 2)])
    assert [[result.line for result in group] for group in planned.several] == [[2, 3]]
    assert bring(tuesday, *lines, further=(4,)).results == 3
    assert (bring(tuesday, *lines).known, Match.objects.count()) == (3, 3)
    lines.append(line(5, "Ann", 7, "Ben", 9))
    assert doubts(bring(tuesday, *lines)) == []
    assert (bring(tuesday, *lines).known, Match.objects.count()) == (4, 4)
