"""Append to the chains: the one place where entries and events are made."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Entry, League, LeagueEvent, Season, Table
from games.selectors.chains import Key, current_key, entry_mac, event_mac, head_mac, new_key

_BATCH_SIZE = 500


def append_entries(table: Table, entries: Sequence[Entry]) -> None:
    """Store entries that follow the last one of a locked or new table, in order."""
    if not entries:
        return
    _chain(current_key(), table, entries, _last_mac(Entry.objects.filter(table=table, revision=table.revision)))
    create_entries([(table, entries)])
    Table.objects.filter(pk=table.pk).update(chain_head=table.chain_head)


def create_tables(ledgers: Sequence[tuple[Table, Sequence[Entry]]]) -> None:
    """Store new tables, chained to whole ledgers of at least one entry, which ``create_entries`` then has to store."""
    key = current_key()
    for table, entries in ledgers:
        _chain(key, table, entries, "")
    Table.objects.bulk_create(table for table, _ in ledgers)


def create_entries(ledgers: Sequence[tuple[Table, Sequence[Entry]]]) -> None:
    """Store the chained entries of tables."""
    Entry.objects.bulk_create((entry for _, entries in ledgers for entry in entries), batch_size=_BATCH_SIZE)
    for table, entries in ledgers:
        # As the database has done itself, with the entries.
        table.revision = entries[-1].revision


def _chain(key: Key, table: Table, entries: Sequence[Entry], previous: str) -> None:
    """Set the codes of entries that follow the one with the code ``previous``, and the head of their table."""
    for entry in entries:
        entry.table, entry.chain_key = table, key.number
        previous = entry.mac = entry_mac(key, table, entry, previous)
    table.chain_head = head_mac(key, table, entries[-1].revision, previous)


def append_events(events: Sequence[LeagueEvent]) -> None:
    """Store events of one season, or else of one league, in order, as the next ones of that history."""
    if not events:
        return
    owner: League | Season
    league, season = events[0].league_id, events[0].season_id
    if season:
        owner = Season.objects.select_for_update().get(pk=season)
    else:
        owner = League.objects.select_for_update().get(pk=league)
    previous = _last_mac(LeagueEvent.objects.filter(league=league, season=season, number=owner.history_length))
    key, now = current_key(), timezone.now()
    for event in events:
        owner.history_length += 1
        event.number, event.at, event.chain_key = owner.history_length, now, key.number
        previous = event.mac = event_mac(key, owner, event, previous)
    LeagueEvent.objects.bulk_create(events)
    owner.history_head = head_mac(key, owner, owner.history_length, previous)
    owner.save(update_fields=["history_length", "history_head"])


def _last_mac(last: QuerySet[Entry] | QuerySet[LeagueEvent]) -> str:
    return last.values_list("mac", flat=True).first() or ""


def begin_next_key() -> int:
    """Use a new key of the chain from now on, and return its number."""
    return new_key(current_key().number + 1).number
