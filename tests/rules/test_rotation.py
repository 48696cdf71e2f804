"""Who deals next, who plays and who plays first (rules 8 group F, 5.12 and 5.13)."""

from typing import Any

import pytest

from games.rules.presets import rule_set
from games.rules.rotation import Deal, dealing_seats, first_deal, first_to_act, next_deal, sitting_out
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import Event, RoundResult
from tests.rules.kit import GINSKI, STANDARD, lost, scored, won

DEAD = {seats: won(None, seats=seats) for seats in (2, 3, 4)}


def house(**values: Any) -> RuleSet:
    return with_house_rules(STANDARD, values)


def dealt(rules: RuleSet, seats: int, dealer: int, *results: RoundResult) -> list[int]:
    """Return who deals each round, the one after the last result included."""
    return [deal.dealer for deal in deals(rules, seats, dealer, *results)]


def deals(rules: RuleSet, seats: int, dealer: int, *results: RoundResult) -> list[Deal]:
    """Return the places of each round, the one after the last result included."""
    found = [first_deal(rules, seats, dealer)]
    for result in results:
        found.append(next_deal(rules, seats, found[-1], result))
    return found


def places(rules: RuleSet, seats: int, dealer: int, *results: RoundResult) -> list[tuple[int, tuple[int, ...]]]:
    return [(deal.dealer, deal.active) for deal in deals(rules, seats, dealer, *results)]


# Everybody plays.


def test_everybody_plays_from_the_dealers_left_the_dealer_last() -> None:
    assert places(house(), 2, 0) == [(0, (1, 0))]
    assert [places(house(), 4, dealer) for dealer in (0, 3)] == [[(0, (1, 2, 3, 0))], [(3, (0, 1, 2, 3))]]
    assert first_deal(house(), 4, 1).in_seat_order == (0, 1, 2, 3)


@pytest.mark.parametrize("way", ["alternate", "left"])
def test_deal_passes_to_the_left_regardless_of_the_winner(way: str) -> None:
    rules = house(next_dealer=way)
    assert [dealt(rules, 2, dealer, won(0))[-1] for dealer in (0, 1)] == [1, 0]
    assert [dealt(rules, 4, dealer, won(2, seats=4))[-1] for dealer in range(4)] == [1, 2, 3, 0]


def test_after_a_dead_hand_the_same_dealer_deals_or_the_next(subtests: pytest.Subtests) -> None:
    """Rules 6: the same dealer (pagat) or the deal passes (Parlett)."""
    for way in ["alternate", "left", "winner", "loser", "idle_player"]:
        for seats in [2, 3, 4]:
            with subtests.test(way=way, seats=seats):
                same = house(next_dealer=way, dead_hand_dealer="same")
                passes = house(next_dealer=way, dead_hand_dealer="next")
                assert [dealt(same, seats, dealer, DEAD[seats])[-1] for dealer in range(seats)] == list(range(seats))
                assert dealt(passes, seats, seats - 1, DEAD[seats])[-1] == 0
                assert dealt(passes, seats, 0, DEAD[seats])[-1] == 1


def test_a_voided_gin_moves_the_deal_as_a_dead_hand_does() -> None:
    """Rules 5.9: nobody scores; by example game-23 the dealer stays the same."""
    rules = house(layoff_zero_voids_gin=True)
    assert dealt(rules, 2, 1, scored(rules, 0, 0, ending="gin")) == [1, 1]


def test_after_a_misdeal_or_a_false_knock_the_same_people_play_and_the_same_dealer_deals(
    subtests: pytest.Subtests,
) -> None:
    """The round was not played, so the deal does not pass, even if it passes after a dead hand."""
    for event in [Event.MISDEAL, Event.FALSE_KNOCK]:
        for seating in ["all_active", "dealer_sits_out", "loser_sits_out", "captain", "teams"]:
            for dead in ["same", "next"]:
                with subtests.test(event=event, seating=seating, dead=dead):
                    seats = 4 if seating == "teams" else 3
                    rules = house(seating=seating, dead_hand_dealer=dead, next_dealer="loser")
                    result = RoundResult(event, (), {0: 0, 1: 10}, {0: 0, 1: 0}, {})
                    before, after = deals(rules, seats, 1, result)
                    assert after == before


