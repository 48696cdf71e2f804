"""Mail the link that resets a forgotten password."""

from django.utils.translation import gettext as _

from games.models import Account
from games.models.account import same_email
from games.selectors.resets import reset_path
from games.services.mails import Letter, post
from games.wording.accounts import RESET_SUBJECT, reset_text


def send_reset(*, email: str, base_url: str) -> None:
    """Mail a reset link to the account with ``email``; without such an account nothing is sent, after the same work.

    ``base_url`` is this server's public address without a slash at the end. The link is made in the mail thread, so it
    does not delay the response.
    """
    account = Account.objects.filter(email=same_email(email), is_active=True).first()

    def write() -> Letter | None:
        if account is None:
            return None
        return Letter(account.email, _(RESET_SUBJECT), reset_text(base_url + reset_path(account)))

    post(write)
