"""The form for stakes, with amounts as people type them."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.table.stakes_form import initial_stakes, parse_hundredths, read_stakes
from games.rules.stakes import Stakes


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("", 0),
        ("0", 0),
        ("2", 200),
        ("0.10", 10),
        ("0,10", 10),
        (".5", 50),
        ("1.", 100),
        ("007", 700),
        ("1000", 100_000),
        ("1000,00", 100_000),
    ],
)
def test_amounts_are_read_with_a_point_or_a_comma(text: str, amount: int) -> None:
    assert parse_hundredths(text) == amount


@pytest.mark.parametrize("text", ["x", "-1", "+1", "1.000,50", "1 000", ".", ",", "1e3", "\u0661", "\u00bd", "0x1"])
def test_invalid_amount_is_refused(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError) as refused:
        parse_hundredths(text)
    assert str(refused.value) == snapshot


@pytest.mark.parametrize("text", ["0.105", "1000.01", "9" * 19])
def test_amounts_have_their_bounds(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError) as refused:
        parse_hundredths(text)
    assert str(refused.value) == snapshot


def test_the_form_makes_stakes() -> None:
    typed = read_stakes({"unit": "€", "point": " 0,10 ", "game": "2"})
    assert (typed.ready, typed.stakes) == (True, Stakes("€", point=10, box=0, game=200))


def test_custom_unit_is_trimmed() -> None:
    assert read_stakes({"unit": "other", "own-unit": "  dried   beans ", "box": "1"}).stakes == Stakes(
        "dried beans", box=100
    )
    assert read_stakes({"unit": "other", "own-unit": " beans ", "box": "1"}).stakes == Stakes("beans", box=100)
    assert read_stakes({"unit": "", "own-unit": "Kč", "box": "1"}).stakes == Stakes("Kč", box=100)


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="spaces"),
        pytest.param("x" * 13, id="long"),
        pytest.param("x" * 10_000, id="very long"),
        pytest.param("a\u202eb", id="direction"),
        pytest.param("a\x00b", id="null"),
    ],
)
def test_a_unit_that_cannot_be_says_why(unit: str, snapshot: SnapshotAssertion) -> None:
    typed = read_stakes({"unit": "other", "own-unit": unit, "point": "1"})
    assert typed.unit_error == snapshot
    assert not typed.ready


def test_all_faults_are_reported_at_once() -> None:
    typed = read_stakes({"unit": "other", "own-unit": "", "point": "x", "box": "0.001", "game": "5000"})
    assert typed.unit_error
    assert set(typed.amount_errors) == {"point", "box", "game"}
    assert typed.non_field_errors == []


@pytest.mark.parametrize("data", [{}, {"unit": "€"}, {"unit": "€", "point": "0", "game": "0.00"}])
def test_stakes_of_nothing_are_no_stakes(data: dict[str, str], snapshot: SnapshotAssertion) -> None:
    typed = read_stakes(data)
    assert typed.non_field_errors == snapshot
    assert typed.stakes is None


@pytest.mark.parametrize(
    "stakes", [Stakes("€", point=10, game=200), Stakes("matchsticks", box=100), Stakes("beans", point=1, box=2, game=3)]
)
def test_filled_form_reads_back_as_the_same_stakes(stakes: Stakes) -> None:
    typed = initial_stakes(stakes)
    assert read_stakes({"unit": typed.picked, "own-unit": typed.unit, **typed.texts}).stakes == stakes


def test_without_stakes_the_form_is_empty() -> None:
    typed = initial_stakes(None)
    assert (typed.picked, typed.unit, set(typed.texts.values())) == ("€", "", {""})
