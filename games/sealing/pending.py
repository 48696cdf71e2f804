"""Record every write to a sealed model by signals, and seal all of them at the end of the same transaction.

Sealing waits for the end of the transaction for two reasons. The heads of the chains, which other transactions wait
for, are then locked last and always in the same order. And a row that was written three times gets one seal. Rows are
read again for that, so a write that was rolled back to a savepoint gets none. Outside a transaction a row is sealed
right after it is written.

Django has no hook before a commit. So the methods ``commit``, ``rollback`` and so on of each database connection are
wrapped once.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import SET_NULL, Model
from django.db.models.signals import post_delete, post_save, pre_delete

from games.models import Account, Device, Entry, Player, SealAction, SealKey
from games.models.stored import change_is_sealed, in_transaction, rows_written
from games.sealing.registry import plans
from games.sealing.writing import Pending, seal

_STATE: Final = "games_pending_seals"
_imported: ContextVar[bool] = ContextVar("imported", default=False)


@contextmanager
def marked_as_imported() -> Iterator[None]:
    """Mark what is written within this context as imported from elsewhere."""
    before = _imported.set(True)
    try:
        yield
    finally:
        _imported.reset(before)


def forget_names(kind: str, numbers: Collection[int], using: str = "default") -> None:
    """Delete the salts of people, so that nobody can find their names from the seals any more.

    ``kind`` is "account", "device" or "player". Call it in the transaction that erases the names.
    """
    pending = _pending(using)
    pending.forgotten |= {(kind, number) for number in numbers}
    _seal_unless_open(using)


def record_ledger_ends(league: int, tables: Collection[int], using: str = "default") -> None:
    """Record in the chain of a league where the ledgers of these tables end now (all primary keys).

    Restoring an older state of such a table then needs an older state of the whole league. Call it in the transaction
    that settles a match or closes a season.
    """
    _pending(using).covered |= {(league, table) for table in tables}
    _seal_unless_open(using)


def connect() -> None:
    """Connect the signals of all sealed models; seal keys are sealed by ``writing.new_key``."""
    for model in plans().keys() - {SealKey}:
        post_save.connect(_row_saved, sender=model)
        post_delete.connect(_row_deleted, sender=model)
        rows_written.connect(_rows_written, sender=model)
        change_is_sealed.connect(_concerns_sealed_columns, sender=model)
    post_save.connect(_entry_saved, sender=Entry)
    rows_written.connect(_entries_written, sender=Entry)
    for model in _nulled_references():
        pre_delete.connect(_before_delete, sender=model)


# --- Signal receivers -------------------------------------------------------------------------------------------------


def _row_saved(
    sender: type[Model], instance: Any, created: bool, using: str, update_fields: Any = None, **_signal: Any
) -> None:
    if update_fields is not None and not created:
        names = {sender._meta.get_field(name).attname for name in update_fields}  # type: ignore[union-attr]
        columns = _sealed_columns(sender) & names
        if not columns:
            return
        plan = plans()[sender]
        if plan.sealed.needs and columns <= plan.sealed.elsewhere(_values_at(instance, plan.sealed.needs)):
            return
    _mark(sender, [instance.pk], SealAction.MADE if created else SealAction.CHANGED, using)


def _values_at(instance: Any, paths: Collection[str]) -> Mapping[str, Any]:
    values = {}
    for path in paths:
        value = instance
        for name in path.split("__"):
            value = getattr(value, name)
        values[path] = value
    return values


def _row_deleted(sender: type[Model], instance: Any, using: str, **_signal: Any) -> None:
    if kind := _PERSON_KINDS.get(sender):
        _pending(using).forgotten.add((kind, instance.pk))
    _mark(sender, [instance.pk], SealAction.REMOVED, using)


_PERSON_KINDS: Final[Mapping[type[Model], str]] = {Account: "account", Device: "device", Player: "player"}


def _rows_written(sender: type[Model], rows: Collection[Any], made: bool, columns: Any, **_signal: Any) -> None:
    if columns is None or columns & _sealed_columns(sender):
        _mark(sender, rows, SealAction.MADE if made else SealAction.CHANGED, "default")


def _concerns_sealed_columns(sender: type[Model], columns: frozenset[str], **_signal: Any) -> bool:
    return bool(columns & _sealed_columns(sender))


def _entry_saved(instance: Entry, using: str, created: bool, **_signal: Any) -> None:
    if created:
        _mark_entries([instance], using)


def _entries_written(objects: list[Entry], **_signal: Any) -> None:
    _mark_entries(objects, "default")


def _mark_entries(entries: list[Entry], using: str) -> None:
    how = SealAction.IMPORTED if _imported.get() else SealAction.MADE
    _pending(using).entries += [(entry, how) for entry in entries]
    _seal_unless_open(using)


def _before_delete(sender: type[Model], instance: Any, using: str, **_signal: Any) -> None:
    """Mark rows that refer to a row before it is deleted: the database nulls those references without a signal."""
    for model, name in _nulled_references()[sender]:
        rows = list(model._base_manager.using(using).filter(**{name: instance.pk}).values_list("pk", flat=True))
        if rows:
            _mark(model, rows, SealAction.CHANGED, using, at_once=False)


@cache
def _sealed_columns(model: type[Model]) -> frozenset[str]:
    return frozenset(plans()[model].columns)


@cache
def _nulled_references() -> Mapping[type[Model], list[tuple[type[Model], str]]]:
    """Return by model the sealed foreign keys to it that are nulled when a row is deleted, as (model, column)."""
    references: dict[type[Model], list[tuple[type[Model], str]]] = {}
    for model, plan in plans().items():
        for field_of_model in model._meta.concrete_fields:
            if (
                field_of_model.remote_field
                and field_of_model.remote_field.on_delete is SET_NULL
                and field_of_model.attname in plan.columns
            ):
                references.setdefault(field_of_model.remote_field.model, []).append((model, field_of_model.attname))
    return references


def _mark(model: type[Model], rows: Collection[Any], how: SealAction, using: str, *, at_once: bool = True) -> None:
    if not rows:
        return
    if _imported.get() and how is not SealAction.REMOVED:
        how = SealAction.IMPORTED
    marked = _pending(using).rows.setdefault(model, {})
    for row in rows:
        before, new = marked.get(row, (how, how in (SealAction.MADE, SealAction.IMPORTED)))
        marked[row] = (
            before if before in (SealAction.MADE, SealAction.IMPORTED) else how,
            new and how is not SealAction.REMOVED,
        )
    if at_once:
        _seal_unless_open(using)


# --- The end of a transaction -----------------------------------------------------------------------------------------


def _pending(using: str) -> Pending:
    """Return what is pending on this thread's connection, and wrap the connection on first use."""
    connection = connections[using]
    found: Pending | None = vars(connection).get(_STATE)
    if found is None:
        found = Pending()
        vars(connection)[_STATE] = found
        _wrap(connection, found)
    return found


