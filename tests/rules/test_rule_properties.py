"""Properties derived from a rule set: numbers of hands and sides, and the bonuses it pays."""

from typing import Any

import pytest

from games.rules.presets import presets
from games.rules.rule_properties import (
    between_two,
    game_bonus,
    hands_per_round,
    has_boxes,
    has_extra_boxes,
    has_knocks,
    has_shutout,
    line_bonus,
    side_count,
    table_sizes,
    teams_sum,
    uses_limit_card,
)
from games.rules.ruleset import RuleSet, with_house_rules

House = dict[str, Any]


@pytest.mark.parametrize(
    ("preset", "sizes", "hands", "sides", "two"),
    [
        ("standard", (2,), 2, 2, True),
        ("ginski", (2, 3, 4), 4, 4, True),
        ("captain", (3,), 2, 2, True),
        ("cutthroat", (3,), 2, 3, False),
        ("partnership", (4,), 2, 2, True),
    ],
)
def test_how_many_play(preset: str, sizes: tuple[int, ...], hands: int, sides: int, *, two: bool) -> None:
    rules = presets()[preset].rules
    assert (table_sizes(rules), hands_per_round(rules), side_count(rules), between_two(rules)) == (
        sizes,
        hands,
        sides,
        two,
    )


def test_a_dealer_who_sits_out_has_no_hand() -> None:
    seats = {"min": 4, "max": 4, "best": 4}
    rules = with_house_rules(RuleSet(), {"seating": "dealer_sits_out", "next_dealer": "left", "seats": seats})
    assert (table_sizes(rules), hands_per_round(rules), side_count(rules)) == ((4,), 3, 4)


def test_too_small_deck_still_allows_the_numbers_of_seats() -> None:
    rules = with_house_rules(RuleSet(), {"hand_size": 13, "seats": {"min": 7, "max": 8, "best": 7}})
    assert table_sizes(rules) == (7, 8)


@pytest.mark.parametrize(
    ("house", "boxes", "extra"),
    [
        ({}, True, False),
        ({"box_win": 0}, False, False),
        ({"box_win": 0, "box_gin": 1}, True, True),
        ({"box_win": 0, "box_undercut": 1}, True, True),
        ({"box_win": 0, "box_undercut": 1, "knock_limit": 0}, False, False),
        ({"box_big_gin": 1}, True, True),
        ({"box_win": 0, "box_big_gin": 1, "big_gin_bonus": None}, False, False),
        ({"box_win": 0, "sweep_boxes": 1}, False, False),
        ({"sweep_boxes": 1, "seating": "teams", "seats": {"min": 4, "max": 4, "best": 4}}, True, True),
    ],
)
def test_rules_that_award_boxes_are_recognized(house: House, *, boxes: bool, extra: bool) -> None:
    rules = with_house_rules(RuleSet(), house)
    assert (has_boxes(rules), has_extra_boxes(rules)) == (boxes, extra)


@pytest.mark.parametrize(
    ("house", "game", "line", "shutout"),
    [
        ({}, 100, 0, True),
        ({"game_bonus": "target", "target": 150, "line_bonus": 50}, 150, 50, True),
        ({"game_bonus": 0, "shutout": "none"}, 0, 0, False),
        ({"target": None, "line_bonus": 50}, 0, 0, False),
    ],
)
def test_bonuses_at_the_end_of_a_game_are_derived_from_the_rules(
    house: House, game: int, line: int, *, shutout: bool
) -> None:
    rules = with_house_rules(RuleSet(), house)
    assert (game_bonus(rules), line_bonus(rules), has_shutout(rules)) == (game, line, shutout)


@pytest.mark.parametrize(("limit", "may"), [(0, False), (10, True), (None, True)])
def test_nobody_knocks_with_a_limit_of_zero(limit: int | None, *, may: bool) -> None:
    assert has_knocks(RuleSet(knock_limit=limit)) == may


def test_both_teams_score_where_their_hands_are_added_up() -> None:
    teams = {"seating": "teams", "seats": {"min": 4, "max": 4, "best": 4}}
    assert [teams_sum(with_house_rules(RuleSet(), teams | {"team_netting": how})) for how in ("sum", "per_hand")] == [
        True,
        False,
    ]
    assert not teams_sum(with_house_rules(RuleSet(), {"team_netting": "sum"}))


@pytest.mark.parametrize(
    ("house", "used"),
    [
        ({}, False),
        ({"limit_source": "upcard"}, True),
        ({"limit_source": "knock_card"}, True),
        ({"double_suits": ["s"]}, True),
    ],
)
def test_a_card_sets_the_limit_or_doubles(house: House, *, used: bool) -> None:
    assert uses_limit_card(with_house_rules(presets()["standard"].rules, house)) is used
