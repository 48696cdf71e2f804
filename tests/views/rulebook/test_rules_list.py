"""The page with all rules: searching, starring, comparing, and choosing for a new table with the names kept."""

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Table
from games.rules.presets import presets
from games.selectors.table.table_names import player_names
from games.services.rulebook.house_rules import record_use
from tests.makers import own_rules, start
from tests.views.reading import forms, says, shown, submit, text

pytestmark = pytest.mark.django_db

NAMES = {"name-1": "Ann", "name-2": "Ben"}


def listed(answer: HttpResponse) -> list[tuple[str, list[str]]]:
    """The sections of the page, each with the values of its rules."""
    page = answer.context["page"]  # type: ignore[attr-defined]
    return [(section.title, [row.choice.id for row in section.rows]) for section in page.sections]


def every(answer: HttpResponse) -> list[str]:
    return [value for _title, values in listed(answer) for value in values]


def test_every_preset_is_there_once_and_leads_to_its_page_and_to_a_new_table(stranger: Client) -> None:
    answer = stranger.get("/rules/")
    assert sorted(every(answer)) == sorted(presets())
    assert [title for title, _values in listed(answer)] == ["For two", "For two or more", "For three or more"]
    assert listed(answer)[0][1][0] == "standard"
    for preset in presets().values():
        assert says(answer, preset.title)
        assert f'href="/rules/{preset.id}/"' in text(answer)
        assert f'href="/?rules={preset.id}"' in text(answer)
    assert says(answer, "2 to 4 players · best with 3")
    assert not says(answer, "2 players")
    assert not answer.cookies.get("device")


def test_played_last_and_starred_and_ones_own_come_first_and_nothing_twice() -> None:
    phone = start()
    mine = own_rules(phone)
    for preset in ("ginski", "straight", "palace", "how_to"):
        record_use(device=phone.access.device, preset=preset, saved=None)  # type: ignore[arg-type]
    client = phone.browser()
    for value in ("tedesco", "hollywood", "palace"):
        answer = client.post("/rules/star/", {"star": value})
        assert (answer.status_code, answer["Location"]) == (302, f"/rules/#rules-{value}")
    sections = listed(client.get("/rules/"))
    assert sections[:3] == [
        ("Recently played", ["how_to", "palace", "straight", "ginski"]),
        ("Your favorites", ["hollywood", "tedesco"]),
        ("Your own rules", [f"own:{mine.public_id}"]),
    ]
    assert sorted(value for _title, values in sections for value in values) == sorted(
        [*presets(), f"own:{mine.public_id}"]
    )
    client.post("/rules/star/", {"star": "tedesco"})
    assert listed(client.get("/rules/"))[1] == ("Your favorites", ["hollywood"])


@pytest.mark.parametrize("star", ["", "whist", "own:0123456789abcdef", "x" * 5000])
def test_what_is_not_there_gets_no_star(stranger: Client, star: str) -> None:
    answer = stranger.post("/rules/star/", {"star": star})
    assert (answer.status_code, "favorites" in answer.cookies) == (404, False)


def test_a_made_up_cookie_of_favorites_shows_what_there_is(stranger: Client) -> None:
    stranger.cookies["favorites"] = "whist~own:x~hollywood~~own:0123456789abcdef" + "~x" * 500
    assert listed(stranger.get("/rules/"))[0] == ("Your favorites", ["hollywood"])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=ginski", ["ginski"]),
        ("q=GamesGrid", ["gamesgrid_points", "gamesgrid_game_only", "gamesgrid_flop"]),
        ("q=wikihow", ["how_to"]),
        ("q=upcard+150", ["oklahoma"]),
        ("q=let%27s+play", ["lets_play", "lets_play_full", "lets_play_oklahoma"]),
        ("players=5", ["knock_rummy"]),
        ("players=7", []),
        ("q=partners&players=8", ["partnership_6"]),
        ("q=whist", []),
    ],
)
def test_all_words_are_looked_for_in_names_sources_and_rules(stranger: Client, query: str, found: list[str]) -> None:
    assert every(stranger.get(f"/rules/?{query}")) == found


@pytest.mark.parametrize("players", ["", "0", "9", "-1", "x", "9" * 500, "\u0663"])
def test_a_number_nobody_plays_with_lists_everything(stranger: Client, players: str) -> None:
    assert len(every(stranger.get("/rules/", {"players": players}))) == len(presets())


def test_the_names_are_kept_while_rules_are_chosen(stranger: Client, snapshot: SnapshotAssertion) -> None:
    form = forms(stranger.get("/"))[""]
    typed = {**NAMES, "target": "150", "dealer": "2", "seats": "2"}
    answer = stranger.post("/rules/", form.fields | typed)
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    cookie = answer.cookies["new_table"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 3600)
    page = stranger.get("/rules/")
    assert shown(page, "h1") == snapshot
    back = forms(stranger.get("/?rules=palace"))[""]
    assert {name: back.fields[name] for name in (*typed, "preset")} == {**typed, "preset": "palace"}
    started = submit(stranger, back)
    assert (started.status_code, started.cookies["new_table"].value) == (302, "")
    assert player_names(Table.objects.get()) == ("Ann", "Ben")
    assert [name.value for name in stranger.get("/?rules=ginski").context["page"].names[:2]] == ["Ann", "Ben"]


