"""A database restored under a running server: cached values of the newer state are dropped."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from games.models import Entry, Role
from games.rules.declaration import Declaration
from games.selectors.table.ledger import entries_of, sheet_of
from tests.makers import Phone, enter, gin, join, knock, outcome, start, totals
from tests.views.reading import HTMX, bare, text


@contextmanager
def put_back() -> Iterator[None]:
    """Writes inside are lost, as by a restored backup; this process has seen them."""
    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)


@pytest.fixture
def phone(db: None) -> Phone:
    made = start(target=1000)
    enter(made, knock(0, 5, 20))
    return made


def enter_outcome(phone: Phone, declaration: Declaration, number: int) -> str:
    phone.access.table.refresh_from_db()
    return outcome(lambda: enter(phone, declaration, number=number))


def test_a_round_that_was_lost_is_written_when_it_is_sent_again(phone: Phone) -> None:
    with put_back():
        assert enter_outcome(phone, knock(0, 5, 25), 2) == "new"
        assert totals(phone) == [35, 0]
    assert enter_outcome(phone, knock(0, 5, 25), 2) == "new"
    assert (totals(phone), Entry.objects.count()) == ([35, 0], 3)


def test_another_round_in_its_place_is_shown_and_not_the_one_that_was_lost(phone: Phone) -> None:
    other = join(phone)
    with put_back():
        assert enter_outcome(phone, knock(0, 5, 25), 2) == "new"
        assert enter_outcome(phone, gin(1, 60), 3) == "new"
    assert enter_outcome(phone, knock(0, 5, 65), 2) == "new"
    assert totals(phone) == [75, 0]
    assert enter_outcome(other, knock(0, 5, 25), 2) == "round_conflict"
    assert enter_outcome(other, knock(0, 5, 65), 2) == "already_recorded"
    shown = text(other.browser().get(f"{phone.url}moved/", headers=HTMX))
    assert "+60</span>" in shown
    assert "+20</span>" not in shown


def test_a_page_that_is_only_read_shows_what_is_left(phone: Phone) -> None:
    watcher = join(phone, Role.WATCH)
    with put_back():
        assert enter_outcome(phone, gin(0, 25), 2) == "new"
        assert "Ann went gin" in bare(watcher.browser().get(phone.url))
    assert "Ann went gin" not in bare(watcher.browser().get(phone.url))


def test_an_entry_that_somebody_else_wrote_in_its_place_is_found(phone: Phone) -> None:
    """Another process wrote two rounds since; this one only reads on."""
    table = phone.access.table
    with put_back():
        enter_outcome(phone, knock(0, 5, 25), 2)
        table.refresh_from_db()
        lost = entries_of(table)[-1]
    cache = entries_of.__globals__["_entry_cache"](table.public_id, table.redaction_count)
    remembered = cache.entries
    assert remembered[-1] == lost
    enter_outcome(phone, knock(0, 5, 65), 2)
    enter_outcome(phone, knock(0, 5, 35), 3)
    cache.entries = remembered
    table.refresh_from_db()
    assert lost not in entries_of(table)
    assert [line.latest.declaration.deadwood[1] for line in sheet_of(table).current.rounds] == [20, 65, 35]
