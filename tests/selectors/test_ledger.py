"""Reading ledgers and their cached sheets."""

from dataclasses import replace
from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Entry, Table
from games.refusals import RefusedError
from games.rules.ledger import entry_facts
from games.rules.sheet import fold
from games.selectors.table import ledger
from games.selectors.table.ledger import cached_sheets, entries_of, sheet_of
from games.selectors.table.table_names import player_names
from games.services.table.games import finish_game, reopen_game, start_game, swap_seats, undo
from tests.makers import Phone, assert_sound, correct, dead, enter, gin, knock, sheet, start, void

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Phone:
    """A ledger with every kind of entry."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, dead())
    correct(phone, 1, gin(1, 20, big=True), reason="counted again")
    void(phone, 2, reason="dealt wrongly")
    swap_seats(access=phone.access, key="s", game=1, first=0, second=1, revision=5)
    finish_game(access=phone.access, key="f", game=1, revision=6)
    reopen_game(access=phone.access, key="r", game=1, revision=7)
    undo(access=phone.access, key="u", revision=8)
    start_game(access=phone.access, key="g", preset="lets_play")
    enter(phone, knock(1, 2, 30))
    return phone


def test_written_entries_are_read_back_unchanged(evening: Phone) -> None:
    entries = entries_of(evening.table)
    rows = list(Entry.objects.order_by("revision"))
    assert {row.kind for row in rows} == {"start", "round", "correction", "void", "swap", "finish", "reopen", "undo"}
    assert [(e.revision, e.game, e.round, entry_facts(e.body), e.by, e.at, e.reason) for e in entries] == [
        (row.revision, row.game, row.round, row.facts, row.by, row.at, row.reason) for row in rows
    ]
    assert_sound(evening)


def test_the_sheet_of_each_revision_is_the_fold_of_the_ledger_up_to_it(evening: Phone) -> None:
    entries = entries_of(evening.table)
    for revision in range(1, len(entries) + 1):
        assert entries_of(evening.table, revision) == entries[:revision]
        assert sheet_of(evening.table, revision) == fold(entries[:revision], 2)
        assert sheet_of(evening.table, revision).revision == revision


def test_a_sheet_is_read_once_for_each_revision(
    evening: Phone, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table = evening.table
    first = sheet_of(table)
    with django_assert_max_num_queries(0):
        assert sheet_of(table) is first
    enter(evening, dead())
    assert sheet_of(table) is first
    assert sheet_of(evening.table) == sheet(evening)


def now(phone: Phone) -> Table:
    """The table as a hall asks for it."""
    return Table.objects.prefetch_related("seats").get(pk=phone.table.pk)


def test_sheets_of_many_are_those_of_each_and_only_what_moved_is_read(
    evening: Phone, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    other, tables = start("Gus", "Hal"), [now(evening)]
    tables.append(now(other))
    with django_assert_max_num_queries(2):  # how far each goes, and the entries
        found = cached_sheets(tables)
    assert found == {table.pk: sheet_of(table) for table in tables}
    with django_assert_max_num_queries(1):
        assert cached_sheets(tables)[tables[0].pk] is found[tables[0].pk]
    enter(other, knock(0, 3, 20))
    again = cached_sheets([now(evening), now(other)])
    assert again[tables[0].pk] is found[tables[0].pk]
    assert again[tables[1].pk] == sheet(other) != found[tables[1].pk]
    # A row read before a write: the sheet shows the stored entries.
    assert cached_sheets(tables)[tables[1].pk] == sheet(other)


def test_restored_ledger_is_read_again() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    table = now(phone)
    cached = cached_sheets([table])[table.pk]
    cache = ledger._entry_cache(table.public_id, table.redaction_count)
    last = cache.entries[-1]
    cache.entries = (*cache.entries[:-1], replace(last, at=last.at - timedelta(days=1), by="Somebody else"))
    recomputed = cached_sheets([table])[table.pk]
    assert recomputed == cached
    assert cache.entries[-1] == last


def test_more_entries_may_be_cached_than_are_requested() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    table = now(phone)
    cached_sheets([table])
    cache = ledger._entry_cache(table.public_id, table.redaction_count)
    ahead = replace(cache.entries[-1], revision=3)
    cache.entries = (*cache.entries, ahead)
    assert cached_sheets([table])[table.pk].revision == 2


def test_a_table_without_a_ledger_has_no_sheet() -> None:
    empty = Table.objects.create()
    assert cached_sheets([empty]) == {}


def test_a_table_removed_meanwhile_is_not_found() -> None:
    """Its row is still in memory, but nothing of it is in the database any more."""
    removed = Table(pk=404, public_id="removed", revision=3)
    for read in (sheet_of, player_names):
        with pytest.raises(RefusedError) as refused:
            read(removed)
        assert refused.value.code == "not_found"
