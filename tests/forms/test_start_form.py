"""The form that starts a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.forms.table.start_form import MOST_NAMES, name_faults, read_start, seats_fault
from games.pages.table.start_fields import name_fields
from games.rules.presets import presets
from games.rules.sides import can_seat

NAMES = {"name-1": "Ann", "name-2": "Ben"}


def test_a_form_with_two_names_is_ready() -> None:
    typed = read_start(NAMES)
    assert (typed.ready, typed.names, typed.preset, typed.house_rules, typed.dealer_seat) == (
        True,
        ["Ann", "Ben"],
        "standard",
        {},
        None,
    )


def test_names_are_cleaned_and_gaps_closed() -> None:
    typed = read_start({"name-2": "  Ann  B. ", "name-4": "Ben", "dealer": "4"})
    assert (typed.ready, typed.names, typed.dealer_seat) == (True, ["Ann B.", "Ben"], 1)
    assert typed.texts == ["", "  Ann  B. ", "", "Ben", "", "", "", ""]


@pytest.mark.parametrize(
    ("given_names", "wrong"),
    [
        ({}, {1, 2}),
        ({"name-1": "Ann"}, {2}),
        ({"name-3": "Ann"}, {1, 2}),
        ({"name-1": "Ann", "name-2": "\u200d"}, {2}),
        ({"name-1": "x" * 61, "name-2": "y" * 61}, {1, 2}),
        ({"name-1": "Ann", "name-2": "ANN", "name-3": "ann"}, {2, 3}),
    ],
)
def test_the_sentence_is_for_the_field(
    given_names: dict[str, str], wrong: set[int], snapshot: SnapshotAssertion
) -> None:
    typed = read_start(given_names)
    assert (set(typed.name_errors), typed.ready) == (wrong, False)
    assert typed.name_errors == snapshot
    assert [(x.number, x.value, x.error) for x in name_fields(typed)] == [
        (n, given_names.get(f"name-{n}", ""), typed.name_errors.get(n, "")) for n in range(1, MOST_NAMES + 1)
    ]


@pytest.mark.parametrize(
    ("target", "house_rules"),
    [
        ("", {}),
        ("  ", {}),
        ("100", {}),
        ("0100", {}),
        ("1", {"target": 1}),
        (" 250 ", {"target": 250}),
        ("\u0669", {"target": 9}),
    ],
)
def test_a_target_of_its_own_is_a_house_rule(target: str, house_rules: dict[str, int]) -> None:
    typed = read_start(NAMES | {"target": target})
    assert (typed.ready, typed.house_rules, typed.target) == (True, house_rules, target.strip())


@pytest.mark.parametrize("target", ["0", "-1", "10001", "99999", "abc", "1.5", "1e3", "\u00b2", "1 0", "9" * 30])
def test_an_invalid_target_is_reported(target: str, snapshot: SnapshotAssertion) -> None:
    typed = read_start(NAMES | {"target": target})
    assert typed.target_error == snapshot
    assert typed.house_rules == {}


@pytest.mark.parametrize("dealer", ["", "0", "3", "5", "-1", "01", "\u0661", "Ann"])
def test_who_deals_is_drawn_or_one_of_the_players(dealer: str, snapshot: SnapshotAssertion) -> None:
    typed = read_start(NAMES | {"dealer": dealer})
    assert typed.dealer_error == snapshot
    assert not typed.ready


@pytest.mark.parametrize(
    ("preset", "count"),
    [
        ("standard", 1),
        ("lets_play", 3),
        ("ginski", 5),
        ("captain", 2),
        ("partnership_6", 7),
        ("tournament_partners", 8),
    ],
)
def test_the_rules_say_how_many_may_play(preset: str, count: int, snapshot: SnapshotAssertion) -> None:
    assert seats_fault(presets()[preset], count) == snapshot


@pytest.mark.parametrize(
    ("preset", "count"),
    [("standard", 2), ("ginski", 2), ("ginski", 4), ("knock_rummy", 5), ("partnership_6", 6), ("partnership_6", 8)],
)
def test_as_many_as_the_rules_allow_may_play(preset: str, count: int) -> None:
    assert seats_fault(presets()[preset], count) == ""


def test_names_that_look_alike_are_one_name() -> None:
    clean, errors = name_faults(["Zo\u00eb", "ZOE\u0308", "Zoe", "stra\u00dfe", "STRASSE"])
    assert clean == ["Zo\u00eb", "ZO\u00cb", "Zoe", "stra\u00dfe", "STRASSE"]
    assert sorted(errors) == [1, 4]


def test_unknown_rules_are_reported_and_all_other_fields_stay(snapshot: SnapshotAssertion) -> None:
    typed = read_start(NAMES | {"preset": "whist", "target": "250", "dealer": "2", "key": "k"})
    assert typed.non_field_errors == snapshot
    assert not typed.ready
    assert (typed.texts[:2], typed.target, typed.dealer, typed.key) == (["Ann", "Ben"], "250", "2", "k")


def filled(count: int, **more: str) -> dict[str, str]:
    return {f"name-{n}": f"P{n}" for n in range(1, count + 1)} | more


def test_every_preset_starts_with_as_many_as_can_play_it_and_with_no_others(subtests: pytest.Subtests) -> None:
    for preset in presets():
        with subtests.test(preset=preset):
            for count in range(1, MOST_NAMES + 1):
                typed = read_start(filled(count, preset=preset))
                assert (count, typed.ready) == (count, can_seat(presets()[preset].rules, count))


@pytest.mark.parametrize(("preset", "count"), [("partnership", 4), ("captain", 3)])
def test_no_place_stays_empty_where_places_make_the_sides(preset: str, count: int, snapshot: SnapshotAssertion) -> None:
    typed = read_start(filled(count + 1, preset=preset) | {"name-2": ""})
    assert typed.name_errors == snapshot
    assert read_start(filled(count, preset=preset)).ready


def test_rules_without_a_target_accept_none(snapshot: SnapshotAssertion) -> None:
    typed = read_start(NAMES | {"preset": "gamesgrid_flop", "target": "100"})
    assert typed.target_error == snapshot
    assert read_start(NAMES | {"preset": "gamesgrid_flop"}).ready


def test_the_columns_of_hollywood_take_a_target() -> None:
    assert read_start(NAMES | {"preset": "hollywood", "target": "150"}).house_rules == {"target": 150}


FIELDS = [*(f"name-{n}" for n in range(1, MOST_NAMES + 1)), "preset", "target", "dealer", "key"]


@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=70) | st.sampled_from([*presets(), "2", "draw"])))
def test_any_input_starts_a_table_or_has_errors(data: dict[str, str]) -> None:
    typed = read_start(data)
    if typed.ready:
        assert can_seat(presets()[typed.preset].rules, len(typed.names))
        assert typed.dealer_seat is None or 0 <= typed.dealer_seat < len(typed.names)
        assert all(0 < len(name) <= 60 for name in typed.names)
