"""Make and read password reset links: Django's signed one-time tokens, which aren't stored."""

from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from games.models import Account


def reset_path(account: Account) -> str:
    """Return the path of a reset link for ``account``, valid for ``PASSWORD_RESET_TIMEOUT`` seconds and one use."""
    uid = urlsafe_base64_encode(str(account.pk).encode())
    return reverse("account:reset_with", args=[uid, default_token_generator.make_token(account)])


def account_from_reset_link(uid: str, token: str) -> Account | None:
    """Return the active account of a reset link; None if it is forged, used or expired."""
    try:
        number = int(urlsafe_base64_decode(uid[:40]))
    except ValueError:
        return None
    account = Account.objects.filter(pk=number, is_active=True).first()
    return account if account and default_token_generator.check_token(account, token) else None
