"""Tables of three: Kirkman's rounds, searched rounds, byes and seats."""

import random
from collections import Counter
from itertools import combinations

import pytest

from games.rules.pairings.kirkman import kirkman
from games.rules.pairings.seats import assign_places
from games.rules.pairings.trios import trios
from tests.rules.pairing_checks import Rounds, byes, everyone_once, meetings, places, spread

SEED = 20_261_121
KIRKMAN = (3, 9, 15, 21, 27, 39, 45, 57, 63)


def check(rounds: Rounds, entrants: list[int], uneven: int) -> None:
    """Each round has everybody once, at full tables; byes, places and meetings are even."""
    size = len(entrants)
    for pairings in rounds:
        assert everyone_once(pairings, entrants)
        assert [len(pairing) for pairing in pairings] == [3] * (size // 3) + [1] * (size % 3)
    assert spread(byes(rounds, entrants).values()) <= 1
    assert spread(meetings(rounds, entrants).values()) <= uneven
    for entrant in entrants:
        sat = places(rounds, entrant)
        assert spread(sat.count(place) for place in range(3)) <= 1
        assert all(set(sat[i : i + 3]) == {0, 1, 2} for i in range(0, len(sat) - 2, 3))


@pytest.mark.parametrize("size", KIRKMAN)
def test_in_kirkmans_rounds_everybody_meets_everybody_once(size: int) -> None:
    rounds = trios(range(size))
    assert len(rounds) == (size - 1) // 2
    check(rounds, list(range(size)), 0)


def test_kirkmans_rounds_are_known_for_these_and_no_others_up_to_64() -> None:
    assert tuple(size for size in range(3, 65) if kirkman(size)) == KIRKMAN


@pytest.mark.parametrize(("size", "rounds"), [(9, 2), (9, 9), (15, 10), (15, 14), (21, 25)])
def test_kirkmans_rounds_begin_again_when_they_are_complete(size: int, rounds: int) -> None:
    complete = rounds % ((size - 1) // 2) == 0
    check(trios(range(size), rounds=rounds), list(range(size)), 0 if complete else 1)


@pytest.mark.parametrize(
    ("size", "rounds"), [(4, 2), (5, 4), (6, 3), (7, 4), (8, 5), (10, 5), (11, 7), (12, 6), (30, 15), (64, 32)]
)
def test_without_a_number_there_are_as_many_rounds_as_give_places_for_all_meetings(size: int, rounds: int) -> None:
    made = trios(range(size))
    assert len(made) == rounds
    tables = size // 3 * 3
    assert tables * (rounds - 1) < size * (size - 1) / 2 <= tables * rounds
    check(made, list(range(size)), 2)


def test_few_pairs_never_meet() -> None:
    """How many pairs never meet in rounds that have just places enough: a bound for the search."""
    unmet = {size: list(meetings(trios(range(size)), range(size)).values()).count(0) for size in (8, 12, 16, 24, 30)}
    assert all(count <= most for count, most in zip(unmet.values(), (2, 2, 8, 8, 16), strict=True)), unmet


def test_each_of_four_sits_out_in_turn() -> None:
    rounds = trios([10, 20, 30, 40], rounds=8)
    assert [pairings[-1] for pairings in rounds] == [(10,), (20,), (30,), (40,)] * 2
    check(rounds, [10, 20, 30, 40], 0)


def test_each_pair_of_five_has_a_bye_together_once() -> None:
    """Ten rounds are the ten ways to choose three of five: any two meet thrice."""
    rounds = trios(range(5), rounds=10)
    check(rounds, list(range(5)), 0)
    assert {frozenset(pairing for pairing in pairings if len(pairing) == 1) for pairings in rounds} == {
        frozenset({(one,), (other,)}) for one, other in combinations(range(5), 2)
    }


def test_six_differ_by_three_at_most_however_long_they_play() -> None:
    for rounds in range(1, 31):
        check(trios(range(6), rounds=rounds), list(range(6)), 2 if rounds <= 3 else 3)


def test_the_same_question_has_the_same_answer() -> None:
    assert trios(range(20)) == trios(range(20))


def test_zero_rounds_give_no_pairings() -> None:
    assert trios([1, 2, 3, 4], rounds=0) == ()
    assert trios([1, 2, 3], rounds=0) == ()


@pytest.mark.parametrize(("entrants", "rounds"), [([1, 2], 1), ([1, 2, 3, 1], 1), ([1, 2, 3], -1)])
def test_too_few_or_one_twice_or_less_than_no_rounds_is_refused(entrants: list[int], rounds: int) -> None:
    with pytest.raises(ValueError, match=r"it takes 3|named twice|fewer rounds than none"):
        trios(entrants, rounds=rounds)


@pytest.mark.parametrize("seasons", [40, pytest.param(5_000, marks=pytest.mark.slow)])
def test_a_thousand_seasons_are_even(seasons: int) -> None:
    """Mostly small ones: for many people a search takes half a second."""
    luck = random.Random(SEED)  # noqa: S311 - the same seasons every time is the point
    seen: Counter[int] = Counter()
    for number in range(seasons):
        size = luck.randint(3, 64) if number % 50 == 0 else luck.randint(3, 10)
        rounds = luck.randint(1, size)
        entrants = luck.sample(range(10_000), size)
        check(trios(entrants, rounds=rounds), entrants, 3 if size == 6 else 2)
        seen[size] += 1
    assert len(seen) > min(20, seasons // 6)


# Places at the table.


def test_any_tables_can_be_seated_evenly() -> None:
    """Random rounds: random tables and random byes."""
    luck = random.Random(SEED + 1)  # noqa: S311 - the same rounds every time is the point
    for _ in range(200):
        size = luck.randint(3, 20)
        rounds = []
        for _ in range(luck.randint(1, 12)):
            out = luck.sample(range(size), size)
            rounds.append([tuple(out[i : i + 3]) for i in range(0, luck.randint(1, size // 3) * 3, 3)])
        placed = assign_places(rounds)
        assert [[set(table) for table in tables] for tables in placed] == [
            [set(t) for t in tables] for tables in rounds
        ]
        for person in range(size):
            sat = places(placed, person)
            assert all(len(set(sat[i : i + 3])) == len(sat[i : i + 3]) for i in range(0, len(sat), 3))
