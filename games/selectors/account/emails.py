"""Whether an account's e-mail is confirmed."""

from allauth.account.models import EmailAddress
from django.conf import settings

from games.models import Account
from games.refusals import RefusedError


def has_confirmed_email(account: Account) -> bool:
    """Whether a mailed link has confirmed an e-mail of the account."""
    return bool(EmailAddress.objects.filter(user=account, verified=True).exists())


def is_email_unconfirmed(account: Account) -> bool:
    """Whether mail can be sent and the account's e-mail isn't confirmed yet."""
    return settings.SENDS_MAIL and not has_confirmed_email(account)


def demand_confirmed_email(account: Account) -> None:
    """Raise RefusedError ("email_unconfirmed") if mail can be sent and the account's e-mail isn't confirmed yet."""
    if is_email_unconfirmed(account):
        raise RefusedError("email_unconfirmed")
