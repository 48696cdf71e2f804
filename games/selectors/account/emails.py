"""Whether an account's e-mail is confirmed."""

from django.conf import settings

from games.models import Account
from games.refusals import RefusedError


def is_email_unconfirmed(account: Account) -> bool:
    """Whether mail can be sent and the account's e-mail isn't confirmed yet."""
    return settings.SENDS_MAIL and not account.emailaddress_set.filter(verified=True).exists()


def demand_confirmed_email(account: Account) -> None:
    """Raise RefusedError ("email_unconfirmed") if mail can be sent and the account's e-mail isn't confirmed yet."""
    if is_email_unconfirmed(account):
        raise RefusedError("email_unconfirmed")
