"""Which players score together, how many may play, and who plays whom (rules 5.12, 5.13 and 8)."""

from typing import Any

import pytest

from games.rules.presets import presets
from games.rules.ruleset import RuleSet, Seats, with_house_rules
from games.rules.sides import can_seat, seats_for, side_of, sides_of, team_pairings
from tests.rules.kit import STANDARD


def house(**values: Any) -> RuleSet:
    return with_house_rules(STANDARD, values)


@pytest.mark.parametrize("seating", ["all_active", "dealer_sits_out", "loser_sits_out", "loser_deals_and_sits"])
def test_every_player_is_a_side(seating: str) -> None:
    assert [side_of(house(seating=seating), seat) for seat in range(4)] == [0, 1, 2, 3]
    assert sides_of(house(seating=seating), 3) == ((0,), (1,), (2,))


def test_partners_sit_across() -> None:
    """Rules 5.13; tables of 4, 6 and 8."""
    rules = house(seating="teams")
    assert [side_of(rules, seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [sides_of(rules, seats) for seats in (4, 6)] == [((0, 2), (1, 3)), ((0, 2, 4), (1, 3, 5))]


def test_the_captain_plays_against_the_rest() -> None:
    """Rules 5.12 (d)."""
    rules = house(seating="captain")
    assert [side_of(rules, seat) for seat in range(3)] == [0, 1, 1]
    assert sides_of(rules, 3) == ((0,), (1, 2))


def test_a_seating_has_its_numbers_unless_the_rules_name_some_of_them(subtests: pytest.Subtests) -> None:
    """Rules 5.12: three for those who take turns; 5.13: teams of two, three or four."""
    cases = [
        ("all_active", (2, 2, 2), (2, 2, 2)),
        ("all_active", (2, 8, 5), (2, 8, 5)),
        ("dealer_sits_out", (2, 2, 2), (3, 4, 3)),
        ("dealer_sits_out", (3, 4, 4), (3, 4, 4)),
        ("dealer_sits_out", (3, 5, 3), (3, 4, 3)),
        ("loser_sits_out", (2, 2, 2), (3, 3, 3)),
        ("loser_sits_out", (2, 4, 3), (3, 3, 3)),
        ("loser_deals_and_sits", (2, 2, 2), (3, 3, 3)),
        ("loser_deals_and_sits", (3, 3, 3), (3, 3, 3)),
        ("captain", (2, 4, 4), (3, 3, 3)),
        ("captain", (4, 4, 4), (3, 3, 3)),
        ("teams", (2, 8, 4), (4, 8, 4)),
        ("teams", (6, 8, 6), (6, 8, 6)),
        ("teams", (4, 4, 4), (4, 4, 4)),
    ]
    for seating, seats, expected in cases:
        with subtests.test(seating=seating, seats=seats, expected=expected):
            low, high, best = seats
            rules = house(seating=seating, seats={"min": low, "max": high, "best": best})
            assert seats_for(rules) == Seats(*expected)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, [2]),
        ({"seats": {"min": 2, "max": 4, "best": 3}}, [2, 3, 4]),
        ({"seating": "dealer_sits_out"}, [3, 4]),
        ({"seating": "captain"}, [3]),
        ({"seating": "teams"}, [4, 6, 8]),
        ({"seating": "teams", "seats": {"min": 6, "max": 8, "best": 6}}, [6, 8]),
        ({"seating": "teams", "columns": 3, "column_multipliers": [1, 1, 1]}, [4, 6, 8]),
        ({"seating": "captain", "columns": 3, "column_multipliers": [1, 1, 1]}, [3]),
        ({"seats": {"min": 2, "max": 4, "best": 2}, "columns": 3, "column_multipliers": [1, 1, 1]}, [2]),
    ],
)
def test_teams_are_of_one_size_and_hollywood_is_for_two_sides(values: dict[str, Any], expected: list[int]) -> None:
    assert [count for count in range(10) if can_seat(house(**values), count)] == expected


def test_the_best_number_of_every_preset_can_play_it(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            rules = presets()[preset].rules
            assert can_seat(rules, seats_for(rules).best)


def test_each_member_meets_the_others_in_turn() -> None:
    assert [team_pairings(4, number) for number in (1, 2, 3)] == [((0, 1), (2, 3)), ((0, 3), (2, 1)), ((0, 1), (2, 3))]
    assert [team_pairings(6, number) for number in (1, 2, 3)] == [
        *(((0, 1), (2, 3), (4, 5)), ((0, 3), (2, 5), (4, 1)), ((0, 5), (2, 1), (4, 3))),
    ]


def test_everybody_is_in_one_pair_and_no_two_partners_meet(subtests: pytest.Subtests) -> None:
    for seats in [4, 6, 8]:
        for number in [1, 2, 3, 4, 999]:
            with subtests.test(seats=seats, number=number):
                pairs = team_pairings(seats, number)
                assert sorted(seat for pair in pairs for seat in pair) == list(range(seats))
                assert {(one % 2, other % 2) for one, other in pairs} == {(0, 1)}


def test_one_deck_has_to_be_enough_for_all_who_play_at_once() -> None:
    rules = house(seats={"min": 2, "max": 8, "best": 2})
    assert [n for n in range(2, 9) if can_seat(rules, n)] == [2, 3, 4, 5]
    assert [n for n in range(2, 9) if can_seat(with_house_rules(rules, {"hand_size": 13}), n)] == [2, 3]
    assert can_seat(with_house_rules(presets()["partnership_6"].rules, {"hand_size": 13}), 8)
