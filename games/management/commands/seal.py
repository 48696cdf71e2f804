"""``manage.py seal FILE``: compute the seals of the games and seasons in an archive, without a database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.rules.seals import digest_of, documents_in, format_seal, seal_of

CANNOT_RUN: Final = 2


class Command(BaseCommand):
    """Exit status 0, or 2 if the file cannot be read."""

    help = (
        "Compute the seal of every game and season in a JSON archive. It needs only the file, so you can run it on "
        "a different computer from the server."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument(
            "file", type=Path, help="a JSON file exported from Scorekeeper: a game, a table, a league or an account"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the seals of the games and seasons in the file."""
        path: Path = options["file"]
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"Cannot read the file {path}: {error.strerror}.", returncode=CANNOT_RUN) from error
        for label, document in _documents(path, data).items():
            self.stdout.write(f"{format_seal(seal_of(digest_of(document)))}  {label}")


def _documents(path: Path, data: bytes) -> dict[str, dict[str, Any]]:
    """Return the sealed documents in an archive. Raises CommandError for any other file, and for a damaged archive."""
    try:
        archive = json.loads(data)
        if not isinstance(archive, dict) or not str(archive.get("format")).startswith("scorekeeper-"):
            raise CommandError(f"The file {path} isn't an archive of Scorekeeper.", returncode=CANNOT_RUN)
        return documents_in(archive)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CommandError(f"The archive {path} is damaged: {error!r}.", returncode=CANNOT_RUN) from error
