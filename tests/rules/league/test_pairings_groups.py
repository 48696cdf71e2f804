"""Groups and the bracket after them, against the trees of published events and by counting."""

from itertools import combinations

import pytest

from games.rules.pairings.groups import crossed, dealt_out, group_rounds
from games.rules.pairings.knockout import bracket, seed_places


def groups(count: int, places: int) -> tuple[list[list[int]], dict[int, int]]:
    """The tiers of so many groups, and everyone's group; 32 is who came second in group 3."""
    tiers = [[10 * group + place for group in range(1, count + 1)] for place in range(1, places + 1)]
    return tiers, {entrant: entrant // 10 for tier in tiers for entrant in tier}


def first_round(tiers: list[list[int]], group_of: dict[int, int]) -> list[set[int]]:
    return [set(pair) for pair in bracket(crossed(tiers, group_of))]


def meeting(seeds: tuple[int, ...], one: int, other: int) -> int:
    """The round in which two would meet if nobody stopped them."""
    places = dict(zip(seeds, seed_places(len(seeds)), strict=True))
    return (places[one] ^ places[other]).bit_length()


def test_the_round_of_16_of_the_world_cups_with_eight_groups() -> None:
    # FIFA World Cup Qatar 2022: matches 49, 50, 53, 54 and 51, 52, 55, 56.
    upper = [{11, 22}, {31, 42}, {51, 62}, {71, 82}]
    lower = [{21, 12}, {41, 32}, {61, 52}, {81, 72}]
    assert first_round(*groups(8, 2)) == upper + lower


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_two_from_a_group_meet_only_in_the_final(count: int) -> None:
    seeds = crossed(*groups(count, 2))
    assert {meeting(seeds, 10 * group + 1, 10 * group + 2) for group in range(1, count + 1)} == {
        (2 * count - 1).bit_length()
    }


def test_the_order_of_the_winners_changes_no_published_pair() -> None:
    tiers, group_of = groups(4, 2)
    assert first_round([tiers[0][::-1], tiers[1][::-1]], group_of) == first_round(tiers, group_of)


@pytest.mark.parametrize(
    ("count", "places", "best_next"), [(6, 2, 4), (3, 2, 2), (2, 4, 0), (5, 3, 0), (7, 1, 0), (26, 9, 5), (3, 1, 1)]
)
def test_nobody_is_lost_and_no_group_meets_itself_at_once(count: int, places: int, best_next: int) -> None:
    tiers, group_of = groups(count, places + bool(best_next))
    if best_next:
        tiers[-1] = tiers[-1][:best_next]
    seeds = crossed(tiers, group_of)
    everybody = [entrant for tier in tiers for entrant in tier]
    assert sorted(seeds) == sorted(everybody)
    # Each tier keeps its own seeds.
    start = 0
    for tier in tiers:
        assert set(seeds[start : start + len(tier)]) == set(tier)
        start += len(tier)
    assert all(
        meeting(seeds, one, other) > 1 for one, other in combinations(seeds, 2) if group_of[one] == group_of[other]
    )


@pytest.mark.parametrize("entrants", range(4, 60, 5))
def test_dealing_out_parts_the_best_and_evens_the_groups(entrants: int) -> None:
    for count in range(1, entrants // 2 + 1):
        dealt = dealt_out(range(1, entrants + 1), count)
        assert sorted(entrant for group in dealt for entrant in group) == list(range(1, entrants + 1))
        assert {group.index(seed) for group in dealt for seed in group if seed <= count} == {0}
        assert max(map(len, dealt)) - min(map(len, dealt)) <= 1


def test_too_few_for_so_many_groups() -> None:
    with pytest.raises(ValueError, match="7 entrants"):
        dealt_out(range(7), 4)


def test_everyone_meets_everyone_of_their_group_once() -> None:
    dealt = dealt_out(range(1, 12), 3)
    rounds = group_rounds(dealt)
    met = [frozenset(pairing) for pairings in rounds for pairing in pairings if len(pairing) == 2]
    assert sorted(map(sorted, met)) == sorted(map(list, (p for group in dealt for p in combinations(sorted(group), 2))))
    for pairings in rounds:
        busy = [entrant for pairing in pairings for entrant in pairing]
        assert len(busy) == len(set(busy))
