"""Passwords: which may be chosen, and whose one is."""

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.models import Account
from games.models.account import EMAIL_LENGTH


def password_faults(password: str, *, email: str, name: str) -> tuple[str, ...]:
    """Every reason against ``password`` for somebody of this e-mail and name, as codes; none where it may be chosen.

    "required", "password_too_long", "password_too_short", "password_too_similar", "password_too_common".
    """
    if not password:
        return ("required",)
    if len(password) > settings.LONGEST_PASSWORD:
        return ("password_too_long",)
    try:
        validate_password(password, Account(email=email, name=name))
    except ValidationError as wrong:
        return tuple(str(each.code) for each in wrong.error_list)
    return ()


def is_email(text: str) -> bool:
    """Whether a mail could be sent to ``text``."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= EMAIL_LENGTH


def account_with(*, email: str, password: str) -> Account | None:
    """The active account of this e-mail and password; None after as long a time, whatever of it is wrong.

    Only a password that nobody can have is turned down at once.
    """
    if not 0 < len(password) <= settings.LONGEST_PASSWORD:
        return None
    found = authenticate(username=email if is_email(email) else "", password=password)
    return found if isinstance(found, Account) else None


def is_password_of(*, account: Account, password: str) -> bool:
    """Whether this is the account's password."""
    return 0 < len(password) <= settings.LONGEST_PASSWORD and account.check_password(password)
