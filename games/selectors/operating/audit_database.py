"""Audit the database itself: its integrity, the types of its values, and its constraints and triggers."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection

from games.rules.audit import Difference
from games.selectors.operating.audit_guards import audit_guards
from games.selectors.operating.audit_parts import run_part
from games.selectors.operating.audit_rows import audit_rows


def audit_database() -> Iterator[Difference]:
    """Yield what is damaged, and which constraints and triggers are missing."""
    if connection.vendor == "sqlite":
        yield from run_part(_integrity)
        yield from run_part(_other_references)
    yield from run_part(audit_guards)
    yield from run_part(audit_rows)


def _integrity() -> Iterator[Difference]:
    """Yield what SQLite's integrity check reports."""
    with connection.cursor() as cursor:
        for (message,) in cursor.execute("PRAGMA integrity_check").fetchall():
            if message != "ok":
                yield Difference("database_damaged", details={"said": message})


def _other_references() -> Iterator[Difference]:
    """Yield broken foreign keys in Django's own tables; those of our models are checked with their values."""
    ours = {model._meta.db_table for model in apps.get_app_config("games").get_models()}
    with connection.cursor() as cursor:
        for table, row, other, _ in cursor.execute("PRAGMA foreign_key_check").fetchall():
            if table not in ours:
                yield Difference("reference_broken", {"of": table, "row": row}, {"to": other})
