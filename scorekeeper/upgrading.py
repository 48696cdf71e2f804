"""Upgrade the database before a server starts: back it up if there are migrations, then migrate."""

from collections.abc import Callable

from django.core.management import call_command
from django.db import OperationalError, connection

from scorekeeper.backups import before_migrating
from scorekeeper.readiness import demand_ready


def bring_up_to_date(say: Callable[[str], object]) -> None:
    """Back up if needed, and migrate. ``say`` prints a sentence for the operator.

    Raises BackupError where the backup failed and so nothing was migrated, SystemExit where the server may not start.
    """
    demand_ready(migrated=False)
    if made := before_migrating():
        say(f"This version changes the database. A backup of your data is in {made.file}.")
    call_command("migrate", interactive=False, verbosity=0, skip_checks=True)


def may_migrate() -> bool:
    """Whether this database role may migrate.

    Always on SQLite; on PostgreSQL a server may run as a role that only reads and writes rows. If the database cannot
    be reached the answer is yes: the next query then reports the problem.
    """
    if connection.vendor != "postgresql":
        return True
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT has_schema_privilege(current_schema(), 'CREATE') AND COALESCE("
                "(SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('games_table')), TRUE)"
            )
            (found,) = cursor.fetchone()
    except OperationalError:
        return True
    return bool(found)
