"""Django system checks of settings, data folder and database; each says in a sentence what is wrong and what to do.

``manage.py check --database default`` runs them all; so do ``migrate`` and every start of a server
(``scorekeeper.readiness``).
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.mounts import network_kind

OWN = "scorekeeper"
OF_DATA = ("scorekeeper.E010", "scorekeeper.E011", "scorekeeper.E012")
"""The ids of the checks of the data folder and the database."""
BEFORE_FIRST_RELEASE = (
    "is from before the first release of Scorekeeper, which cannot read it. Use the version that made it, or begin "
    "with an empty data folder (`start --data FOLDER`) or an empty PostgreSQL database."
)
LOOPBACK = {"localhost", "127.0.0.1", "[::1]", "::1", ".localhost"}
KEY_LENGTH, KEY_CHARACTERS = 50, 5
OLDEST_POSTGRESQL = 140_000
TOKEN_LENGTH = 20
LEAST_QUESTIONS = 600


@register(OWN, Tags.security)
def settings_are_safe(app_configs: object, **options: object) -> list[CheckMessage]:
    """Check the settings: secret key, hosts, debug mode, limits."""
    return [Error(text, id=f"scorekeeper.E{number:03}") for number, text in _unsafe()]


def _unsafe() -> Iterator[tuple[int, str]]:
    key = settings.SECRET_KEY
    if len(key) < KEY_LENGTH or len(set(key)) < KEY_CHARACTERS:
        yield 1, f"SECRET_KEY is easy to guess. Set it to {KEY_LENGTH} random characters, or remove it."
    if settings.DEBUG and (others := sorted(set(settings.ALLOWED_HOSTS) - LOOPBACK)):
        yield (
            2,
            f"DJANGO_DEBUG shows program internals, and the server may be reachable as {others[0]}. Remove "
            "DJANGO_DEBUG, or limit ALLOWED_HOSTS to this computer.",
        )
    if settings.PUBLIC_URL:
        parts = urlsplit(settings.PUBLIC_URL)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
            yield 3, "PUBLIC_URL must be https:// or http:// and a host name or address, with nothing after it."
    if settings.DATABASE_TIMEOUT <= 0:
        yield 4, "DATABASE_TIMEOUT must be more than 0 seconds."
    if settings.SECURE_HSTS_SECONDS < 0:
        yield 20, "SECURE_HSTS_SECONDS must be 0 or more."
    if settings.EVALUATE_PER_MINUTE < LEAST_QUESTIONS:
        yield 21, f"EVALUATE_PER_MINUTE must be at least {LEAST_QUESTIONS}: the API guarantees that many."
    if settings.QUESTION_SECONDS <= 0:
        yield 22, "QUESTION_SECONDS must be more than 0."
    if settings.METRICS_TOKEN:
        yield from _unmeasured()


def _unmeasured() -> Iterator[tuple[int, str]]:
    """Yield what is wrong with the settings of metrics."""
    if len(settings.METRICS_TOKEN) < TOKEN_LENGTH:
        yield 5, f"METRICS_TOKEN is easy to guess. Set it to {TOKEN_LENGTH} random characters, or remove it."
    if find_spec("prometheus_client") is None:
        yield (
            6,
            f"METRICS_TOKEN is set, but the metrics package is missing. Install it ({sys.executable} -m pip "
            "install prometheus-client), or remove METRICS_TOKEN.",
        )
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder is not None and not os.access(folder, os.W_OK | os.X_OK):
        yield (
            7,
            "PROMETHEUS_MULTIPROC_DIR must be a writable folder, where the processes' metrics are combined.",
        )


@register(OWN, Tags.database)
def data_lies_on_a_disk_of_its_own(
    app_configs: object, databases: Sequence[str] | None = None, **options: object
) -> list[CheckMessage]:
    """Check that SQLite's file is not on a network file system, without opening it."""
    if not databases or connections["default"].vendor != "sqlite":
        return []
    kind = network_kind(settings.DATA)
    if not kind:
        return []
    return [
        Error(
            f"The data folder {settings.DATA} is on a network file system ({kind}), where SQLite can lose saved "
            "data. Choose a folder on a local disk (--data, SCOREKEEPER_DATA), or use PostgreSQL.",
            id=OF_DATA[0],
        )
    ]


@register(OWN, Tags.database)
def database_keeps_what_it_says(
    app_configs: object, databases: Sequence[str] | None = None, **options: object
) -> list[CheckMessage]:
    """Check the settings in force in the database. Raises OperationalError where it cannot be reached."""
    return [Error(text, id=OF_DATA[1]) for alias in databases or () for text in faults_of(connections[alias])]


@register(OWN, Tags.database)
def data_is_of_a_release(
    app_configs: object, databases: Sequence[str] | None = None, **options: object
) -> list[CheckMessage]:
    """Check that the database has no tables of before the first release, which no migration begins from."""
    return [
        Error(f"The database {connections[alias].settings_dict['NAME']} {BEFORE_FIRST_RELEASE}", id=OF_DATA[2])
        for alias in databases or ()
        if ("games", "0001_initial") in MigrationRecorder(connections[alias]).applied_migrations()
    ]


def faults_of(connection: Any) -> Iterator[str]:
    """Yield a sentence for each wrong setting of a database connection."""
    vendor = connection.vendor
    if vendor not in ("sqlite", "postgresql"):
        yield "DATABASE_URL must name a PostgreSQL database."
        return
    connection.ensure_connection()
    for name, wanted, found in _sqlite(connection) if vendor == "sqlite" else _postgresql(connection):
        yield f"The database needs {name} {wanted}, but has {found}: saved data would not be safe."


def _sqlite(connection: Any) -> Iterator[tuple[str, str, object]]:
    """Yield wrong settings of SQLite: name, required value, actual value."""
    if connection.transaction_mode != "IMMEDIATE":
        yield "transaction_mode", "IMMEDIATE", connection.transaction_mode
    wanted = {
        "journal_mode": (("wal",), "wal"),
        "synchronous": ((2, 3), "2 (FULL)"),
        "foreign_keys": ((1,), "1"),
        "encoding": (("UTF-8",), "UTF-8"),
    }
    with connection.cursor() as cursor:
        for name, (accepted, shown) in wanted.items():
            (found,) = cursor.execute(f"PRAGMA {name}").fetchone()
            if found not in accepted:
                yield name, shown, found
        (found,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        if found <= 0:
            yield "busy_timeout", "above 0", found


def _postgresql(connection: Any) -> Iterator[tuple[str, str, object]]:
    """Yield wrong settings of PostgreSQL. The values of ``synchronous_commit`` for replicas are accepted, too."""
    wanted = {
        "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
        "fsync": ("on",),
        "full_page_writes": ("on",),
        "server_encoding": ("UTF8",),
        "transaction_isolation": ("read committed",),
    }
    with connection.cursor() as cursor:
        for name, accepted in wanted.items():
            cursor.execute(f"SHOW {name}")
            (found,) = cursor.fetchone()
            if found not in accepted:
                yield name, accepted[0], found
        cursor.execute("SHOW server_version_num")
        (found,) = cursor.fetchone()
        if int(found) < OLDEST_POSTGRESQL:
            yield "server_version_num", f"{OLDEST_POSTGRESQL} or above", found
