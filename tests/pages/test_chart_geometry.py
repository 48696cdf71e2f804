"""Chart geometry: positions of scores, and labels that fit beside them."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pages.table.chart_geometry import (
    GAP,
    LEFT,
    LETTER,
    RIGHT,
    TOP,
    coordinate,
    plot_area,
    round_numbers,
    score_path,
    shortened,
    sign_size,
    signs_path,
    spaced_out,
    spread_labels,
)


def points_of(path: str) -> list[tuple[float, float]]:
    """Every point of a path."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)]


def test_the_field_holds_every_score_the_target_and_nothing() -> None:
    field = plot_area([40, -20], 100, 4, 190)
    assert (field.y(-20), field.y(100)) == (field.bottom, TOP)
    assert TOP < field.y(0) < field.bottom
    assert (field.x(0), field.x(4)) == (LEFT, RIGHT)


def test_chart_without_any_score_does_not_divide_by_zero() -> None:
    field = plot_area([0, 0], None, 0, 100)
    assert field.y(0) == field.bottom
    assert field.x(0) == LEFT


def test_a_line_goes_through_every_score() -> None:
    field = plot_area([0, 13, 13, 40], None, 3, 100)
    assert points_of(score_path(field, [0, 13, 13, 40])) == [
        (LEFT, field.bottom),
        *[(round(field.x(n), 1), round(field.y(points), 1)) for n, points in ((1, 13), (2, 13), (3, 40))],
    ]


def test_on_a_straight_stretch_only_its_ends_are_drawn() -> None:
    field = plot_area([0, 30], None, 200, 100)
    assert len(points_of(score_path(field, [0] * 200 + [30]))) == 3
    assert len(points_of(score_path(field, [0] * 201))) == 2


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=60))
def test_a_line_with_fewer_points_is_the_same_line(scores: list[int]) -> None:
    field = plot_area(scores, None, len(scores) - 1, 190)
    drawn = points_of(score_path(field, scores))
    for place, points in enumerate(scores):
        x, y = field.x(place), field.y(points)
        before = max(p for p in drawn if p[0] <= x + 0.06)
        after = min(p for p in drawn if p[0] >= x - 0.06)
        share = (x - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0
        assert before[1] + share * (after[1] - before[1]) == pytest.approx(y, abs=0.8)


@pytest.mark.parametrize("kind", ["gin", "big_gin", "undercut"])
def test_marker_is_centered_on_its_point(kind: str) -> None:
    corners = points_of(signs_path(kind, [(100.0, 50.0)], 6))
    assert len(corners) == {"gin": 4, "big_gin": 10, "undercut": 3}[kind]
    assert all(abs(x - 100) <= 7.6 and abs(y - 50) <= 7.6 for x, y in corners)
    assert min(x for x, _ in corners) < 100 < max(x for x, _ in corners)


def test_signs_grow_smaller_where_there_are_many_rounds_but_stay_to_be_seen() -> None:
    sizes = [sign_size(plot_area([0], None, rounds, 100)) for rounds in (2, 40, 200)]
    assert sizes == [6.0, 3.0, 3.0]


@given(st.integers(-3000, 0), st.integers(1, 20_000), st.integers(1, 6))
def test_a_scale_is_of_few_round_numbers_within(low: int, high: int, most: int) -> None:
    found = round_numbers(low, high, most)
    assert 0 in found
    assert all(low <= n <= high for n in found)
    assert len(found) <= most + 1
    steps = {b - a for a, b in pairwise(found)}
    assert len(steps) <= 1
    assert all(str(step).rstrip("0") in ("1", "2", "5") for step in steps)


@given(st.lists(st.floats(22, 212), min_size=1, max_size=8))
def test_labels_keep_apart_in_their_order_and_within_the_field(wished: list[float]) -> None:
    places = spread_labels(wished, 22, 212)
    order = sorted(range(len(wished)), key=lambda n: (wished[n], n))
    standing = [places[n] for n in order]
    assert all(b - a >= GAP - 1e-9 for a, b in pairwise(standing))
    assert standing[0] >= 22 - 1e-9
    assert standing[-1] <= 212 + 1e-9


def test_a_label_with_room_stays_where_it_is() -> None:
    assert spread_labels([30, 100, 180], 22, 212) == [30, 100, 180]


def test_more_labels_than_have_room_begin_at_the_top() -> None:
    assert spread_labels([50, 50, 50], 40, 50) == [40, 40 + GAP, 40 + 2 * GAP]


def test_crowns_that_would_cover_one_another_are_left_out() -> None:
    assert spaced_out([10, 12, 26, 30, 41], 15) == [10, 26, 41]


@given(st.text(max_size=60), st.floats(20, 200))
def test_a_name_is_cut_to_its_room(name: str, room: float) -> None:
    cut = shortened(name, room)
    assert cut == name or (cut.endswith("…") and name.startswith(cut[:-1]))
    assert len(cut) * 0.3 * LETTER <= room or cut == name


def test_short_names_are_whole_and_wide_letters_count_twice() -> None:
    assert shortened("Ann & Cleo", 80) == "Ann & Cleo"
    assert shortened("Bartholomew Wolfeschlegel", 60) == "Bartholo…"
    assert len(shortened("李雷韩梅梅李雷韩梅梅", 60)) < len(shortened("abcdefghij", 60))
    assert shortened("é" * 3, 30) == "é" * 3


@pytest.mark.parametrize(("value", "text"), [(12.0, "12"), (12.34, "12.3"), (-0.5, "-0.5"), (1234.0, "1234")])
def test_a_coordinate_is_written_the_same_in_every_language(value: float, text: str) -> None:
    assert coordinate(value) == text
