"""``manage.py prepare``: make the data folder, migrate, and set up the server's own PostgreSQL role.

`start` does the same before it serves; this command is for servers whose role may not change tables.
"""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper.sqlite_file import BackupError
from scorekeeper.upgrading import bring_up_to_date

PASSWORD = "DATABASE_ROLE_PASSWORD"  # noqa: S105 - the name of a variable, not a password


class Command(BaseCommand):
    """Exit status 0: a server can start; 1: it cannot, and a sentence says why."""

    help = "Create the data folder and the secret key, update the database, and grant a PostgreSQL role its rights."
    requires_system_checks: list[str] = []  # noqa: RUF012 - an attribute of Django's; `demand` asks what matters

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser; without abbreviations, because `--data` is also read before Django is loaded."""
        return super().create_parser(prog_name, subcommand, allow_abbrev=False, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--data", metavar="DIR", help="folder for the secret key (default: data, beside manage.py)")
        parser.add_argument(
            "--role",
            metavar="NAME",
            help=f"PostgreSQL role for the server, which owns no tables. {PASSWORD} is its password",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then make the role. Raises CommandError with a sentence for the operator."""
        role = options["role"]
        if role and connection.vendor != "postgresql":
            raise CommandError("--role needs PostgreSQL. Set DATABASE_URL, or leave out --role.")
        if settings.DATA_PRIVATE:
            os.umask(0o077)
        try:
            bring_up_to_date(self.stdout.write)
        except BackupError as why:
            raise CommandError(f"This version needs to change the database, but {why}") from why
        if role:
            # Imported here: SQLite needs no psycopg.
            from scorekeeper.database_role import RoleError, make_server_role

            try:
                make_server_role(connection, role, os.environ.get(PASSWORD, ""))
            except RoleError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(f"The role {role} can read and write rows. It owns no tables and cannot drop triggers.")
        self.stdout.write("The database is up to date.")
        sys.stdout.flush()
