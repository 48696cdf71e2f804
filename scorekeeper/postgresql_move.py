"""Move an installation from SQLite to PostgreSQL: every row in one transaction, compared and audited before the commit.

The SQLite file is only read and stays as it is; it is locked against writes meanwhile. What is moved is a migrated and
audited copy. In PostgreSQL the ledger's triggers are active while it is written again, entry by entry.
"""

import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Field, ForeignKey, Model
from django.db.utils import Error as DatabaseError

from scorekeeper.checks import faults_of
from scorekeeper.sqlite_file import DATABASE, BackupError, check, copy_database, demand_unused, own_database

LAID_OUT: Final = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Tables that migrations fill by themselves, and that nothing else refers to."""
_APPS: Final = ("games", "account", "mfa")
"""The apps whose rows are moved; the last two are allauth's."""
_BATCH: Final = 2_000


class MoveError(Exception):
    """Nothing was moved; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What was moved: rows by database table, and the numbers of tables, entries and seasons."""

    rows: dict[str, int]
    tables: int
    entries: int
    seasons: int


def move(url: str, report: Callable[[str], object]) -> MoveResult:
    """Move all data of this installation to the empty PostgreSQL database at ``url``; ``report`` gets progress lines.

    Afterwards this process uses that database. Raises MoveError, and then the other database has no data: it may have
    been migrated, and the same command can be run again.
    """
    try:
        source = own_database()
        if not source.exists():
            raise MoveError(f"There is nothing to move: {source} does not exist.")
        source_settings, target = settings.DATABASES[DEFAULT_DB_ALIAS], _target(url)
        _use_database(target)
        _demand_fit()
        with tempfile.TemporaryDirectory(prefix=".move-", dir=settings.DATA) as beside, _alone(source):
            copy = Path(beside) / DATABASE
            copy_database(source, copy)
            report("Copying, upgrading and auditing the scores …")
            check(copy.parent)
            moment = datetime.now(UTC)
            _use_database(source_settings | {"NAME": copy})
            before = _fingerprints(moment)
            _use_database(target)
            with closing(sqlite3.connect(copy)) as file:
                return _write(file, before, moment, report)
    except BackupError as why:
        raise MoveError(str(why)) from why
    except (sqlite3.Error, OSError) as error:
        raise MoveError(f"Cannot read the scores: {error}.") from error
    except DatabaseError as error:
        raise MoveError(f"PostgreSQL rejected the data: {' '.join(str(error).split())}") from error


def _write(
    file: sqlite3.Connection, before: list[Any], moment: datetime, report: Callable[[str], object]
) -> MoveResult:
    """Migrate the target database, then write and verify everything in one transaction."""
    connection = connections[DEFAULT_DB_ALIAS]
    _nothing_else(file)
    models = _models()
    report("Creating the tables …")
    try:
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    except CommandError as error:
        raise MoveError(str(error)) from error
    with transaction.atomic(), connection.cursor() as cursor:
        # Without a time limit, and locked, so that no other process starts to use it meanwhile.
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute(f"LOCK TABLE {', '.join(model._meta.db_table for model in models)} IN EXCLUSIVE MODE")
        _demand_fit()
        rows = {}
        for model in models:
            rows[model._meta.db_table] = _copy_rows(file, cursor, model)
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        report(f"Wrote {sum(rows.values()):,} rows. Comparing and auditing them …")
        for model in models:
            if _digest(_stored(file, model)) != _digest(_written(cursor, model)):
                raise MoveError(f"The rows of {model._meta.db_table} differ after the copy. Nothing was moved.")
        audited = _audited()
        if (after := _fingerprints(moment)) != before:
            wrong = next(
                before_row for before_row, after_row in zip(before, after, strict=True) if before_row != after_row
            )
            raise MoveError(f"The {wrong.kind} {wrong.public_id} differs after the copy. Nothing was moved.")
    return MoveResult(rows, audited.tables, audited.entries, audited.seasons)


