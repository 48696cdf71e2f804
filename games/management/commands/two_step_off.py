"""``manage.py two_step_off EMAIL``: turn two-step login off for someone who lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.models import Account
from games.models.account import same_email
from games.selectors.account.emails import has_confirmed_email
from games.services.account.accounts import end_other_sessions
from games.services.account.security_log import log_security_event


class Command(BaseCommand):
    """Turn two-step login off for one account, and log it out everywhere."""

    help = "Turn off two-step login for an account whose owner has lost both phone and recovery codes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the account's e-mail."""
        parser.add_argument("account", help="e-mail of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Turn it off; the owner is notified by mail, if the e-mail is confirmed."""
        account = Account.objects.filter(email=same_email(options["account"])).first()
        if account is None:
            raise CommandError(f"No account has the e-mail {options['account']}.")
        found = Authenticator.objects.filter(user=account)
        kinds = list(found.values_list("type", flat=True))
        if not kinds:
            raise CommandError(f"Two-step login is already off for {account.email}.")
        found.delete()
        end_other_sessions(account=account, current_session="")
        for kind in kinds:
            log_security_event(f"{kind}_removed", account=account.pk)
        if has_confirmed_email(account):
            text = render_to_string("account/email/two_step_off_message.txt")
            EmailMessage(_("A change to your Scorekeeper account"), text, to=[account.email]).send(fail_silently=True)
        self.stdout.write(
            f"Two-step login is off for {account.email}, and all its devices have been logged out. The password has "
            "not changed."
        )
