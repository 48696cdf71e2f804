"""Small Swiss fields: nobody is stuck, and nobody meets twice while all can still meet somebody new."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from games.rules.pairings.swiss import MOST_AHEAD, SwissPlayer, swiss_pairings
from games.rules.pairings.swiss_ahead import LookAhead, OpenField
from tests.rules.pairing_checks import everyone_once

SEED = 20_261_127
SEASONS = 8


class Season:
    """A Swiss season in plain lists: the pairings of each round, and the points."""

    def __init__(self, players: int) -> None:
        self.rounds: list[tuple[tuple[int, ...], ...]] = []
        self.points = dict.fromkeys(range(1, players + 1), 0)

    def player(self, entrant: int) -> SwissPlayer:
        own = [(number, pair) for number, pairs in enumerate(self.rounds, 1) for pair in pairs if entrant in pair]
        matches = [(number, pair) for number, pair in own if len(pair) == 2]
        dealt = [pair[0] == entrant for _, pair in matches]
        return SwissPlayer(
            entrant,
            score=self.points[entrant],
            opponents=tuple(next(one for one in pair if one != entrant) for _, pair in matches),
            opponent_rounds=tuple(number for number, _ in matches),
            first_deals=sum(dealt),
            matches=len(dealt),
            byes=len(own) - len(matches),
            seed=entrant,
            recent_first_deals=tuple(dealt[-2:]),
        )

    def draw(self, absent: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
        here = [self.player(entrant) for entrant in self.points if entrant not in absent]
        pairs = swiss_pairings(here, [self.player(entrant) for entrant in absent])
        assert everyone_once(pairs, {player.entrant for player in here})
        self.rounds.append(pairs)
        return pairs

    def meetings(self) -> Counter[frozenset[int]]:
        return Counter(frozenset(pair) for pairs in self.rounds for pair in pairs if len(pair) == 2)


@pytest.mark.parametrize("players", range(2, MOST_AHEAD + 1))
def test_all_meet_once_before_anybody_meets_twice(players: int) -> None:
    luck = random.Random(SEED + players)  # noqa: S311 - the same seasons every time is the point
    for _ in range(SEASONS):
        season = Season(players)
        for _ in range(players - 1 + players % 2):
            for pair in season.draw():
                season.points[luck.choice(pair)] += 2
        assert season.meetings() == {frozenset(pair): 1 for pair in combinations(season.points, 2)}


@pytest.mark.parametrize("players", [2, 3, 6, 7, 13, 14])
def test_a_season_never_ends_and_the_oldest_rematch_comes_first(players: int) -> None:
    luck = random.Random(SEED - players)  # noqa: S311
    season = Season(players)
    for _ in range(2 * players + 3):
        before = season.meetings()
        for pair in season.draw():
            season.points[luck.choice(pair)] += 2
            assert len(pair) == 1 or before[frozenset(pair)] <= 1 + len(season.rounds) // (players - 1)
    byes = Counter(pair[0] for pairs in season.rounds for pair in pairs if len(pair) == 1)
    assert not byes or max(byes.values()) - min(byes[entrant] for entrant in season.points) <= 1


def test_the_rematch_is_the_one_that_is_longest_ago() -> None:
    season = Season(6)
    season.rounds = [((1, 4), (5, 2), (3, 6)), ((4, 5), (6, 1), (2, 3)), ((5, 6), (3, 4), (1, 2))]
    assert sorted(season.meetings()[frozenset(pair)] for pair in season.draw()) == [1, 1, 2]
    again = [frozenset(pair) for pair in season.rounds[3] if season.meetings()[frozenset(pair)] == 2]
    assert set(again) < {frozenset(pair) for pair in season.rounds[0]}


def test_of_two_rematches_the_one_from_the_earlier_round_is_played() -> None:
    """Four have all met; each of the three rounds is played again, in the same order."""
    season = Season(4)
    for _ in range(3):
        season.draw()
    first = [set(map(frozenset, pairs)) for pairs in season.rounds]
    for number in range(3):
        season.points[1] += 4
        assert set(map(frozenset, season.draw())) == first[number]


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9])
def test_somebody_who_misses_a_round_or_leaves_strands_nobody(players: int) -> None:
    luck = random.Random(SEED * players)  # noqa: S311
    for _ in range(SEASONS):
        season = Season(players)
        for number in range(players // 2):
            absent = luck.sample(sorted(season.points), luck.choice((0, 0, 1, 2)))
            for pair in season.draw(absent):
                season.points[luck.choice(pair)] += 2
            if number == 1 and luck.random() < 0.3:
                del season.points[luck.choice(sorted(season.points))]
        # Whatever was missed: as long as each has more than half of the others left, nobody meets twice.
        assert set(season.meetings().values()) == {1}


def test_two_odd_groups_who_have_met_all_others_can_play_no_round() -> None:
    threes = OpenField((0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000), (0,) * 6)
    six = OpenField((0b100010, 0b000101, 0b001010, 0b010100, 0b101000, 0b010001), (0,) * 6)
    assert [LookAhead().can_play(field, rounds) for field in (threes, six) for rounds in (1, 2)] == [
        *(False, False),
        *(True, True),
    ]
    assert threes.is_split()
    assert not six.is_split()


def test_a_field_with_an_odd_number_needs_a_bye_for_each_round() -> None:
    five = OpenField((0b11110, 0b11101, 0b11011, 0b10111, 0b01111), (0,) * 5)
    assert five.most_rounds() == 5
    assert LookAhead().can_play(five, 5)
    assert not LookAhead().can_play(five, 6)
    after = five.after([(0, 1), (2, 3), (4,)])
    assert (after.most_rounds(), after.byes) == (4, (0, 0, 0, 0, 1))
    assert LookAhead().can_play(after, 4)
