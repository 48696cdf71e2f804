"""The audit of the database itself: whether it is whole, and whether everything that guards the data is in force."""

from collections.abc import Callable, Iterator

from django.apps import apps
from django.db import connection

from games.migrations._guards import names
from games.rules.audit import Difference


def audit_database() -> Iterator[Difference]:
    """What is damaged, and what is missing of the constraints and triggers that refuse wrong rows."""
    if connection.vendor == "sqlite":
        yield from _sqlite()
    for name in sorted(names(connection.vendor) - _triggers()):
        yield Difference("guard_missing", told={"guard": name, "on": "the database"})
    constraints = _constraints()
    for model in apps.get_app_config("games").get_models():
        for constraint in model._meta.constraints:
            if not constraints(constraint.name):
                yield Difference("guard_missing", told={"guard": constraint.name, "on": model._meta.db_table})


def _sqlite() -> Iterator[Difference]:
    with connection.cursor() as cursor:
        for (said,) in cursor.execute("PRAGMA integrity_check").fetchall():
            if said != "ok":
                yield Difference("database_damaged", told={"said": said})
        for table, row, other, _ in cursor.execute("PRAGMA foreign_key_check").fetchall():
            yield Difference("reference_broken", told={"of": table, "row": row, "to": other})


def _constraints() -> Callable[[str], bool]:
    """Whether there is a constraint, or a unique index that does its work, of a name."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            said = "\n".join(sql for (sql,) in cursor.fetchall())
            return lambda name: f'"{name}"' in said
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE convalidated AND pg_table_is_visible(conrelid) "
            "UNION SELECT relname FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE indisunique "
            "AND pg_table_is_visible(indrelid)"
        )
        names = {name for (name,) in cursor.fetchall()}
        return names.__contains__


def _triggers() -> set[str]:
    """The names of the triggers that are in force."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            # Of the tables in use: a restore may have put others aside.
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') "
                "AND pg_table_is_visible(tgrelid)"
            )
        return {name for (name,) in cursor.fetchall()}
