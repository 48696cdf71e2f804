"""The page rendered once for all spectators equals the one rendered for each of them."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.http import HttpResponse

from games.models import Role, Table
from games.rules.stakes import Stakes
from games.services.sharing.links import make_link
from games.services.table.games import change_rules, finish_game, set_stakes, start_game, undo
from games.services.table.handover import allow_takeover, take_over
from games.views.table.spectators import table_updates_for_spectators
from tests.leagues import club
from tests.makers import Phone, correct, current, dead, enter, gin, join, knock, outcome, revision, start, void
from tests.views.reading import HTMX, text


def columns() -> Phone:
    phone = start(preset="hollywood")
    enter(phone, knock(0, 5, 20))
    enter(phone, gin(1, 80))
    return phone


def edited() -> Phone:
    phone = start()
    for own in (5, 6, 7):
        enter(phone, knock(0, own, 20))
    correct(phone, 1, knock(1, 5, 20), reason="counted again")
    void(phone, 2)
    undo(access=phone.access, key="u", revision=revision(phone))
    return phone


def in_question() -> Phone:
    phone = start()
    enter(phone, knock(0, 5, 20))
    outcome(lambda: enter(join(phone), knock(1, 8, 24), number=1))
    return phone


def confirmed() -> Phone:
    phone = start()
    enter(phone, knock(0, 5, 20))
    enter(join(phone), knock(0, 5, 20), number=1)
    return phone


def second_game() -> Phone:
    phone = start(target=50)
    enter(phone, gin(0, 75))
    set_stakes(access=phone.access, key="s", revision=revision(phone), stakes=Stakes("€", point=10))
    start_game(access=phone.access, key="g")
    enter(phone, dead())
    return phone


def over() -> Phone:
    phone = start()
    enter(phone, knock(0, 5, 20))
    finish_game(access=phone.access, key="f", game=1, revision=2)
    return phone


def other_rules() -> Phone:
    phone = start()
    enter(phone, knock(0, 5, 20))
    rules = replace(current(phone).rules, knock_limit=7)
    change_rules(access=phone.access, key="c", game=1, revision=revision(phone), rules=rules)
    return phone


def may_be_taken_over() -> Phone:
    phone = start()
    allow_takeover(access=phone.access, allowed=True)
    other = join(phone)
    enter(phone, knock(0, 5, 20))
    take_over(access=other.access, key="t", player=1)
    return phone


@pytest.mark.parametrize(
    "table", [start, columns, edited, in_question, confirmed, second_game, over, other_rules, may_be_taken_over]
)
def test_shared_fragment_equals_a_watchers_own(db: None, table: Callable[[], Phone]) -> None:
    phone = table()
    watcher = join(phone, Role.WATCH, "Wall")
    own: HttpResponse = watcher.browser().get(f"{phone.url}moved/", headers=HTMX)
    drawn = table_updates_for_spectators(Table.objects.get(pk=phone.access.table.pk).public_id)
    assert drawn
    assert drawn.text == own.content.decode()
    assert drawn.revision == revision(phone)
    assert not re.search("csrf|<form|<input", drawn.text)


def test_scorers_get_a_fragment_of_their_own(db: None) -> None:
    phone = edited()
    drawn = table_updates_for_spectators(phone.access.table.public_id)
    assert drawn
    assert drawn.text != phone.browser().get(f"{phone.url}moved/", headers=HTMX).content.decode()


def test_a_match_is_shown_to_each_for_himself(db: None) -> None:
    tuesday = club(house_rules={"target": 60})
    access = tuesday.table(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"))
    make_link(table=access.table, role=Role.WATCH, label="Wall")
    assert table_updates_for_spectators(access.table.public_id) is None


def test_there_is_nothing_of_a_table_that_is_not_there(db: None) -> None:
    assert table_updates_for_spectators("0123456789abcdef") is None


def test_only_a_watchers_page_names_its_stream(db: None) -> None:
    phone = start()
    watcher = join(phone, Role.WATCH, "Wall")
    for holder, wanted in ((watcher, True), (phone, False)):
        page = text(holder.browser().get(phone.url))
        asks = re.search(r'id="moved" hidden hx-get="([^"]+)"', page)
        live = re.search(r'data-live-url="/live/([^"]+)/"', page)
        assert asks
        assert live
        assert (asks[1] == f"{phone.url}moved/?live={live[1]}") is wanted
        assert asks[1].startswith(f"{phone.url}moved/")
        assert holder.browser().get(asks[1], headers=HTMX).status_code == 200
