"""What is decided after a draw reaches every round it touches: withdrawals, returns, corrections, cancellations."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Match, MatchState
from games.pages.season.entrants_page import entrants_page
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.bracket import Bracket, bracket_of
from games.selectors.season.draw_state import draw_state
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.next_rounds import next_draw
from games.services.league.leagues import record_event
from games.services.season.match_stop import restore
from games.services.season.matches import cancel
from games.services.season.pair_decisions import put_in
from games.wording.season.season_table import bracket_result_text
from tests.bracket_night import (
    BY_ROUND,
    SHORT,
    SIX,
    come_back,
    correct_winner,
    draw_round,
    drawn_pairs,
    give_up,
    leave,
    match_of,
    matches,
    night,
    opponent,
    outcomes,
    places,
    play_others,
    refused,
    who,
    win,
)
from tests.leagues import Club, club, result, state
from tests.makers import gin, knock

# --- Somebody withdraws while a round is open ---------------------------------------------------


@pytest.mark.parametrize("pairing", BY_ROUND)
@pytest.mark.parametrize("begun", [False, True])
def test_the_opponent_of_somebody_who_leaves_wins_by_forfeit(pairing: str, begun: bool) -> None:
    tuesday = night(pairing, target=100)
    open_match = match_of(tuesday, "Dan", 1)
    other = opponent(open_match, "Dan")
    if begun:
        tuesday.play(open_match, tuesday.access, knock(who(open_match).index("Dan"), 2, 9))
    leave(tuesday, "Dan")
    assert state(open_match) == ("forfeited", True)
    assert outcomes(tuesday, open_match) == {"Dan": "loss", other: "win"}
    assert [points for _, points, _ in result(open_match)] == [0, 0]
    for match in matches(tuesday, 1):
        if match.state == MatchState.PLANNED:
            tuesday.play(match, tuesday.access, gin(0, 90))
    assert draw_round(tuesday, 2) > 0
    assert any(other in who(match) for match in matches(tuesday, 2))
    assert not any("Dan" in who(match) for match in matches(tuesday, 2))


def test_one_more_win_is_needed_where_the_opponent_left() -> None:
    tuesday = night("knockout")
    other = opponent(match_of(tuesday, "Dan", 1), "Dan")
    leave(tuesday, "Dan")
    assert places(tuesday)[other] == (1, 1)
    assert places(tuesday)["Dan"] == (3, 0)


def test_the_page_says_who_wins_by_forfeit_before_somebody_leaves() -> None:
    tuesday = night("swiss")
    other = opponent(match_of(tuesday, "Dan", 1), "Dan")
    tuesday.match("Ann", "Dan")
    page = entrants_page(SeasonAccess(tuesday.access, tuesday.season), date_in_league(tuesday.league))
    dan = next(entrant for entrant in page.entrants if entrant.name == "Dan")
    assert (dan.forfeited_to, dan.open) == ((other,), 1)


@pytest.mark.parametrize("pairing", BY_ROUND)
def test_somebody_who_returns_in_the_same_round_plays_their_match(pairing: str) -> None:
    tuesday = night(pairing)
    open_match = match_of(tuesday, "Dan", 1)
    leave(tuesday, "Dan")
    come_back(tuesday, "Dan")
    assert state(open_match) == ("planned", False)
    assert set(outcomes(tuesday, open_match).values()) == {""}


def test_a_round_robin_cancels_open_matches_as_before() -> None:
    tuesday = club(pairing="round_robin", house_rules=SHORT)
    draw_round(tuesday, 1)
    leave(tuesday, "Dan")
    assert {state(match)[0] for number in (1, 2, 3) for match in matches(tuesday, number) if "Dan" in who(match)} == {
        "canceled"
    }


def test_if_both_leave_nobody_comes_from_their_match() -> None:
    tuesday = night("knockout")
    open_match = match_of(tuesday, "Dan", 1)
    for name in who(open_match):
        leave(tuesday, name)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    assert [match.state for match in matches(tuesday, 2)] == ["bye"]


@pytest.mark.parametrize("pairing", BY_ROUND)
def test_where_all_matches_of_a_winner_are_annulled_the_round_still_goes_on(pairing: str) -> None:
    tuesday = night(pairing)
    loser = win(tuesday, "Dan", 1)
    play_others(tuesday, 1)
    leave(tuesday, "Dan", annul=True)
    assert state(match_of(tuesday, "Dan", 1))[0] == ("canceled" if pairing == "swiss" else "forfeited")
    draw_round(tuesday, 2)
    assert any(loser in who(match) for match in matches(tuesday, 2))
    come_back(tuesday, "Dan")


def test_a_canceled_match_of_somebody_who_left_has_a_winner() -> None:
    """As seasons have it that were stored before withdrawals forfeited matches."""
    tuesday = night("knockout")
    open_match = match_of(tuesday, "Dan", 1)
    Match.objects.filter(pk=open_match.pk).update(state=MatchState.CANCELED, final=True)
    leave(tuesday, "Dan")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    assert opponent(open_match, "Dan") in who(matches(tuesday, 2)[0])


# --- Somebody returns after the next round ---------------------------------------------------


def test_somebody_who_returns_later_leaves_the_past_round_as_it_was_decided() -> None:
    tuesday = night("swiss", SIX)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    missed = match_of(tuesday, "Fay", 2)
    decided = {opponent(missed, "Fay"): "win", "Fay": "loss"}
    leave(tuesday, "Fay")
    play_others(tuesday, 2)
    draw_round(tuesday, 3)
    play_others(tuesday, 3)
    come_back(tuesday, "Fay")
    assert (state(missed), outcomes(tuesday, missed)) == (("forfeited", True), decided)
    draw_round(tuesday, 4)
    assert match_of(tuesday, "Fay", 4).state == MatchState.PLANNED


@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_who_returns_to_a_bracket_once_the_next_round_is_drawn_stays_out_of_the_old_match(pairing: str) -> None:
    tuesday = night(pairing)
    missed = match_of(tuesday, "Dan", 1)
    leave(tuesday, "Dan")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    come_back(tuesday, "Dan")
    assert state(missed) == ("forfeited", True)
    play_others(tuesday, 2)
    if pairing == "knockout":
        assert refused(tuesday, 3)[0] == "final_played"
    else:
        assert draw_round(tuesday, 3) == 1


def test_canceled_matches_of_earlier_versions_stay_canceled_in_past_rounds() -> None:
    tuesday = night("swiss", SIX)
    missed = match_of(tuesday, "Fay", 1)
    leave(tuesday, "Fay")
    facts = {"entrant": tuesday.entrants["Fay"].pk, "matches": [missed.pk], "annulled": False}
    record_event(tuesday.access, "withdrawn", season=tuesday.season, facts=facts)
    Match.objects.filter(pk=missed.pk).update(state=MatchState.CANCELED)
    missed.sides.update(outcome="")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    come_back(tuesday, "Fay")
    assert state(missed) == ("canceled", True)


def test_annulled_results_of_past_rounds_count_again_when_somebody_returns() -> None:
    tuesday = night("swiss")
    loser = win(tuesday, "Dan", 1)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    leave(tuesday, "Dan", annul=True)
    play_others(tuesday, 2)
    draw_round(tuesday, 3)
    come_back(tuesday, "Dan")
    assert outcomes(tuesday, match_of(tuesday, "Dan", 1)) == {"Dan": "win", loser: "loss"}
    assert state(match_of(tuesday, "Dan", 2))[0] == "forfeited"


def test_a_refused_draw_names_the_round_that_is_open() -> None:
    tuesday = night("swiss")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    forgotten = match_of(tuesday, "Dan", 1)
    cancel(access=tuesday.access, season=tuesday.season, number=forgotten.number, reason="")
    Match.objects.filter(pk=forgotten.pk).update(table=None)
    restore(access=tuesday.access, season=tuesday.season, number=forgotten.number, reason="")
    play_others(tuesday, 2)
    now = draw_state(tuesday.season)
    assert (now.open_round, now.open_matches, now.open_in_last_round) == (1, 1, 0)
    assert refused(tuesday, 3) == ("round_open", 1)


# --- A match or a round is canceled after the draw ---------------------------------------------


def call_off(tuesday: Club, *numbers_of: tuple[str, int]) -> None:
    for name, number in numbers_of:
        match = match_of(tuesday, name, number)
        cancel(access=tuesday.access, season=tuesday.season, number=match.number, reason="Wrong pair")


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
def test_the_wrong_final_is_canceled_and_the_right_one_drawn(pairing: str) -> None:
    tuesday = night(pairing)
    losers = [win(tuesday, name, 1) for name in ("Ann", "Ben")]
    draw_round(tuesday, 2, third_place=True)
    assert drawn_pairs(tuesday, 2) == [{"Ann", "Ben"}, set(losers)]
    correct_winner(tuesday, losers[0], 1)
    win(tuesday, "Ann", 2)
    win(tuesday, losers[0], 2)
    call_off(tuesday, ("Ann", 2), (losers[0], 2))
    assert (next_draw(tuesday.season).round, draw_state(tuesday.season).last_round) == (2, 2)
    assert draw_round(tuesday, 2) == 2
    assert drawn_pairs(tuesday, 2) == [{losers[0], "Ben"}, {"Ann", losers[1]}]
    win(tuesday, losers[0], 2)
    win(tuesday, "Ann", 2)
    assert refused(tuesday, 3)[0] == "final_played"
    order = sorted(places(tuesday).items(), key=lambda item: item[1])
    assert [name for name, _ in order] == [losers[0], "Ben", "Ann", losers[1]]
    assert next_draw(tuesday.season).is_over


def test_what_stands_in_the_round_of_a_canceled_final_stays() -> None:
    tuesday = night("knockout")
    losers = [win(tuesday, name, 1) for name in ("Ann", "Ben")]
    draw_round(tuesday, 2, third_place=True)
    correct_winner(tuesday, losers[0], 1)
    play_others(tuesday, 2)
    call_off(tuesday, ("Ann", 2))
    assert draw_round(tuesday, 2) == 1
    assert drawn_pairs(tuesday, 2) == [{losers[0], "Ben"}, set(losers)]
    bracket = bracket_of(tuesday.season)
    assert isinstance(bracket, Bracket)
    assert [set(who(match)) for match in bracket.rounds[1] if match] == [{losers[0], "Ben"}, set(losers)]


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
@pytest.mark.parametrize("third", ["planned", "running", "canceled"])
def test_a_canceled_final_is_drawn_again_while_the_match_for_third_place_is_open(pairing: str, third: str) -> None:
    tuesday = night(pairing, target=100)
    losers = {"Dan", "Cleo"}
    for match in matches(tuesday, 1):
        tuesday.play(match, tuesday.access, gin(next(n for n in (0, 1) if who(match)[n] not in losers), 90))
    draw_round(tuesday, 2, third_place=True)
    final, other = matches(tuesday, 2)
    if third == "running":
        tuesday.play(other, tuesday.access, knock(0, 2, 9))
    if third == "canceled":
        final, other = other, final
    call_off(tuesday, (who(final)[0], 2))
    assert next_draw(tuesday.season).round == 2
    assert draw_round(tuesday, 2) == 1
    assert drawn_pairs(tuesday, 2).count(set(who(final))) == 1
    other.refresh_from_db()
    assert other in matches(tuesday, 2)
    assert other.state == ("running" if third == "running" else "planned")
    assert next_draw(tuesday.season).waits_for_matches
    assert refused(tuesday, 3) == ("round_open", 2)


@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_a_canceled_match_is_drawn_again_while_others_of_its_round_are_open(pairing: str) -> None:
    tuesday = night(pairing, SIX)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    last, before = draw_state(tuesday.season).last_round, drawn_pairs(tuesday, 2)
    call_off(tuesday, ("Ann", last))
    assert draw_round(tuesday, last) == 1
    assert sorted(map(sorted, drawn_pairs(tuesday, 2))) == sorted(map(sorted, before))
    assert {state(match)[0] for match in matches(tuesday, 2)} <= {"planned", "canceled", "bye"}
    assert refused(tuesday, 3) == ("round_open", 2)


@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_a_canceled_match_of_the_first_round_is_drawn_again(pairing: str) -> None:
    tuesday = night(pairing, SIX)
    again = match_of(tuesday, "Dan", 1)
    win(tuesday, "Dan", 1)
    play_others(tuesday, 1)
    call_off(tuesday, ("Dan", 1))
    assert draw_round(tuesday, 1) == 1
    assert set(who(match_of(tuesday, "Dan", 1))) == set(who(again))
    win(tuesday, "Dan", 1)
    assert draw_round(tuesday, 2) > 0
    assert match_of(tuesday, "Dan", 2)


@pytest.mark.parametrize("pairing", BY_ROUND)
def test_a_round_of_which_nothing_was_played_is_drawn_again_also_if_a_match_was_canceled(pairing: str) -> None:
    tuesday = night(pairing, SIX)
    call_off(tuesday, ("Dan", 1))
    assert not draw_state(tuesday.season).last_round_begun
    before = tuesday.season.matches.filter(state=MatchState.CANCELED).count()
    assert draw_round(tuesday, 1, redraw=True) > 2
    assert all(match.state != MatchState.CANCELED for match in matches(tuesday, 1))
    assert tuesday.season.matches.filter(state=MatchState.CANCELED, round=None).count() == before
    play_others(tuesday, 1)
    assert draw_round(tuesday, 2) > 0


def test_a_canceled_match_of_a_losers_bracket_is_drawn_with_the_next_ones() -> None:
    tuesday = night("double_elimination")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    play_others(tuesday, 2)
    lost = matches(tuesday, 2)[-1]
    call_off(tuesday, (who(lost)[0], 2))
    for number in range(2, 7):
        try:
            draw_round(tuesday, number)
        except RefusedError as over:
            assert over.context["what"] == "final_played"
            break
        play_others(tuesday, draw_state(tuesday.season).last_round)
    assert len([place for place, _ in places(tuesday).values() if place == 1]) == 1


def test_a_bracket_without_a_match_for_third_place_is_over_after_the_final() -> None:
    tuesday = night("consolation")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    play_others(tuesday, 2)
    assert refused(tuesday, 3)[0] == "final_played"


def test_matches_that_were_replayed_leave_the_round_with_their_replay() -> None:
    tuesday = night("knockout")
    losers = [win(tuesday, name, 1) for name in ("Ann", "Ben")]
    draw_round(tuesday, 2)
    call_off(tuesday, ("Ann", 2))
    draw_round(tuesday, 2)
    correct_winner(tuesday, losers[0], 1)
    put_in(access=tuesday.access, season=tuesday.season, number=match_of(tuesday, "Ann", 2).number)
    assert drawn_pairs(tuesday, 2) == [{losers[0], "Ben"}]
    assert [match.state for match in matches(tuesday, 2)] == ["planned"]
    win(tuesday, losers[0], 2)
    assert places(tuesday)[losers[0]] == (1, 0)


def test_the_only_one_in_a_consolation_is_above_the_two_who_did_not_come() -> None:
    tuesday = night("consolation")
    missed, played = matches(tuesday, 1)
    give_up(tuesday, missed, [tuesday.entrants[name] for name in who(missed)])
    winner, loser = who(played)
    win(tuesday, winner, 1)
    assert refused(tuesday, 2)[0] == "final_played"
    assert places(tuesday) == {winner: (1, 0), loser: (2, 0)} | dict.fromkeys(who(missed), (3, 0))


@pytest.mark.parametrize("pairing", ["knockout", "consolation", "double_elimination"])
def test_who_is_first_without_a_final_did_not_win_one(pairing: str, snapshot: SnapshotAssertion) -> None:
    tuesday = night(pairing)
    missed, played = matches(tuesday, 1)
    give_up(tuesday, missed, [tuesday.entrants[name] for name in who(missed)])
    winner = who(played)[0]
    win(tuesday, winner, 1)
    bracket = bracket_of(tuesday.season)
    assert bracket
    place = bracket.places(tuesday.season.entrants.all())[tuesday.entrants[winner].pk]
    # The loser comes back to the grand final of a double elimination.
    assert place.unopposed == (pairing != "double_elimination")
    assert bracket_result_text(place) == snapshot
