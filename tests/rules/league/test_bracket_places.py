"""Places in a knock-out: every size from 2 to 64 compared with a walk of the bracket tree."""

import random
from collections.abc import Collection, Sequence

import pytest

from games.rules.pairings import Round
from games.rules.pairings.bracket_places import BracketMatch, bracket_places, in_slots
from games.rules.pairings.knockout import bracket, next_round

SEED = 20_261_123


def match(*entrants: int, winner: int | None = None, nobody_came: bool = False) -> BracketMatch:
    out = frozenset(entrants) if nobody_came else frozenset(entrants) - {winner} if winner else frozenset()
    return BracketMatch(entrants, winner, out)


def with_winners(rounds: Sequence[Round], strength: Sequence[int]) -> list[list[BracketMatch]]:
    """Rounds in which the one who comes first in ``strength`` wins."""
    return [[match(*pairing, winner=min(pairing, key=strength.index)) for pairing in pairings] for pairings in rounds]


def played_out(seeds: Sequence[int], strength: Sequence[int], *, third_place: bool) -> list[list[BracketMatch]]:
    rounds = [bracket(seeds)]
    while True:
        won = [min(pairing, key=strength.index) for pairing in rounds[-1]]
        coming = next_round(rounds, won, third_place=third_place)
        if not coming:
            return with_winners(rounds, strength)
        rounds.append(coming)


def places(rounds: Sequence[Sequence[BracketMatch]], withdrawn: Collection[int] = ()) -> dict[int, int]:
    return {entrant: found.place for entrant, found in bracket_places(rounds, withdrawn).items()}


class Node:
    """A node of the tree: an entrant, or the winner between the two nodes below it."""

    def __init__(self, slots: Sequence[int | None], strength: Sequence[int]) -> None:
        self.below: list[Node] = []
        self.winner: int | None
        self.loser: int | None
        if len(slots) == 1:
            self.winner, self.loser = slots[0], None
            return
        half = len(slots) // 2
        self.below = [Node(slots[:half], strength), Node(slots[half:], strength)]
        one, other = sorted(
            (node.winner for node in self.below), key=lambda e: len(strength) if e is None else strength.index(e)
        )
        self.winner, self.loser = one, other


