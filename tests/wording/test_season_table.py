"""The sentences about places in a knock-out, and why there are none."""

from fractions import Fraction

import pytest

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
    ("place", "text"),
    [
        (BracketPlace(1, 1, 3), "Won the final."),
        (BracketPlace(1, 2, 3, wins_left=1), "Still in: 1 more win takes first place."),
        (BracketPlace(1, 8, 1, wins_left=3), "Still in: 3 more wins take first place."),
        (BracketPlace(2, 2, 3, out=1), "Lost the final."),
        (BracketPlace(3, 3, 2, out=2), "Out in the semifinals."),
        (BracketPlace(3, 3, 2, out=2, third="level"), "Out in the semifinals."),
        (BracketPlace(3, 4, 2, out=2, third="open"), "Plays for third place."),
        (BracketPlace(3, 3, 2, out=2, third="won"), "Won the match for third place."),
        (BracketPlace(4, 4, 2, out=2, third="lost"), "Lost the match for third place."),
        (BracketPlace(5, 5, 1, out=4), "Out in the quarterfinals."),
        (BracketPlace(17, 17, 2, out=16), "Out in round 2."),
    ],
)
def test_how_far_somebody_came(place: BracketPlace, text: str) -> None:
    assert bracket_result_text(place) == text


def test_texts_say_what_decides_places() -> None:
    assert bracket_text(open_final=False).endswith("shares a place.")
    assert bracket_text(open_final=True).endswith(
        "Until the final is decided, everyone who isn't out yet shares first place."
    )
    assert shared_order_text(("points", "wins")) == "Players who share a place are listed by league points, then wins."
    assert [rank_place_text(5, shared=True), rank_place_text(5, shared=False)] == ["5=", "5"]


def test_empty_outlook_has_a_reason() -> None:
    assert nothing_certain_text(closed=False, left=True) == "Nothing is certain yet."
    assert nothing_certain_text(closed=False, left=False).startswith("No matches left to play.")
    assert nothing_certain_text(closed=True, left=False) == "The season is closed, and nobody was ranked."


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


def test_reason_has_the_same_minus_as_the_column() -> None:
    below = StandingsRow(2, 2, True, -1, Record(), Record(), 0, {"points": -1}, "points", compared=(-1, 0))
    assert decided_by_text(below, SeasonRules(), "Ann") == "Below Ann on league points: \u22121 to 0."
