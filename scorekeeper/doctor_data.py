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
        yield warning("database", "There is none yet.", "`python3 manage.py start` makes it.")
        return
    try:
        yield from _database()
    except (DatabaseError, InterfaceError) as error:
        text = " ".join(str(error).split())
        yield broken(
            "database", f"It cannot be read: {text}", "Start it, or mend DATABASE_URL and the rights of its user."
        )
        return
    yield _backups(backups)


def _folder(sqlite: bool) -> Iterator[Finding]:
    data = settings.DATA
    if not data.is_dir():
        yield warning("data folder", f"{data} is not there yet.", "`python3 manage.py start` makes it.")
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield broken("data folder", f"Nothing can be written in {data}.", f"chown it to who runs the server: {data}")
    elif os.name == "posix" and (mode := data.stat().st_mode & 0o077):
        yield warning("data folder", f"Others on this computer may look into {data} ({mode:03o}).", f"chmod 700 {data}")
    else:
        yield ok("data folder", f"{data}, for its owner alone.")
    if sqlite:
        free = shutil.disk_usage(data).free
        text = f"{free / 1024**2:,.0f} MB are free where the scores lie."
        if (state := disk_state(free)) is State.OK:
            yield ok("disk", text)
        else:
            yield (broken if state is State.FAILED else warning)("disk", text, "Make room, or move the data folder.")


def _database() -> Iterator[Finding]:
    connection = connections[DEFAULT_DB_ALIAS]
    messages = run_checks(tags=[OWN], databases=[DEFAULT_DB_ALIAS])
    wrong = [str(message.msg) for message in messages if message.id in OF_DATA]
    yield from (broken("database", text) for text in wrong)
    if not wrong:
        yield ok("database", f"{_database_text(connection)}: what is saved is written through to the disk.")
    missing = missing_setup()
    yield from (broken("migrations", text) for text in missing)
    if not missing:
        yield ok("migrations", "All are there, and what guards the ledger.")
        if connection.vendor == "postgresql":
            yield _role()
        yield _clock(connection)


def _database_text(connection: Any) -> str:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        return f"SQLite with journal_mode={found[0]}, synchronous={found[1]}, foreign keys held"
    return f"PostgreSQL {'.'.join(map(str, connection.get_database_version()))} with fsync and synchronous_commit"


def _role() -> Finding:
    """Check whether the server's own database role could drop the triggers that guard the ledger."""
    if may_migrate():
        return warning(
            "database role",
            "The server's role owns the tables, so anyone who gets hold of it can drop what guards the ledger.",
            "`manage.py prepare --role NAME` makes a role for the server that cannot (README, For many).",
        )
    return ok("database role", "It reads and writes rows, and can drop nothing that guards the ledger.")


def _clock(connection: Any) -> Finding:
    """Compare the clock with the newest entry, and with PostgreSQL's clock or the file's time."""
    from games.models import Entry

    now = datetime.now(UTC)
    newest = Entry.objects.order_by("-at").values_list("at", flat=True).first()
    if newest and newest > now + SLACK:
        return broken(
            "clock", f"It is {now:%Y-%m-%d %H:%M} UTC, and a round was entered at {newest:%Y-%m-%d %H:%M}.", _SET
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (database_time,) = cursor.fetchone()
        if abs(database_time - now) > SLACK:
            return warning("clock", f"It is {now:%H:%M} UTC here, and {database_time:%H:%M} at PostgreSQL.", _SET)
    else:
        written = datetime.fromtimestamp(Path(connection.settings_dict["NAME"]).stat().st_mtime, UTC)
        if written > now + SLACK:
            return warning(
                "clock", f"The database was written at {written:%Y-%m-%d %H:%M} UTC, which is to come.", _SET
            )
    return ok("clock", f"It is {now:%Y-%m-%d %H:%M} UTC.")


_SET = "Let the computer keep its clock by the network (timedatectl set-ntp true)."


def _backups(folder: Path | None) -> Finding:
    folder = folder or settings.DATA / "backups"
    newest = max((file.stat().st_mtime for file in folder.glob(PATTERN)), default=None)
    advice = "`python3 manage.py backup`, every night (README, Backups)."
    if newest is None:
        return warning("backup", f"There is none in {folder}.", f"{advice} If they go elsewhere: doctor --backups DIR")
    age = datetime.now(UTC) - datetime.fromtimestamp(newest, UTC)
    if age > OLD:
        return warning("backup", f"The newest one in {folder} is {age.days} days old.", advice)
    return ok("backup", f"The newest one is {age.days} days old." if age.days else "The newest one is of today.")
