"""`compilemessages` without GNU gettext: compiles the translations that changed, as `start` does."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.translations import compile_changed


class Command(BaseCommand):
    """For an image, or a folder that the server may not write in. Other than Django's own it takes no options."""

    help = "Compile the translations that have changed."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile. Raises CommandError if a file isn't a catalog or cannot be written."""
        try:
            written = compile_changed()
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        for path in written:
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)}")
