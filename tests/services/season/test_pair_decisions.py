"""Others come to a match of a bracket than those drawn, because a result before it was corrected."""

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Match, Season
from games.refusals import RefusedError
from games.selectors.season.wrong_pairs import wrong_pairs
from games.services.season.pair_decisions import play_on, put_in, replay
from tests.bracket_night import (
    SIX,
    come_back,
    correct_winner,
    draw_round,
    drawn_pairs,
    give_up,
    leave,
    lose_winner,
    match_of,
    matches,
    night,
    opponent,
    places,
    play_others,
    refused,
    type_points,
    who,
    win,
)
from tests.leagues import Club, state


def corrected_semifinal(pairing: str = "knockout", *, played: bool = False) -> tuple[Club, list[str]]:
    """Ann and Ben were drawn for the final; then Ann's semifinal is corrected. Return who had lost the semifinals."""
    tuesday = night(pairing)
    losers = [win(tuesday, name, 1) for name in ("Ann", "Ben")]
    draw_round(tuesday, 2, third_place=True)
    if played:
        play_others(tuesday, 2)
    correct_winner(tuesday, losers[0], 1)
    return tuesday, losers


def wrong(tuesday: Club) -> list[tuple[set[str], set[str], bool]]:
    """Each match to which others come: who was drawn, who comes, and whether it has begun."""
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return [
        ({names[one] for one in pair.drawn}, {names[one] for one in pair.right}, pair.begun)
        for group in wrong_pairs(Season.objects.get(pk=tuesday.season.pk))
        for pair in group
    ]


def decide(tuesday: Club, how: Callable[..., None], name: str, number: int = 2) -> None:
    how(access=tuesday.access, season=tuesday.season, number=match_of(tuesday, name, number).number)


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
def test_the_right_pair_is_put_into_a_final_that_has_not_begun(pairing: str) -> None:
    tuesday, losers = corrected_semifinal(pairing)
    final = match_of(tuesday, "Ben", 2)
    assert wrong(tuesday) == [
        ({"Ann", "Ben"}, {losers[0], "Ben"}, False),
        (set(losers), {"Ann", losers[1]}, False),
    ]
    decide(tuesday, put_in, "Ben")
    assert drawn_pairs(tuesday, 2) == [{losers[0], "Ben"}, {"Ann", losers[1]}]
    assert match_of(tuesday, "Ben", 2) == final
    assert wrong(tuesday) == []
    win(tuesday, losers[0], 2)
    win(tuesday, "Ann", 2)
    assert refused(tuesday, 3)[0] == "final_played"
    order = sorted(places(tuesday).items(), key=lambda item: item[1])
    assert [name for name, _ in order] == [losers[0], "Ben", "Ann", losers[1]]


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
def test_a_final_that_was_played_is_drawn_again_and_its_third_place_stays_one(pairing: str) -> None:
    tuesday, losers = corrected_semifinal(pairing, played=True)
    final = match_of(tuesday, "Ben", 2)
    assert [begun for *_, begun in wrong(tuesday)] == [True, True]
    with pytest.raises(RefusedError) as why:
        decide(tuesday, put_in, "Ben")
    assert why.value.context["what"] == "pair_plays"
    decide(tuesday, partial(put_in, again=True), "Ben")
    again = match_of(tuesday, "Ben", 2)
    assert (again.number, again.night, state(again)) == (final.number, final.night, ("planned", False))
    win(tuesday, losers[0], 2)
    assert [place for _, place in sorted(places(tuesday).items())] == [(3, 0), (2, 0), (3, 0), (1, 0)]
    assert state(final) == ("canceled", True)


def test_a_match_that_is_played_on_stays_as_it_was_drawn() -> None:
    tuesday, losers = corrected_semifinal(played=True)
    decide(tuesday, play_on, "Ben")
    assert wrong(tuesday) == []
    assert drawn_pairs(tuesday, 2) == [{"Ann", "Ben"}, set(losers)]
    with pytest.raises(RefusedError) as why:
        decide(tuesday, play_on, "Ben")
    assert why.value.context["what"] == "pair_is_right"
    correct_winner(tuesday, "Ann", 1)
    assert wrong(tuesday) == []