def walked(seeds: Sequence[int], strength: Sequence[int], *, third_place: bool) -> dict[int, int]:
    """The same places by walking the tree of seeds from the final down, with nothing taken from the bracket's code."""
    slots = [1]
    while len(slots) < len(seeds):
        slots = [seat for seed in slots for seat in (seed, 2 * len(slots) + 1 - seed)]
    top = Node([seeds[seed - 1] if seed <= len(seeds) else None for seed in slots], strength)
    assert top.winner is not None
    found, level, place = {top.winner: 1}, [top], 2
    while level:
        losers = [node.loser for node in level if node.loser is not None]
        found |= dict.fromkeys(losers, place)
        if place == 3 and third_place and len(losers) == 2:
            found[max(losers, key=strength.index)] = 4
        level = [node for upper in level for node in upper.below if node.below]
        place = 1 + len(level)
    return found


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_every_place_is_what_a_walk_of_the_tree_says(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            luck = random.Random(SEED + size)  # noqa: S311 - tests need no secrets
            seeds = luck.sample(range(1, 10_000), size)
            for strength in (seeds, seeds[::-1], *(luck.sample(seeds, size) for _ in range(8))):
                for third_place in (False, True):
                    expected = walked(seeds, strength, third_place=third_place)
                    assert places(played_out(seeds, strength, third_place=third_place)) == expected
                    assert len(expected) == size


def test_eight_with_and_without_a_match_for_third_place() -> None:
    seeds = range(1, 9)
    usual = {1: 1, 2: 2, 3: 3, 4: 3} | dict.fromkeys(range(5, 9), 5)
    assert places(played_out(seeds, list(seeds), third_place=False)) == usual
    assert places(played_out(seeds, list(seeds), third_place=True)) == usual | {4: 4}


def test_the_winner_of_the_match_for_third_place_is_behind_the_beaten_finalist() -> None:
    semis = [match(1, 4, winner=1), match(3, 2, winner=3)]
    assert places([semis, [match(1, 3, winner=1), match(4, 2, winner=2)]]) == {1: 1, 3: 2, 2: 3, 4: 4}


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_final_place_is_within_the_bounds_given_before(subtests: pytest.Subtests, sizes: range) -> None:
    """Every statement after any match stays true: out for good, or between first and the worst place."""
    for size in sizes:
        with subtests.test(size=size):
            luck = random.Random(SEED - size)  # noqa: S311
            seeds = luck.sample(range(1, 1000), size)
            strength = luck.sample(seeds, size)
            whole = played_out(seeds, strength, third_place=luck.random() < 0.5)
            end = places(whole)
            for number, matches in enumerate(whole):
                for decided in range(len(matches) + 1):
                    decided_already = [at < decided or len(one.entrants) == 1 for at, one in enumerate(matches)]
                    now = [
                        one if over else match(*one.entrants)
                        for one, over in zip(matches, decided_already, strict=True)
                    ]
                    for entrant, found in bracket_places([*whole[:number], now]).items():
                        assert found.place <= end[entrant] <= found.worst
                        if not found.out:
                            assert found.place == 1
                            assert (found.wins_left == 0) == (
                                number == len(whole) - 1 and end[entrant] == 1 and decided > 0
                            )


def test_those_still_in_share_first_place_and_those_out_have_theirs() -> None:
    quarters = [match(1, 8, winner=1), match(5, 4, winner=4), match(2, 7), match(6, 3)]
    assert places([quarters]) == {1: 1, 8: 5, 4: 1, 5: 5, 2: 1, 7: 1, 6: 1, 3: 1}
    left = {entrant: found.wins_left for entrant, found in bracket_places([quarters]).items() if not found.out}
    assert left == {1: 2, 4: 2, 2: 3, 7: 3, 6: 3, 3: 3}


SEMIS = [match(1, 4, winner=1), match(3, 2, winner=3)]


@pytest.mark.parametrize(
    ("last", "withdrawn", "expected"),
    [
        ([match(1, 3), match(4, 2)], (), {1: 1, 3: 1, 4: 3, 2: 3}),
        ([match(1, 3), match(4, 2, winner=2)], (), {1: 1, 3: 1, 2: 3, 4: 4}),
        ([match(1, 3, winner=3), match(4, 2)], (), {3: 1, 1: 2, 4: 3, 2: 3}),
        ([match(1, 3, winner=3), match(4, 2, nobody_came=True)], (), {3: 1, 1: 2, 4: 3, 2: 3}),
        ([match(1, 3, nobody_came=True)], (), {3: 2, 1: 2, 4: 3, 2: 3}),
        ([match(1, 3)], (3,), {1: 1, 3: 2, 4: 3, 2: 3}),
        ([match(1, winner=1), match(4, winner=4)], (3, 2), {1: 1, 3: 2, 4: 3, 2: 4}),
        ([match(1, 3, winner=1), match(4, 2)], (4,), {1: 1, 3: 2, 2: 3, 4: 4}),
        ([match(1, 3, winner=1)], (1,), {1: 1, 3: 2, 4: 3, 2: 3}),
        ([match(1, 3, winner=1), match(2, 9, winner=9)], (), {1: 1, 3: 2, 4: 3, 2: 3}),
    ],
    ids=[
        *("all open", "third is played", "third is open", "nobody came for third", "nobody came to the final"),
        *("a finalist left", "two walkovers", "one left before the match for third", "the winner left afterwards"),
        "a match of somebody else",
    ],
)
def test_the_last_round(last: list[BracketMatch], withdrawn: tuple[int, ...], expected: dict[int, int]) -> None:
    assert places([SEMIS, last], withdrawn) == expected


def test_third_place_match_decides_places_three_and_four() -> None:
    def third(small: BracketMatch) -> list[tuple[str, int]]:
        found = bracket_places([SEMIS, [match(1, 3), small]])
        return [(found[one].third, found[one].worst) for one in (4, 2)]

    assert third(match(4, 2)) == [("open", 4), ("open", 4)]
    assert third(match(4, 2, winner=2)) == [("lost", 4), ("won", 3)]
    assert third(match(4, 2, nobody_came=True)) == [("level", 3), ("level", 3)]


def test_withdrawn_entrant_loses_the_open_or_next_match() -> None:
    quarters = [match(1, 8, winner=1), match(5, 4, winner=4), match(2, 7), match(6, 3, winner=3)]
    assert places([quarters], (1, 2)) == {1: 3, 8: 5, 4: 1, 5: 5, 2: 5, 7: 1, 6: 5, 3: 1}
    # The next round was drawn without 1; 4 goes on alone.
    after = [quarters[0], quarters[1], match(2, 7, winner=7), quarters[3]]
    assert places([after, [match(4, winner=4), match(7, 3)]]) == {1: 3, 8: 5, 4: 1, 5: 5, 2: 5, 7: 1, 6: 5, 3: 1}


def test_a_result_that_was_corrected_after_the_next_round_was_drawn_puts_nobody_back() -> None:
    semis = [match(1, 4, winner=4), match(3, 2, winner=3)]
    assert places([semis, [match(1, 3, winner=1), match(4, 2, winner=2)]]) == {1: 1, 3: 2, 2: 3, 4: 4}


def test_a_correction_that_made_a_bye_keeps_its_winner_out_of_a_final_played_with_another() -> None:
    # 5 beat 4, had a bye and lost the final to 2. Then 4 won the replay: the bye is 4's now, the final stays as played.
    first = [match(1, nobody_came=True), match(4, 5, winner=4), match(2, winner=2), match(6, 3, winner=6)]
    rounds = [first, [match(4, winner=4), match(2, 6, winner=2)], [match(5, 2, winner=2)]]
    assert places(rounds) == {2: 1, 5: 2, 4: 3, 6: 3, 1: 5, 3: 5}


def test_entrant_with_a_match_canceled_after_the_next_draw_is_out() -> None:
    semis = [match(1, 4), match(3, 2, winner=3)]
    assert places([semis, [match(1, 3)]], (1,)) == {1: 2, 4: 3, 3: 1, 2: 3}


def test_more_than_two_in_a_match_have_one_winner() -> None:
    first = [match(1, 2, 3, winner=2), match(4, 5, 6, winner=6)]
    assert places([first, [match(2, 6, winner=2)]]) == {2: 1, 6: 2, 1: 3, 3: 3, 4: 3, 5: 3}


def test_a_first_round_of_any_number_of_matches_is_a_bracket() -> None:
    first = [match(1, 2, winner=1), match(3, 4, winner=3), match(5, 6, winner=5)]
    second = [match(1, 3, winner=1), match(5, winner=5)]
    assert places([first, second]) == {1: 1, 5: 1, 3: 3, 2: 4, 4: 4, 6: 4}


def test_rounds_that_are_not_a_bracket_have_no_places() -> None:
    assert bracket_places([]) == {}
    robin = [[match(1, 4), match(2, 3)], [match(4, 3), match(1, 2)], [match(2, 4), match(3, 1)]]
    assert bracket_places(robin) == {}
    eight = [[match(1, 2), match(3, 4), match(5, 6), match(7, 8)], [match(1, 3), match(2, 4), match(5, 7)]]
    assert bracket_places(eight) == {}


def test_where_neither_came_the_way_to_first_place_is_shorter() -> None:
    quarters = [match(1, 8, nobody_came=True), match(5, 4, nobody_came=True), match(2, 7, winner=2), match(6, 3)]
    found = bracket_places([quarters])
    assert {entrant: place.wins_left for entrant, place in found.items() if not place.out} == {2: 1, 6: 2, 3: 2}
    assert {entrant: place.worst for entrant, place in found.items() if not place.out} == {2: 4, 6: 8, 3: 8}
    semis = [BracketMatch(()), match(2, 6, winner=6)]
    assert places([[*quarters[:3], match(6, 3, winner=6)], semis]) == {6: 1, 2: 3} | dict.fromkeys(
        (1, 8, 5, 4, 7, 3), 5
    )


def test_a_match_that_was_not_drawn_leaves_its_place_empty() -> None:
    first = [(1, 8), (5, 4), (2, 7), (6, 3)]
    assert in_slots([first, [(1, 5), (2, 6)], [(1, 2), (5, 6)]]) == [[0, 1, 2, 3], [0, 1], [0, 1]]
    assert in_slots([first, [(2, 6)], [(6,)]]) == [[0, 1, 2, 3], [None, 0], [0]]
    assert in_slots([first, [(2, 6), (9, 10)]]) == [[0, 1, 2, 3], [1, 0]]
    assert in_slots([]) == []
