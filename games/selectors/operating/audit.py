"""Audit the whole database: recompute everything derived and list what differs. Reads one snapshot, never writes.

It runs in parts (``audit_parts``): if one fails on damaged data, that is reported and the other parts still run.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import Table
from games.rules.audit import Difference
from games.selectors.operating.audit_chains import audit_chains
from games.selectors.operating.audit_database import audit_database
from games.selectors.operating.audit_leagues import audit_leagues
from games.selectors.operating.audit_parts import AuditError, error_text, run_part
from games.selectors.operating.audit_tables import audit_tables


@dataclass(slots=True)
class AuditCounts:
    """Counts of what an audit has read so far."""

    tables: int = 0
    entries: int = 0
    seasons: int = 0


def audit(counts: AuditCounts, *, table: str | None = None) -> Iterator[Difference]:
    """Yield every difference in the database, or only at the table with that public id, and count in ``counts``.

    Tables are read one after the other, so that memory doesn't grow with their number. Raises AuditError if there is
    no database, if its migrations aren't up to date, or if there is no such table.
    """
    check_database_ready()
    with read_snapshot(), lenient_text_decoding():
        if table is not None:
            key = Table.objects.filter(public_id=table).values_list("pk", flat=True).first()
            if key is None:
                raise AuditError(f"There is no table {table}.")
            yield from _audit_tables(counts, key)
            yield from audit_chains(Table.objects.get(pk=key))
            return
        yield from audit_database()
        yield from _audit_tables(counts)
        for league in audit_leagues():
            counts.seasons += league.seasons
            yield from league.differences
        yield from run_part(audit_chains)


def _audit_tables(audited: AuditCounts, only: int | None = None) -> Iterator[Difference]:
    for table in audit_tables(only):
        audited.tables += 1
        audited.entries += table.entries
        yield from table.differences


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Run the block in a read-only transaction that sees one consistent snapshot of the database.

    Inside a transaction of the caller, that transaction is used as it is.
    """
    connection.ensure_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
            # DEFERRED, because the transaction mode of the settings would lock out all writers.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                if connection.connection.in_transaction:  # an error of the file may have ended it
                    cursor.execute("ROLLBACK")
                cursor.execute("PRAGMA query_only = OFF")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def lenient_text_decoding() -> Iterator[None]:
    """Let SQLite return text that isn't valid UTF-8 with its bytes escaped, instead of failing on the whole row."""
    if connection.vendor != "sqlite":
        yield
        return
    client = connection.connection
    client.text_factory = lambda raw: raw.decode(errors="backslashreplace")
    try:
        yield
    finally:
        client.text_factory = str


def check_database_ready() -> None:
    """Raise AuditError if there is no database (without creating one) or if migrations are missing."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and not Path(name).is_file():
        raise AuditError(f"There is no database {name}.")
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    # The file isn't a database, or its list of migrations is unreadable: in any case nothing can be checked.
    except Exception as error:
        raise AuditError(f"The database cannot be read: {error_text(error)}.") from error
    if pending:
        raise AuditError("The database is not up to date: run `manage.py migrate` first.")
