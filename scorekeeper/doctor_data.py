"""`doctor`'s checks of the data: the folder, the disk, the database, the clock, the backups."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import run_checks
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections

from scorekeeper.backup_file import PATTERN
from scorekeeper.checks import OF_DATA, OWN
from scorekeeper.doctor_findings import Finding, broken, ok, warning
from scorekeeper.probes import State, disk_state
from scorekeeper.readiness import missing_setup
from scorekeeper.upgrading import may_migrate

OLD = timedelta(days=8)
"""The age from which the newest backup is too old."""
SLACK = timedelta(minutes=1)
"""How far two clocks may differ."""


def examined(backups: Path | None) -> Iterator[Finding]:
    """Yield all findings of this module; ``backups`` is their folder, None for the one in the data folder."""
    sqlite = connections[DEFAULT_DB_ALIAS].vendor == "sqlite"
    yield from _folder(sqlite)
    if sqlite and not Path(settings.DATABASES["default"]["NAME"]).exists():
        yield warning("database", "There is no database yet.", "Run `python3 manage.py start` to create it.")
        return
    try:
        yield from _database()
    except (DatabaseError, InterfaceError) as error:
        text = " ".join(str(error).split())
        yield broken(
            "database",
            f"Cannot read the database: {text}",
            "Start the database, or check DATABASE_URL and its user's permissions.",
        )
        return
    yield _backups(backups)


def _folder(sqlite: bool) -> Iterator[Finding]:
    data = settings.DATA
    if not data.is_dir():
        yield warning("data folder", f"{data} does not exist yet.", "Run `python3 manage.py start` to create it.")
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield broken(
            "data folder",
            f"This user cannot write to {data}.",
            f"Make the user that runs the server its owner: chown {data}",
        )
    elif os.name == "posix" and (mode := data.stat().st_mode & 0o077):
        yield warning("data folder", f"Other users of this computer can read {data} ({mode:03o}).", f"chmod 700 {data}")
    else:
        yield ok("data folder", f"{data} is accessible only to its owner.")
    if sqlite:
        free = shutil.disk_usage(data).free
        text = f"{free / 1024**2:,.0f} MB are free on the disk with the scores."
        if (state := disk_state(free)) is State.OK:
            yield ok("disk", text)
        else:
            yield (broken if state is State.FAILED else warning)(
                "disk", text, "Free some space, or move the data folder."
            )


def _database() -> Iterator[Finding]:
    connection = connections[DEFAULT_DB_ALIAS]
    messages = run_checks(tags=[OWN], databases=[DEFAULT_DB_ALIAS])
    wrong = [str(message.msg) for message in messages if message.id in OF_DATA]
    yield from (broken("database", text) for text in wrong)
    if wrong:
        return
    yield ok("database", f"{_database_text(connection)}: every write reaches the disk.")
    missing = missing_setup()
    yield from (broken("migrations", text) for text in missing)
    if not missing:
        yield ok("migrations", "All migrations are applied, and the ledger's constraints and triggers are in place.")
        if connection.vendor == "postgresql":
            yield _role()
        yield _clock(connection)


def _database_text(connection: Any) -> str:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        return f"SQLite with journal_mode={found[0]}, synchronous={found[1]}, foreign keys enforced"
    return f"PostgreSQL {'.'.join(map(str, connection.get_database_version()))} with fsync and synchronous_commit"


def _role() -> Finding:
    """Check whether the server's own database role could drop the triggers that guard the ledger."""
    if may_migrate():
        return warning(
            "database role",
            "The server's database role owns the tables, so anyone who takes it over can drop the ledger's triggers.",
            "Run `manage.py prepare --role NAME` to create a role that cannot (docs/self-hosting.md).",
        )
    return ok("database role", "The role can read and write rows, but cannot drop the ledger's triggers.")


def _clock(connection: Any) -> Finding:
    """Compare the clock with the newest entry, and with PostgreSQL's clock or the file's time."""
    from games.models import Entry

    now = datetime.now(UTC)
    newest = Entry.objects.order_by("-at").values_list("at", flat=True).first()
    if newest and newest > now + SLACK:
        return broken(
            "clock",
            f"The clock says {now:%Y-%m-%d %H:%M} UTC, but a round was entered at {newest:%Y-%m-%d %H:%M}.",
            _SET,
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (database_time,) = cursor.fetchone()
        if abs(database_time - now) > SLACK:
            return warning(
                "clock",
                f"The clock says {now:%H:%M} UTC here, but {database_time:%H:%M} on the PostgreSQL server.",
                _SET,
            )
    else:
        written = datetime.fromtimestamp(Path(connection.settings_dict["NAME"]).stat().st_mtime, UTC)
        if written > now + SLACK:
            return warning(
                "clock", f"The database was last written at {written:%Y-%m-%d %H:%M} UTC, which is in the future.", _SET
            )
    return ok("clock", f"The clock says {now:%Y-%m-%d %H:%M} UTC.")


_SET = "Turn on network time (timedatectl set-ntp true)."


def _backups(folder: Path | None) -> Finding:
    folder = folder or settings.DATA / "backups"
    newest = max((file.stat().st_mtime for file in folder.glob(PATTERN)), default=None)
    advice = "Run `python3 manage.py backup` every night (docs/self-hosting.md, Backups)."
    if newest is None:
        return warning(
            "backup",
            f"There are no backups in {folder}.",
            f"{advice} If they are in another folder: doctor --backups DIR",
        )
    age = datetime.now(UTC) - datetime.fromtimestamp(newest, UTC)
    if age > OLD:
        return warning("backup", f"The latest backup in {folder} is {age.days} days old.", advice)
    return ok(
        "backup", f"The latest backup is {age.days} days old." if age.days else "The latest backup is from today."
    )
