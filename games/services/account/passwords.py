"""What can be an e-mail or a password at all; anything else need not be looked up or hashed."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

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
