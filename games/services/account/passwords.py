"""Passwords: validate a new one, and authenticate an account by e-mail and password."""

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.models import Account
from games.models.account import EMAIL_LENGTH


def password_faults(password: str, *, email: str, name: str) -> tuple[str, ...]:
    """Return every reason against a new password, as codes; empty where it is acceptable.

    "required", "password_too_long", "password_too_short", "password_too_similar", "password_too_common".
    """
    if not password:
        return ("required",)
    if len(password) > settings.LONGEST_PASSWORD:
        return ("password_too_long",)
    try:
        validate_password(password, Account(email=email, name=name))
    except ValidationError as error:
        return tuple(str(each.code) for each in error.error_list)
    return ()


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


def account_with(*, email: str, password: str) -> Account | None:
    """Return the active account with this e-mail and password; None, after the same time, whatever of it is wrong.

    Only an impossible e-mail or password is rejected at once.
    """
    if not (is_email(email) and can_be_password(password)):
        return None
    found = authenticate(username=email, password=password)
    return found if isinstance(found, Account) else None


def is_password_of(*, account: Account, password: str) -> bool:
    """Whether this is the account's password."""
    return can_be_password(password) and account.check_password(password)
