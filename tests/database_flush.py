"""Flushes the test database between tests that commit; the database's triggers forbid deleting ledger rows.

For as long as it takes, its triggers are off; in one transaction, so that nobody ever meets the database without them.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction


def let_it_be_emptied(connection: Any) -> None:
    """Make ``flush`` switch the triggers off on connections of this kind."""
    operations = type(connection.ops)
    empty = operations.execute_sql_flush

    def execute_sql_flush(self: Any, statements: Sequence[str]) -> None:
        there = self.connection
        with transaction.atomic(using=there.alias), there.cursor() as cursor:
            off, on = _postgresql(cursor) if there.vendor == "postgresql" else _sqlite(cursor)
            for statement in off:
                cursor.execute(statement)
            empty(self, statements)
            for statement in on:
                cursor.execute(statement)

    operations.execute_sql_flush = execute_sql_flush


def _sqlite(cursor: Any) -> tuple[list[str], list[str]]:
    """Return the SQL statements that drop and recreate the triggers on SQLite."""
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = cursor.fetchall()
    assert triggers, "the database has no guards"
    return [f"DROP TRIGGER {name}" for name, _ in triggers], [sql for _, sql in triggers]


def _postgresql(cursor: Any) -> tuple[list[str], list[str]]:
    """Return the SQL statements that disable and enable the triggers on PostgreSQL."""
    cursor.execute("SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
    tables = [row[0] for row in cursor.fetchall()]
    assert tables, "the database has no guards"
    return [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables], [
        f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in tables
    ]