def test_who_came_after_all_gets_the_opponent_that_had_a_bye() -> None:
    tuesday = night("knockout")
    missed, loser = match_of(tuesday, "Ann", 1), win(tuesday, "Ben", 1)
    both = [tuesday.entrants[name] for name in who(missed)]
    give_up(tuesday, missed, both)
    draw_round(tuesday, 2)
    assert drawn_pairs(tuesday, 2) == [{"Ben"}]
    give_up(tuesday, missed, [entrant for entrant in both if entrant != tuesday.entrants["Ann"]])
    assert wrong(tuesday) == [({"Ben"}, {"Ann", "Ben"}, False)]
    decide(tuesday, put_in, "Ben")
    assert state(match_of(tuesday, "Ben", 2)) == ("planned", False)
    give_up(tuesday, missed, both)
    assert wrong(tuesday) == [({"Ann", "Ben"}, {"Ben"}, False)]
    decide(tuesday, put_in, "Ben")
    assert state(match_of(tuesday, "Ben", 2)) == ("bye", True)
    assert places(tuesday) | {loser: (0, 0)} == {"Ben": (1, 0), loser: (0, 0)} | dict.fromkeys(who(missed), (3, 0))


def test_a_correction_reaches_every_round_step_by_step() -> None:
    tuesday = night("knockout", (*SIX, "Gus", "Hal"))
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        win(tuesday, name, 1)
    loser = opponent(match_of(tuesday, "Ann", 1), "Ann")
    draw_round(tuesday, 2)
    win(tuesday, "Ann", 2)
    play_others(tuesday, 2)
    draw_round(tuesday, 3)
    correct_winner(tuesday, loser, 1)
    semifinal = opponent(match_of(tuesday, "Ann", 2), "Ann")
    assert wrong(tuesday) == [({"Ann", semifinal}, {loser, semifinal}, True)]
    decide(tuesday, partial(put_in, again=True), "Ann")
    assert waiting(tuesday) == [(set(who(matches(tuesday, 3)[0])), {match_of(tuesday, loser, 2).number})]
    win(tuesday, loser, 2)
    ((drawn, right, begun),) = wrong(tuesday)
    assert (drawn - right, right - drawn, begun) == ({"Ann"}, {loser}, False)
    decide(tuesday, put_in, "Ann", 3)
    win(tuesday, loser, 3)
    assert places(tuesday)[loser] == (1, 0)


def test_a_second_final_that_nobody_needs_any_more_is_canceled() -> None:
    tuesday = night("double_elimination", ("Ann", "Ben"))
    win(tuesday, "Ann", 1)
    draw_round(tuesday, 2)
    win(tuesday, "Ben", 2)
    draw_round(tuesday, 3)
    correct_winner(tuesday, "Ann", 2)
    assert wrong(tuesday) == [({"Ann", "Ben"}, set(), False)]
    decide(tuesday, put_in, "Ann", 3)
    assert wrong(tuesday) == []
    assert places(tuesday) == {"Ann": (1, 0), "Ben": (2, 0)}
    assert refused(tuesday, 4)[0] == "final_played"


def test_who_returns_after_the_draw_does_not_come_to_it() -> None:
    tuesday = night("knockout")
    for name in ("Ann", "Ben"):
        win(tuesday, name, 1)
    leave(tuesday, "Ann")
    draw_round(tuesday, 2)
    assert drawn_pairs(tuesday, 2) == [{"Ben"}]
    come_back(tuesday, "Ann")
    assert wrong(tuesday) == []


def undecided_semifinal(pairing: str, how: str, *, played: bool = False) -> tuple[Club, Match]:
    """The first of each semifinal came to the final; then the first semifinal has no winner any more."""
    tuesday = night(pairing)
    first, second = matches(tuesday, 1)
    for match in (first, second):
        type_points(tuesday, match, 100, 40)
    draw_round(tuesday, 2, third_place=True)
    if played:
        play_others(tuesday, 2)
    lose_winner(tuesday, first, how)
    return tuesday, first


def waiting(tuesday: Club) -> list[tuple[set[str], set[int]]]:
    """Who was drawn for each match that waits, and the numbers of the matches it waits for."""
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return [
        ({names[one] for one in pair.drawn}, {before.match.number for before in pair.undecided})
        for group in wrong_pairs(Season.objects.get(pk=tuesday.season.pk))
        for pair in group
        if pair.undecided
    ]