# --- Both ends --------------------------------------------------------------------------------------------------------


def _target(url: str) -> dict[str, Any]:
    """Return the complete settings of the database at ``url``. Raises MoveError if it is not PostgreSQL's."""
    from environ import Env

    try:
        config = Env.db_url_config(url)
    except (ImproperlyConfigured, ValueError) as error:
        raise MoveError("--to must be postgres://user:password@host:port/database.") from error
    if not str(config.get("ENGINE", "")).endswith("postgresql") or not config.get("NAME"):
        raise MoveError("--to must be postgres://user:password@host:port/database.")
    try:
        import psycopg  # noqa: F401 - checked here: Django's own message for its absence is long
    except ImportError as error:
        raise MoveError("The PostgreSQL packages are missing. Install the extra `scale` first.") from error
    return _complete(config | {"OPTIONS": {"connect_timeout": 5, **config.get("OPTIONS", {})}})


def _complete(config: dict[str, Any]) -> dict[str, Any]:
    """Return settings of a database with Django's defaults added."""
    complete: dict[str, Any] = connections.configure_settings({DEFAULT_DB_ALIAS: config})[DEFAULT_DB_ALIAS]
    return complete


@contextmanager
def _alone(source: Path) -> Iterator[None]:
    """Lock the SQLite file against writes. Raises BackupError while a server has it open."""
    demand_unused(source)
    with closing(sqlite3.connect(source, isolation_level=None, timeout=0)) as connection:
        # Writers are told to retry while the lock is held; copying the file is still possible.
        connection.execute("BEGIN IMMEDIATE")
        yield


def _use_database(database: dict[str, Any]) -> None:
    """Make Django use another database from now on."""
    connections[DEFAULT_DB_ALIAS].close()
    del connections[DEFAULT_DB_ALIAS]
    connections.settings[DEFAULT_DB_ALIAS] = database


def _models() -> list[type[Model]]:
    """Return all models to move, with ledger entries last, as their tables must be there first."""
    found = [model for label in _APPS for model in apps.get_app_config(label).get_models(include_auto_created=True)]
    return sorted(found, key=lambda model: model._meta.model_name == "entry")


def _nothing_else(file: sqlite3.Connection) -> None:
    """Raise MoveError where the file has rows in tables that are not moved."""
    moved = {model._meta.db_table for model in _models()} | LAID_OUT
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in file.execute(tables).fetchall():
        if name not in moved and file.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone():  # noqa: S608 - its own name
            raise MoveError(f"The table {name} contains rows that do not belong to Scorekeeper. Nothing was moved.")


def _demand_fit() -> None:
    """Raise MoveError where the target has more than freshly migrated tables, or has unsafe settings."""
    connection = connections[DEFAULT_DB_ALIAS]
    for fault in faults_of(connection):
        raise MoveError(fault)
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)} | LAID_OUT
    with connection.cursor() as cursor:
        existing = set(connection.introspection.table_names(cursor))
    full = [m._meta.db_table for m in _models() if m._meta.db_table in existing and m._base_manager.exists()]
    if found := full or sorted(existing - known):
        name = connection.settings_dict["NAME"]
        raise MoveError(
            f"The database {name} is not empty: it contains {found[0]}. Create a new one (`createdb`) and use that."
        )


# --- Rows -------------------------------------------------------------------------------------------------------------


def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    return list(model._meta.local_concrete_fields)


