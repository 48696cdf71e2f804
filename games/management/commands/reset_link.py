"""``manage.py reset_link EMAIL``: print a link that resets a password, for an organizer who is locked out."""

from argparse import ArgumentParser
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.models import Account
from games.models.account import same_email
from games.services.account.security_log import log_security_event


class Command(BaseCommand):
    """Print a link that resets the password of one account."""

    help = "Print a link that resets the password of an account, for its owner where no mail can be sent."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the account's e-mail."""
        parser.add_argument("account", help="e-mail of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        account = Account.objects.filter(email=same_email(options["account"]), is_active=True).first()
        if account is None:
            raise CommandError(f"No account has the e-mail {options['account']}.")
        key = [user_pk_to_url_str(account), default_token_generator.make_token(account)]
        log_security_event("reset_link_printed", account=account.pk)
        path = reverse("account_reset_password_from_key", args=key)
        hours = settings.PASSWORD_RESET_TIMEOUT // 3600
        self.stdout.write(f"{settings.PUBLIC_URL}{path}")
        self.stdout.write(f"The link works once, within {hours} hours.")