def _seal_unless_open(using: str) -> None:
    connection = connections[using]
    if not in_transaction(connection):
        pending = _pending(using)
        with transaction.atomic(using=using):
            _seal(connection, pending)


def _seal(connection: BaseDatabaseWrapper, pending: Pending) -> None:
    """Write the seals of all that is pending."""
    if pending and not pending.busy:
        pending.busy = True
        try:
            seal(connection, pending)
        finally:
            pending.busy = False
            pending.clear()


def _wrap(connection: BaseDatabaseWrapper, pending: Pending) -> None:
    originals: dict[str, Callable[..., Any]] = {
        name: getattr(connection, name)
        for name in ("commit", "rollback", "savepoint_commit", "savepoint_rollback", "close")
    }

    def commit() -> None:
        if pending and not connection.in_atomic_block:
            # Django has already left the atomic block, but the database is still in the transaction.
            connection.in_atomic_block = True
            try:
                _seal(connection, pending)
            except BaseException:
                connection.in_atomic_block = False
                connection.rollback()
                raise
            connection.in_atomic_block = False
        originals["commit"]()

    def rollback() -> None:
        pending.clear()
        originals["rollback"]()

    def close() -> None:
        pending.clear()
        originals["close"]()

    def savepoint_commit(sid: str) -> None:
        if pending and not in_transaction(connection):
            _seal(connection, pending)
        originals["savepoint_commit"](sid)

    def savepoint_rollback(sid: str) -> None:
        pending.savepoint_rolled_back = True
        originals["savepoint_rollback"](sid)
        if not in_transaction(connection):
            pending.clear()

    for name, wrapped in (
        ("commit", commit),
        ("rollback", rollback),
        ("savepoint_commit", savepoint_commit),
        ("savepoint_rollback", savepoint_rollback),
        ("close", close),
    ):
        setattr(connection, name, wrapped)