def _kind(field: "Field[Any, Any]") -> str:
    """Return the type of a column; for a foreign key, the type of the column it refers to."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    return field.get_internal_type()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


_FROM_SQLITE: Final[dict[str, Callable[[Any], Any]]] = {
    "BooleanField": bool,
    "JSONField": json.loads,
    "DateTimeField": _moment,
    "DateField": date.fromisoformat,
    "TimeField": time.fromisoformat,
}


def _stored(file: sqlite3.Connection, model: type[Model], order: str = "") -> Iterator[list[Any]]:
    """Yield the rows of the SQLite file as Python values, ordered by primary key."""
    fields = _fields(model)
    makes = [_FROM_SQLITE.get(_kind(field)) for field in fields]
    order = order or _by_key(model)
    for row in file.execute(f"SELECT {_columns(fields)} FROM {model._meta.db_table} ORDER BY {order}"):  # noqa: S608 - Django's names
        yield [value if value is None or make is None else make(value) for value, make in zip(row, makes, strict=True)]


def _written(cursor: Any, model: type[Model]) -> Iterator[list[Any]]:
    """Yield the rows of PostgreSQL as Python values, ordered by primary key."""
    # Ordered by bytes as in SQLite, whatever the database's collation.
    order = _by_key(model) + (' COLLATE "C"' if _kind(model._meta.pk) == "CharField" else "")
    with cursor.connection.cursor(name="moved") as server:
        server.itersize = _BATCH
        server.execute(f"SELECT {_columns(_fields(model))} FROM {model._meta.db_table} ORDER BY {order}")  # noqa: S608 - Django's names
        # Django makes psycopg return JSON as text.
        makes = [json.loads if _kind(field) == "JSONField" else None for field in _fields(model)]
        for row in server:
            yield [
                make(value) if make and isinstance(value, str) else value
                for value, make in zip(row, makes, strict=True)
            ]


def _copy_rows(file: sqlite3.Connection, cursor: Any, model: type[Model]) -> int:
    """Write all rows of a model; return how many there are.

    A table's revision starts at 0, and the database's trigger advances it with each entry, in order.
    """
    from psycopg.types.json import Jsonb

    name, fields = model._meta.db_table, _fields(model)
    wraps: list[Callable[[Any], Any] | None] = [Jsonb if _kind(field) == "JSONField" else None for field in fields]
    if name == "games_table":
        wraps[[field.column for field in fields].index("revision")] = lambda _: 0
    order = "table_id, revision" if name == "games_entry" else ""
    rows = 0
    try:
        with (
            connections[DEFAULT_DB_ALIAS].wrap_database_errors,
            cursor.copy(f"COPY {name} ({_columns(fields)}) FROM STDIN") as copy,
        ):
            for row in _stored(file, model, order):
                copy.write_row(
                    [
                        wrap(value) if wrap and value is not None else value
                        for value, wrap in zip(row, wraps, strict=True)
                    ]
                )
                rows += 1
    except DatabaseError as error:
        raise MoveError(f"PostgreSQL rejected a row of {name}: {' '.join(str(error).split())}") from error
    return rows


def _columns(fields: "Iterable[Field[Any, Any]]") -> str:
    return ", ".join(f'"{column}"' for column in map(attrgetter("column"), fields))


def _by_key(model: type[Model]) -> str:
    return f'"{model._meta.pk.column}"'


def _digest(rows: Iterable[list[Any]]) -> str:
    """Return the SHA-256 of rows, independent of the key order in their JSON."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, sort_keys=True, default=_plain).encode() + b"\n")
    return digest.hexdigest()


def _plain(value: Any) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value.isoformat()


# --- Proof ------------------------------------------------------------------------------------------------------------


def _fingerprints(moment: datetime) -> list[Any]:
    from games.selectors.caching import clear_caches
    from games.selectors.sharing.fingerprints import fingerprints

    clear_caches()
    return list(fingerprints(moment))


def _audited() -> Any:
    """Audit what was written before the commit. Raises MoveError at the first difference."""
    from games.selectors.operating.audit import AuditCounts, audit
    from games.selectors.operating.audit_chains import EXPLAINED, UNCHECKABLE
    from games.wording.audit import difference_text

    audited = AuditCounts()
    for found in audit(audited):
        if found.code in (EXPLAINED, UNCHECKABLE):
            continue
        raise MoveError(f"The copy failed the audit: {difference_text(found)} Nothing was moved.")
    return audited
