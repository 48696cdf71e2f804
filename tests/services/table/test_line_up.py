"""Somebody joins or leaves mid-evening: the entry, the games after it, undo, and totals that follow people."""

import pytest

from games.models import Entry, EntryKind, Player, Role, Seat
from games.pages.table.all_time_page import all_time_page
from games.pages.table.line_up_view import person_totals
from games.refusals import RefusedError
from games.rules.line_up import MOST_PEOPLE
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table.games import change_players, start_game, swap_seats, undo
from tests.leagues import club
from tests.makers import (
    Phone,
    assert_sound,
    current,
    differences_at,
    enter,
    finish,
    gin,
    join,
    knock,
    outcome,
    revision,
    sheet,
    start,
)
from tests.refusals import refused


def play(phone: Phone, *names: str, preset: str = "", key: str = "") -> str:
    """Let these people play from the next game on; return the outcome."""
    seen = revision(phone)
    return outcome(
        lambda: change_players(
            access=phone.access, key=key or f"players {seen}", revision=seen, names=names, preset=preset
        )
    )


def next_game(phone: Phone) -> None:
    start_game(access=phone.access, key=f"game {revision(phone)}")


def take_back(phone: Phone) -> str:
    newest = sheet(phone).next_undo
    assert newest
    return outcome(lambda: undo(access=phone.access, key=f"undo {newest.revision}", revision=newest.revision))


def seated(phone: Phone) -> tuple[str, ...]:
    return names_by_seat(current(phone), player_names(phone.table))


def evening() -> Phone:
    """Game 1: Ann beats Ben. Game 2: Cleo for Ben, and beats Ann. Game 3: Ben is back for Ann, and beats Cleo."""
    phone = start()
    enter(phone, gin(0, 80))
    play(phone, "Ann", "Cleo")
    next_game(phone)
    enter(phone, gin(1, 90))
    play(phone, "Cleo", "Ben")
    next_game(phone)
    enter(phone, gin(1, 75))
    return phone


def test_somebody_joins_from_the_next_game_on() -> None:
    phone = start("Ann", "Ben", preset="ginski")
    enter(phone, gin(0, 20))
    assert play(phone, "Ann", "Ben", "Cleo") == "new"
    assert seated(phone) == ("Ann", "Ben")  # the game goes on as it is
    enter(phone, gin(1, 90))
    next_game(phone)
    assert (seated(phone), current(phone).seating) == (("Ann", "Ben", "Cleo"), (0, 1, 2))
    assert current(phone).preset == "ginski"
    enter(phone, knock(2, 3, 20, 15))
    assert list(current(phone).cumulative.values()) == [0, 0, 32]
    entry = Entry.objects.get(table=phone.table, kind=EntryKind.PLAYERS)
    assert (entry.facts, entry.by) == ({"v": 1, "players": [0, 1, 2], "people": 2}, "Ann's phone")
    assert_sound(phone)
    assert differences_at(phone.table) == []


def test_a_third_sits_out_where_the_rules_say_so() -> None:
    phone = start("Ann", "Ben", preset="how_to", dealer=1, target=50)
    enter(phone, gin(0, 80))
    assert play(phone, "Ann", "Ben", "Cleo") == "new"
    next_game(phone)
    game = current(phone)
    assert (game.rules.seating, game.rules.target) == ("dealer_sits_out", 50)
    assert (game.deal.dealer, game.next_active) == (1, (0, 2))
    assert_sound(phone)


def test_rules_that_are_not_for_so_many_are_to_be_chosen() -> None:
    phone = start()
    finish(phone)
    assert play(phone, "Ann", "Ben", "Cleo") == "invalid_value"
    assert play(phone, "Ann", "Ben", "Cleo", preset="partnership") == "invalid_value"
    assert play(phone, "Ann", "Ben", "Cleo", preset="cutthroat") == "new"
    next_game(phone)
    assert (current(phone).preset, current(phone).rules.seating) == ("cutthroat", "loser_sits_out")
    finish(phone)
    next_game(phone)
    assert (current(phone).preset, len(seated(phone))) == ("cutthroat", 3)
    assert_sound(phone)


