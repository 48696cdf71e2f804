"""The page where people join and leave: what it offers, what it refuses, and what the table shows afterwards."""

import re
from typing import Any

from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.services.table.games import change_players, start_game
from games.services.table.tables import start_table
from tests.makers import Phone, enter, finish, gin, join, knock, revision, sheet, start
from tests.views.reading import forms, is_refusal, says, shown, text, words


def send(phone: Phone, *plays: int, **typed: str) -> Any:
    """Open the page, tick these people, type, and save."""
    client = phone.browser()
    page = forms(client.get(f"{phone.url}players/"))["players/"]
    fields = page.fields | {name.replace("_", "-"): value for name, value in typed.items()}
    return client.post(f"{phone.url}players/", fields | {"plays": [str(number) for number in plays]})


def test_somebody_leaves_and_somebody_joins_from_the_next_game_on(snapshot: SnapshotAssertion) -> None:
    phone = start()
    client = phone.browser()
    page = client.get(f"{phone.url}players/")
    assert shown(page, ".joining > p:not(.fine)") == snapshot
    assert says(page, "Rules for the next game Gin rummy to 100 · as before Other rules")
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


def test_the_other_of_two_players_deals_first_until_a_round_is_saved() -> None:
    phone = start("Ann", "Ben", dealer=0)
    client = phone.browser()
    page = client.get(f"{phone.url}players/")
    assert says(page, "Let Ben deal first")
    assert f'formaction="{phone.url}seats/" name="pair" value="0-1"' in text(page)
    answer = client.post(f"{phone.url}seats/", {"pair": "0-1", "revision": revision(phone)})
    assert answer["Location"] == phone.url
    current = sheet(phone).current
    assert current.seating[current.deal.dealer] == 1
    assert says(client.get(phone.url), "Ben deals, Ann plays first")
    assert says(client.get(f"{phone.url}players/"), "Let Ann deal first")
    enter(phone, gin(0, 20))
    assert not says(client.get(f"{phone.url}players/"), "deal first")
    three = start("Ann", "Ben", "Cleo", preset="ginski")
    answer = three.browser().get(f"{three.url}players/")
    assert (answer.status_code, says(answer, "deal first")) == (200, False)


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


def next_rules(phone: Phone, *plays: int, **typed: str) -> list[str]:
    """What the page offers as soon as it is filled in like this: the ids of presets, the preselected one first."""
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    answer = phone.browser().post(
        f"{phone.url}players/",
        fields | {"plays": [str(number) for number in plays]},
        headers={"HX-Request": "true", "HX-Target": "next-rules"},
    )
    assert (answer.status_code, "<h1" in text(answer)) == (200, False)
    values = re.findall(r'name="preset" value="(\w*)"( checked)?', text(answer))
    assert [place for place, (_, checked) in enumerate(values) if checked] == [0] * bool(values)
    return [value for value, _ in values]


def test_rules_that_suit_are_preselected_and_saved_without_a_question() -> None:
    phone = start()
    finish(phone)
    assert next_rules(phone, 0, 1, name_1="Cleo") == [
        *("cutthroat", "pagat", "ginski", "how_to", "knock_rummy", "jersey", "captain")
    ]
    # Also where Save was tapped before the list came, or with a list for fewer people.
    assert send(phone, 0, 1, name_1="Cleo").status_code == 302
    assert says(phone.browser().get(phone.url), "Next: Ann, Ben and Cleo · Cutthroat")
    assert 'value="cutthroat" checked' in text(phone.browser().get(f"{phone.url}players/"))
    assert send(phone, 0, 1, 2, name_1="Dan", preset="cutthroat").status_code == 302
    assert says(phone.browser().get(phone.url), "Next: Ann, Ben, Cleo and Dan · Partners, four players")
    # Anyone who takes both out again goes back to the rules of the last game.
    assert send(phone, 0, 1, preset="partnership").status_code == 302
    assert says(phone.browser().get(phone.url), "Next: Ann and Ben")


def test_for_two_who_stay_gin_rummy_is_preselected_and_those_that_few_know_come_last() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat")
    finish(phone)
    offered = next_rules(phone, 0, 1)
    assert offered[:4] == ["standard", "bicycle", "oklahoma", "straight"]
    assert offered[-4:] == ["pagat", "ginski", "how_to", "knock_rummy"]
    # What was only offered is not kept once it suits less than the rules as they were.
    assert next_rules(phone, 0, 1, 2, preset="pagat", offered="pagat")[:2] == ["", "pagat"]
    assert next_rules(phone, 0, 1, 2, preset="pagat", offered="")[:2] == ["pagat", ""]


def test_the_rules_these_people_or_this_table_or_this_phone_last_played_come_first() -> None:
    phone = start("Ann", "Ben", preset="oklahoma")
    device = phone.access.device
    for names, preset in (
        (("Ann", "Ben", "Cleo"), "cutthroat"),
        (("Ann", "Dan"), "bicycle"),
        (("Ann", "Ben", "Cleo"), "jersey"),
    ):
        finish(phone)
        seen = revision(phone)
        change_players(access=phone.access, key=f"p{seen}", revision=seen, names=names, preset=preset)
        start_game(access=phone.access, key=f"g{seen}")
    assert device
    later = Phone(
        start_table(
            names=("Ann", "Cleo", "Eve"), preset="cutthroat", house_rules={}, dealer=0, device=device, key="later"
        ).access,
        phone.secret,
        {},
    )
    assert next_rules(phone, 0, 1)[0] == "oklahoma"  # Ann and Ben's own
    assert next_rules(phone, 0, 2)[0] == "bicycle"  # the newest for two at this table
    assert next_rules(later, 0, 1)[0] == "bicycle"  # on this phone
    assert next_rules(later, 0, name_1="ben")[0] == "oklahoma"  # Ann and Ben's at another table
    assert next_rules(later, 0, 1, name_1="Ben", name_2="Dan")[0] == "partnership"


def test_mistakes_are_said_kindly_and_nothing_typed_is_lost(snapshot: SnapshotAssertion) -> None:
    phone = start()
    taken = send(phone, 0, 1, name_1="ann", name_2="Cleo")
    assert taken.status_code == 422
    assert shown(taken, "#name-1-error") == snapshot
    assert 'value="Cleo"' in text(taken)
    assert shown(send(phone, 0), ".errors p") == snapshot
    assert shown(send(phone), ".errors p") == snapshot
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
