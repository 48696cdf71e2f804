"""``manage.py send_webhooks``: send what webhooks are to be told, where no server does it beside its pages."""

import signal
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from games.web.sender import Sender


class Command(BaseCommand):
    """One pass over what is due; with ``--follow``, on and on until it is told to stop."""

    help = "Send what webhooks are to be told. Servers do so by themselves unless WEBHOOKS_SEND=0."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether it goes on."""
        parser.add_argument("--follow", action="store_true", help="go on until it is stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Send, and say how many messages there were."""
        sender = Sender()
        if options["follow"]:

            def stop(number: int, frame: FrameType | None) -> None:
                sender.stop()

            for one in (signal.SIGINT, signal.SIGTERM):
                signal.signal(one, stop)
            sender.follow()
        else:
            sender.once()
        self.stdout.write(f"{sender.sent} messages sent.")
