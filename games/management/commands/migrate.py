"""``manage.py migrate``: Django's command, but migration, record and triggers are committed in one transaction.

Django records a migration after the commit if something was deferred to its end (an index, for instance). A process
killed in between could never migrate again, because the migration would find its changes already there. The triggers
that guard the ledger (``games.models.guards``) are removed while a migration runs, and nobody sees the ledger without.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

from games.models import guards


class WholeExecutor(MigrationExecutor):
    """Applies or reverts a migration and its record together, or not at all."""

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Apply a migration and record it in the same transaction."""
        if fake or fake_initial:
            return super().apply_migration(state, migration, fake=fake, fake_initial=fake_initial)
        self._tell("apply_start", migration)
        with self._unguarded(migration) as editor:
            state = migration.apply(state, editor)
            for app, name in _names(migration):
                self.recorder.record_applied(app, name)
        self._tell("apply_success", migration)
        return state

    def unapply_migration(self, state: ProjectState, migration: Migration, fake: bool = False) -> ProjectState:
        """Revert a migration and remove its record in the same transaction."""
        if fake:
            return super().unapply_migration(state, migration, fake=fake)
        self._tell("unapply_start", migration)
        with self._unguarded(migration) as editor:
            state = migration.unapply(state, editor)
            for app, name in _names(migration):
                self.recorder.record_unapplied(app, name)
        self._tell("unapply_success", migration)
        return state

    @contextmanager
    def _unguarded(self, migration: Migration) -> Iterator[BaseDatabaseSchemaEditor]:
        """Run the block, and the SQL that it defers to its end, in a transaction that has no triggers until its end."""
        with self.connection.schema_editor(atomic=migration.atomic) as editor:
            guards.remove(self.connection)
            yield editor
            deferred: list[Any] = editor.deferred_sql
            while deferred:
                editor.execute(deferred.pop(0), None)
            guards.create_missing(self.connection)

    def _tell(self, action: str, migration: Migration) -> None:
        if self.progress_callback:
            self.progress_callback(action, migration, False)


def _names(migration: Migration) -> Iterator[tuple[str, str]]:
    """Yield the names under which a migration is recorded: its own, and those it replaces."""
    yield from migration.replaces
    yield migration.app_label, migration.name


# Django's command has no other way to be given an executor.
vars(migrate)["MigrationExecutor"] = WholeExecutor


class Command(migrate.Command):
    """Django's command, which fails with a clear sentence where the data folder is missing.

    With ``--triggers`` it creates those that somebody has removed or disabled.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare Django's options, and whether to create missing triggers."""
        super().add_arguments(parser)
        parser.add_argument("--triggers", action="store_true", help="create missing triggers that protect the ledger")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate to what the program knows, and create missing triggers where asked to."""
        super().handle(*args, **options)
        connection = connections[options["database"]]
        only_looking = options["plan"] or options["check_unapplied"] or options["fake"]
        if options["triggers"] and not only_looking:
            with transaction.atomic(using=connection.alias):
                missing = guards.create_missing(connection)
            self.stdout.write(
                f"Triggers that protect the ledger were missing, and are in place again: {', '.join(missing)}. Run "
                "`python3 manage.py audit` to see whether anything was changed meanwhile."
                if missing
                else "All triggers that protect the ledger are in place."
            )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Migrate. Raises CommandError where SQLite's file has no folder, before the system checks open it."""
        if connections[options["database"]].vendor == "sqlite" and not settings.DATA.is_dir():
            raise CommandError(
                f"There is no data folder {settings.DATA}. Create it with `python3 manage.py start`, or set "
                "SCOREKEEPER_DATA to another folder."
            )
        return super().execute(*args, **options)
