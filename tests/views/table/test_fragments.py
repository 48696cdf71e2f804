"""Cached page fragments: shared by everybody, without anything private, never stale."""

import re
from dataclasses import replace

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from games.live import HAS_PREVIOUS
from games.models import Player, Role
from games.pages.table import game_view
from games.selectors.table import ledger
from games.services.sharing.links import revoke_link
from games.services.table.games import undo
from games.templatetags import fragments
from tests.makers import correct, enter, gin, join, knock, revision, start
from tests.views.reading import HTMX, bare, text

LINE = re.compile(r'<li [^>]*class="line .*?</details></li>', re.DOTALL)


def lines(client: Client, url: str) -> list[str]:
    return LINE.findall(bare(client.get(url + "moved/", headers=HTMX)))


def test_a_line_is_drawn_once_for_all_who_watch_and_once_for_all_who_score(db: None) -> None:
    phone = start()
    watcher, second = join(phone, Role.WATCH, "Wall"), join(phone, Role.SCORE, "Ben")
    enter(phone, knock(0, 5, 20))
    enter(phone, gin(1, 30))
    fragments._named.cache_clear()
    for client in (phone.browser(), watcher.browser(), second.browser()):
        assert len(lines(client, phone.url)) == 2
    before = fragments._named.cache_info()
    shown = [lines(client, phone.url) for client in (watcher.browser(), second.browser(), phone.browser())]
    after = fragments._named.cache_info()
    assert (after.misses, after.hits) > (before.misses, before.hits)
    assert after.misses == before.misses
    assert shown[1] == shown[2] != shown[0]
    assert all("href" in line for line in shown[1])
    assert not any("href" in line for line in shown[0])


def test_changed_fragment_is_rendered_again(db: None) -> None:
    phone = start()
    client = phone.browser()
    enter(phone, knock(0, 5, 20))
    assert "+15" in lines(client, phone.url)[0]
    correct(phone, 1, knock(1, 5, 25))
    assert "+20" in lines(client, phone.url)[0]
    undo(access=phone.access, key="u", revision=revision(phone))
    assert "+15" in lines(client, phone.url)[0]
    enter(phone, knock(0, 1, 9))
    assert [re.findall(r"\+\d+", line)[0] for line in lines(client, phone.url)] == ["+8", "+15"]


def test_a_player_who_is_called_otherwise_is_on_every_line(db: None) -> None:
    phone = start("Ann", "Ben")
    client = phone.browser()
    enter(phone, knock(0, 5, 20))
    assert "Ann knocked" in lines(client, phone.url)[0]
    Player.objects.filter(name="Ann").update(name="Anna", folded="anna")
    assert "Anna knocked" in lines(client, phone.url)[0]


def test_a_revoked_right_empties_the_cache(db: None) -> None:
    phone = start()
    watcher = join(phone, Role.WATCH, "Wall")
    client = watcher.browser()
    enter(phone, knock(0, 5, 20))
    assert len(lines(client, phone.url)) == 1
    revoke_link(access=phone.access, link_id=watcher.access.link.pk)
    assert client.get(phone.url + "moved/", headers=HTMX).status_code == 410


def test_no_form_is_drawn_for_somebody_else(db: None) -> None:
    """A shared fragment is rendered without the request, so it contains no CSRF token and no phone's identity."""
    request = RequestFactory().get("/")
    page = Template('{% load fragments %}{% csrf_token %}{% fragment "table/sheet/_line.html" round=round %}')
    phone = start()
    enter(phone, knock(0, 5, 20))
    table = phone.access.table
    table.refresh_from_db()
    sheet = ledger.sheet_of(table)
    view = game_view.game_view(table, sheet, sheet.current, ("Ann", "Ben"), may_score=True)
    shown = page.render(Context({"round": view.rounds[0], "request": request, "csrf_token": "a-token"}))
    assert shown.count("a-token") == 1
    assert "knocked with" in shown
    with pytest.raises(TypeError):
        page.render(
            Context({"round": replace(view.rounds[0], other_versions=["a list may change"]), "request": request})
        )  # type: ignore[arg-type]


def test_a_ledger_is_read_on_from_where_it_was_left(
    django_assert_max_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    phone = start()
    table = phone.access.table
    for number in range(1, 6):
        enter(phone, knock(0, number, 20))
    table.refresh_from_db()
    whole = ledger.entries_of(table)
    assert [entry.revision for entry in whole] == list(range(1, 7))
    with django_assert_max_num_queries(0):
        assert ledger.entries_of(table) == whole
        assert ledger.entries_of(table, 3) == whole[:3]
    enter(phone, knock(1, 5, 20))
    table.refresh_from_db()
    assert ledger.entries_of(table)[:6] == whole
    assert len(ledger.entries_of(table)) == 7


def test_a_screen_that_has_the_rest_is_sent_the_newest_line_alone(db: None) -> None:
    phone = start()
    client = phone.browser()
    for own in (1, 2, 3):
        enter(phone, knock(0, own, 9))
    has = {**HTMX, HAS_PREVIOUS: "1"}
    page, whole, less = (
        text(client.get(phone.url)),
        text(client.get(phone.url + "moved/", headers=HTMX)),
        text(client.get(phone.url + "moved/", headers=has)),
    )
    name = re.compile(r'<(?:li|div) (id="k\w{10}")')
    named = name.findall(whole)
    # The menu, and three lines.
    assert len(named) == len(set(named)) == 4
    assert named == name.findall(less)
    assert sorted(named) == sorted(name.findall(page))
    assert len(LINE.findall(whole)) == 3
    assert [line.count("knocked with 3") for line in LINE.findall(less)] == [1]
    for there in named[1:]:
        assert re.search(f"<(li|div) {there} hx-preserve></\\1>", less)
    enter(phone, knock(0, 4, 9))
    after = text(client.get(phone.url + "moved/", headers=has))
    assert [one in after for one in named] == [True] * 4
    # The fragments sent before stay the same; the response grows by a line's name.
    assert len(after) - len(less) < 100


def test_a_line_that_changed_has_another_id(db: None) -> None:
    phone = start()
    client = phone.browser()
    for own in (1, 2, 3):
        enter(phone, knock(0, own, 9))
    ids = [re.findall(r'id="(k\w+)"', line)[0] for line in lines(client, phone.url)]
    correct(phone, 2, knock(1, 2, 30))
    now = [re.findall(r'id="(k\w+)"', line)[0] for line in lines(client, phone.url)]
    assert [one == other for one, other in zip(ids, now, strict=True)] == [False, False, True]


def test_fragment_must_be_a_single_element(db: None) -> None:
    with pytest.raises(ValueError, match="is no element"):
        Template('{% load fragments %}{% preserved_fragment "table/sheet/_terms.html" True words="no" %}').render(
            Context()
        )
