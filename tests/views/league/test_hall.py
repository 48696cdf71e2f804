"""The hall page: which tables it shows to whom, how it stays current, and its query count."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Match, MatchState, Place, Role, Season
from games.pages.league import hall_page
from games.pages.league.hall import HallPage, HallTile
from games.selectors import caching
from games.selectors.season.league_dates import date_in_league
from games.selectors.table.phone_tables import phone_revision
from games.services.sharing.links import revoke_link
from games.wording.words import time_text
from tests.leagues import Club, club
from tests.makers import Phone, enter, gin, knock, link, start
from tests.match_night import browser, place
from tests.views.reading import says, text, words

pytestmark = pytest.mark.django_db


def hall(tuesday: Club) -> HallPage:
    caching.clear_caches()
    page: HallPage = Client().get(f"/s/{tuesday.season.public_id}/hall/").context["page"]
    return page


def names(page: HallPage) -> list[tuple[str, ...]]:
    return [tuple(side.name for side in tile.sides) for tile in page.tiles]


def opened(tuesday: Club, one: str, other: str, *rounds: Any, at: str = "") -> Match:
    """A match tonight whose table is open, with these rounds."""
    more = {"place": Place.objects.get_or_create(league=tuesday.league, name=at)[0]} if at else {}
    match = tuesday.match(one, other, night=date_in_league(tuesday.league), **more)
    ann = tuesday.phone(one)
    tuesday.table(match, ann)
    tuesday.play(match, ann, *rounds)
    return Match.objects.get(pk=match.pk)


def test_the_tables_at_which_is_played_now_by_place() -> None:
    tuesday = club(house_rules={"target": 60})
    opened(tuesday, "Ann", "Ben", knock(0, 7, 20), at="Table 2")
    opened(tuesday, "Cleo", "Dan", at="Table 1")
    tuesday.match("Ann", "Cleo", night=date_in_league(tuesday.league))
    page = hall(tuesday)
    assert names(page) == [("Cleo", "Dan"), ("Ann", "Ben")]
    fresh, played = page.tiles
    assert (fresh.place, fresh.target, fresh.status, fresh.is_recent) == ("Table 1", "to 60", "60 to go", False)
    assert (played.place, played.status, played.is_recent) == ("Table 2", "47 to go", True)
    assert [(side.scores, side.leads) for side in played.sides] == [(("13",), True), (("0",), False)]
    newest = Entry.objects.latest("pk").at
    assert played.when == time_text(newest)
    assert (page.size, page.empty) == ("few", "")
    answer = Client().get(f"/s/{tuesday.season.public_id}/hall/")
    assert says(answer, "just now") and words(answer).count("just now") == 1
    assert answer["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert "<form" not in text(answer) and "<button" not in text(answer)


def later(match: Match, by: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look on when the newest entry of the match's table is so old."""
    newest = Entry.objects.filter(table=match.table).latest("revision").at
    monkeypatch.setattr(timezone, "now", lambda: newest + by)


def test_the_end_of_a_match_is_shown_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = club(house_rules={"target": 60})
    match = opened(tuesday, "Ann", "Ben", gin(0, 60))
    assert match.state == MatchState.PLAYED
    (tile,) = hall(tuesday).tiles
    assert (tile.status, [side.won for side in tile.sides]) == ("Game over", [True, False])
    assert tile.sides[0].scores != ("85",)  # with the bonuses
    later(match, hall_page.SHOWN_AFTER_END - timedelta(seconds=1), monkeypatch)
    assert len(hall(tuesday).tiles) == 1
    later(match, hall_page.SHOWN_AFTER_END + timedelta(seconds=1), monkeypatch)
    assert hall(tuesday).tiles == ()


def test_matches_that_are_over_come_last() -> None:
    tuesday = club(house_rules={"target": 60})
    opened(tuesday, "Ann", "Ben", gin(0, 60), at="Table 1")
    opened(tuesday, "Cleo", "Dan", at="Table 2")
    assert names(hall(tuesday)) == [("Cleo", "Dan"), ("Ann", "Ben")]


def test_a_round_is_fresh_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = club()
    match = opened(tuesday, "Ann", "Ben", knock(0, 7, 20))
    later(match, timedelta(seconds=59), monkeypatch)
    assert hall(tuesday).tiles[0].is_recent
    later(match, timedelta(seconds=61), monkeypatch)
    assert not hall(tuesday).tiles[0].is_recent


