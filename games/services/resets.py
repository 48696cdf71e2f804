"""The mail that lets somebody choose a new password."""

from django.utils.translation import gettext as _

from games.models import Account
from games.models.account import same_email
from games.selectors.resets import reset_path
from games.services.mails import post
from games.wording import RESET_SUBJECT, reset_text


def send_reset(*, email: str, base_url: str) -> None:
    """Mail a link to whoever has an account with ``email``; nothing, and as quickly, where nobody has.

    ``base_url`` is this server's address as others reach it, without a slash at the end.
    """
    account = Account.objects.filter(email=same_email(email), is_active=True).first()
    if account is not None:
        post(to=account.email, subject=_(RESET_SUBJECT), text=reset_text(base_url + reset_path(account)))