def test_the_winner_deals() -> None:
    rules = house(next_dealer="winner")
    assert [dealt(rules, 2, dealer, won(1))[-1] for dealer in (0, 1)] == [1, 1]
    assert dealt(rules, 4, 1, won(0, seats=4))[-1] == 0


def test_of_several_winners_the_first_from_the_dealers_left_deals() -> None:
    rules = rule_set("ginski", {"next_dealer": "winner"})
    tied = scored(rules, 9, 5, 5)
    assert [dealt(rules, 3, dealer, tied)[-1] for dealer in range(3)] == [1, 2, 1]


def test_the_loser_deals() -> None:
    """Rules 3.3: the loser of the last round."""
    rules = house(next_dealer="loser")
    assert [dealt(rules, 2, dealer, won(1))[-1] for dealer in (0, 1)] == [0, 0]
    assert [dealt(rules, 2, dealer, scored(rules, 9, 7))[-1] for dealer in (0, 1)] == [0, 0]


def test_with_more_than_two_the_loser_holds_most_and_is_the_first_from_the_dealers_left() -> None:
    rules = rule_set("ginski", {"next_dealer": "loser"})
    assert dealt(rules, 3, 0, scored(rules, 5, 10, 30))[-1] == 2
    assert [dealt(rules, 3, dealer, scored(rules, 5, 30, 30))[-1] for dealer in range(3)] == [1, 2, 1]
    assert dealt(rules, 3, 0, won(1, seats=3))[-1] == 2


def test_loser_without_a_count_ranks_below_one_with_deadwood() -> None:
    some = RoundResult(Event.KNOCK, (0,), {0: 5, 1: 0, 2: 0}, {0: 1, 1: 0, 2: 0}, {0: 0, 2: 1})
    assert dealt(house(next_dealer="loser"), 3, 0, some)[-1] == 2


def test_where_everybody_won_the_loser_is_still_who_holds_most() -> None:
    """A current score may name every seat a winner; somebody has to deal."""
    both = RoundResult(Event.KNOCK, (0, 1), {0: 5, 1: 5}, {0: 1, 1: 1}, {0: 3, 1: 8})
    assert dealt(house(next_dealer="loser"), 2, 0, both)[-1] == 1


def test_ginski_passes_the_deal_left_also_after_a_dead_hand() -> None:
    """Rules 3.1 and game-20: A, B, C, A."""
    assert dealt(GINSKI, 3, 0, won(1, 27, seats=3), won(2, 54, seats=3), DEAD[3]) == [0, 1, 2, 0]


def test_seating_for_more_players_does_not_matter_for_two() -> None:
    """The how-to page's table of two has nobody to sit out."""
    for seating in ("dealer_sits_out", "loser_sits_out", "loser_deals_and_sits", "captain"):
        rules = house(seating=seating)
        assert places(rules, 2, 0, won(0)) == [(0, (1, 0)), (1, (0, 1))]
        assert sitting_out(rules, 2, first_deal(rules, 2, 0)) == ()


# The dealer sits out, rules 5.12 (a) and (b).


def test_the_dealer_sits_out_and_the_place_goes_round_the_table() -> None:
    """Rules 5.12 (a), three-03 of the bank."""
    rules = house(seating="dealer_sits_out", next_dealer="left")
    results = [lost(1, 2), lost(0, 2), lost(0, 1)]
    assert places(rules, 3, 0, *results) == [(0, (1, 2)), (1, (2, 0)), (2, (0, 1)), (0, (1, 2))]
    assert [sitting_out(rules, 3, deal) for deal in deals(rules, 3, 0, *results)] == [(0,), (1,), (2,), (0,)]


