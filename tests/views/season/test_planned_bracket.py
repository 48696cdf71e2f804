"""Double elimination and the consolation, from the first draw to the podium, on the page and in the standings."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Match, MatchState
from games.rules.league.typed_result import TypedSide
from games.selectors.season.season_rows import season_rows
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import withdraw
from games.services.season.matches import forfeit
from games.services.season.typed_results import TypedResult, type_results
from tests.leagues import Club, club
from tests.views.reading import is_refusal, says, shown
from tests.views.season_pages import olga, page_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def cup(*names: str, pairing: str = "double_elimination") -> Club:
    return club(*(names or NAMES), pairing=pairing)


def next_round(tuesday: Club, **more: Any) -> list[list[str]]:
    """Draw, and return who meets."""
    before = Match.objects.count()
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(**more), key=f"round {before}")
    return [sorted(names_in(match)) for match in Match.objects.order_by("number")[before:]]


def names_in(match: Match) -> list[str]:
    return [side.entrant.member.name for side in match.sides.select_related("entrant__member")]


def enter(tuesday: Club, number: int, winner: str) -> None:
    match = Match.objects.get(number=number)
    sides = tuple(TypedSide(100 if name == winner else 40) for name in names_in(match))
    type_results(access=tuesday.access, season=tuesday.season, results=[TypedResult(number, sides)])


def first_named_wins(tuesday: Club) -> None:
    """Whose name comes first in the alphabet wins every open match."""
    for match in Match.objects.filter(state=MatchState.PLANNED).order_by("number"):
        enter(tuesday, match.number, min(names_in(match)))


def drawing(tuesday: Club) -> Any:
    return olga(tuesday).get(page_of(tuesday, "bracket/")).context["page"].drawing


def columns(part: Any) -> dict[str, list[list[str]]]:
    """The names of the sides, by round and match; a place without a match is []."""
    return {
        column.title: [[side.name for side in box.sides] if box else [] for box in column.boxes]
        for column in part.rounds
    }


def places(tuesday: Club) -> dict[str, int]:
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return {names[row.entrant]: row.place for row in season_rows(tuesday.season)}


def test_a_double_elimination_of_eight_to_the_podium(db: None, snapshot: SnapshotAssertion) -> None:
    tuesday = cup()
    next_round(tuesday)
    winners, losers = drawing(tuesday).parts
    assert (winners.title, losers.title) == ("Winners' bracket", "Losers' bracket")
    assert list(columns(winners)) == [
        *("Winners' round 1", "Winners' round 2", "Winners' final"),
        *("Grand final", "Second grand final, if needed"),
    ]
    assert list(columns(losers)) == ["Losers' round 1", "Losers' round 2", "Losers' round 3", "Losers' final"]
    assert winners.rounds[0].boxes[0].drop == "Loser: on to Losers' round 1"
    first_named_wins(tuesday)
    winners, losers = drawing(tuesday).parts
    assert winners.rounds[0].boxes[0].drop == "Hal: on to Losers' round 1"
    assert columns(losers)["Losers' round 1"] == [["Hal", "Eve"], ["Gus", "Fay"]]
    assert next_round(tuesday) == [["Ann", "Dan"], ["Ben", "Cleo"], ["Eve", "Hal"], ["Fay", "Gus"]]
    first_named_wins(tuesday)
    assert next_round(tuesday) == [["Ann", "Ben"], ["Cleo", "Eve"], ["Dan", "Fay"]]
    for _ in range(3):
        first_named_wins(tuesday)
        last = next_round(tuesday)
    assert last == [["Ann", "Ben"]]
    assert drawing(tuesday).podium == ()
    enter(tuesday, Match.objects.count(), "Ben")
    assert "Second grand final, if needed" in columns(drawing(tuesday).parts[0])
    assert next_round(tuesday) == [["Ann", "Ben"]]
    enter(tuesday, Match.objects.count(), "Ann")
    assert [(place.title, place.names) for place in drawing(tuesday).podium] == [
        *(("Champion", ("Ann",)), ("Runner-up", ("Ben",)), ("Third place", ("Cleo",)))
    ]
    assert places(tuesday) == {**{"Ann": 1, "Ben": 2, "Cleo": 3, "Dan": 4, "Eve": 5, "Fay": 5, "Gus": 7, "Hal": 7}}
    page = olga(tuesday).get(page_of(tuesday))
    assert shown(page, ".about-row details > p") == snapshot


def test_without_need_there_is_one_grand_final(db: None) -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan")
    for _ in range(4):
        next_round(tuesday)
        first_named_wins(tuesday)
    assert "Second grand final, if needed" not in columns(drawing(tuesday).parts[0])
    assert drawing(tuesday).podium[0].names == ("Ann",)
    page = olga(tuesday).post(page_of(tuesday, "draw/"), {"do": "draw", "first": ""})
    assert is_refusal(page, "not_playable", what="final_played")


def test_a_drawn_match_is_replayed_in_its_round(db: None) -> None:
    tuesday = cup("Ann", "Ben", "Cleo")
    next_round(tuesday)
    number = Match.objects.get(state=MatchState.PLANNED).number
    type_results(
        access=tuesday.access, season=tuesday.season, results=[TypedResult(number, (TypedSide(50), TypedSide(50)))]
    )
    assert next_round(tuesday) == [["Ben", "Cleo"]]
    assert Match.objects.order_by("number").last().round == 1
    first_named_wins(tuesday)
    assert next_round(tuesday) == [["Ann", "Ben"]]


def test_who_withdraws_or_does_not_come_gives_way(db: None) -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan")
    next_round(tuesday)
    dan = next(match for match in Match.objects.all() if "Dan" in names_in(match))
    forfeit(
        access=tuesday.access, season=tuesday.season, number=dan.number, missing=[tuesday.entrants["Dan"]], reason=""
    )
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Dan"].pk)
    first_named_wins(tuesday)
    # Nobody is left for Cleo in the first round of the losers' bracket.
    assert next_round(tuesday) == [["Ann", "Ben"]]
    box = drawing(tuesday).parts[1].rounds[0].boxes[0]
    assert (box.about, [side.name for side in box.sides if side.won]) == ("Forfeited", ["Cleo"])
    first_named_wins(tuesday)
    assert next_round(tuesday) == [["Ben", "Cleo"]]
    assert places(tuesday) == {"Ann": 1, "Ben": 1, "Cleo": 1, "Dan": 4}


def test_a_correction_counts_once_the_round_is_drawn_again(db: None) -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan")
    next_round(tuesday)
    first_named_wins(tuesday)
    assert next_round(tuesday) == [["Ann", "Ben"], ["Cleo", "Dan"]]
    match = next(match for match in Match.objects.filter(round=1) if "Dan" in names_in(match))
    sides = tuple(TypedSide(100 if name == "Dan" else 40) for name in names_in(match))
    seen = tuple(TypedSide(40 if name == "Dan" else 100) for name in names_in(match))
    result = TypedResult(match.number, sides, seen)
    type_results(access=tuesday.access, season=tuesday.season, results=[result], reason="Misread")
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(redraw=True), key="again")
    assert [sorted(names_in(match)) for match in Match.objects.filter(round=2).order_by("number")] == [
        *(["Ben", "Dan"], ["Ann", "Cleo"])
    ]


def test_who_loses_the_first_match_plays_the_consolation(db: None, snapshot: SnapshotAssertion) -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", pairing="consolation")
    next_round(tuesday)
    first_named_wins(tuesday)
    main, behind = drawing(tuesday).parts
    assert (main.title, behind.title) == ("Main bracket", "Consolation")
    assert list(columns(main)) == ["Quarterfinals", "Semifinals", "Final"]
    assert columns(behind) == {"Consolation round 1": [["Eve", ""], ["Fay", ""]], "Consolation final": [["", ""]]}
    assert next_round(tuesday) == [["Ann", "Dan"], ["Ben", "Cleo"]]
    enter(tuesday, 5, "Dan")
    enter(tuesday, 6, "Ben")
    main, behind = drawing(tuesday).parts
    # Ann had a bye, so that she has lost her first match; Cleo has won one.
    assert main.rounds[1].boxes[0].drop == "Ann: on to Consolation round 1"
    assert columns(behind)["Consolation round 1"] == [["Eve", "Ann"], ["Fay"]]
    assert behind.rounds[0].boxes[1].about == "Bye"
    assert next_round(tuesday) == [["Ben", "Dan"], ["Ann", "Eve"]]
    first_named_wins(tuesday)
    assert next_round(tuesday) == [["Ann", "Fay"]]
    assert shown(olga(tuesday).get(page_of(tuesday)), ".about-row details > p") == snapshot
    first_named_wins(tuesday)
    assert places(tuesday) == {"Ben": 1, "Dan": 2, "Cleo": 3, "Ann": 4, "Fay": 5, "Eve": 6}
    assert shown(olga(tuesday).get(page_of(tuesday)), ".about-row details > p") == snapshot


def test_a_match_for_third_place_is_an_option_of_the_consolation(db: None) -> None:
    tuesday = cup(pairing="consolation")
    next_round(tuesday)
    first_named_wins(tuesday)
    next_round(tuesday)
    first_named_wins(tuesday)
    assert ["Cleo", "Dan"] in next_round(tuesday, third_place=True)
    first_named_wins(tuesday)
    assert [side.name for side in drawing(tuesday).parts[0].third.sides if side.won] == ["Cleo"]
    assert [place.names for place in drawing(tuesday).podium] == [("Ann",), ("Ben",), ("Cleo",)]


def test_the_wall_shows_both_brackets(db: None) -> None:
    tuesday = cup()
    next_round(tuesday)
    page = olga(tuesday).get(page_of(tuesday, "screen/"))
    assert says(page, "Winners' bracket")
    assert says(page, "Losers' bracket")
    assert [len(part.rounds) for part in page.context["page"].bracket.parts] == [4, 4]


@pytest.mark.parametrize("players", [5, 16])
def test_the_number_of_queries_does_not_grow_with_players(
    db: None, players: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = cup(*(f"Player {number:02}" for number in range(players)))
    next_round(tuesday)
    client = olga(tuesday)
    client.get(page_of(tuesday, "bracket/"))  # the session is written once
    with django_assert_max_num_queries(17):
        client.get(page_of(tuesday, "bracket/"))
