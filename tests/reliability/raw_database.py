"""A site's database through its own client: no Django, and no foreign keys on SQLite."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
BUSY = (sqlite3.OperationalError, psycopg.errors.LockNotAvailable)


class Raw:
    """A connection. Everything is written in literals that both databases understand."""

    def __init__(self, folder: Path, database_url: str = "") -> None:
        self.postgresql = bool(database_url)
        self._place = (folder, database_url)
        self._connection: Any
        if database_url:
            self._connection = psycopg.connect(database_url, autocommit=True)
        else:
            self._connection = sqlite3.connect(folder / "scorekeeper.sqlite3", isolation_level=None)

    def another(self) -> "Raw":
        """A second connection to the same database, which waits for nobody longer than a moment."""
        other = Raw(*self._place)
        other.run("SET lock_timeout = '200ms'" if self.postgresql else "PRAGMA busy_timeout = 200")
        return other

    def run(self, sql: str) -> int:
        """Run a statement; return how many rows it touched."""
        rows: int = self._connection.execute(sql).rowcount
        return rows

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a question."""
        return [tuple(row) for row in self._connection.execute(sql).fetchall()]

    def value(self, sql: str) -> Any:
        """The one value of a question."""
        ((value,),) = self.rows(sql)
        return value

    def columns(self, table: str) -> list[str]:
        """The columns of a table."""
        return [one[0] for one in self._connection.execute(f"SELECT * FROM {table} LIMIT 0").description]

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """A transaction of which nothing stays."""
        self.run("BEGIN")
        try:
            yield
        finally:
            self.run("ROLLBACK")

    def unguard(self) -> None:
        """Take every trigger off, for the rest of the transaction."""
        if self.postgresql:
            wanted = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
            for (table,) in self.rows(wanted):
                self.run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                self.run(f"DROP TRIGGER {name}")

    def copy(self, table: str, where: str, *, insert: str = "INSERT", after: str = "", **changed: object) -> str:
        """The statement that stores the row ``where`` once more, but for what is ``changed``; with an id of its own."""
        names = [name for name in self.columns(table) if name != "id" or "id" in changed]
        values = [literal(changed[name]) if name in changed else f'"{name}"' for name in names]
        quoted = ", ".join(f'"{name}"' for name in names)
        return f"{insert} INTO {table} ({quoted}) SELECT {', '.join(values)} FROM {table} WHERE {where} {after}"

    def close(self) -> None:
        """Let go."""
        self._connection.close()


def literal(value: object) -> str:
    """A value as SQL."""
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"