def test_of_four_three_play_while_the_dealer_sits_out() -> None:
    rules = house(seating="dealer_sits_out", next_dealer="left")
    assert places(rules, 4, 3, won(1, seats=4)) == [(3, (0, 1, 2)), (0, (1, 2, 3))]


@pytest.mark.parametrize(
    ("way", "expected"),
    [("alternate", [1, 1]), ("left", [1, 1]), ("winner", [2, 1]), ("loser", [1, 2]), ("idle_player", [0, 0])],
)
def test_next_player_to_sit_out_follows_the_rules(way: str, expected: list[int]) -> None:
    """Seat 0 dealt; 2 won and 1 lost, or the other way round. The idle player is the one who dealt."""
    rules = house(seating="dealer_sits_out", next_dealer=way)
    assert [dealt(rules, 3, 0, result)[1] for result in (lost(2, 1), lost(1, 2))] == expected


@pytest.mark.parametrize("way", ["winner", "loser", "left", "idle_player"])
@pytest.mark.parametrize("seating", ["dealer_sits_out", "loser_deals_and_sits"])
def test_after_a_dead_hand_the_dealer_sits_out_again_or_the_next_to_the_left(seating: str, way: str) -> None:
    dead = RoundResult(Event.DEAD, (), {1: 0, 2: 0}, {1: 0, 2: 0}, {})
    assert dealt(house(seating=seating, next_dealer=way), 3, 0, dead) == [0, 0]
    assert dealt(house(seating=seating, next_dealer=way, dead_hand_dealer="next"), 3, 0, dead) == [0, 1]


def test_the_loser_deals_the_next_hand_to_the_winner_and_the_last_dealer() -> None:
    """Rules 5.12 (b), three-04 of the bank; whatever ``next_dealer`` says."""
    for way in ("winner", "left", "idle_player"):
        rules = house(seating="loser_deals_and_sits", next_dealer=way)
        assert places(rules, 3, 0, lost(1, 2), lost(0, 1)) == [(0, (1, 2)), (2, (0, 1)), (1, (2, 0))]


# The loser sits out, rules 5.12 (c).


def test_the_loser_sits_out_and_who_comes_in_deals() -> None:
    rules = house(seating="loser_sits_out", next_dealer="idle_player")
    assert places(rules, 3, 0, lost(1, 0), lost(1, 2), lost(0, 1), lost(2, 0)) == [
        *((0, (1, 0)), (2, (1, 2)), (0, (1, 0)), (2, (0, 2)), (1, (2, 1))),
    ]
    assert sitting_out(rules, 3, first_deal(rules, 3, 0)) == (2,)


def test_the_winner_may_deal_to_who_comes_in() -> None:
    rules = house(seating="loser_sits_out", next_dealer="winner")
    assert places(rules, 3, 0, lost(1, 0), lost(2, 1)) == [(0, (1, 0)), (1, (2, 1)), (2, (0, 2))]


def test_after_a_dead_hand_the_same_two_play_again() -> None:
    dead = RoundResult(Event.DEAD, (), {0: 0, 2: 0}, {0: 0, 2: 0}, {})
    assert places(house(seating="loser_sits_out"), 3, 2, dead) == [(2, (0, 2)), (2, (0, 2))]
    assert places(house(seating="loser_sits_out", dead_hand_dealer="next"), 3, 2, dead) == [(2, (0, 2)), (0, (2, 0))]


# The captain, rules 5.12 (d).


def by_the_captain(seat: int, other: int, *, dead: bool = False) -> RoundResult:
    """Return a hand of the captain against ``other`` that ``seat`` won, by side."""
    winners = () if dead else (min(seat, 1),)
    loser = other if seat == 0 else 0
    return RoundResult(
        Event.KNOCK, winners, {0: 0, 1: 0}, {0: 0, 1: 0}, {seat: 2, loser: 20} | ({other: 5} if dead else {})
    )