@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize("how", ["tied", "canceled", "cleared"])
@pytest.mark.parametrize(
    "pairing", ["knockout", pytest.param("consolation", marks=pytest.mark.slow), "double_elimination"]
)
def test_a_match_waits_for_one_before_it_that_has_no_winner_any_more(pairing: str, how: str, played: bool) -> None:
    tuesday, semifinal = undecided_semifinal(pairing, how, played=played)
    winner, loser = who(semifinal)
    second = who(matches(tuesday, 1)[1])
    waits = [({winner, second[0]}, {semifinal.number}), ({loser, second[1]}, {semifinal.number})]
    assert [len(group) for group in wrong_pairs(Season.objects.get(pk=tuesday.season.pk))] == [2]
    assert waiting(tuesday) == waits
    with pytest.raises(RefusedError) as why:
        decide(tuesday, partial(put_in, again=True), winner)
    assert (why.value.context["what"], why.value.context["number"]) == ("no_winner", semifinal.number)
    if how == "cleared":
        with pytest.raises(RefusedError):
            decide(tuesday, replay, winner, 1)
    else:
        decide(tuesday, replay, winner, 1)
    again = match_of(tuesday, winner, 1)
    assert state(again) == ("planned", False)
    assert waiting(tuesday) == [(drawn, {again.number}) for drawn, _ in waits]
    win(tuesday, loser, 1)
    assert waiting(tuesday) == []
    assert [right for _, right, _ in wrong(tuesday)] == [{loser, second[0]}, {winner, second[1]}]
    decide(tuesday, partial(put_in, again=played), winner)
    assert wrong(tuesday) == []
    assert drawn_pairs(tuesday, 2) == [{loser, second[0]}, {winner, second[1]}]


@pytest.mark.parametrize("how", ["tied", "canceled"])
def test_the_same_winner_once_more_leaves_the_final_as_it_is(how: str) -> None:
    tuesday, semifinal = undecided_semifinal("knockout", how, played=True)
    decide(tuesday, replay, who(semifinal)[0], 1)
    win(tuesday, who(semifinal)[0], 1)
    assert wrong(tuesday) == []
    assert refused(tuesday, 3)[0] == "final_played"


def test_a_match_played_on_without_a_winner_before_it_is_asked_about_when_there_is_another() -> None:
    tuesday, semifinal = undecided_semifinal("knockout", "tied", played=True)
    winner, loser = who(semifinal)
    decide(tuesday, play_on, winner)
    assert wrong(tuesday) == []
    assert (places(tuesday)[winner][0], refused(tuesday, 3)[0]) == (1, "final_played")
    type_points(tuesday, semifinal, 40, 100)
    assert [loser in right for _, right, _ in wrong(tuesday)] == [True, False]


def test_a_semifinal_canceled_with_another_comer_is_drawn_between_those_who_come_now() -> None:
    tuesday = night("knockout", (*SIX, "Gus", "Hal"))
    for match in matches(tuesday, 1):
        type_points(tuesday, match, 100, 40)
    draw_round(tuesday, 2)
    for match in matches(tuesday, 2):
        type_points(tuesday, match, 100, 40)
    draw_round(tuesday, 3)
    quarter, semifinal = matches(tuesday, 1)[0], matches(tuesday, 2)[0]
    lose_winner(tuesday, semifinal, "canceled")
    lose_winner(tuesday, quarter, "tied")
    assert waiting(tuesday) == [(set(who(matches(tuesday, 3)[0])), {quarter.number})]
    type_points(tuesday, quarter, 40, 100)
    assert waiting(tuesday) == [(set(who(matches(tuesday, 3)[0])), {semifinal.number})]
    came, comes = who(quarter)
    decide(tuesday, replay, came, 2)
    assert drawn_pairs(tuesday, 2)[0] == {comes, *who(semifinal)} - {came}


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
def test_an_open_table_without_a_round_does_not_keep_the_right_players_out(pairing: str) -> None:
    tuesday, losers = corrected_semifinal(pairing)
    final = match_of(tuesday, "Ben", 2)
    tuesday.table(final, tuesday.access)
    assert [begun for *_, begun in wrong(tuesday)] == [False, False]
    decide(tuesday, put_in, "Ben")
    assert wrong(tuesday) == []
    assert drawn_pairs(tuesday, 2)[0] == {losers[0], "Ben"}
    right = match_of(tuesday, "Ben", 2)
    assert (right.number, right.table_id, state(final)) == (final.number, None, ("canceled", True))
    win(tuesday, losers[0], 2)
    assert places(tuesday)[losers[0]] == (1, 0)
