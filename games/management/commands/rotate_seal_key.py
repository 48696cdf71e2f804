"""``manage.py rotate_seal_key``: start using a new key for seals."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.sealing.backfill import begin_next_key


class Command(BaseCommand):
    """Running servers use the new key from their next write on; nothing has to be restarted."""

    help = (
        "Start using a new key for seals. The change is recorded in the chain, and existing seals can still be checked."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def handle(self, *args: Any, **options: Any) -> None:
        """Begin the key, and print its number."""
        try:
            number = begin_next_key()
        except DatabaseError as error:
            raise CommandError(f"The key was not changed: {error}. Is the database migrated?") from error
        self.stdout.write(f"New seals use key {number} from now on. Existing seals can still be checked.")