def test_match_of_another_night_is_listed_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = club()
    match = opened(tuesday, "Ann", "Ben", knock(0, 7, 20))
    later(match, hall_page.INACTIVE_AFTER + timedelta(seconds=1), monkeypatch)
    # Whenever this runs, the night is the one of that moment, although it may be past midnight by then.
    Match.objects.update(night=date_in_league(tuesday.league))
    assert len(hall(tuesday).tiles) == 1
    Match.objects.update(night=date_in_league(tuesday.league) - timedelta(days=1))
    assert hall(tuesday).tiles == ()
    later(match, hall_page.INACTIVE_AFTER - timedelta(seconds=1), monkeypatch)
    assert len(hall(tuesday).tiles) == 1


@pytest.mark.parametrize("state", [MatchState.CANCELED, MatchState.FORFEITED])
def test_canceled_match_is_not_in_the_hall(state: MatchState, snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    opened(tuesday, "Ann", "Ben", knock(0, 7, 20))
    Match.objects.update(state=state)
    page = hall(tuesday)
    assert page.tiles == ()
    assert page.empty == snapshot
    assert says(Client().get(f"/s/{tuesday.season.public_id}/hall/"), page.empty)


def test_no_other_season_is_in_it() -> None:
    tuesday, other = club(), club()
    opened(other, "Ann", "Ben", knock(0, 7, 20))
    assert hall(tuesday).tiles == ()
    assert len(hall(other).tiles) == 1


def test_a_season_that_is_not_public_has_a_hall_for_its_own_alone() -> None:
    tuesday = club()
    opened(tuesday, "Ann", "Ben", knock(0, 7, 20))
    tuesday.league.public = False
    tuesday.league.save()
    ann = browser(tuesday.phone("Ann"))
    for rest in ("", "moved/"):
        address = f"/s/{tuesday.season.public_id}/hall/{rest}"
        assert Client(raise_request_exception=False).get(address).status_code == 404
        assert ann.get(address).status_code == 200
        assert ann.post(address).status_code == 405


def test_the_fragment_is_the_tiles_alone() -> None:
    tuesday = club()
    opened(tuesday, "Ann", "Ben", knock(0, 7, 20))
    page = hall(tuesday)
    assert page.revision == Season.objects.get(pk=tuesday.season.pk).revision
    answer = Client().get(page.moved_url)
    assert text(answer).lstrip().startswith('<div id="wall"') and 'hx-swap-oob="true"' in text(answer)
    assert "<html" not in text(answer) and answer["Cache-Control"].startswith("max-age=0")
    assert names(answer.context["page"]) == [("Ann", "Ben")]


def test_season_page_links_to_it() -> None:
    tuesday = club()
    assert f'href="/s/{tuesday.season.public_id}/hall/"' in text(Client().get(f"/s/{tuesday.season.public_id}/"))


def forty(tuesday: Club, count: int) -> list[Match]:
    some = list(tuesday.entrants)
    return [opened(tuesday, some[2 * n], some[2 * n + 1], knock(0, 7, 20)) for n in range(count)]


def query_count(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_queries_of_nine_tables_are_those_of_one() -> None:
    tuesday = club(*(f"Player {n}" for n in range(18)))
    client, address = Client(), f"/s/{tuesday.season.public_id}/hall/moved/"
    (first,) = forty(tuesday, 1)
    caching.clear_caches()
    one = query_count(client, address)
    again = query_count(client, address)
    rest = list(tuesday.entrants)[2:]
    for n in range(8):
        opened(tuesday, rest[2 * n], rest[2 * n + 1], knock(0, 7, 20))
    caching.clear_caches()
    assert query_count(client, address) == one == again + 1  # the entries
    assert len(hall(tuesday).tiles) == 9
    tuesday.play(first, tuesday.phone("Player 0"), gin(0, 20))
    assert query_count(client, address) == one
    assert one <= 8


# --- The tables of a phone ------------------------------------------------------------------------------------------


def of_phone(phone: Phone) -> HallPage:
    caching.clear_caches()
    page: HallPage = phone.browser().get("/hall/").context["page"]
    return page


def with_tables(count: int) -> tuple[Phone, list[Phone]]:
    """A phone that watches so many tables, its own among them."""
    phone = start()
    others = [start(f"Eve {n}", f"Fay {n}") for n in range(count - 1)]
    for other in others:
        phone.browser().post(f"/j/{other.secrets[Role.WATCH]}/", {"label": "Ann's phone"})
    return phone, others


def test_all_tables_of_a_phone_and_no_others() -> None:
    phone, (other,) = with_tables(2)
    start("Gus", "Hal")
    enter(other, gin(1, 20))
    page = of_phone(phone)
    assert names(page) == [("Ann", "Ben"), ("Eve 0", "Fay 0")]
    assert page.tiles[1].sides[1].scores == ("45",)
    assert (page.title, page.poll_url, page.moved_url) == ("My games", "/hall/revision/", "/hall/moved/")


def test_a_table_whose_link_was_switched_off_is_not_among_them() -> None:
    phone, (other,) = with_tables(2)
    before = phone_revision(phone.access.device)  # type: ignore[arg-type]
    revoke_link(access=other.access, link_id=link(other.access, Role.WATCH).pk)
    assert names(of_phone(phone)) == [("Ann", "Ben")]
    assert phone_revision(phone.access.device) > before  # type: ignore[arg-type]


def test_a_table_at_which_nothing_was_written_for_hours_is_not_running(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    phone, _ = with_tables(1)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + hall_page.INACTIVE_AFTER + timedelta(minutes=1))
    assert of_phone(phone).empty == snapshot


def test_an_unknown_phone_gets_an_error_and_is_not_registered(snapshot: SnapshotAssertion) -> None:
    client = Client()
    answer = client.get("/hall/")
    empty = answer.context["page"].empty
    assert empty == snapshot
    assert answer.status_code == 200 and says(answer, empty)
    assert answer.context["page"].live_url == "" and "device" not in client.cookies
    assert client.get("/hall/revision/").json() == {"revision": 0}
    assert client.get("/hall/moved/").status_code == 200
    assert client.post("/hall/").status_code == 405


def test_where_a_phones_tables_stand_is_one_number_that_grows_with_each() -> None:
    phone, (other, _) = with_tables(3)
    client = phone.browser()
    first = client.get("/hall/revision/")
    assert first.json()["revision"] == of_phone(phone).revision
    unchanged = client.get("/hall/revision/", headers={"If-None-Match": first["ETag"]})
    assert (unchanged.status_code, unchanged["ETag"]) == (304, first["ETag"])
    for mover in (phone, other):
        before = client.get("/hall/revision/").json()["revision"]
        enter(mover, gin(0, 20))
        assert client.get("/hall/revision/").json()["revision"] == before + 1
    assert first["Cache-Control"].startswith("max-age=0")


def test_queries_of_a_phones_hall_do_not_grow_with_tables() -> None:
    counts = []
    for tables in (1, 6):
        phone, others = with_tables(tables)
        for each in (phone, *others):
            enter(each, knock(0, 7, 20))
        caching.clear_caches()
        counts.append(query_count(phone.browser(), "/hall/moved/"))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize(("tables", "linked"), [(1, False), (2, True)])
def test_the_start_page_leads_there_where_there_are_several(tables: int, linked: bool) -> None:
    phone, _ = with_tables(tables)
    assert ('href="/hall/"' in text(phone.browser().get("/"))) is linked


def test_hollywood_shows_its_three_games_and_a_tie_no_leader() -> None:
    phone = start(preset="hollywood")
    enter(phone, knock(0, 5, 20))
    (tile,) = of_phone(phone).tiles
    assert [side.scores for side in tile.sides] == [("15", "\u2013", "\u2013"), ("\u2013",) * 3]
    (fresh,) = of_phone(start()).tiles
    assert [side.leads for side in fresh.sides] == [False, False]


def test_markup_in_a_name_stays_text() -> None:
    phone = start("<i>Ann</i>", "Ben")
    page = text(phone.browser().get("/hall/"))
    assert "<i>Ann" not in page and "&lt;i&gt;Ann&lt;/i&gt;" in page


def tile_of(page: HallPage, name: str) -> HallTile:
    return next(tile for tile in page.tiles if name in [side.name for side in tile.sides])


def test_a_place_is_named_where_there_is_one() -> None:
    tuesday = club()
    place(tuesday, "Table 9")
    opened(tuesday, "Ann", "Ben", at="Table 9")
    match = opened(tuesday, "Cleo", "Dan")
    page = hall(tuesday)
    assert tile_of(page, "Ann").place == "Table 9"
    assert tile_of(page, "Cleo").place == f"Match {match.number}"
