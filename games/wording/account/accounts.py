"""Sentences about passwords and API tokens, and the e-mail that resets a password."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext


def password_fault_text(code: str) -> str:
    """Return the sentence why a password is refused; ``code`` is one of ``games.services.account.passwords``."""
    shortest, longest = settings.SHORTEST_PASSWORD, settings.LONGEST_PASSWORD
    match code:
        case "password_too_short":
            text = ngettext(
                "Your password needs at least %(n)d character.",
                "Your password needs at least %(n)d characters.",
                shortest,
            )
            return text % {"n": shortest}
        case "password_too_long":
            text = ngettext(
                "Your password can have at most %(n)d character.",
                "Your password can have at most %(n)d characters.",
                longest,
            )
            return text % {"n": longest}
    return _(_FAULTS[code])


_FAULTS: Final = {
    "required": gettext_noop("Please choose a password."),
    "password_too_similar": gettext_noop("Your password is too similar to your name or e-mail."),
    "password_too_common": gettext_noop("That's one of the first passwords anyone would try."),
}

# Translators: what a token for programs may do; it stands alone.
SCOPES: Final = {
    "read": gettext_noop("can read"),
    "score": gettext_noop("can read and score"),
    "manage": gettext_noop("can do everything, including starting tables"),
}
"""What an API token allows at its account's tables and in its leagues, by scope.

Translated where it is shown.
"""

RESET_SUBJECT: Final = gettext_noop("Reset your Scorekeeper password")
"""Translated where the mail is sent."""


def reset_text(address: str) -> str:
    """Return the mail with the reset link ``address``; it has no name, because anyone can have it sent."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    works = ngettext(
        "The link works once, and expires in %(hours)d hour. If it wasn't you, you can ignore this e-mail: your "
        "password stays the same.",
        "The link works once, and expires in %(hours)d hours. If it wasn't you, you can ignore this e-mail: your "
        "password stays the same.",
        hours,
    )
    parts = (
        _("Hello,"),
        _("Someone asked for a new password for your Scorekeeper account. If that was you, choose one here:"),
        address,
        works % {"hours": hours},
    )
    return "\n\n".join(parts) + "\n"
