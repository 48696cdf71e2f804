"""The sentences about places in a knock-out, and why there are none."""

from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

from games.rules.league.results import Record
from games.rules.league.season import SeasonRules, TieBreak
from games.rules.league.standings import StandingsRow
from games.rules.league.tie_breaks import Value
from games.rules.pairings.bracket_places import BracketPlace
from games.wording.season.season_table import (
    bracket_result_text,
    bracket_text,
    decided_by_text,
    nothing_certain_text,
    shared_order_text,
    value_text,
)
from games.wording.words import rank_place_text


@pytest.mark.parametrize(
    "place",
    [
        BracketPlace(1, 1, 3),
        BracketPlace(1, 2, 3, wins_left=1),
        BracketPlace(1, 8, 1, wins_left=3),
        BracketPlace(2, 2, 3, out=1),
        BracketPlace(3, 3, 2, out=2),
        BracketPlace(3, 3, 2, out=2, third="level"),
        BracketPlace(3, 4, 2, out=2, third="open"),
        BracketPlace(3, 3, 2, out=2, third="won"),
        BracketPlace(4, 4, 2, out=2, third="lost"),
        BracketPlace(5, 5, 1, out=4),
        BracketPlace(17, 17, 2, out=16),
    ],
)
def test_how_far_somebody_came(place: BracketPlace, snapshot: SnapshotAssertion) -> None:
    assert bracket_result_text(place) == snapshot


def test_texts_say_what_decides_places(snapshot: SnapshotAssertion) -> None:
    assert bracket_text(open_final=False) == snapshot
    assert bracket_text(open_final=True) == snapshot
    assert shared_order_text(("points", "wins")) == snapshot
    assert [rank_place_text(5, shared=True), rank_place_text(5, shared=False)] == ["5=", "5"]


def test_empty_outlook_has_a_reason(snapshot: SnapshotAssertion) -> None:
    assert nothing_certain_text(closed=False, left=True) == snapshot
    assert nothing_certain_text(closed=False, left=False) == snapshot
    assert nothing_certain_text(closed=True, left=False) == snapshot


@pytest.mark.parametrize(
    ("criterion", "value", "text"),
    [
        ("points", -1, "\u22121"),
        ("points", 0, "0"),
        ("point_difference", -12, "\u221212"),
        ("point_difference", 12, "+12"),
        ("buchholz", Fraction(-1, 2), "\u2212\u00bd"),
        ("buchholz", Fraction(-5, 2), "\u22122\u00bd"),
        ("buchholz", Fraction(5, 2), "2\u00bd"),
        ("sonneborn_berger", Fraction(-3), "\u22123"),
    ],
)
def test_negative_values_have_a_true_minus(criterion: TieBreak, value: Value, text: str) -> None:
    assert value_text(criterion, value) == text


def test_reason_has_the_same_minus_as_the_column(snapshot: SnapshotAssertion) -> None:
    below = StandingsRow(2, 2, True, -1, Record(), Record(), 0, {"points": -1}, "points", compared=(-1, 0))
    assert decided_by_text(below, SeasonRules(), "Ann") == snapshot
