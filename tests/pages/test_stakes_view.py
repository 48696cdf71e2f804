"""The money of an evening, added up over its games."""

import pytest
from django.utils import translation
from syrupy.assertion import SnapshotAssertion

from games.pages.table.stakes import EveningContext
from games.pages.table.stakes_view import amount_text, evening_view, player_balances, stakes_text
from games.rules.stakes import Stakes
from games.selectors.table.table_names import player_names
from games.services.table.games import finish_game, set_stakes, start_game, swap_seats
from tests.makers import Phone, enter, gin, knock, revision, sheet, start, team_deal
from tests.rules.kit import between

pytestmark = pytest.mark.django_db


def play_for(phone: Phone, unit: str, **amounts: int) -> None:
    set_stakes(
        access=phone.access, key=f"s:{revision(phone)}", revision=revision(phone), stakes=Stakes(unit, **amounts)
    )


def view(phone: Phone) -> EveningContext:
    shown = evening_view(sheet(phone), player_names(phone.table))
    assert shown is not None
    return shown


def balances(phone: Phone) -> dict[str, str]:
    return {line.name: line.amount for line in view(phone).balances}


def test_without_stakes_nothing_is_shown() -> None:
    phone = start()
    assert evening_view(sheet(phone), player_names(phone.table)) is None
    play_for(phone, "€", point=10)
    assert view(phone).stakes == "€0.10 a point"
    set_stakes(access=phone.access, key="off", revision=revision(phone), stakes=None)
    assert evening_view(sheet(phone), player_names(phone.table)) is None


def test_a_game_under_way_does_not_count_yet(snapshot: SnapshotAssertion) -> None:
    phone = start()
    play_for(phone, "€", point=10, game=200)
    enter(phone, knock(0, 7, 20))
    assert (view(phone).balances, view(phone).payments) == ((), ())
    assert view(phone).note == snapshot


def test_finished_games_show_who_pays_whom(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", target=50)
    play_for(phone, "€", point=10, game=200)
    enter(phone, gin(0, 20, 30))  # Ann 75
    start_game(access=phone.access, key="g2")
    enter(phone, knock(2, 5, 15, 21))  # Cleo 31
    assert [(line.name, line.amount, line.ahead) for line in view(phone).balances] == [
        ("Ann", "+€19.00", True),
        ("Ben", "\u2212€9.50", False),
        ("Cleo", "\u2212€9.50", False),
    ]
    assert view(phone).payments == ("Ben pays Ann €9.50", "Cleo pays Ann €9.50")
    assert view(phone).note == snapshot
    assert sum(player_balances(sheet(phone).games[0], Stakes("€", point=10, game=200)).values()) == 0
    assert player_balances(sheet(phone).games[1], Stakes("€", point=10)) == {}


def test_every_game_of_the_evening_is_added(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="lets_play", target=20)
    play_for(phone, "matchsticks", point=100)
    enter(phone, gin(0, 5))
    start_game(access=phone.access, key="g2")
    enter(phone, gin(1, 5))
    assert balances(phone) == {"Ann": "0 matchsticks", "Ben": "0 matchsticks"}
    assert view(phone).payments == ()
    assert view(phone).note == snapshot


def test_a_swap_of_seats_takes_the_money_along() -> None:
    phone = start(preset="lets_play", target=20)
    play_for(phone, "matchsticks", game=100)
    enter(phone, gin(0, 5))
    assert balances(phone) == {"Ann": "+1 matchstick", "Ben": "\u22121 matchstick"}
    swap_seats(access=phone.access, key="swap", game=1, first=0, second=1, revision=revision(phone))
    assert balances(phone) == {"Ben": "+1 matchstick", "Ann": "\u22121 matchstick"}


def test_partners_win_and_lose_together() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership", target=20)
    play_for(phone, "$", game=500)
    enter(phone, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    assert balances(phone) == {"Ann": "+$5.00", "Cleo": "+$5.00", "Ben": "\u2212$5.00", "Dan": "\u2212$5.00"}
    assert set(view(phone).payments) == {"Ben pays Ann $5.00", "Dan pays Cleo $5.00"}


def test_a_game_that_was_given_up_counts_without_the_stake_of_a_game() -> None:
    phone = start(preset="lets_play")
    play_for(phone, "€", point=1, game=1000)
    enter(phone, knock(0, 7, 20))
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    assert balances(phone) == {"Ann": "+€0.13", "Ben": "\u2212€0.13"}


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        (340, "€", "€3.40"),
        (300, "€", "€3.00"),
        (5, "£", "£0.05"),
        (300, "CHF", "3.00 CHF"),
        (300, "Kč", "3 Kč"),
        (250, "Kč", "2.50 Kč"),
        (100, "matchsticks", "1 matchstick"),
        (150, "matchsticks", "1.50 matchsticks"),
        (1200, "beans", "12 beans"),
    ],
)
def test_amounts_are_written_as_their_unit_is(amount: int, unit: str, text: str) -> None:
    assert amount_text(amount, unit) == text


def test_a_currency_sign_is_where_the_reader_expects_it() -> None:
    with translation.override("de"):
        assert (amount_text(3350, "€"), amount_text(340, "$")) == ("33,50 €", "3,40 $")


def test_all_amounts_have_hundredths_if_one_has() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", target=50)
    play_for(phone, "beans", point=50)
    enter(phone, gin(0, 20, 30))
    assert balances(phone) == {"Ann": "+75.00 beans", "Ben": "\u221237.50 beans", "Cleo": "\u221237.50 beans"}


def test_stakes_are_listed_in_order() -> None:
    text = stakes_text(Stakes("matchsticks", point=100, box=500, game=2000))
    assert text == "1 matchstick a point, 5 matchsticks a box, 20 matchsticks a game"