def test_three_are_shown_what_three_can_play_and_may_look_at_everything(
    stranger: Client, snapshot: SnapshotAssertion
) -> None:
    stranger.post("/rules/", NAMES | {"name-3": "Cleo", "preset": "cutthroat", "seats": "3"})
    answer = stranger.get("/rules/")
    assert set(every(answer)) == {"ginski", "how_to", "pagat", "jersey", "cutthroat", "captain", "knock_rummy"}
    assert len(every(stranger.get("/rules/?players=0"))) == len(presets())
    page = stranger.get("/?rules=hollywood").context["page"]
    assert page.errors == snapshot
    assert ([name.value for name in page.names[:3]], page.seats) == (["Ann", "Ben", "Cleo"], 3)
    assert [rules.choice.id for rules in page.rules if rules.checked] == ["hollywood"]


@pytest.mark.parametrize(
    ("preset", "to", "leads"),
    [
        ("hollywood", "read", "/rules/hollywood/"),
        ("hollywood", "change", "/rules/hollywood/change/"),
        ("own", "read", "/h/{}/"),
        ("own", "change", "/h/{}/change/"),
        ("whist", "read", "/rules/"),
        ("hollywood", "//evil.example/", "/rules/"),
    ],
)
def test_the_chosen_rules_are_read_or_changed_with_the_names_kept(preset: str, to: str, leads: str) -> None:
    phone = start()
    mine = own_rules(phone)
    client = phone.browser()
    value = f"own:{mine.public_id}" if preset == "own" else preset
    answer = client.post("/rules/", {"name-1": "Zoe", "name-2": "Yan", "preset": value, "to": to})
    assert answer["Location"] == leads.format(mine.public_id)
    assert [name.value for name in client.get("/").context["page"].names[:2]] == ["Zoe", "Yan"]


def test_a_cookie_that_somebody_made_is_no_form(stranger: Client) -> None:
    for value in ("", "x", "eyJuYW1lLTEiOiJBbm4ifQ:1tabcd:x", "\xe4" * 50):
        stranger.cookies["new_table"] = value
        assert [name.value for name in stranger.get("/").context["page"].names[:2]] == ["", ""]


def test_the_longest_names_are_kept_and_the_cookie_stays_small(stranger: Client) -> None:
    names = {f"name-{n}": f"{n}" + "\U0001f468" * 59 for n in range(1, 9)}
    answer = stranger.post("/rules/", names | {"preset": "partnership_6", "seats": "8", "more": "x" * 9000})
    assert len(answer.cookies["new_table"].value) < 3800
    page = stranger.get("/?rules=partnership_6").context["page"]
    assert [name.value for name in page.names] == list(names.values())


def test_only_what_differs_is_compared(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = stranger.get("/rules/compare/?one=standard&other=oklahoma")
    assert says(answer, "Card that sets the limit none the first upcard")
    assert says(answer, "Play to 100 points 150 points")
    assert not says(answer, "Cards in a hand")
    assert shown(answer, "table + .fine") == snapshot
    assert ['href="/?rules=standard"' in text(answer), 'href="/?rules=oklahoma"' in text(answer)] == [True, True]
    same = stranger.get("/rules/compare/?one=standard&other=standard")
    assert (same.status_code, same.context["page"].groups) == (200, ())
    for one, other in (("standard", "whist"), ("", ""), ("x" * 900, "own:y")):
        page = stranger.get("/rules/compare/", {"one": one, "other": other}).context["page"]
        assert [rules.id for rules in page.rules] == ["standard", "oklahoma"]


def test_house_rules_are_compared_with_the_rules_they_were_made_from() -> None:
    phone = start()
    mine = own_rules(phone, gin_bonus=30)
    answer = phone.browser().get(f"/rules/compare/?one=own:{mine.public_id}&other=standard")
    page = answer.context["page"]
    assert [(row.title, row.values) for group in page.groups for row in group.rows] == [
        ("Gin bonus", ("30 points", "25 points"))
    ]


def test_the_page_does_not_ask_more_often_for_more_rules(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for count in (1, 9):
        phone = start()
        client = phone.browser()
        for number in range(count):
            client.post("/rules/star/", {"star": f"own:{own_rules(phone, title=f'Rules {number}').public_id}"})
        client.get("/rules/")
        with django_assert_max_num_queries(4):  # device, rules used, rules starred
            assert client.get("/rules/").status_code == 200
