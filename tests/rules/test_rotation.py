"""Who deals next and who plays first, rules 8 group F, where everybody plays every round."""

from typing import Any

import pytest

from games.rules.rotation import first_to_act, left_of, next_dealer
from games.rules.ruleset import rule_set
from tests.rules.kit import GINSKI, scored, won

DEAD = {seats: won(None, seats=seats) for seats in (2, 3, 4)}


def test_left_is_the_next_seat_and_after_the_last_the_first() -> None:
    assert [left_of(seat, (0, 1, 2)) for seat in (0, 1, 2)] == [1, 2, 0]
    assert [left_of(seat, (0, 2, 3)) for seat in (0, 2, 3)] == [2, 3, 0]


@pytest.mark.parametrize("way", ["alternate", "left"])
def test_the_deal_passes_to_the_left_whoever_won(way: str) -> None:
    rules = rule_set("standard", {"next_dealer": way})
    assert [next_dealer(rules, (0, 1), dealer, won(0)) for dealer in (0, 1)] == [1, 0]
    assert [next_dealer(rules, range(4), dealer, won(2, seats=4)) for dealer in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("way", ["alternate", "left", "winner", "loser"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_a_dead_hand_the_same_dealer_deals_or_the_next(way: str, seats: int) -> None:
    """Rules 6: the same dealer (pagat) or the deal passes (Parlett)."""
    same = rule_set("standard", {"next_dealer": way, "dead_hand_dealer": "same"})
    passes = rule_set("standard", {"next_dealer": way, "dead_hand_dealer": "next"})
    assert [next_dealer(same, range(seats), dealer, DEAD[seats]) for dealer in range(seats)] == list(range(seats))
    assert next_dealer(passes, range(seats), seats - 1, DEAD[seats]) == 0
    assert next_dealer(passes, range(seats), 0, DEAD[seats]) == 1


def test_a_voided_gin_moves_the_deal_as_a_dead_hand_does() -> None:
    """Rules 5.9: nobody scores; game-23 of the bank leaves the deal where it was."""
    rules = rule_set("standard", {"layoff_zero_voids_gin": True})
    assert next_dealer(rules, (0, 1), 1, scored(rules, 0, 0, ending="gin")) == 1


def test_the_winner_deals() -> None:
    rules = rule_set("standard", {"next_dealer": "winner"})
    assert [next_dealer(rules, (0, 1), dealer, won(1)) for dealer in (0, 1)] == [1, 1]
    assert next_dealer(rules, range(4), 1, won(0, seats=4)) == 0


def test_of_several_winners_the_first_from_the_dealers_left_deals() -> None:
    rules = rule_set("ginski", {"next_dealer": "winner"})
    tied = scored(rules, 9, 5, 5)
    assert [next_dealer(rules, range(3), dealer, tied) for dealer in range(3)] == [1, 2, 1]


def test_the_loser_deals() -> None:
    """Rules 3.3: the loser of the last round."""
    rules = rule_set("standard", {"next_dealer": "loser"})
    assert [next_dealer(rules, (0, 1), dealer, won(1)) for dealer in (0, 1)] == [0, 0]
    assert [next_dealer(rules, (0, 1), dealer, scored(rules, 9, 7)) for dealer in (0, 1)] == [0, 0]


def test_with_more_than_two_the_loser_holds_most_and_is_the_first_from_the_dealers_left() -> None:
    rules = rule_set("ginski", {"next_dealer": "loser"})
    assert next_dealer(rules, range(3), 0, scored(rules, 5, 10, 30)) == 2
    assert [next_dealer(rules, range(3), dealer, scored(rules, 5, 30, 30)) for dealer in range(3)] == [1, 2, 1]
    assert next_dealer(rules, range(3), 0, won(1, seats=3)) == 2


def test_where_everybody_won_the_loser_is_still_who_holds_most() -> None:
    """A result as it stands may name every seat a winner; somebody has to deal."""
    rules = rule_set("standard", {"next_dealer": "loser"})
    both = won(0)
    everybody = type(both)(both.event, (0, 1), {0: 5, 1: 5}, {0: 1, 1: 1}, {0: 3, 1: 8})
    assert next_dealer(rules, (0, 1), 0, everybody) == 1


@pytest.mark.parametrize("way", ["non_dealer", "left_of_dealer"])
def test_the_dealers_left_plays_first(way: str) -> None:
    rules = rule_set("standard", {"first_turn": way})
    assert [first_to_act(rules, range(3), dealer, {0: 0, 1: 50, 2: 5}) for dealer in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("cumulative", "expected"), [({0: 0, 1: 26}, [0, 0]), ({0: 54, 1: 37}, [1, 1]), ({0: 40, 1: 40}, [1, 0])]
)
def test_the_lower_score_plays_first_and_level_who_did_not_deal(
    cumulative: dict[int, int], expected: list[int]
) -> None:
    """Rules 3.5: "In case of a tie, the player that did not deal"."""
    rules = rule_set("standard", {"first_turn": "lower_score"})
    assert [first_to_act(rules, (0, 1), dealer, cumulative) for dealer in (0, 1)] == expected


@pytest.mark.parametrize(("cumulative", "expected"), [({0: 9, 1: 9, 2: 3}, [2, 2, 2]), ({0: 9, 1: 9, 2: 9}, [1, 2, 0])])
def test_with_three_the_lowest_score_plays_first(cumulative: dict[int, int], expected: list[int]) -> None:
    rules: Any = rule_set("ginski", {"first_turn": "lower_score"})
    assert [first_to_act(rules, range(3), dealer, cumulative) for dealer in range(3)] == expected


def test_ginski_passes_the_deal_left_also_after_a_dead_hand() -> None:
    """Rules 3.1 and game-20: A, B, C, A."""
    dealers = [0]
    for result in (won(1, 27, seats=3), won(2, 54, seats=3), DEAD[3]):
        dealers.append(next_dealer(GINSKI, range(3), dealers[-1], result))
    assert dealers == [0, 1, 2, 0]
