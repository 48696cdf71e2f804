"""``manage.py send_webhooks``: send due webhook deliveries, where no server process does so."""

import signal
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from games.web.webhook_sender import Sender


class Command(BaseCommand):
    """Send what is due once; with ``--follow``, keep sending until stopped."""

    help = "Send pending webhook messages. The server does this by itself unless WEBHOOKS_SEND=0."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare whether to keep sending."""
        parser.add_argument("--follow", action="store_true", help="keep running until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Send, and print how many messages were sent."""
        sender = Sender()
        if options["follow"]:

            def stop(number: int, frame: FrameType | None) -> None:
                sender.stop()

            for signal_number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(signal_number, stop)
            sender.run()
        else:
            sender.send_due()
        self.stdout.write(f"Messages sent: {sender.sent}")
