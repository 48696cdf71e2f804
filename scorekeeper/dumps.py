"""What backups are made of on PostgreSQL: its own pg_dump and pg_restore, and a database beside to prove them in.

A dump is of one moment, whoever writes meanwhile. What is put back is audited; where it is not sound, all is as before.
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

from scorekeeper.sqlite_file import NoBackup, demand_sound

_ASIDE: Final = "until_"


def dump(file: Path, read: Callable[[Any], Any]) -> Any:
    """Write everything to ``file`` as it stands at one moment; what ``read`` makes of a cursor at the same moment.

    Raises NoBackup where PostgreSQL's programs are missing, or say no.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            (moment,) = cursor.fetchone()
            # Compressed once, with everything else. What a restore put aside is no part of it.
            how = ("--format=custom", "--compress=0", "--no-owner", "--no-privileges", f"--exclude-schema={_ASIDE}*")
            _run("pg_dump", *how, f"--snapshot={moment}", f"--file={file}")
            return read(cursor)
    except DatabaseError as error:
        raise NoBackup(f"The database cannot be read: {_line(error)}") from error


def prove(file: Path) -> str:
    """Restore a dump into a database beside this one, audit it, and drop it again.

    Where the role may not make databases, every byte of the dump is read and this database itself is audited; then the
    sentence that says so is returned, else an empty one. Raises NoBackup where the dump is not sound.
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
                f"NOT PROVED by a restore: {role} may not make a database to do it in. The file was read to its end, "
                f"and the database it came from was audited. `ALTER ROLE {role} CREATEDB` lets the next one be proved."
            )
        cursor.execute("SET statement_timeout = 0")
        try:
            cursor.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'")
            _run("pg_restore", *_HOW, f"--dbname={name}", str(file))
            demand_sound({"DATABASE_URL": _beside(name)})
        except DatabaseError as error:
            raise NoBackup(f"The backup cannot be proved in a database beside: {_line(error)}") from error
        finally:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    return ""


def put_back(file: Path, *, replace: bool) -> list[str]:
    """Make a dump the content of this database; under which names lies what was there.

    Raises NoBackup where something is there that is not to be put aside, where somebody else is connected, or where the
    dump is not sound: then everything is as it was.
    """
    connection, aside = connections[DEFAULT_DB_ALIAS], ""
    try:
        with connection.cursor() as cursor:
            there = bool(connection.introspection.table_names(cursor))
            name = connection.settings_dict["NAME"]
            if there and not replace:
                raise NoBackup(
                    f"The database {name} is not empty. Name an empty one in DATABASE_URL, or say --replace: what is "
                    "there is then put aside, not deleted."
                )
            cursor.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND backend_type = 'client backend'"
            )
            if cursor.fetchone() != (0,):
                raise NoBackup(f"Somebody has the database {name} open. Stop the servers first.")
            if there:
                aside = f"{_ASIDE}{datetime.now(UTC):%Y_%m_%dt%H%M%S%fz}"
                with transaction.atomic():
                    cursor.execute(f'ALTER SCHEMA public RENAME TO "{aside}"')
                    cursor.execute("CREATE SCHEMA public")
            try:
                _run("pg_restore", *_HOW, f"--dbname={name}", str(file))
                demand_sound({})
            except BaseException:
                # Ctrl+C too: what was not audited does not stay.
                with transaction.atomic():
                    cursor.execute("DROP SCHEMA public CASCADE")
                    cursor.execute(f'ALTER SCHEMA "{aside}" RENAME TO public' if aside else "CREATE SCHEMA public")
                raise
    except DatabaseError as error:
        raise NoBackup(f"The backup cannot be put into the database: {_line(error)}") from error
    return [f"the schema {aside}"] if aside else []


_HOW: Final = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")


def _run(program: str, *options: str) -> None:
    """Run one of PostgreSQL's programs on this database. Raises NoBackup where it is missing, or fails."""
    if shutil.which(program) is None:
        raise NoBackup(
            f"{program} is not on this machine. Install PostgreSQL's programs for clients, of the server's version or "
            "newer (Debian: apt-get install postgresql-client)."
        )
    told = settings.DATABASES[DEFAULT_DB_ALIAS]
    _, env = DatabaseClient.settings_to_cmd_args_env(told, [])
    where = {"PGHOST": told["HOST"], "PGPORT": told["PORT"], "PGUSER": told["USER"], "PGDATABASE": told["NAME"]}
    done = subprocess.run(  # noqa: S603 - one of two programs, and options of ours
        [program, *options],
        env=os.environ | (env or {}) | {name: str(value) for name, value in where.items() if value},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise NoBackup(f"{program} failed: {said[0]}")


def _beside(name: str) -> str:
    """The address of another database on the same server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{quote(name)}").geturl()


def _line(error: DatabaseError) -> str:
    return " ".join(str(error).split())
