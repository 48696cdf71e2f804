import re
from typing import Any

import pytest
from django.test import Client

from games.models import Device, Player, Table
from games.rules.ruleset import rule_set
from games.selectors.game_view import players_at
from tests.makers import Phone, current, sheet, start
from tests.views.reading import forms, says, submit, text, words

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
TYPED = {
    "name-1": "Ann",
    "name-2": "Ben",
    "name-3": "",
    "name-4": "",
    "preset": "standard",
    "target": "",
    "dealer": "draw",
    "key": "a key",
}
NOTHING = {"name-3": "", "name-4": "", "preset": "standard", "target": "", "dealer": "draw"}


@pytest.fixture
def stranger() -> Client:
    return Client(raise_request_exception=False)


def test_the_start_page_greets_a_stranger_and_changes_nothing(stranger: Client) -> None:
    answer = stranger.get("/")
    form = forms(answer)[""]
    assert (answer.status_code, list(answer.cookies)) == (200, ["csrftoken"])
    assert form.fields.pop("csrfmiddlewaretoken")
    assert len(form.fields.pop("key")) == 32
    assert form.fields == {"name-1": "", "name-2": "", **NOTHING}
    assert says(answer, "This keeps the score.")
    for title in ("Gin rummy", "Let's play", "Let's play, with all bonuses", "Ginski"):
        assert says(answer, title)
    assert says(answer, "The game ends after the round in which somebody reaches 100; level at the top, play on.")
    assert stranger.head("/").status_code == 200
    assert (Device.objects.count(), Table.objects.count()) == (0, 0)


def test_two_names_start_a_table(stranger: Client) -> None:
    answer = stranger.post("/", {"name-1": "Ann", "name-2": "Ben"})
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.public_id}/")
    cookie = answer.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Lax", "/", "")
    page = stranger.get(answer["Location"])
    assert page.status_code == 200
    assert says(page, "Gin rummy, to 100")
    assert players_at(table) == ("Ann", "Ben")


def test_over_https_the_cookie_is_bound_to_this_host(stranger: Client) -> None:
    answer = stranger.post("/", TYPED, secure=True)
    cookie = answer.cookies["__Host-device"]
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert stranger.get(answer["Location"], secure=True).status_code == 200


@pytest.mark.parametrize(
    ("typed", "names", "preset", "target", "dealer"),
    [
        ({"name-1": "  Ann \t B. "}, ("Ann B.", "Ben"), "standard", 100, None),
        ({"name-1": "x" * 60, "name-2": FAMILY}, ("x" * 60, FAMILY), "standard", 100, None),
        ({"name-1": "", "name-3": "Cleo"}, ("Ben", "Cleo"), "standard", 100, None),
        ({"dealer": "2"}, ("Ann", "Ben"), "standard", 100, 1),
        ({"name-2": "", "name-4": "Dan", "dealer": "4"}, ("Ann", "Dan"), "standard", 100, 1),
        ({"target": " 250 "}, ("Ann", "Ben"), "standard", 250, None),
        ({"target": "\u0661\u0665\u0660"}, ("Ann", "Ben"), "standard", 150, None),
        ({"target": "10000", "preset": "lets_play"}, ("Ann", "Ben"), "lets_play", 10_000, None),
        ({"target": "1", "preset": "lets_play_full"}, ("Ann", "Ben"), "lets_play_full", 1, None),
        (
            {"name-3": "Cleo", "name-4": "Dan", "preset": "ginski", "dealer": "4"},
            ("Ann", "Ben", "Cleo", "Dan"),
            "ginski",
            100,
            3,
        ),
    ],
)
def test_what_is_typed_is_what_is_played(
    typed: dict[str, str], names: tuple[str, ...], preset: str, target: int, dealer: int | None
) -> None:
    answer = Client().post("/", TYPED | typed)
    assert answer.status_code == 302
    phone = Phone(Table.objects.get().links.earliest("pk"), "", {})  # only its table is looked at
    game = current(phone)
    assert (players_at(phone.table), game.preset) == (names, preset)
    assert game.rules == rule_set(preset, {"target": target})
    assert game.dealer == (game.dealer if dealer is None else dealer)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name-1": ""}, "Please give a name."),
        ({"name-1": "", "name-2": ""}, "Please give a name."),
        ({"name-1": " \u3000 "}, "Please give a name."),
        ({"name-1": "\u200d\ufe0f"}, "Please give a name."),
        ({"name-2": "x" * 61}, "A name has 60 characters at most."),
        ({"name-2": "x" * 1200}, "A name has 60 characters at most."),
        ({"name-2": "a" + "\u0301" * 1100}, "A name has 60 characters at most."),
        ({"name-2": "a" + "\u0330" * 5}, "The name has characters that cannot be shown."),
        ({"name-2": "B\x00n"}, "The name has characters that cannot be shown."),
        ({"name-2": "B\u202en"}, "The name has characters that cannot be shown."),
        ({"name-2": "B\u2066n"}, "The name has characters that cannot be shown."),
        ({"name-2": "Ann"}, "There is already a player Ann. Add a letter so that they can be told apart."),
        (
            {"name-2": " \uff21\uff2e\uff2e "},
            "There is already a player Ann. Add a letter so that they can be told apart.",
        ),
        ({"name-2": "A\u200dnn"}, "There is already a player Ann. Add a letter so that they can be told apart."),
        ({"name-3": "Cleo"}, "Gin rummy is for 2 players; 3 names were given."),
        (
            {"name-3": "Cleo", "name-4": "Dan", "preset": "lets_play"},
            "Let's play is for 2 players; 4 names were given.",
        ),
        ({"target": "0"}, "The target must be a whole number from 1 to 10000."),
        ({"target": "-1"}, "The target must be a whole number from 1 to 10000."),
        ({"target": "abc"}, "The target must be a whole number from 1 to 10000."),
        ({"target": "1.5"}, "The target must be a whole number from 1 to 10000."),
        ({"target": "99999"}, "The target must be a whole number from 1 to 10000."),
        ({"target": "\u00b2"}, "The target must be a whole number from 1 to 10000."),
        ({"preset": "whist"}, "Please choose the rules."),
        ({"preset": ""}, "Please choose the rules."),
        ({"dealer": "3"}, "Whoever deals first must be one of the players."),
        ({"dealer": "0"}, "Whoever deals first must be one of the players."),
        ({"dealer": "x"}, "Whoever deals first must be one of the players."),
    ],
)
def test_what_cannot_be_is_said_and_everything_typed_is_kept(
    stranger: Client, typed: dict[str, str], sentence: str
) -> None:
    answer = stranger.post("/", TYPED | typed)
    assert answer.status_code == 400
    assert says(answer, sentence)
    kept = forms(answer)[""].fields
    del kept["csrfmiddlewaretoken"]
    sent = TYPED | {name: value.strip() if name == "target" else value for name, value in typed.items()}
    known = sent["dealer"] in ("draw", "1", "2", "3", "4")
    expected = {
        name: value
        for name, value in sent.items()
        if not (name == "preset" and value in ("whist", "")) and not (name == "dealer" and not known)
    }
    assert kept == expected
    assert (Table.objects.count(), Device.objects.count(), Player.objects.count()) == (0, 0, 0)
    assert "device" not in answer.cookies


