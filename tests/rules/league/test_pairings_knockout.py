"""Knock-outs of every size from 2 to 64: pairings, byes, dealers and third place."""

import random

import pytest

from games.rules.pairings import Round
from games.rules.pairings.knockout import bracket, next_round
from tests.rules.pairing_checks import everyone_once, lead, places

SEED = 20_261_121


def seeded(size: int) -> list[int]:
    """Entrants from the best seed, with ids in another order."""
    return random.Random(SEED + size).sample(range(10_000), size)  # noqa: S311


def winners(pairings: Round, strength: list[int]) -> list[int]:
    """Who wins each of the pairings where those win who come first in ``strength``."""
    return [min(pairing, key=strength.index) for pairing in pairings]


def played_out(seeds: list[int], strength: list[int], *, third_place: bool = False) -> list[Round]:
    rounds = [bracket(seeds)]
    while coming := next_round(rounds, winners(rounds[-1], strength), third_place=third_place):
        rounds.append(coming)
    return rounds


def test_sixteen_stand_in_the_usual_order() -> None:
    assert bracket(range(1, 17)) == ((1, 16), (9, 8), (4, 13), (12, 5), (2, 15), (10, 7), (3, 14), (11, 6))


def test_the_best_have_the_byes() -> None:
    assert bracket([10, 20, 30, 40, 50]) == ((10,), (50, 40), (20,), (30,))


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_where_the_better_seed_always_wins_the_best_are_left(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            seeds = seeded(size)
            rounds = played_out(seeds, seeds)
            assert everyone_once(rounds[0], seeds)
            assert sum(len(pairing) == 1 for pairing in rounds[0]) == 2 ** len(rounds) - size
            for number, pairings in enumerate(rounds):
                left = 2 ** (len(rounds) - number)
                assert everyone_once(pairings, seeds[:left])
                assert {sum(seeds.index(entrant) for entrant in pair) for pair in pairings if len(pair) == 2} == {
                    left - 1
                }
                assert {seeds.index(pairing[0]) for pairing in pairings if len(pairing) == 1} == set(
                    range(max(0, left - size))
                )
            assert 2 ** len(rounds) < 2 * size


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_winners_never_meet_before_their_seeds_allow(subtests: pytest.Subtests, sizes: range) -> None:
    """Of the best 2^k no two meet while more than 2^k places are left."""
    for size in sizes:
        with subtests.test(size=size):
            seeds = seeded(size)
            luck = random.Random(SEED)  # noqa: S311
            for _ in range(10):
                strength = luck.sample(seeds, size)
                rounds = played_out(seeds, strength)
                for number, pairings in enumerate(rounds):
                    left = 2 ** (len(rounds) - number)
                    for pairing in pairings:
                        assert max(seeds.index(entrant) for entrant in pairing) >= left // 2 or len(pairing) == 1
                    if number:
                        assert everyone_once(pairings, winners(rounds[number - 1], strength))
                assert rounds[-1] == (tuple(rounds[-1][0]),)
                assert strength[0] in rounds[-1][0]


def test_player_with_fewer_first_deals_deals_first() -> None:
    rounds = [bracket([1, 2, 3, 4])]
    assert rounds[0] == ((1, 4), (3, 2))
    assert next_round(rounds, [1, 3]) == ((1, 3),)
    assert next_round(rounds, [1, 2]) == ((2, 1),)
    assert next_round(rounds, [4, 3]) == ((4, 3),)
    assert next_round(rounds, [4, 2]) == ((4, 2),)


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_first_deal_goes_to_the_player_with_fewer(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            seeds = seeded(size)
            rounds = played_out(seeds, sorted(seeds), third_place=True)
            for number, pairings in enumerate(rounds):
                for pairing in pairings:
                    leads = [lead([place == 0 for place in places(rounds[:number], entrant)]) for entrant in pairing]
                    assert leads == sorted(leads)


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_where_the_better_seed_always_wins_first_deals_are_balanced(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            seeds = seeded(size)
            rounds = played_out(seeds, seeds)
            most = 1 if len(rounds[0]) * 2 == size else 2
            assert all(abs(lead([place == 0 for place in places(rounds, entrant)])) <= most for entrant in seeds)


def test_the_losers_of_the_last_four_may_play_for_the_third_place() -> None:
    rounds = played_out([1, 2, 3, 4], [3, 4, 2, 1], third_place=True)
    assert rounds == [((1, 4), (3, 2)), ((4, 3), (2, 1))]
    assert played_out([1, 2, 3, 4], [3, 4, 2, 1])[1] == ((4, 3),)


def test_three_entrants_have_no_third_place_match() -> None:
    assert played_out([1, 2, 3], [1, 2, 3], third_place=True) == [((1,), (3, 2)), ((2, 1),)]


def test_a_final_of_two_has_no_match_for_the_third_place() -> None:
    assert played_out([1, 2], [1, 2], third_place=True) == [((1, 2),)]


def test_the_third_place_is_played_for_once_whatever_the_size() -> None:
    for size in range(4, 65):
        rounds = played_out(seeded(size), sorted(seeded(size)), third_place=True)
        assert [len(pairings) for pairings in rounds] == [*(2**k for k in range(len(rounds) - 1, 0, -1)), 2]
        assert everyone_once(rounds[-1], {entrant for pairing in rounds[-2] for entrant in pairing})


def test_after_the_final_nothing_is_left_whether_there_was_a_third_place_or_not() -> None:
    rounds: list[Round] = [((1, 4), (2, 3)), ((1, 2), (4, 3))]
    assert next_round(rounds, [1, 3], third_place=True) == ()
    assert next_round([rounds[0], ((1, 2),)], [2]) == ()


@pytest.mark.parametrize("won", [[], [1], [1, 4], [1, 4, 2], [1, 2, 5]])
def test_each_match_has_one_winner_who_played(won: list[int]) -> None:
    with pytest.raises(ValueError, match=r"a match has one winner|did not play"):
        next_round([bracket([1, 2, 3, 4])], won)


@pytest.mark.parametrize("seeds", [[], [1], [1, 1]])
def test_too_few_or_one_twice_is_refused(seeds: list[int]) -> None:
    with pytest.raises(ValueError, match=r"entrants, and it takes 2|named twice"):
        bracket(seeds)
