"""What a phone knows of earlier games: who played, and the list of its tables."""

from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.services.table.tables import start_table
from tests.makers import start
from tests.views.reading import forms, says, shown, submit, text


def test_those_who_played_last_are_filled_in_but_not_those_of_a_practice_table() -> None:
    client = start("Cleo", "Dan", "Eve", preset="ginski").browser()
    page = client.get("/").context["page"]
    assert ([name.value for name in page.names[:4]], page.seats) == (["Cleo", "Dan", "Eve", ""], 3)
    fresh = Client()
    submit(fresh, forms(fresh.get("/"))["try/"])  # type: ignore[arg-type]
    assert [name.value for name in fresh.get("/").context["page"].names[:2]] == ["", ""]


def test_rules_for_fewer_take_fewer_of_those_who_played_last() -> None:
    client = start("Cleo", "Dan", "Eve", preset="ginski").browser()
    page = client.get("/?rules=hollywood").context["page"]
    assert ([name.value for name in page.names[:3]], page.seats) == (["Cleo", "Dan", ""], 2)


def test_my_games_are_all_tables_of_this_phone_by_pages(stranger: Client, snapshot: SnapshotAssertion) -> None:
    assert shown(stranger.get("/games/"), ".my-games li") == snapshot  # type: ignore[arg-type]
    phone = start("Ann", "Ben")
    for number in range(30):
        names = ("Ann", f"P{number}")
        start_table(names=names, preset="palace", house_rules={}, dealer=0, device=phone.access.device)
    client = phone.browser()
    first = client.get("/games/")
    assert says(first, "Ann and P29 Ann 0, P29 0 \u00b7 round 1 Palace gin, to 100 \u00b7 today,")  # type: ignore[arg-type]
    assert ("?from=30" in text(first), f'href="{phone.url}"' in text(first)) == (True, False)  # type: ignore[arg-type]
    second = client.get("/games/?from=30")
    assert (f'href="{phone.url}"' in text(second), "?from=0" in text(second)) == (True, True)  # type: ignore[arg-type]
    for query in ("x", "-1", "9" * 500, "99999"):
        assert client.get(f"/games/?from={query}").status_code == 200


def test_the_start_page_leads_to_my_games_from_the_first_game_on(stranger: Client) -> None:
    assert 'href="/games/"' not in text(stranger.get("/"))  # type: ignore[arg-type]
    phone = start("Ann", "Ben")
    assert text(phone.browser().get("/")).count('href="/games/"') == 1
    start_table(names=("Ann", "Cleo"), preset="palace", house_rules={}, dealer=0, device=phone.access.device)
    assert text(phone.browser().get("/")).count('href="/games/"') == 1
