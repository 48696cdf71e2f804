"""The page that starts a table."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Device, Player, Table
from games.rules.presets import rule_set
from games.selectors.table.table_names import player_names
from games.services.table.tables import start_table
from tests.makers import Phone, current, own_rules, sheet, start
from tests.views.reading import as_parsed, forms, says, shown, submit, text, words

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
NOTHING = {
    **{f"name-{n}": "" for n in range(3, 9)},
    "preset": "standard",
    "target": "",
    "dealer": "draw",
    "seats": "2",
}


def test_the_start_page_greets_a_stranger_and_changes_nothing(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = stranger.get("/")
    form = forms(answer)[""]
    assert (answer.status_code, list(answer.cookies)) == (200, ["csrftoken"])
    assert form.fields.pop("csrfmiddlewaretoken")
    assert len(form.fields.pop("key")) == 32
    assert form.fields == {"name-1": "", "name-2": "", **NOTHING}
    assert shown(answer, ".before-form h1") == snapshot
    assert says(answer, "Gin rummy , to 100")
    assert says(answer, "First dealer: draw for it change")
    assert says(answer, "Start Try it Enter a code Leagues")
    assert offered(answer) == (2, ["standard"])
    assert stranger.head("/").status_code == 200
    assert (Device.objects.count(), Table.objects.count()) == (0, 0)


def offered(answer: HttpResponse) -> tuple[int, list[str]]:
    """How many names the page asks for, and which rules it offers for so many."""
    page = answer.context["page"]  # type: ignore[attr-defined]
    return page.seats, [rules.choice.id for rules in page.rules if rules.shown]


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
def test_typed_rules_are_the_rules_of_the_game(
    typed: dict[str, str], names: tuple[str, ...], preset: str, target: int, dealer: int | None
) -> None:
    answer = Client().post("/", TYPED | typed)
    assert answer.status_code == 302
    phone = Phone(Table.objects.get().links.earliest("pk"), "", {})  # only its table is looked at
    game = current(phone)
    assert (player_names(phone.table), game.preset) == (names, preset)
    assert game.rules == rule_set(preset, {"target": target})
    assert dealer in (None, game.deal.dealer)  # None: it was drawn


def test_invalid_input_is_reported_and_stays_in_the_form(
    stranger: Client, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for typed in [
        {"name-1": ""},
        {"name-1": "", "name-2": ""},
        {"name-1": " \u3000 "},
        {"name-1": "\u200d\ufe0f"},
        {"name-2": "x" * 61},
        {"name-2": "x" * 1200},
        {"name-2": "a" + "\u0301" * 1100},
        {"name-2": "a" + "\u0330" * 5},
        {"name-2": "B\x00n"},
        {"name-2": "B\u202en"},
        {"name-2": "B\u2066n"},
        {"name-2": "Ann"},
        {"name-2": " \uff21\uff2e\uff2e "},
        {"name-2": "A\u200dnn"},
        {"name-3": "Cleo"},
        {"name-3": "Cleo", "name-4": "Dan", "preset": "lets_play"},
        {"target": "0"},
        {"target": "-1"},
        {"target": "abc"},
        {"target": "1.5"},
        {"target": "99999"},
        {"target": "\u00b2"},
        {"preset": "whist"},
        {"preset": ""},
        {"dealer": "3"},
        {"dealer": "0"},
        {"dealer": "x"},
    ]:
        with subtests.test(typed=typed):
            answer = stranger.post("/", TYPED | typed)
            assert answer.status_code == 400
            assert shown(answer, ".error, .errors p") == snapshot
            page_forms = forms(answer)[""].fields
            del page_forms["csrfmiddlewaretoken"]
            sent = TYPED | {
                name: value.strip() if name == "target" else as_parsed(value) for name, value in typed.items()
            }
            known = sent["dealer"] in ("draw", "1", "2", "3", "4")
            expected = {name: value for name, value in sent.items() if not (name == "dealer" and not known)}
            expected["seats"] = str(max([2, *(n for n in range(1, 9) if sent[f"name-{n}"].strip())]))
            if sent["preset"] in ("whist", ""):
                expected["preset"] = "standard"
            assert page_forms == expected
            assert (Table.objects.count(), Device.objects.count(), Player.objects.count()) == (0, 0, 0)
            assert "device" not in answer.cookies


def test_error_is_shown_at_its_field(stranger: Client) -> None:
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
    phone = start("Zoe", "Yan")
    answer = phone.browser().get("/")
    assert says(answer, "Continue Zoe and Yan Zoe 0, Yan 0 \u00b7 round 1")
    assert f'href="{phone.url}"' in text(answer)
    assert re.findall(r'name="fill" value="([^"]*)"', text(answer)) == ["Yan", "Zoe"]
    form = forms(answer)[""].fields
    assert (form["name-1"], form["name-2"], form["name-3"]) == ("Zoe", "Yan", "")
    start_table(names=("Zoe", "Cleo"), preset="ginski", house_rules={}, dealer=0, device=phone.access.device)
    score = "Zoe and Yan Zoe 0, Yan 0 \u00b7 round 1 Gin rummy, to 100 \u00b7 today,"
    assert says(phone.browser().get("/"), f"My games {score}")
    stranger = Client().get("/")
    assert (words(stranger).count("Zoe"), words(stranger).count("Yan")) == (0, 0)


def test_table_with_a_revoked_link_is_not_listed() -> None:
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


def test_starting_too_many_tables_is_rate_limited(stranger: Client, settings: Any) -> None:
    settings.RATES = settings.RATES | {"start": ((2, 10**9),)}
    responses = [stranger.post("/", TYPED | {"key": str(n)}) for n in range(3)]
    assert [answer.status_code for answer in responses] == [302, 302, 429]
    assert 1 <= int(responses[2]["Retry-After"]) <= 10**9
    assert len(shown(responses[2], "#problem")) == 1
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


def chosen(client: Client, address: str = "/") -> str:
    """The rules that the start page has chosen."""
    checked = [rules.choice.id for rules in client.get(address).context["page"].rules if rules.checked]
    assert len(checked) == 1
    return checked[0]


def test_who_plays_the_same_every_week_finds_it_chosen() -> None:
    phone = start("Ann", "Ben", preset="hollywood")
    client = phone.browser()
    for preset in ("hollywood", "rummy_for_two", "ginski", "hollywood"):
        submit(client, forms(client.get("/"))[""], name_1="Ann", name_2="Ben", preset=preset)
        assert chosen(client) == preset


def test_table_is_started_with_saved_house_rules() -> None:
    phone = start()
    client = phone.browser()
    mine = own_rules(phone, gin_bonus=30, knock_limit=7)
    value = f"own:{mine.public_id}"
    assert chosen(client) == value
    assert says(client.get("/"), "Kitchen gin , to 100")
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
    assert (chosen(client, f"/?rules={value}"), chosen(client)) == (value, "standard")
    form = forms(client.get(f"/?rules={value}"))[""]
    submit(client, form, name_1="Cleo", name_2="Dan", name_3="Eve")
    assert chosen(client) == value


@pytest.mark.parametrize("query", ["whist", "own:", "own:0123456789abcdef", "own:x", "%C3%A4", "x" * 4000])
def test_a_link_to_rules_that_are_not_there_opens_the_start_page(stranger: Client, query: str) -> None:
    assert chosen(stranger, f"/?rules={query}") == "standard"


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


def test_queries_of_the_page_do_not_grow_with_rules(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for count in (1, 5):
        phone = start()
        for number in range(count):
            own_rules(phone, title=f"Rules {number}")
        client = phone.browser()
        client.get("/")
        with django_assert_max_num_queries(
            8
        ):  # device, its members in leagues, tables, their seats, names at them, people, rules used
            assert client.get("/").status_code == 200


# --- More players ----------------------------------------------------------------------------------------------------


def test_a_page_from_before_still_starts_a_table(stranger: Client) -> None:
    fields = TYPED | {"preset": "ginski", "dealer": "3", "key": "k" * 32}
    answer = stranger.post("/", fields | {"name-3": "Cleo"})
    assert answer.status_code == 302
    assert player_names(Table.objects.get()) == ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("count", "rules"),
    [
        (3, ["cutthroat", "jersey", "ginski", "captain"]),
        (4, ["partnership", "ginski", "how_to", "knock_rummy"]),
        (5, ["knock_rummy"]),
        (6, ["partnership_6", "tournament_partners"]),
        (7, []),
        (8, ["partnership_6"]),
    ],
)
def test_more_players_are_offered_what_suits_them(
    stranger: Client, count: int, rules: list[str], snapshot: SnapshotAssertion
) -> None:
    answer = stranger.post("/", TYPED | {"seats": str(count - 1), "add": "1", "name-2": ""})
    assert (answer.status_code, offered(answer)) == (200, (count, rules))
    fields = forms(answer)[""].fields  # type: ignore[arg-type]
    assert (fields.get("preset", ""), fields["name-1"], fields["seats"]) == ("".join(rules[:1]), "Ann", str(count))
    assert shown(answer, ".nothing") == snapshot  # type: ignore[arg-type]
    assert ('nothing" hidden' in text(answer)) is bool(rules)  # type: ignore[arg-type]


def test_what_was_played_last_by_so_many_comes_first() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="how_to")
    start_table(names=("Ann", "Ben"), preset="palace", house_rules={}, dealer=0, device=phone.access.device)
    client = phone.browser()
    assert offered(client.get("/")) == (2, ["palace"])  # type: ignore[arg-type]
    answer = client.post("/", TYPED | {"preset": "palace", "add": "1"})
    assert offered(answer) == (3, ["how_to", "cutthroat", "jersey", "ginski"])  # type: ignore[arg-type]


def test_known_names_are_tapped_in_and_out_without_script() -> None:
    client = start("Ann", "Ben").browser()
    form = forms(client.get("/"))[""]  # type: ignore[arg-type]
    empty = dict.fromkeys(("name-1", "name-2"), "")
    for typed, tapped, then in (
        (empty, "Ben", ("Ben", "", "")),
        ({"name-1": "Ann", "name-2": ""}, "Ben", ("Ann", "Ben", "")),
        ({"name-1": "Ann", "name-2": "Ben"}, "Ann", ("Ben", "", "")),
        ({"name-1": "Ann", "name-2": "Ben"}, "Cleo", ("Ann", "Ben", "Cleo")),
    ):
        answer = client.post("/", form.fields | typed | {"fill": tapped})
        fields = forms(answer)[""].fields  # type: ignore[arg-type]
        assert tuple(fields[f"name-{n}"] for n in (1, 2, 3)) == then
        assert (answer.status_code, fields["seats"]) == (200, "3" if then[2] else "2")
    assert Table.objects.count() == 1


def test_eight_are_the_most(stranger: Client) -> None:
    answer = stranger.post("/", TYPED | {"seats": "8", "add": "1"})
    assert (answer.status_code, offered(answer)[0]) == (200, 8)
    for seats in ("9", "99", "-1", "x", "\u0663", "9" * 5000):
        assert offered(stranger.post("/", TYPED | {"seats": seats, "target": "0"}))[0] in (2, 8)
