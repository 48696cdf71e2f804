"""An installation on SQLite becomes one on PostgreSQL: every row, in one transaction, proved before it is committed.

The SQLite file is only read, and nobody writes to it meanwhile; it stays as it is. What is moved is a copy of it,
brought up to date and audited. In PostgreSQL the ledger's guards are in force while it is written anew, entry by entry.
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
from scorekeeper.sqlite_file import DATABASE, NoBackup, check, copy_of, nobody_writes, own_database

LAID_OUT: Final = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Tables that migrating fills by itself, and that nothing else refers to."""
_TOGETHER: Final = 2_000


class NotMoved(Exception):  # noqa: N818 - an answer to the person at the terminal, not an error of the program
    """Nothing was moved: a sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved: rows by the database's name of each table, and how much of that is what people know."""

    rows: dict[str, int]
    tables: int
    entries: int
    seasons: int


def move(url: str, say: Callable[[str], object]) -> Moved:
    """Move all scores of this installation to the empty PostgreSQL database at ``url``; ``say`` is told how far it is.

    Afterwards this process asks that database. Raises NotMoved, and then no score is in the other database: it may have
    been laid out, and the same command can be given again.
    """
    try:
        source = own_database()
        if not source.exists():
            raise NotMoved(f"There is nothing to move: {source} is not there.")
        own, target = settings.DATABASES[DEFAULT_DB_ALIAS], _target(url)
        _ask(target)
        _demand_fit()
        with tempfile.TemporaryDirectory(prefix=".move-", dir=settings.DATA) as beside, _alone(source):
            copy = Path(beside) / DATABASE
            copy_of(source, copy)
            say("The scores are copied, brought up to date and audited …")
            check(copy.parent)
            at = datetime.now(UTC)
            _ask(own | {"NAME": copy})
            before = _fingerprints(at)
            _ask(target)
            with closing(sqlite3.connect(copy)) as file:
                return _write(file, before, at, say)
    except NoBackup as why:
        raise NotMoved(str(why)) from why
    except (sqlite3.Error, OSError) as error:
        raise NotMoved(f"The scores cannot be read: {error}.") from error
    except DatabaseError as error:
        raise NotMoved(f"PostgreSQL does not take it: {' '.join(str(error).split())}") from error


def _write(file: sqlite3.Connection, before: list[Any], at: datetime, say: Callable[[str], object]) -> Moved:
    """Lay the database out that is asked now, and write and prove everything in one transaction."""
    connection = connections[DEFAULT_DB_ALIAS]
    _nothing_else(file)
    models = _models()
    say("The database is laid out …")
    try:
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    except CommandError as error:
        raise NotMoved(str(error)) from error
    with transaction.atomic(), connection.cursor() as cursor:
        # As long as it takes; and nobody else begins to use it meanwhile.
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute(f"LOCK TABLE {', '.join(model._meta.db_table for model in models)} IN EXCLUSIVE MODE")
        _demand_fit()
        rows = {}
        for model in models:
            rows[model._meta.db_table] = _copy_rows(file, cursor, model)
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        say(f"{sum(rows.values()):,} rows are written; now they are compared and audited …")
        for model in models:
            if _digest(_stored(file, model)) != _digest(_written(cursor, model)):
                raise NotMoved(f"The rows of {model._meta.db_table} came out otherwise. Nothing was moved.")
        audited = _audited()
        if (after := _fingerprints(at)) != before:
            wrong = next(one for one, other in zip(before, after, strict=True) if one != other)
            raise NotMoved(f"The {wrong.of} {wrong.public_id} came out otherwise. Nothing was moved.")
    return Moved(rows, audited.tables, audited.entries, audited.seasons)


# --- Both ends --------------------------------------------------------------------------------------------------------


def _target(url: str) -> dict[str, Any]:
    """The settings of the database at ``url``, complete. Raises NotMoved for one that is not PostgreSQL's."""
    from environ import Env

    try:
        told = Env.db_url_config(url)
    except (ImproperlyConfigured, ValueError) as error:
        raise NotMoved("--to has to be postgres://user:password@host:port/database.") from error
    if not str(told.get("ENGINE", "")).endswith("postgresql") or not told.get("NAME"):
        raise NotMoved("--to has to be postgres://user:password@host:port/database.")
    try:
        import psycopg  # noqa: F401 - asked here: Django's own words for its absence are long
    except ImportError as error:
        raise NotMoved("What PostgreSQL needs is not installed here: install the extra `scale` first.") from error
    return _complete(told | {"OPTIONS": {"connect_timeout": 5, **told.get("OPTIONS", {})}})


def _complete(told: dict[str, Any]) -> dict[str, Any]:
    """Settings of a database with Django's own defaults added."""
    complete: dict[str, Any] = connections.configure_settings({DEFAULT_DB_ALIAS: told})[DEFAULT_DB_ALIAS]
    return complete


@contextmanager
def _alone(source: Path) -> Iterator[None]:
    """Let nobody write to the SQLite file. Raises NoBackup while a server has it open."""
    nobody_writes(source)
    with closing(sqlite3.connect(source, isolation_level=None, timeout=0)) as held:
        # Who comes now is told to come again, as long as it takes; a copy can be made beside.
        held.execute("BEGIN IMMEDIATE")
        yield


