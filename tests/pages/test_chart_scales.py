"""Chart scales, bins and outlines."""

import doctest
import random
from itertools import pairwise

import pytest

from games.pages.table import chart_scales
from games.pages.table.chart_scales import Scale, histogram, step_for


def test_every_example_is_true() -> None:
    found = doctest.testmod(chart_scales)
    assert (found.attempted, found.failed) == (5, 0)


def test_scale_ends_at_its_bounds_and_is_constant_for_an_empty_range() -> None:
    down = Scale(1, 40, 200, 10)
    assert (down(1), down(40), down(20.5)) == (200, 10, 105)
    assert Scale(3, 3, 0, 50)(3) == 50


def test_bins_cover_every_value_once_and_respect_the_maximum(subtests: pytest.Subtests) -> None:
    for most in [5, 14]:
        for seed in range(20):
            with subtests.test(most=most, seed=seed):
                chance = random.Random(seed)  # noqa: S311 - chance in tests needs no secrets
                numbers = {chance.randint(0, 10 ** chance.randint(0, 4)): chance.randint(1, 9) for _ in range(30)}
                bins = histogram(numbers, most)
                assert sum(one.number for one in bins) == sum(numbers.values())
                assert len(bins) <= most
                assert all(before.high + 1 == after.low for before, after in pairwise(bins))
                for one in bins:
                    assert one.number == sum(count for value, count in numbers.items() if one.low <= value <= one.high)
                    assert one.high - one.low == bins[0].high - bins[0].low
                assert bins[0].low <= min(numbers) <= bins[0].high
                assert bins[-1].low <= max(numbers) <= bins[-1].high


def test_no_values_give_no_bins() -> None:
    assert histogram({}, 5) == histogram({3: 0}, 5) == ()


def test_steps_are_round_numbers_and_the_least_that_do() -> None:
    assert [step_for(span, 5) for span in (1, 5, 6, 11, 26, 51, 101)] == [1, 1, 2, 5, 10, 20, 50]