def test_the_captain_always_plays_and_an_opponent_who_loses_makes_room() -> None:
    rules = house(seating="captain", next_dealer="alternate")
    results = [by_the_captain(0, 1), by_the_captain(2, 2), by_the_captain(0, 2), by_the_captain(0, 1)]
    assert places(rules, 3, 0, *results) == [(0, (1, 0)), (2, (0, 2)), (0, (2, 0)), (1, (0, 1)), (0, (2, 0))]
    assert [sitting_out(rules, 3, deal) for deal in deals(rules, 3, 0, *results)] == [(2,), (1,), (1,), (2,), (1,)]


@pytest.mark.parametrize(("dealer", "expected"), [(0, (0, (1, 0))), (1, (1, (0, 1))), (2, (2, (0, 2)))])
def test_a_partner_who_deals_first_plays_the_captain_first(dealer: int, expected: tuple[int, tuple[int, ...]]) -> None:
    assert places(house(seating="captain"), 3, dealer) == [expected]


def test_the_winner_deals_against_the_captain_too() -> None:
    rules = house(seating="captain", next_dealer="winner")
    assert places(rules, 3, 1, by_the_captain(0, 1), by_the_captain(2, 2)) == [(1, (0, 1)), (0, (2, 0)), (2, (0, 2))]


def test_if_the_loser_deals_the_incoming_player_deals() -> None:
    rules = house(seating="captain", next_dealer="loser")
    assert places(rules, 3, 0, by_the_captain(0, 1), by_the_captain(2, 2)) == [(0, (1, 0)), (2, (0, 2)), (0, (2, 0))]


def test_after_a_dead_hand_the_captain_meets_the_same_partner() -> None:
    for dead, expected in (("same", (0, (2, 0))), ("next", (2, (0, 2)))):
        rules = house(seating="captain", dead_hand_dealer=dead)
        won_by_2 = by_the_captain(2, 2)
        assert places(rules, 3, 2, won_by_2, by_the_captain(0, 2, dead=True))[1:] == [(0, (2, 0)), expected]


# A round that others played than was dealt: an earlier round was corrected after it.


def test_the_dealer_who_sat_out_is_who_did_not_play() -> None:
    rules = house(seating="loser_deals_and_sits")
    assert next_deal(rules, 3, Deal(0, (1, 2)), lost(0, 2)) == Deal(2, (0, 1))
    dead = RoundResult(Event.DEAD, (), {0: 0, 2: 0}, {0: 0, 2: 0}, {})
    assert next_deal(rules, 3, Deal(0, (1, 2)), dead) == Deal(1, (2, 0))
    left = house(seating="dealer_sits_out", next_dealer="left")
    assert next_deal(left, 3, Deal(0, (1, 2)), lost(0, 2)) == Deal(2, (0, 1))


def test_the_winner_stays_also_where_another_pair_was_dealt() -> None:
    rules = house(seating="loser_sits_out", next_dealer="idle_player")
    assert next_deal(rules, 3, Deal(0, (1, 0)), lost(2, 1)) == Deal(0, (2, 0))
    dead = RoundResult(Event.DEAD, (), {0: 0, 2: 0}, {0: 0, 2: 0}, {})
    assert next_deal(rules, 3, Deal(0, (1, 0)), dead) == Deal(0, (2, 0)), "who was to deal did"
    assert next_deal(rules, 3, Deal(1, (0, 1)), dead) == Deal(2, (0, 2)), "the dealer did not play"


def test_captain_played_against_the_partner_whose_deadwood_is_given() -> None:
    rules = house(seating="captain", next_dealer="alternate")
    assert next_deal(rules, 3, Deal(0, (1, 0)), by_the_captain(0, 2)) == Deal(1, (0, 1))


def test_captains_hand_without_counts_was_played_as_dealt() -> None:
    rules = house(seating="captain", next_dealer="alternate")
    uncounted = RoundResult(Event.KNOCK, (1,), {0: 0, 1: 9}, {0: 0, 1: 1}, {})
    assert next_deal(rules, 3, Deal(0, (2, 0)), uncounted) == Deal(2, (0, 2))