def _ask(database: dict[str, Any]) -> None:
    """Let everything that reads and writes scores do so in another database from now on."""
    connections[DEFAULT_DB_ALIAS].close()
    del connections[DEFAULT_DB_ALIAS]
    connections.settings[DEFAULT_DB_ALIAS] = database


def _models() -> list[type[Model]]:
    """Everything that is moved. A ledger is written where its table is already."""
    found = list(apps.get_app_config("games").get_models(include_auto_created=True))
    return sorted(found, key=lambda model: model._meta.model_name == "entry")


def _nothing_else(file: sqlite3.Connection) -> None:
    """Raise NotMoved where the file holds rows that nobody would move."""
    moved = {model._meta.db_table for model in _models()} | LAID_OUT
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in file.execute(tables).fetchall():
        if name not in moved and file.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone():  # noqa: S608 - its own name
            raise NotMoved(f"The table {name} holds rows that are none of Scorekeeper's. Nothing was moved.")


def _demand_fit() -> None:
    """Raise NotMoved where the target holds anything but what migrating lays out, or would not keep what is written."""
    connection = connections[DEFAULT_DB_ALIAS]
    for fault in faults_of(connection):
        raise NotMoved(fault)
    own = {model._meta.db_table for model in apps.get_models(include_auto_created=True)} | LAID_OUT
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
    full = [m._meta.db_table for m in _models() if m._meta.db_table in there and m._base_manager.exists()]
    if found := full or sorted(there - own):
        name = connection.settings_dict["NAME"]
        raise NotMoved(
            f"The database {name} is not empty: there is {found[0]}. Make a new one (`createdb`) and name it."
        )


# --- Rows -------------------------------------------------------------------------------------------------------------


def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    return list(model._meta.local_concrete_fields)


def _kind(field: "Field[Any, Any]") -> str:
    """What a column holds: of a reference, what it refers to holds."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    return field.get_internal_type()


def _moment(told: str) -> datetime:
    return datetime.fromisoformat(told).replace(tzinfo=UTC)


_FROM_SQLITE: Final[dict[str, Callable[[Any], Any]]] = {
    "BooleanField": bool,
    "JSONField": json.loads,
    "DateTimeField": _moment,
    "DateField": date.fromisoformat,
    "TimeField": time.fromisoformat,
}


def _stored(file: sqlite3.Connection, model: type[Model], order: str = "") -> Iterator[list[Any]]:
    """The rows of the SQLite file as values, by primary key."""
    fields = _fields(model)
    makes = [_FROM_SQLITE.get(_kind(field)) for field in fields]
    order = order or _by_key(model)
    for row in file.execute(f"SELECT {_columns(fields)} FROM {model._meta.db_table} ORDER BY {order}"):  # noqa: S608 - Django's names
        yield [value if value is None or make is None else make(value) for value, make in zip(row, makes, strict=True)]


def _written(cursor: Any, model: type[Model]) -> Iterator[list[Any]]:
    """The rows of PostgreSQL as values, by primary key."""
    # By bytes, as in SQLite, whatever the database takes for the order of letters.
    order = _by_key(model) + (' COLLATE "C"' if _kind(model._meta.pk) == "CharField" else "")
    with cursor.connection.cursor(name="moved") as server:
        server.itersize = _TOGETHER
        server.execute(f"SELECT {_columns(_fields(model))} FROM {model._meta.db_table} ORDER BY {order}")  # noqa: S608 - Django's names
        # Django has psycopg leave JSON as text.
        makes = [json.loads if _kind(field) == "JSONField" else None for field in _fields(model)]
        for row in server:
            yield [
                make(told) if make and isinstance(told, str) else told for told, make in zip(row, makes, strict=True)
            ]


def _copy_rows(file: sqlite3.Connection, cursor: Any, model: type[Model]) -> int:
    """Write all rows of a model; how many there are.

    A table begins without a ledger, and the database itself moves it on with each entry, in order.
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
                    [wrap(told) if wrap and told is not None else told for told, wrap in zip(row, wraps, strict=True)]
                )
                rows += 1
    except DatabaseError as error:
        raise NotMoved(f"PostgreSQL does not take a row of {name}: {' '.join(str(error).split())}") from error
    return rows


def _columns(fields: "Iterable[Field[Any, Any]]") -> str:
    return ", ".join(f'"{column}"' for column in map(attrgetter("column"), fields))


def _by_key(model: type[Model]) -> str:
    return f'"{model._meta.pk.column}"'


def _digest(rows: Iterable[list[Any]]) -> str:
    """The SHA-256 of rows, whichever order the keys of their JSON are in."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, sort_keys=True, default=_plain).encode() + b"\n")
    return digest.hexdigest()


def _plain(told: Any) -> str:
    return told.astimezone(UTC).isoformat() if isinstance(told, datetime) else told.isoformat()


# --- Proof ------------------------------------------------------------------------------------------------------------


def _fingerprints(at: datetime) -> list[Any]:
    from games.selectors.fingerprints import fingerprints
    from games.selectors.reckoned import forget

    forget()
    return list(fingerprints(at))


def _audited() -> Any:
    """Audit what was written, before it is committed. Raises NotMoved at the first difference."""
    from games.selectors.audit import Audited, audit
    from games.wording.audit import difference_text

    audited = Audited()
    for found in audit(audited):
        raise NotMoved(f"What was written is not sound: {difference_text(found)} Nothing was moved.")
    return audited
