"""``manage.py collectstatic``: Django's command, which then also prepares the API's schema and documentation.

They contain the hashed names of static files, so they are made after collecting.
"""

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic
from django.utils.module_loading import import_string


class Command(collectstatic.Command):
    """Collects the static files, then stores the API's schema and documentation, compressed, beside them."""

    def handle(self, **options: Any) -> str | None:
        """Collect the files; the API's files are made only if files were really collected and hashed."""
        output: str | None = super().handle(**options)
        if options["post_process"] and not options["dry_run"]:
            import_string("games.api.cached_responses.prepare")()
        return output
