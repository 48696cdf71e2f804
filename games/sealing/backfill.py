"""Seal existing rows when sealing is introduced, or a model or a column is added to it, and record the date.

It works in batches, each in its own transaction, so that an interrupted run continues where it stopped.
"""

from json import loads
from typing import Final

from django.conf import settings
from django.db import transaction

from games.models import Account, Device, Entry, EntrySeal, Player, RowSeal, SealAction, SealKey, Table
from games.sealing.chains import SINCE, Salts, SealEvent, append, batched, seal_entries
from games.sealing.keys import Key
from games.sealing.registry import SITE, SealPlan, plans
from games.sealing.writing import (
    chain_of,
    chain_start_events,
    current_key,
    last_seals,
    new_key,
    rows_of,
    sealed_text,
    sealing_start_event,
)

_NON_EMPTY_WITH: Final = (Account, Device, Player)
"""A database without rows of these models counts as empty."""


def seal_existing_rows() -> int:
    """Seal all rows and entries of models that aren't sealed yet, and return how many.

    Nothing is sealed if the server's key isn't known. A row whose seal is missing, although its model is sealed
    already, doesn't get one here: the audit reports it.
    """
    if not settings.KEY_KNOWN:
        return 0
    if not SealKey.objects.exists() and not any(model._base_manager.exists() for model in _NON_EMPTY_WITH):
        return 0
    sealed_columns = _sealed_columns()
    wanted_columns = loads(sealing_start_event().content)
    if sealed_columns == wanted_columns:
        return 0
    with transaction.atomic():
        key = current_key()
    count = 0
    for plan in plans().values():
        if sealed_columns.get(plan.db_table) != wanted_columns[plan.db_table]:
            count += _seal_rows(plan, key, new=plan.db_table not in sealed_columns)
    if Entry._meta.db_table not in sealed_columns:
        count += _seal_ledgers(key)
    with transaction.atomic():
        append(key, [sealing_start_event()])
    return count


@transaction.atomic
def begin_next_key() -> int:
    """Start sealing with a new key, derived from the server's current secret, and return its number."""
    return new_key(current_key().number + 1).number


def _sealed_columns() -> dict[str, list[str]]:
    """Return the sealed columns of each model, as recorded by the last event of that kind."""
    last = RowSeal.objects.filter(chain=SITE, of=SINCE, how=SealAction.SINCE).order_by("-number").first()
    return loads(last.said) if last else {}


def _seal_rows(plan: SealPlan, key: Key, *, new: bool) -> int:
    """Seal all rows of a ``new`` model; otherwise add the missing columns to the existing seals of its rows."""
    count, after = 0, None
    while True:
        unread = plan.model._base_manager.order_by("pk")
        if after is not None:
            unread = unread.filter(pk__gt=after)
        rows = list(unread.values_list("pk", flat=True)[:500])
        if not rows:
            return count
        after = rows[-1]
        with transaction.atomic():
            last, salts, events = last_seals(plan.db_table, rows), Salts(), []
            for values in rows_of(plan, rows):
                seal = last.get(str(values["pk"]))
                if seal is None and new:
                    chain = chain_of(plan, values)
                    sealed_values = sealed_text(plan, values, chain, key=key, salts=salts)
                    events.append(SealEvent(chain, plan.db_table, str(values["pk"]), SealAction.SINCE, sealed_values))
                    events += chain_start_events(plan, str(values["pk"]))
                elif seal is not None and not new and seal.key == key.number:
                    sealed_values = sealed_text(plan, values, seal.chain, key=key, salts=salts, before=loads(seal.said))
                    events.append(SealEvent(seal.chain, plan.db_table, seal.row, SealAction.SINCE, sealed_values))
            append(key, events)
            count += len(events)


def _seal_ledgers(key: Key) -> int:
    """Seal the entries of every ledger without seals, and return how many."""
    count = 0
    unsealed = Table.objects.filter(revision__gt=0).exclude(entries__seal__isnull=False).order_by("pk")
    for batch in batched(list(unsealed.values_list("pk", flat=True)), 50):
        with transaction.atomic():
            # The lock makes rounds that are saved at the same time come before or after this.
            locked = list(Table.objects.select_for_update().filter(pk__in=batch).order_by("pk"))
            sealed = set(EntrySeal.objects.filter(entry__table__in=locked).values_list("entry__table", flat=True))
            entries = Entry.objects.filter(table__in=locked).exclude(table__in=sealed)
            pairs = [(entry, SealAction.SINCE) for entry in entries.order_by("table_id", "revision")]
            seal_entries(key, pairs, Salts())
            count += len(pairs)
    return count
