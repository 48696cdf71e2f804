"""``manage.py demo_league``: make a demo league of any size, for trying out and benchmarks."""

import secrets
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.models import Account
from games.services.league.demo import Demo, make_demo


class Command(BaseCommand):
    """Make a league with one played season, and print its address."""

    help = "Create a demo league of any size, with random players, matches and rounds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the size."""
        parser.add_argument("--players", type=int, default=8)
        parser.add_argument("--matches", type=int, default=56)
        parser.add_argument(
            "--target", type=int, default=100, help="target score of a game; 100 takes about 9 rounds a match"
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it for a new account without a usable password."""
        account = Account(email=f"demo-{secrets.token_hex(8)}@example.org", name="Demo")
        account.set_unusable_password()
        account.save()
        size = Demo(
            players=options["players"],
            matches=options["matches"],
            target=options["target"],
            first_night=date(2026, 1, 6),
            seed=options["seed"],
        )
        try:
            season = make_demo(account=account, size=size)
        except ValueError as error:
            account.delete()
            raise CommandError(str(error)) from error
        self.stdout.write(f"{reverse('season:page', args=[season.public_id])}")
