"""Others come to a match of a bracket than those drawn, because a result before it was corrected."""

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Season
from games.refusals import RefusedError
from games.selectors.season.wrong_pairs import wrong_pairs
from games.services.season.pair_decisions import play_on, put_in
from tests.bracket_night import (
    SIX,
    come_back,
    correct_winner,
    draw_round,
    drawn_pairs,
    give_up,
    leave,
    match_of,
    night,
    opponent,
    places,
    play_others,
    refused,
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
    assert wrong(tuesday) == []
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
