"""``manage.py rotate_chain_key``: start using a new key for the chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.services.chains import begin_next_key


class Command(BaseCommand):
    """Running servers use the new key from their next write on; nothing has to be restarted."""

    help = "Start using a new key for the chain. Older entries can still be checked."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def handle(self, *args: Any, **options: Any) -> None:
        """Begin the key, and print its number."""
        try:
            number = begin_next_key()
        except DatabaseError as error:
            raise CommandError(f"The key was not changed: {error}. Is the database migrated?") from error
        self.stdout.write(f"The chain uses key {number} from now on. Older entries can still be checked.")
