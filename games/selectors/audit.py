"""The audit: everything that is stored, recomputed from the facts it came from. Reads in one snapshot, never writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import Table
from games.rules.audit import Difference
from games.selectors.audit_database import audit_database
from games.selectors.audit_leagues import audit_leagues
from games.selectors.audit_tables import audit_tables


class CannotAudit(Exception):  # noqa: N818 - it cannot; nothing in the program is wrong
    """There is nothing to audit; ``args[0]`` says why."""


@dataclass(slots=True)
class Audited:
    """How much was looked at."""

    tables: int = 0
    entries: int = 0
    seasons: int = 0


def audit(audited: Audited, *, table: str | None = None) -> Iterator[Difference]:
    """Every difference in the database, or at the table of that public id alone; ``audited`` counts along.

    Tables are read one after the other, so that memory does not grow with their number. Raises CannotAudit where there
    is no database, one of another version, or no such table.
    """
    _check_there_is_one()
    with snapshot():
        if table is not None:
            if not Table.objects.filter(public_id=table).exists():
                raise CannotAudit(f"There is no table {table}.")
            yield from _tables(audited, Table.objects.get(public_id=table).pk)
            return
        yield from audit_database()
        yield from _tables(audited)
        for found in audit_leagues():
            audited.seasons += found.seasons
            yield from found.differences


def _tables(audited: Audited, only: int | None = None) -> Iterator[Difference]:
    for found in audit_tables(only):
        audited.tables += 1
        audited.entries += found.entries
        yield from found.differences


@contextmanager
def snapshot() -> Iterator[None]:
    """Read what was committed at one moment, whatever is written meanwhile, and write nothing.

    Within a transaction of the caller's it is that one.
    """
    connection.ensure_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
            # Deferred: the settings' own kind of transaction would lock all writers out.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
                cursor.execute("PRAGMA query_only = OFF")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _check_there_is_one() -> None:
    """Raise CannotAudit where there is no database, without making one, and where it is of another version."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and not Path(name).is_file():
        raise CannotAudit(f"There is no database {name}.")
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CannotAudit("The database is not up to date: run `manage.py migrate` first.")