# Teams, rules 5.13: places are sides.


def test_all_the_members_of_one_side_deal() -> None:
    rules = house(seating="teams", next_dealer="winner")
    assert places(rules, 4, 3, won(0), won(0), won(None)) == [(1, (0, 1)), (0, (1, 0)), (0, (1, 0)), (0, (1, 0))]
    assert [dealing_seats(rules, 6, side) for side in (0, 1)] == [(0, 2, 4), (1, 3, 5)]
    assert sitting_out(rules, 4, first_deal(rules, 4, 2)) == ()
    assert [dealing_seats(house(seating=seating), 3, 2) for seating in ("all_active", "captain")] == [(2,), (2,)]


@pytest.mark.parametrize(("way", "expected"), [("winner", 1), ("loser", 0), ("alternate", 1), ("left", 1)])
def test_side_that_deals_next_follows_the_rules(way: str, expected: int) -> None:
    assert dealt(house(seating="teams", next_dealer=way), 6, 0, won(1)) == [0, expected]


def test_after_a_drawn_deal_the_same_side_deals_or_the_other() -> None:
    for dead, expected in (("same", 0), ("next", 1)):
        rules = house(seating="teams", next_dealer="winner", dead_hand_dealer=dead)
        level = RoundResult(Event.TEAM_DEAL, (), {0: 0, 1: 0}, {0: 0, 1: 0}, {})
        assert dealt(rules, 4, 0, level) == [0, expected]


# Who plays first.


@pytest.mark.parametrize("way", ["non_dealer", "left_of_dealer"])
def test_the_dealers_left_plays_first(way: str) -> None:
    rules = house(first_turn=way)
    scores = {0: 0, 1: 50, 2: 5}
    assert [first_to_act(rules, first_deal(rules, 3, dealer), scores) for dealer in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("cumulative", "expected"), [({0: 0, 1: 26}, [0, 0]), ({0: 54, 1: 37}, [1, 1]), ({0: 40, 1: 40}, [1, 0])]
)
def test_the_lower_score_plays_first_and_level_who_did_not_deal(
    cumulative: dict[int, int], expected: list[int]
) -> None:
    """Rules 3.5: "In case of a tie, the player that did not deal"."""
    rules = house(first_turn="lower_score")
    assert [first_to_act(rules, first_deal(rules, 2, dealer), cumulative) for dealer in (0, 1)] == expected


@pytest.mark.parametrize(("cumulative", "expected"), [({0: 9, 1: 9, 2: 3}, [2, 2, 2]), ({0: 9, 1: 9, 2: 9}, [1, 2, 0])])
def test_with_three_the_lowest_score_plays_first(cumulative: dict[int, int], expected: list[int]) -> None:
    rules = rule_set("ginski", {"first_turn": "lower_score"})
    assert [first_to_act(rules, first_deal(rules, 3, dealer), cumulative) for dealer in range(3)] == expected


def test_only_who_plays_can_play_first() -> None:
    rules = house(seating="dealer_sits_out", first_turn="lower_score")
    assert first_to_act(rules, first_deal(rules, 3, 0), {0: 0, 1: 50, 2: 40}) == 2


def test_the_lower_side_plays_first() -> None:
    teams = house(seating="teams", first_turn="lower_score")
    assert [first_to_act(teams, Deal(0, (1, 0)), {0: 3, 1: 5}), first_to_act(teams, Deal(0, (1, 0)), {0: 5, 1: 5})] == [
        0,
        1,
    ]
    captain = house(seating="captain", first_turn="lower_score")
    assert first_to_act(captain, Deal(0, (2, 0)), {0: 9, 1: 5}) == 2
    assert first_to_act(captain, Deal(2, (0, 2)), {0: 9, 1: 5}) == 2
    assert first_to_act(captain, Deal(2, (0, 2)), {0: 1, 1: 5}) == 0
