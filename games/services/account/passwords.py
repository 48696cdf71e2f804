"""Passwords: which need not be checked at all, and whether one is an account's."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.models import Account
from games.models.account import EMAIL_LENGTH


def is_email(text: str) -> bool:
    """Whether ``text`` is a valid e-mail address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= EMAIL_LENGTH


def can_be_password(password: str) -> bool:
    """Whether an account could have this password: an empty or overlong one need not be checked."""
    return 0 < len(password) <= settings.LONGEST_PASSWORD


def is_password_of(*, account: Account, password: str) -> bool:
    """Whether this is the account's password."""
    return can_be_password(password) and account.check_password(password)
