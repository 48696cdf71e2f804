"""Round robins, and latecomers' matches: compared with published tables, and a thousand random seasons."""

import random

import pytest

from games.rules.pairings import Round
from games.rules.pairings.circle import add_newcomer, round_robin
from tests.rules.pairing_checks import byes, everyone_once, lead, meetings, nobody_twice, places, thrice_running

SEED = 20_261_121

BERGER_10 = """
1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1
"""
"""The Berger table for 9 or 10 players: FIDE Handbook C.05 Annex 1."""


def test_ten_meet_as_the_berger_table_says() -> None:
    printed = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in BERGER_10.split("\n")[1:-1]]
    assert [list(pairings) for pairings in round_robin(range(1, 11))] == printed


def test_with_nine_the_tenth_place_is_the_bye() -> None:
    assert round_robin(range(1, 10))[1] == ((6,), (7, 5), (8, 4), (9, 3), (1, 2))


def test_in_the_double_the_first_cycles_last_two_rounds_change_places() -> None:
    single, double = round_robin([1, 2, 3, 4]), round_robin([1, 2, 3, 4], double=True)
    assert double[:3] == (single[0], single[2], single[1])
    assert double[3:] == (((4, 1), (3, 2)), ((3, 4), (2, 1)), ((4, 2), (1, 3)))


def test_two_meet_once_or_once_each_way() -> None:
    assert round_robin([7, 5]) == (((7, 5),),)
    assert round_robin([7, 5], double=True) == (((7, 5),), ((5, 7),))


@pytest.mark.parametrize("entrants", [[], [1], [1, 2, 1]])
def test_too_few_or_one_twice_is_refused(entrants: list[int]) -> None:
    with pytest.raises(ValueError, match=r"entrants, and it takes 2|named twice"):
        round_robin(entrants)


@pytest.mark.parametrize("seasons", [60, pytest.param(2_000, marks=pytest.mark.slow)])
def test_a_thousand_seasons_are_round_robins(seasons: int) -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same seasons every time is the point
    sizes = dict.fromkeys(range(2, 65), 0)
    for _ in range(seasons):
        size, double = luck.choice((luck.randint(2, 16), luck.randint(2, 64))), luck.random() < 0.5
        entrants = luck.sample(range(10_000), size)
        check_round_robin(round_robin(entrants, double=double), entrants, 1 + double)
        sizes[size] += 1
    assert sum(map(bool, sizes.values())) >= min(len(sizes), seasons // 3)


def check_round_robin(rounds: tuple[Round, ...], entrants: list[int], times: int) -> None:
    assert len(rounds) == times * (len(entrants) - 1 + len(entrants) % 2)
    assert all(everyone_once(pairings, entrants) for pairings in rounds)
    assert set(meetings(rounds, entrants).values()) == {times}
    assert set(byes(rounds, entrants).values()) == {times * (len(entrants) % 2)}
    for entrant in entrants:
        dealt = [place == 0 for place in places(rounds, entrant)]
        assert abs(lead(dealt)) <= (len(entrants) + 1) % 2 * (times == 1)
        assert not thrice_running(dealt)


# Latecomers.


def test_one_who_comes_before_the_first_round_takes_the_byes() -> None:
    rounds = add_newcomer(round_robin([1, 2, 3]), [1, 2, 3], 4)
    assert [{frozenset(pair) for pair in pairings} for pairings in rounds] == [
        {frozenset({1, 4}), frozenset({2, 3})},
        {frozenset({3, 4}), frozenset({1, 2})},
        {frozenset({2, 4}), frozenset({1, 3})},
    ]


def test_rounds_that_were_played_are_left_as_they_are() -> None:
    rounds = round_robin([1, 2, 3])
    later = add_newcomer(rounds, [1, 2, 3], 4, played=2)
    assert later[:2] == rounds[:2]
    assert later[2] == ((3, 1), (2, 4)) or later[2] == ((3, 1), (4, 2))
    assert [set(pairings[0]) for pairings in later[3:]] == [{4, 1}, {4, 3}]


def test_with_an_even_number_the_newcomers_matches_are_rounds_of_their_own() -> None:
    rounds = round_robin([1, 2, 3, 4])
    later = add_newcomer(rounds, [1, 2, 3, 4], 5)
    assert later[:3] == rounds
    assert [len(pairings) for pairings in later[3:]] == [1, 1, 1, 1]


def test_a_second_newcomer_meets_those_who_are_free_while_the_first_plays() -> None:
    rounds = add_newcomer(round_robin([1, 2, 3, 4]), [1, 2, 3, 4], 5)
    assert len(add_newcomer(rounds, [1, 2, 3, 4, 5], 6)) == len(rounds)
    assert len(add_newcomer(rounds, [1, 2, 3, 4, 5], 6, played=3)) == len(rounds) + 1


def test_opponent_free_in_one_round_is_met_in_it() -> None:
    """1 could be met in the first two rounds, 3 in the first one only, 4 in the last two."""
    rounds: tuple[Round, ...] = (((1,), (3,), (2, 4)), ((1,), (2, 3), (4,)), ((2,), (1, 3), (4,)), ((2,), (1, 3), (4,)))
    assert len(add_newcomer(rounds, [1, 2, 3, 4], 5)) == len(rounds)


def test_asking_twice_adds_nothing() -> None:
    once = add_newcomer(round_robin([1, 2, 3, 4, 5], double=True), [1, 2, 3, 4, 5], 6, played=3, double=True)
    assert add_newcomer(once, [1, 2, 3, 4, 5, 6], 6, played=3, double=True) == once


def test_after_one_meeting_the_other_deals_first_in_the_second() -> None:
    assert add_newcomer((((2, 1),),), [1, 2], 1, played=1, double=True) == (((2, 1),), ((1, 2),))


def test_withdrawn_opponent_is_not_paired() -> None:
    assert add_newcomer(round_robin([1, 2, 3, 4]), [1, 2], 5, played=3)[3:] == (((5, 1),), ((5, 2),))


@pytest.mark.parametrize("seasons", [60, pytest.param(2_000, marks=pytest.mark.slow)])
def test_a_thousand_seasons_take_in_latecomers(seasons: int) -> None:
    luck = random.Random(SEED + 1)  # noqa: S311 - the same seasons every time is the point
    filled = 0
    for number in range(seasons):
        size, double = luck.randint(2, 60 if number % 10 == 0 else 12), luck.random() < 0.5
        entrants = list(range(size))
        rounds: tuple[Round, ...] = round_robin(entrants, double=double)
        played = 0
        for newcomer in range(size, size + luck.randint(1, 3)):
            played = luck.randint(played, len(rounds))
            later = add_newcomer(rounds, entrants, newcomer, played=played, double=double)
            check_joined(rounds, later, played)
            entrants.append(newcomer)
            filled += len(later) - len(rounds) < (size - 1) * (1 + double)
            rounds = later
        assert set(meetings(rounds, entrants).values()) == {1 + double}
        for entrant in entrants:
            assert abs(lead([place == 0 for place in places(rounds, entrant)])) <= (0 if double else 1)
    assert filled > seasons / 4


def check_joined(before: tuple[Round, ...], after: tuple[Round, ...], played: int) -> None:
    assert after[:played] == before[:played]
    assert all(nobody_twice(pairings) for pairings in after)
    for old, new in zip(before, after, strict=False):
        assert {pairing for pairing in old if len(pairing) > 1} <= set(new)
        assert {pairing for pairing in new if len(pairing) == 1} <= set(old)
    assert all(len(pairing) == 2 for pairings in after[len(before) :] for pairing in pairings)
