"""``manage.py catalogues``: bring every language's catalogue in line with what the code and the pages say."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Reads all that is marked for translation, adds what is new to each catalogue, and compiles them."""

    help = __doc__ or ""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--check`` only says what is missing, and ends with 1 where anything is."""
        parser.add_argument("--check", action="store_true", help="change nothing; say what is missing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write the catalogues, or look at them. Raises CommandError where Babel, a tool of developers, is missing."""
        try:
            from games.management import catalogues
        except ModuleNotFoundError as error:
            raise CommandError(
                "This needs Babel, which is among the tools of developers: uv sync --all-groups"
            ) from error
        for line in catalogues.missing() if check else catalogues.written():
            self.stdout.write(line)
