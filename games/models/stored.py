"""Base classes of all models: every kind of write sends a signal, so that the row can be sealed.

``save`` and ``delete`` send Django's own signals. ``update`` and ``bulk_create`` send none in Django; here they send
``rows_written`` within the transaction of the write.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import Signal

rows_written = Signal()
"""Sent with ``rows`` (primary keys), whether they were ``made``, ``columns`` (None: all), and new ``objects``."""


class StoredQuerySet(models.QuerySet[Any]):
    """A queryset whose bulk writes send signals too."""

    def update(self, **values: Any) -> int:
        """Change these rows, and send ``rows_written`` with their keys."""
        columns = frozenset(self.model._meta.get_field(name).attname for name in values)
        if not any(answer for _, answer in change_is_sealed.send(self.model, columns=columns)):
            return super().update(**values)
        with self._together():
            self._for_write = True
            rows = list(self.order_by().values_list("pk", flat=True))
            # Exactly those rows: a concurrent write may have changed which rows the filter matches.
            changed = super(StoredQuerySet, self.filter(pk__in=rows)).update(**values) if rows else 0
            rows_written.send(self.model, rows=rows, made=False, columns=columns, objects=None)
        return changed

    update.alters_data = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Store these rows, and send ``rows_written`` with their keys."""
        if not rows_written.has_listeners(self.model):
            return super().bulk_create(objs, *args, **kwargs)
        with self._together():
            made: list[Any] = super().bulk_create(objs, *args, **kwargs)
            new = not (kwargs.get("update_conflicts") or kwargs.get("ignore_conflicts"))
            rows = [one.pk for one in made]
            rows_written.send(self.model, rows=rows, made=new, columns=None, objects=made)
        return made

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete these rows; Django sends a signal for each."""
        with self._together():
            return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]

    def _together(self) -> AbstractContextManager[object]:
        """Return a transaction unless one is open already: the rows are sealed at its end."""
        connection = connections[self.db]
        if in_transaction(connection) or not rows_written.has_listeners(self.model):
            return nullcontext()
        return transaction.atomic(using=self.db)


def in_transaction(connection: BaseDatabaseWrapper) -> bool:
    """Whether a transaction is open, apart from those that Django's test cases put around a test."""
    return any(not getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)


change_is_sealed = Signal()
"""Asks whether a change of these ``columns`` of a model is sealed; any true answer counts."""

StoredManager = models.Manager.from_queryset(StoredQuerySet)


class StoredModel(models.Model):
    """A row whose writes send signals. Every model of the project is one (``tests/sealing/test_registry.py``)."""

    if not TYPE_CHECKING:
        objects = StoredManager()

    class Meta:
        abstract = True
