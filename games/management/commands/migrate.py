"""``manage.py migrate``: Django's own, each migration and the note that it was made in one transaction.

Django notes it after the commit where something was deferred to the end of the migration (an index, for instance).
Whoever is killed in between could never migrate again: what is to be made would be there already.
"""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState


class WholeExecutor(MigrationExecutor):
    """Makes a migration, or takes it back, wholly or not at all."""

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Make it."""
        if fake or fake_initial:
            return super().apply_migration(state, migration, fake=fake, fake_initial=fake_initial)
        self._tell("apply_start", migration)
        with self.connection.schema_editor(atomic=migration.atomic) as editor:
            state = migration.apply(state, editor)
            _settle(editor)
            for app, name in _names(migration):
                self.recorder.record_applied(app, name)
        self._tell("apply_success", migration)
        return state

    def unapply_migration(self, state: ProjectState, migration: Migration, fake: bool = False) -> ProjectState:
        """Take it back."""
        if fake:
            return super().unapply_migration(state, migration, fake=fake)
        self._tell("unapply_start", migration)
        with self.connection.schema_editor(atomic=migration.atomic) as editor:
            state = migration.unapply(state, editor)
            _settle(editor)
            for app, name in _names(migration):
                self.recorder.record_unapplied(app, name)
        self._tell("unapply_success", migration)
        return state

    def _tell(self, what: str, migration: Migration) -> None:
        if self.progress_callback:
            self.progress_callback(what, migration, False)


def _names(migration: Migration) -> Iterator[tuple[str, str]]:
    """Under which names it is noted: its own, and those of the ones it stands for."""
    yield from migration.replaces
    yield migration.app_label, migration.name


def _settle(editor: BaseDatabaseSchemaEditor) -> None:
    """Do what was deferred to the end, which is now."""
    deferred: list[Any] = editor.deferred_sql
    while deferred:
        editor.execute(deferred.pop(0), None)


# Django's command knows its executor by this name only.
vars(migrate)["MigrationExecutor"] = WholeExecutor


class Command(migrate.Command):
    """Django's command; where there is no folder for the database it ends with a sentence."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Migrate. Raises CommandError where SQLite's file has no folder, before the system checks open it."""
        if connections[options["database"]].vendor == "sqlite" and not settings.DATA.is_dir():
            raise CommandError(
                f"There is no data folder {settings.DATA}. `python3 manage.py start` makes it; "
                "or name another one in SCOREKEEPER_DATA."
            )
        return super().execute(*args, **options)
