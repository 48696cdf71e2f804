"""The rules of a season as JSON: parsing, with all faults reported at once."""

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given

from games.rules.league.season import (
    InvalidSeasonRulesError,
    SeasonCode,
    SeasonFault,
    SeasonRules,
    season_json,
    season_rules,
)
from tests.rules.seasons import all_rules


def faults(**data: object) -> list[SeasonFault]:
    with pytest.raises(InvalidSeasonRulesError) as bad:
        season_rules(data)
    return list(bad.value.faults)


def test_empty_season_rules_are_the_defaults() -> None:
    assert season_rules({}) == SeasonRules()


@given(all_rules())
def test_rules_come_back_from_json(rules: SeasonRules) -> None:
    assert season_rules(season_json(rules)) == rules


def test_json_holds_every_parameter_and_no_tuple() -> None:
    found = season_json(SeasonRules(order=("wins", "lot")))
    assert found == asdict(SeasonRules()) | {"order": ["wins", "lot"]}
    assert isinstance(found["order"], list)


def test_a_wrong_type_is_reported(subtests: pytest.Subtests) -> None:
    cases = [
        *(("length", wrong, "choice") for wrong in ("match", "", None, 1, [])),
        *(("count", wrong, "whole_number") for wrong in (None, True, "3", 1.0, [])),
        *(("win", wrong, "whole_number") for wrong in (None, False, "2")),
        *(("best_nights", wrong, "whole_number") for wrong in (True, "all")),
        *(("bye", wrong, "choice") for wrong in ("loss", None)),
        *(("strict", wrong, "yes_or_no") for wrong in (None, 0, "yes")),
        *(("order", wrong, "list") for wrong in (None, "points", [], [1], ["points", None], {"points": 1})),
        ("confirmation", "nobody", "choice"),
        *(("match_end", wrong, "choice") for wrong in (True, None, "best_of")),
        ("crossing", "never", "choice"),
        ("cheating", True, "unknown_rule"),
    ]
    for field, value, code in cases:
        with subtests.test(field=field, value=value, code=code):
            assert faults(**{field: value}) == [SeasonFault(field, SeasonCode(code))]


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("count", 1, 100),
        ("win", 0, 100),
        ("draw", 0, 100),
        ("loss", 0, 100),
        *((f"bonus_{what}", 0, 20) for what in ("shutout", "gin", "box_lead")),
        ("minimum", 0, 1000),
        ("best_nights", 1, 1000),
    ],
)
def test_numbers_have_bounds(field: str, low: int, high: int) -> None:
    # Points of wins, draws and losses must not contradict one another at the bounds.
    rest = {"length": "games", "win": 100, "draw": high if field == "loss" else 0, "loss": 0}
    for value in (low, high):
        together = rest | ({"win": value, "draw": 0} if field == "win" else {field: value})
        assert getattr(season_rules(together), field) == value
    for value in (low - 1, high + 1):
        assert faults(**(rest | {field: value})) == [SeasonFault(field, SeasonCode.RANGE, low=low, high=high)]


def test_the_order_of_tie_breaks_must_make_sense() -> None:
    assert faults(order=["points", "beauty", "wins", "wins", "lot", "boxes"]) == [
        SeasonFault("order", SeasonCode.UNKNOWN_TIE_BREAK, "beauty"),
        SeasonFault("order", SeasonCode.DOUBLED_TIE_BREAK, "wins"),
        SeasonFault("order", SeasonCode.LOT_NOT_LAST, "lot"),
    ]
    assert faults(order=["lot", "lot"]) == [
        SeasonFault("order", SeasonCode.DOUBLED_TIE_BREAK, "lot"),
        SeasonFault("order", SeasonCode.LOT_NOT_LAST, "lot"),
    ]
    assert season_rules({"order": ["lot"]}).order == ("lot",)


@pytest.mark.parametrize(("win", "draw", "loss"), [(1, 2, 0), (2, 0, 1), (0, 1, 2)])
def test_a_win_is_worth_a_draw_at_least_and_a_draw_a_loss(win: int, draw: int, loss: int) -> None:
    assert faults(win=win, draw=draw, loss=loss) == [SeasonFault("draw", SeasonCode.POINTS_ORDER)]


def test_a_match_of_one_game_has_no_count() -> None:
    assert faults(count=3) == [SeasonFault("count", SeasonCode.COUNT_OF_ONE_GAME)]
    assert season_rules({"length": "games", "count": 3}).count == 3


def test_all_faults_come_at_once() -> None:
    found = faults(win=1, color="red", draw=2, count=2, strict=1, bye="none", order=["points", "points"])
    assert [(fault.field, fault.code.value) for fault in found] == [
        ("color", "unknown_rule"),
        ("strict", "yes_or_no"),
        ("bye", "choice"),
        ("order", "doubled_tie_break"),
        ("draw", "points_order"),
        ("count", "count_of_one_game"),
    ]


def test_invalid_value_is_not_reported_as_a_contradiction_too() -> None:
    assert [fault.field for fault in faults(win="many", draw=5)] == ["win"]
    assert [fault.field for fault in faults(length="set", count=5)] == ["length"]
    with pytest.raises(InvalidSeasonRulesError, match=r"^win: range, x: unknown_rule$"):
        season_rules({"win": -1, "x": 1})


@pytest.mark.parametrize(("bye", "points"), [("win", 5), ("draw", 3), ("nothing", 0)])
def test_bye_gives_the_points_of_its_rule(bye: Any, points: int) -> None:
    assert SeasonRules(win=5, draw=3, loss=1, bye=bye).bye_points == points
