"""Mail the link that resets a forgotten password."""

from django.utils.translation import gettext as _

from games.models import Account
from games.models.account import same_email
from games.selectors.account.password_resets import reset_path
from games.services.account.mail_queue import PlainMail, send_soon
from games.wording.account.accounts import RESET_SUBJECT, reset_text


def send_reset(*, email: str, base_url: str) -> None:
    """Mail a reset link to the account with ``email``; without such an account nothing is sent, after the same work.

    ``base_url`` is this server's public address without a slash at the end. The link is made in the mail thread, so it
    does not delay the response.
    """
    account = Account.objects.filter(email=same_email(email), is_active=True).first()

    def write() -> PlainMail | None:
        if account is None:
            return None
        return PlainMail(account.email, _(RESET_SUBJECT), reset_text(base_url + reset_path(account)))

    send_soon(write)