def test_the_sentence_stands_at_its_field(stranger: Client) -> None:
    answer = stranger.post("/", TYPED | {"name-2": "x" * 61, "target": "0", "dealer": "9"})
    found = re.findall(r'aria-describedby="[^"]*?([\w-]+-error)"', text(answer))
    assert found == ["name-2-error", "target-error", "dealer-error"]
    for name in found:
        assert text(answer).count(f'id="{name}"') == 1


def test_a_second_tap_on_a_known_phone_is_the_same_table() -> None:
    phone = start()
    client = phone.browser()
    form = forms(client.get("/"))[""]
    first, second = (submit(client, form, name_1="Ann", name_2="Cleo") for _ in range(2))
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    assert Table.objects.count() == 2


def test_a_second_tap_on_a_new_phone_is_the_same_table() -> None:
    client = Client()
    form = forms(client.get("/"))[""]
    for _ in range(2):
        client.cookies.pop("device", None)  # both taps leave before an answer brings the cookie
        submit(client, form, name_1="Ann", name_2="Cleo")
    assert Table.objects.count() == 1


def test_a_phone_sees_its_tables_and_its_people() -> None:
    phone = start("Ann", "Ben")
    answer = phone.browser().get("/")
    assert says(answer, "Ann and Ben Ann 0, Ben 0 \u00b7 round 1 today")
    assert f'href="{phone.url}"' in text(answer)
    assert re.findall(r'<option value="([^"]*)">', text(answer)) == ["Ann", "Ben"]
    stranger = Client().get("/")
    assert (words(stranger).count("Ann"), words(stranger).count("Ben")) == (0, 0)


def test_a_table_whose_link_was_switched_off_is_no_longer_listed() -> None:
    from games.models import Role
    from games.services.links import revoke_link
    from tests.makers import join, link

    owner = start("Ann", "Ben")
    ben = join(owner)
    assert f'href="{owner.url}"' in text(ben.browser().get("/"))
    revoke_link(access=owner.access, link_id=link(owner.access, Role.SCORE).pk)
    assert f'href="{owner.url}"' not in text(ben.browser().get("/"))


def test_names_are_shown_as_they_were_typed_and_do_nothing() -> None:
    wild = '"><img src=x onerror=alert(1)>{{7*7}}'
    phone = start(wild, "<b hx-post=/finish/>")
    client = phone.browser()
    for address in ("/", phone.url, f"{phone.url}links/", f"{phone.url}seats/", f"{phone.url}games/1/rules/"):
        answer = client.get(address)
        assert says(answer, wild)
        assert ("<img src=x" in text(answer), "<b hx-post" in text(answer)) == (False, False)


def test_who_starts_very_many_tables_is_asked_to_wait(stranger: Client, settings: Any) -> None:
    settings.RATES = settings.RATES | {"start": ((2, 10**9),)}
    told = [stranger.post("/", TYPED | {"key": str(n)}) for n in range(3)]
    assert [answer.status_code for answer in told] == [302, 302, 429]
    assert 1 <= int(told[2]["Retry-After"]) <= 10**9
    assert says(told[2], "That was very often. Please wait a moment.")
    assert Table.objects.count() == 2
    assert stranger.get("/").status_code == 200


def test_only_get_head_and_post(stranger: Client) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert stranger.generic(method, "/").status_code == 405


def test_a_retry_after_the_back_button_does_not_hide_the_new_names() -> None:
    phone = start()
    client = phone.browser()
    form = forms(client.get("/"))[""]
    submit(client, form, name_1="Ann", name_2="Ben")
    answer = submit(client, form, name_1="Cleo", name_2="Dan")
    newest = Table.objects.latest("pk")
    named = players_at(newest) == ("Cleo", "Dan") and answer.status_code == 302
    refused = answer.status_code == 422
    assert (named, refused) != (False, False)
    assert len(sheet(phone).games) == 1
