"""Settling a game when it ends, and again when it changes."""

import pytest

from games.models import SettledSeat
from games.services.table.games import finish_game, start_game, undo
from tests.makers import Phone, assert_sound, correct, dead, enter, gin, knock, revision, settled, sheet, start, void


@pytest.fixture
def won() -> Phone:
    """Ann won: +13, then +100 in round 3; Ben has nothing and round 2 was dead."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, dead())
    enter(phone, gin(0, 75))
    return phone


def test_no_settled_rows_before_the_end() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    assert settled(phone) == []


def test_the_end_settles_every_seat(won: Phone) -> None:
    # 113 points, 2 boxes of 25, 100 for the game, the 113 once more for the shutout.
    assert settled(won) == [
        (1, 0, "Ann", 113, 376, 2, 2, 3, True, True, True),
        (1, 1, "Ben", 0, 0, 0, 0, 3, False, True, True),
    ]
    assert {row.revision for row in SettledSeat.objects.all()} == {4}
    assert_sound(won)


def test_editing_a_finished_game_settles_it_again(won: Phone) -> None:
    correct(won, 2, knock(1, 5, 15))
    assert settled(won) == [
        (1, 0, "Ann", 113, 263, 2, 2, 3, True, False, True),
        (1, 1, "Ben", 10, 35, 1, 1, 3, False, False, True),
    ]
    void(won, 1)
    assert [row[3:8] for row in settled(won)] == [(100, 225, 1, 1, 2), (10, 35, 1, 1, 2)]
    assert_sound(won)


@pytest.mark.usefixtures("sealed")
def test_an_edit_that_moves_the_end_moves_the_rows(won: Phone) -> None:
    correct(won, 1, gin(1, 80))
    assert [row[2:9] for row in settled(won)] == [
        ("Ann", 0, 0, 0, 0, 1, False),
        ("Ben", 105, 335, 1, 1, 1, True),
    ]
    assert_sound(won)


def test_an_edit_that_opens_the_game_takes_the_rows_away(won: Phone) -> None:
    correct(won, 3, gin(0, 10))
    assert settled(won) == []
    enter(won, gin(0, 60))
    assert [row[3] for row in settled(won)] == [133, 0]
    undo(access=won.access, key="u", revision=revision(won))
    assert settled(won) == []
    assert_sound(won)


def test_settled_rows_of_untouched_games_stay_the_same(won: Phone) -> None:
    before = list(SettledSeat.objects.values())
    start_game(access=won.access, key="g")
    enter(won, gin(1, 75))
    after = list(SettledSeat.objects.values())
    assert (after[:2], len(after), [row["game"] for row in after[2:]]) == (before, 4, [2, 2])


def test_an_edit_of_an_earlier_game_settles_that_game(won: Phone) -> None:
    start_game(access=won.access, key="g")
    correct(won, 3, gin(0, 85), game=1)
    assert [row[:4] for row in settled(won)] == [(1, 0, "Ann", 123), (1, 1, "Ben", 0)]
    correct(won, 3, gin(0, 10), game=1)
    assert (settled(won), [game.over for game in sheet(won).games]) == ([], [False, False])
    assert_sound(won)


def test_a_game_ended_by_hand_is_settled_as_incomplete() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    finish_game(access=phone.access, key="f", game=1, revision=2)
    assert [(row[2], row[4], row[8], row[10]) for row in settled(phone)] == [
        ("Ann", 38, True, False),
        ("Ben", 0, False, False),
    ]
    assert_sound(phone)


def test_three_players_are_settled_without_a_draw() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", target=60)
    enter(phone, gin(0, 20, 20))
    assert settled(phone) == [
        (1, 0, "Ann", 65, 65, 1, 1, 1, True, True, True),
        (1, 1, "Ben", 0, 0, 0, 0, 1, False, True, True),
        (1, 2, "Cleo", 0, 0, 0, 0, 1, False, True, True),
    ]
    assert_sound(phone)
