"""The page that starts a table."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Device, Player, Table
from games.rules.ruleset import presets, rule_set
from games.selectors.table.table_names import player_names
from games.services.rulebook.house_rules import record_use
from tests.makers import Phone, current, own_rules, sheet, start
from tests.queries import QueriesAlike
from tests.views.reading import forms, says, submit, text, words

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
TYPED = {
    "name-1": "Ann",
    "name-2": "Ben",
    **{f"name-{n}": "" for n in range(3, 9)},
    "preset": "standard",
    "target": "",
    "dealer": "draw",
    "key": "a key",
}
NOTHING = {**{f"name-{n}": "" for n in range(3, 9)}, "preset": "standard", "target": "", "dealer": "draw"}


def test_the_start_page_greets_a_stranger_and_changes_nothing(stranger: Client) -> None:
    answer = stranger.get("/")
    form = forms(answer)[""]
    assert (answer.status_code, list(answer.cookies)) == (200, ["csrftoken"])
    assert form.fields.pop("csrfmiddlewaretoken")
    assert len(form.fields.pop("key")) == 32
    assert form.fields == {"name-1": "", "name-2": "", **NOTHING}
    assert says(answer, "This keeps the score.")
    offered = re.findall(r'name="preset" value="([^"]+)"', text(answer))
    assert (sorted(offered), offered[:9]) == (sorted(presets()), list(presets())[:9])
    for preset in presets().values():
        assert says(answer, preset.title)
        assert says(answer, preset.weakness_label)
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
    assert player_names(table) == ("Ann", "Ben")


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
    assert (player_names(phone.table), game.preset) == (names, preset)
    assert game.rules == rule_set(preset, {"target": target})
    assert dealer in (None, game.deal.dealer)  # None: it was drawn


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
def test_invalid_input_is_reported_and_kept_in_the_form(stranger: Client, typed: dict[str, str], sentence: str) -> None:
    answer = stranger.post("/", TYPED | typed)
    assert answer.status_code == 400
    assert says(answer, sentence)
    page_forms = forms(answer)[""].fields
    del page_forms["csrfmiddlewaretoken"]
    sent = TYPED | {name: value.strip() if name == "target" else value for name, value in typed.items()}
    known = sent["dealer"] in ("draw", "1", "2", "3", "4")
    expected = {
        name: value
        for name, value in sent.items()
        if not (name == "preset" and value in ("whist", "")) and not (name == "dealer" and not known)
    }
    assert page_forms == expected
    assert (Table.objects.count(), Device.objects.count(), Player.objects.count()) == (0, 0, 0)
    assert "device" not in answer.cookies


def test_the_sentence_stands_at_its_field(stranger: Client) -> None:
    answer = stranger.post("/", TYPED | {"name-2": "x" * 61, "target": "0", "dealer": "9"})
    found = re.findall(r'aria-describedby="[^"]*?([\w-]+-error)"', text(answer))
    assert found == ["name-2-error", "dealer-error", "target-error"]
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
    from games.services.sharing.links import revoke_link
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
    responses = [stranger.post("/", TYPED | {"key": str(n)}) for n in range(3)]
    assert [answer.status_code for answer in responses] == [302, 302, 429]
    assert 1 <= int(responses[2]["Retry-After"]) <= 10**9
    assert says(responses[2], "That was very often. Please try again in")
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
    named = player_names(newest) == ("Cleo", "Dan") and answer.status_code == 302
    refused = answer.status_code == 422
    assert (named, refused) != (False, False)
    assert len(sheet(phone).games) == 1


# --- Rules played before, rules of one's own ------------------------------------------------------------------------


def offered(client: Client, address: str = "/") -> tuple[list[str], str]:
    """The rules above all others, and those that are chosen."""
    page = client.get(address).context["page"]
    every = [*page.recent, *(x for group in page.groups for x in group.presets)]
    checked = [x.id for x in every if x.checked]
    assert len(checked) == 1
    assert len({x.id for x in every}) == len(every) >= len(presets())
    return [x.id for x in page.recent], checked[0]


def test_who_plays_the_same_every_week_finds_it_chosen_and_on_top() -> None:
    phone = start("Ann", "Ben", preset="hollywood")
    client = phone.browser()
    assert offered(client) == (["hollywood"], "hollywood")
    submit(client, forms(client.get("/"))[""], name_1="Ann", name_2="Ben", preset="rummy_for_two")
    assert offered(client) == (["rummy_for_two", "hollywood"], "rummy_for_two")
    submit(client, forms(client.get("/"))[""], name_1="Ann", name_2="Ben", preset="hollywood")
    assert offered(client) == (["hollywood", "rummy_for_two"], "hollywood")


def test_four_are_on_top_and_ones_own_rules_are_never_lost() -> None:
    phone = start()
    mine = own_rules(phone)
    for preset in ("ginski", "straight", "palace", "how_to"):
        record_use(device=phone.access.device, preset=preset, saved=None)  # type: ignore[arg-type]
    recent, _ = offered(phone.browser())
    assert recent == ["how_to", "palace", "straight", "ginski"]
    groups = phone.browser().get("/").context["page"].groups
    assert [(groups[0].title, x.id) for x in groups[0].presets] == [("Your own rules", f"own:{mine.public_id}")]


def test_a_table_is_started_by_rules_of_ones_own() -> None:
    phone = start()
    client = phone.browser()
    mine = own_rules(phone, gin_bonus=30, knock_limit=7)
    value = f"own:{mine.public_id}"
    assert offered(client) == ([value, "standard"], value)
    assert says(client.get("/"), "Kitchen gin")
    assert says(client.get("/"), "Gin rummy, 2 changes")
    for line in ("Knock with at most: 7 points", "Bonus for gin: 30 points"):
        assert says(client.get("/"), line)
    answer = submit(client, forms(client.get("/"))[""], name_1="Ann", name_2="Ben", target="150")
    assert answer.status_code == 302
    newest = Phone(Table.objects.latest("pk").links.earliest("pk"), "", {})  # only its table is looked at
    game = current(newest)
    assert (game.title, game.preset) == ("Kitchen gin", "standard")
    assert game.rules == rule_set("standard", {"gin_bonus": 30, "knock_limit": 7, "target": 150})


def test_rules_that_somebody_sent_are_chosen_by_their_link_and_stay() -> None:
    shared = own_rules(start(), preset="ginski", undercut_on="tie_or_less")
    value = f"own:{shared.public_id}"
    client = start("Cleo", "Dan").browser()
    assert offered(client, f"/?rules={value}") == ([value, "standard"], value)
    assert offered(client) == (["standard"], "standard")
    form = forms(client.get(f"/?rules={value}"))[""]
    submit(client, form, name_1="Cleo", name_2="Dan", name_3="Eve")
    assert offered(client) == ([value, "standard"], value)


@pytest.mark.parametrize("query", ["whist", "own:", "own:0123456789abcdef", "own:x", "%C3%A4", "x" * 4000])
def test_a_link_to_rules_that_are_not_there_opens_the_start_page(stranger: Client, query: str) -> None:
    assert offered(stranger, f"/?rules={query}") == ([], "standard")


@pytest.mark.parametrize("preset", ["tournament_partners", "own"])
def test_a_refusal_keeps_the_rules_that_were_chosen(preset: str) -> None:
    phone = start()
    if preset == "own":
        preset = f"own:{own_rules(phone).public_id}"
    answer = phone.browser().post("/", TYPED | {"preset": preset, "name-7": "Gus"})
    assert (answer.status_code, forms(answer)[""].fields["preset"]) == (400, preset)  # type: ignore[arg-type]
    assert forms(answer)[""].fields["name-7"] == "Gus"  # type: ignore[arg-type]


def test_eight_partners_sit_down() -> None:
    names = {f"name-{n}": name for n, name in enumerate("ABCDEFGH", 1)}
    assert Client().post("/", TYPED | names | {"preset": "partnership_6"}).status_code == 302
    assert player_names(Table.objects.get()) == tuple("ABCDEFGH")


def test_the_page_does_not_ask_more_often_for_more_rules(queries_alike: QueriesAlike) -> None:
    for count in (1, 5):
        phone = start()
        for number in range(count):
            own_rules(phone, title=f"Rules {number}")
        client = phone.browser()
        client.get("/")
        with queries_alike(8):  # device, who he is in leagues, tables, their seats, names at them, people, rules used
            assert client.get("/").status_code == 200