@pytest.mark.parametrize("names", [(), ("Ann",), ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida")])
def test_too_few_or_too_many_are_refused(names: tuple[str, ...]) -> None:
    phone = start()
    assert play(phone, *names) == "invalid_value"
    assert Seat.objects.filter(table=phone.table).count() == 2


def test_a_name_twice_the_same_people_and_an_old_page_are_refused() -> None:
    phone = start()
    assert play(phone, "Ann", "Ben", "ANN", preset="ginski") == "name_taken"
    assert play(phone, "Ann", "Ben") == "invalid_value"
    seen = revision(phone)
    enter(phone, gin(0, 20))
    names = ["Ann", "Cleo"]
    for old, code in ((seen, "stale"), (None, "revision_required")):
        assert refused(change_players, access=phone.access, key="old", revision=old, names=names) == code
    watching = join(phone, Role.WATCH)
    assert play(watching, *names) == "not_allowed"
    assert Seat.objects.filter(table=phone.table).count() == 2


def test_a_table_knows_so_many_people_and_no_more() -> None:
    phone = start()
    for number in range(2, MOST_PEOPLE):
        assert play(phone, "Ann", f"Guest {number}") == "new"
    assert play(phone, "Ann", "One more") == "too_many"
    assert play(phone, "Ann", "Guest 2") == "new"  # who came before may come back
    assert_sound(phone)


def test_the_same_form_twice_is_one_entry() -> None:
    phone = start()
    assert play(phone, "Ann", "Cleo", key="k") == "new"
    assert play(phone, "Ann", "Cleo", key="k") == "replayed"
    assert play(phone, "Ann", "Dan", key="k") == "idempotency_key_reused"
    assert Player.objects.filter(name__in=["Cleo", "Dan"]).count() == 1


@pytest.mark.usefixtures("sealed")
def test_undo_takes_it_back_and_the_number_stays_the_persons() -> None:
    phone = start()
    play(phone, "Ann", "Cleo")
    assert take_back(phone) == "new"
    assert (sheet(phone).line_up, sheet(phone).people) == (None, (0, 1))
    finish(phone)
    next_game(phone)
    assert seated(phone) == ("Ann", "Ben")
    finish(phone)
    assert play(phone, "Ben", "Dan") == "new"
    next_game(phone)
    assert (seated(phone), current(phone).seating) == (("Ben", "Dan"), (1, 3))
    assert take_back(phone) == "new"
    assert (current(phone).number, sheet(phone).next_players) == (2, (1, 3))
    assert_sound(phone)
    assert differences_at(phone.table) == []


def test_the_deal_goes_on_past_somebody_who_left() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", dealer=0)
    enter(phone, gin(0, 50, 50))
    assert current(phone).deal.dealer == 1  # Ben would deal next
    play(phone, "Ann", "Cleo", "Dan")
    next_game(phone)
    assert seated(phone)[current(phone).deal.dealer] == "Cleo"


def test_totals_follow_people_wherever_they_sat() -> None:
    phone = evening()
    now = sheet(phone)
    assert [names_by_seat(game, player_names(phone.table)) for game in now.games] == [
        ("Ann", "Ben"),
        ("Ann", "Cleo"),
        ("Cleo", "Ben"),
    ]
    totals = {
        total.name: (total.won, total.played, total.points) for total in person_totals(now, ["Ann", "Ben", "Cleo"])
    }
    scores = [game.final.totals for game in now.games if game.final]
    assert totals == {
        "Ann": (1, 2, scores[0][0] + scores[1][0]),
        "Ben": (1, 2, scores[0][1] + scores[2][1]),
        "Cleo": (1, 2, scores[1][1] + scores[2][0]),
    }
    page = all_time_page(phone.access.device, None)
    assert {person.name: (person.games, person.wins, person.points) for person in page.lines} == {
        "Ann": (2, 1, 105),
        "Ben": (2, 1, 100),
        "Cleo": (2, 1, 115),
    }
    assert_sound(phone)
    assert differences_at(phone.table) == []


def test_a_swap_in_a_later_game_moves_its_own_people_only() -> None:
    phone = evening()
    seen = sheet(phone)
    swap_seats(access=phone.access, key="swap", game=3, first=0, second=1, revision=seen.revision)
    assert [game.seating for game in sheet(phone).games] == [(0, 1), (0, 2), (1, 2)]
    assert_sound(phone)
    assert differences_at(phone.table) == []


def test_an_earlier_state_of_the_table_is_read_with_its_own_people() -> None:
    phone = evening()
    assert sheet_of(phone.table, 2).current.seating == (0, 1)
    assert sheet_of(phone.table, 4).current.seating == (0, 2)


def test_a_league_match_keeps_its_players() -> None:
    friday = club("Ann", "Ben")
    access = friday.table(friday.match("Ann", "Ben"), friday.phone("Ann"))
    with pytest.raises(RefusedError) as why:
        change_players(access=access, key="join", revision=1, names=["Ann", "Cleo"])
    assert (why.value.code, why.value.context) == ("not_playable", {"what": "match_players"})
