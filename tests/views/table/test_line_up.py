"""The page where people join and leave: what it offers, what it refuses, and what the table shows afterwards."""

from typing import Any

from django.test import Client

from games.models import Role
from games.services.table.games import start_game
from tests.makers import Phone, enter, finish, gin, join, knock, revision, sheet, start
from tests.views.reading import forms, is_refusal, says, text, words


def send(phone: Phone, *plays: int, **typed: str) -> Any:
    """Open the page, tick these people, type, and save."""
    client = phone.browser()
    page = forms(client.get(f"{phone.url}players/"))["players/"]
    fields = page.fields | {name.replace("_", "-"): value for name, value in typed.items()}
    return client.post(f"{phone.url}players/", fields | {"plays": [str(number) for number in plays]})


def test_somebody_leaves_and_somebody_joins_from_the_next_game_on() -> None:
    phone = start()
    client = phone.browser()
    page = client.get(f"{phone.url}players/")
    assert says(page, "Game 1 goes on as it is. Choose who plays from the next game on.")
    assert not says(page, "Rules for the next game")
    answer = send(phone, 0, name_1="Cleo")
    assert (answer.status_code, answer["Location"]) == (302, phone.url)
    table = client.get(phone.url)
    assert says(table, "From the next game on: Ann and Cleo")
    assert says(table, "changed by Ann's phone")
    assert says(table, "Undo the change of players: Ann and Ben play the next game")
    enter(phone, gin(0, 80))
    over = client.get(phone.url)
    assert says(over, "Next: Ann and Cleo")
    assert says(over, "Next game")
    client.post(f"{phone.url}games/", {"revision": revision(phone)})
    assert sheet(phone).current.seating == (0, 2)
    assert says(client.get(phone.url), "Ann 1 of 1 game")
    page = client.get(f"{phone.url}players/")
    assert [checkbox in text(page) for checkbox in ('value="0" checked', 'value="2" checked', 'value="1">')] == [
        True
    ] * 3


def test_other_screens_see_it_at_once_and_a_watcher_is_not_asked() -> None:
    phone = start()
    send(phone, 0, name_1="Cleo")
    eve = join(phone, Role.WATCH).browser()
    moved = eve.get(f"{phone.url}moved/", headers={"HX-Request": "true"})
    assert says(moved, "From the next game on: Ann and Cleo")
    assert 'id="names" class="names" hx-swap-oob="true"' in text(moved) and ">Ann, Ben and Cleo</h1>" in text(moved)
    assert "/players/" not in text(eve.get(phone.url))
    assert (eve.get(f"{phone.url}players/").status_code, send_as(eve, phone).status_code) == (403, 403)


def send_as(client: Client, phone: Phone) -> Any:
    return client.post(f"{phone.url}players/", {"plays": "0", "name-1": "Dan", "revision": revision(phone)})


def test_the_rules_are_asked_for_where_they_are_not_for_so_many() -> None:
    phone = start()
    finish(phone)
    asked = send(phone, 0, 1, name_1="Cleo")
    assert asked.status_code == 422
    assert says(asked, "isn't for 3 players. Choose the rules for the next game.")
    assert says(asked, "Two of the three play, and the loser sits out the next round.")
    offered = text(asked)
    assert 'value="Cleo"' in offered
    assert 'value="cutthroat"' in offered
    assert 'value="partnership"' not in offered
    assert 'value="cutthroat" checked' in offered
    shown = phone.browser().post(
        f"{phone.url}players/",
        {"plays": ["0", "1"], "name-1": "Cleo"},
        headers={"HX-Request": "true", "HX-Target": "next-rules"},
    )
    assert (shown.status_code, 'value="cutthroat" checked' in text(shown), "<h1" in text(shown)) == (200, True, False)
    assert send(phone, 0, 1, name_1="Cleo", preset="cutthroat").status_code == 302
    assert says(phone.browser().get(phone.url), "Next: Ann, Ben and Cleo · Cutthroat")
    assert 'value="cutthroat" checked' in text(phone.browser().get(f"{phone.url}players/"))
    # Whoever takes the third out again goes back to the rules of the last game.
    assert send(phone, 0, 1, preset="").status_code == 302
    assert says(phone.browser().get(phone.url), "Next: Ann and Ben")


def test_mistakes_are_said_kindly_and_nothing_typed_is_lost() -> None:
    phone = start()
    taken = send(phone, 0, 1, name_1="ann", name_2="Cleo")
    assert taken.status_code == 422
    assert says(taken, "There's already a player called Ann. Add a letter to tell them apart.")
    assert 'value="Cleo"' in text(taken)
    assert says(send(phone, 0), "No rules fit that many players. Two to eight can play.")
    assert says(send(phone), "No rules fit that many players. Two to eight can play.")
    same = send(phone, 0, 1)
    assert is_refusal(same, "invalid_value", what="same_players")
    assert send(phone, 0, name_1="x" * 61).status_code == 422
    assert revision(phone) == 1


def test_somebody_else_changed_the_table_meanwhile() -> None:
    phone = start()
    client = phone.browser()
    page = forms(client.get(f"{phone.url}players/"))["players/"]
    enter(phone, knock(0, 7, 20))
    fields = page.fields | {"plays": ["0"], "name-1": "Cleo"}
    answer = client.post(f"{phone.url}players/", fields)
    assert is_refusal(answer, "stale")
    again = forms(answer)["players/"]
    assert client.post(f"{phone.url}players/", again.fields | {"plays": ["0"]}).status_code == 302


def test_a_double_tap_is_one_entry() -> None:
    phone = start()
    client = phone.browser()
    fields = {"plays": ["0"], "name-1": "Cleo", "revision": "1"}
    assert [client.post(f"{phone.url}players/", fields).status_code for _ in range(2)] == [302, 302]
    assert revision(phone) == 2


def test_the_series_is_of_those_who_played_and_totals_follow_them() -> None:
    phone = start()
    client = phone.browser()
    enter(phone, gin(0, 80))
    send(phone, 0, name_1="Cleo")
    start_game(access=phone.access, key="g2")
    enter(phone, gin(1, 90))
    over = client.get(phone.url)
    assert says(over, "Games won: Ann 1 , Ben 0 , Cleo 1")
    assert says(over, "Ann 1 of 2 games")
    assert says(over, "Ben 0 of 1 game")
    assert says(client.get("/all-time/"), "1 of 2 won, 50%")
    assert says(client.get(f"{phone.url}games/1/"), "Ann wins")
    assert "Ben" in words(client.get("/games/"))
    assert says(client.get("/"), "Ann, Ben and Cleo")
