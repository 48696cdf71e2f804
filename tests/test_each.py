"""`@each` tries all cases and reports the failed ones."""

import pytest

from tests.each import each

TRIED: list[tuple[int, str]] = []


@pytest.fixture
def word() -> str:
    return "a fixture"


@each("number", [1, 2])
@each(("text", "length"), [("a", 1), ("bb", 2)])
def test_every_case_runs_with_fixtures_too(number: int, text: str, length: int, word: str) -> None:
    assert (len(text), word) == (length, "a fixture")
    TRIED.append((number, text))


def test_all_cases_of_the_test_above_were_tried() -> None:
    assert TRIED == [(1, "a"), (1, "bb"), (2, "a"), (2, "bb")]


def odd(number: int) -> None:
    assert number % 2


def test_the_case_that_failed_is_named() -> None:
    with pytest.raises(AssertionError) as caught:
        each("number", [1, 2, 3])(odd)()
    assert caught.value.__notes__ == ["case 2"]


def test_all_failed_cases_are_reported_together() -> None:
    with pytest.raises(ExceptionGroup, match="2 of 3 cases failed: case two; case four") as caught:
        each("number", [1, 2, 4], ids=["one", "two", "four"])(odd)()
    assert [error.__notes__ for error in caught.value.exceptions] == [["case two"], ["case four"]]


def test_no_case_at_all_is_refused() -> None:
    with pytest.raises(AssertionError, match="no case of number"):
        each("number", [])
