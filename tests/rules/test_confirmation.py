"""Whether a round counts: who must confirm it, and what a dispute or a referee changes."""

import pytest

from games.rules.confirmation import RoundReview, RoundStatus, missing_confirmations, round_status


def yes(side: int | None) -> RoundReview:
    return RoundReview("confirmed", side)


def no(side: int | None) -> RoundReview:
    return RoundReview("disputed", side)


def ref() -> RoundReview:
    return RoundReview("approved", None)


TICK = RoundReview("checked", None)


def test_state_of_a_round_follows_from_its_reviews(subtests: pytest.Subtests) -> None:
    cases = [
        ("trust", [], "trusted"),
        ("trust", [TICK], "trusted"),
        ("trust", [no(1)], "disputed"),
        ("trust", [no(1), yes(1)], "trusted"),
        ("trust", [no(1), yes(0)], "disputed"),
        ("trust", [ref()], "approved"),
        ("opponent", [], "pending"),
        ("opponent", [TICK], "pending"),
        ("opponent", [yes(0)], "pending"),
        ("opponent", [yes(1)], "confirmed"),
        ("opponent", [yes(1), no(1)], "disputed"),
        ("opponent", [no(1), no(0), yes(1)], "disputed"),
        ("opponent", [no(0), yes(1), yes(0)], "confirmed"),
        ("opponent", [ref()], "approved"),
        ("opponent", [no(1), ref()], "approved"),
        ("opponent", [ref(), no(1)], "disputed"),
        ("opponent", [yes(1), no(1), ref(), yes(0)], "approved"),
        ("referee", [], "pending"),
        ("referee", [yes(0), yes(1)], "pending"),
        ("referee", [no(None)], "disputed"),
        ("referee", [no(None), ref()], "approved"),
        ("referee", [ref(), no(None)], "disputed"),
    ]
    for mode, looks, stands in cases:
        with subtests.test(mode=mode, looks=looks, stands=stands):
            assert round_status(mode, 2, 0, looks) == stands  # type: ignore[arg-type]


def test_a_round_that_nobody_of_the_match_entered_takes_everybody() -> None:
    assert round_status("opponent", 2, None, [yes(0)]) is RoundStatus.PENDING
    assert round_status("opponent", 2, None, [yes(0), yes(1)]) is RoundStatus.CONFIRMED


def test_with_three_sides_both_others_confirm() -> None:
    assert missing_confirmations(3, 1, []) == (0, 2)
    assert missing_confirmations(3, 1, [yes(2)]) == (0,)
    assert missing_confirmations(3, 1, [yes(2), no(2)]) == (0, 2)
    assert round_status("opponent", 3, 1, [yes(2)]) is RoundStatus.PENDING
    assert round_status("opponent", 3, 1, [yes(2), yes(0)]) is RoundStatus.CONFIRMED
    assert missing_confirmations(3, 1, [yes(2), yes(0)]) == ()


def test_only_pending_and_disputed_rounds_need_a_check() -> None:
    assert {stands for stands in RoundStatus if not stands.is_agreed} == {RoundStatus.PENDING, RoundStatus.DISPUTED}


def test_looks_may_come_one_at_a_time() -> None:
    assert round_status("opponent", 2, 0, iter([no(1), yes(1)])) is RoundStatus.CONFIRMED
