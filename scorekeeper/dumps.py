"""Backups of PostgreSQL, by its own pg_dump and pg_restore, verified in a temporary database.

A dump is a consistent snapshot, also during writes. A restored dump is audited; if that fails, everything is as before.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.postgresql.client import DatabaseClient

from scorekeeper.sqlite_file import BackupError, demand_sound

_ASIDE: Final = "until_"


def dump(file: Path, read: Callable[[Any], Any]) -> Any:
    """Dump a snapshot of the database to ``file``; return what ``read`` returns for a cursor on the same snapshot.

    Raises BackupError where PostgreSQL's programs are missing, or fail.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            (moment,) = cursor.fetchone()
            # Compressed later, with everything else. Schemas that a restore put aside are left out.
            options = (
                "--format=custom",
                "--compress=0",
                "--no-owner",
                "--no-privileges",
                f"--exclude-schema={_ASIDE}*",
            )
            _run("pg_dump", *options, f"--snapshot={moment}", f"--file={file}")
            return read(cursor)
    except DatabaseError as error:
        raise BackupError(f"Cannot read the database: {_line(error)}") from error


def prove(file: Path) -> str:
    """Verify a dump: restore it into a temporary database, audit that, and drop it.

    If the role may not create databases, the whole dump is read and this database itself is audited instead; then a
    sentence that says so is returned, else "". Raises BackupError where the verification fails.
    """
    name = f"scorekeeper_proof_{secrets.token_hex(6)}"
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper, rolname FROM pg_roles WHERE rolname = current_user")
        may, role = cursor.fetchone()
        if not may:
            _run("pg_restore", f"--file={os.devnull}", str(file))
            demand_sound({}, migrate=False)
            return (
                f"NOT VERIFIED by a restore: {role} is not allowed to create a test database. The file was read to "
                f"its end, and its source database was audited. Run `ALTER ROLE {role} CREATEDB` to have the next "
                "backup verified."
            )
        cursor.execute("SET statement_timeout = 0")
        try:
            cursor.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'")
            _run("pg_restore", *_RESTORE_OPTIONS, f"--dbname={name}", str(file))
            demand_sound({"DATABASE_URL": _sibling_url(name)})
        except DatabaseError as error:
            raise BackupError(f"Cannot verify the backup in a test database: {_line(error)}") from error
        finally:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    return ""


def put_back(file: Path, *, replace: bool) -> list[str]:
    """Restore a dump into this database; return the names under which its former content was put aside.

    Raises BackupError where the database is not empty and ``replace`` is not set, where another client is connected, or
    where the audit fails: then everything is as it was.
    """
    connection, aside = connections[DEFAULT_DB_ALIAS], ""
    try:
        with connection.cursor() as cursor:
            occupied = bool(connection.introspection.table_names(cursor))
            name = connection.settings_dict["NAME"]
            if occupied and not replace:
                raise BackupError(
                    f"The database {name} is not empty. Set DATABASE_URL to an empty one, or add --replace to move "
                    "the existing data aside without deleting it."
                )
            cursor.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND backend_type = 'client backend'"
            )
            if cursor.fetchone() != (0,):
                raise BackupError(f"The database {name} is in use. Stop the servers first.")
            if occupied:
                aside = f"{_ASIDE}{datetime.now(UTC):%Y_%m_%dt%H%M%S%fz}"
                with transaction.atomic():
                    cursor.execute(f'ALTER SCHEMA public RENAME TO "{aside}"')
                    cursor.execute("CREATE SCHEMA public")
            try:
                _run("pg_restore", *_RESTORE_OPTIONS, f"--dbname={name}", str(file))
                demand_sound({})
            except BaseException:
                # Ctrl+C, too: data that was not audited must not stay.
                with transaction.atomic():
                    cursor.execute("DROP SCHEMA public CASCADE")
                    cursor.execute(f'ALTER SCHEMA "{aside}" RENAME TO public' if aside else "CREATE SCHEMA public")
                raise
    except DatabaseError as error:
        raise BackupError(f"Cannot restore the backup into the database: {_line(error)}") from error
    return [f"the schema {aside}"] if aside else []


_RESTORE_OPTIONS: Final = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")


def _run(program: str, *options: str) -> None:
    """Run one of PostgreSQL's programs on this database. Raises BackupError if it is missing or fails."""
    if shutil.which(program) is None:
        raise BackupError(
            f"{program} is not installed. Install the PostgreSQL client programs, in the server's version or newer "
            "(Debian: apt-get install postgresql-client)."
        )
    database = settings.DATABASES[DEFAULT_DB_ALIAS]
    _, env = DatabaseClient.settings_to_cmd_args_env(database, [])
    location = {
        "PGHOST": database["HOST"],
        "PGPORT": database["PORT"],
        "PGUSER": database["USER"],
        "PGDATABASE": database["NAME"],
    }
    done = subprocess.run(  # noqa: S603 - one of two programs, and options of ours
        [program, *options],
        env=os.environ | (env or {}) | {name: str(value) for name, value in location.items() if value},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise BackupError(f"{program} failed: {lines[0]}")


def _sibling_url(name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{quote(name)}").geturl()


def _line(error: DatabaseError) -> str:
    return " ".join(str(error).split())
