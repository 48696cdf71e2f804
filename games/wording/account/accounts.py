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
                "A password has %(n)d character at least.", "A password has %(n)d characters at least.", shortest
            )
            return text % {"n": shortest}
        case "password_too_long":
            text = ngettext(
                "A password has %(n)d character at most.", "A password has %(n)d characters at most.", longest
            )
            return text % {"n": longest}
    return _(_FAULTS[code])


_FAULTS: Final = {
    "required": gettext_noop("Please choose a password."),
    "password_too_similar": gettext_noop("This password is too much like your name or your e-mail."),
    "password_too_common": gettext_noop("This password is among the first that anybody would try."),
}

# Translators: what a token for programs may do; it stands alone.
SCOPES: Final = {
    "read": gettext_noop("may read"),
    "score": gettext_noop("may read and score"),
    "manage": gettext_noop("may do everything, and start tables"),
}
"""What an API token allows at its account's tables and in its leagues, by scope.

Translated where it is shown.
"""

RESET_SUBJECT: Final = gettext_noop("A new password for Scorekeeper")
"""Translated where the mail is sent."""


def reset_text(address: str) -> str:
    """Return the mail with the reset link ``address``; it has no name, because anyone can have it sent."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    works = ngettext(
        "The link works once, within %(hours)d hour. If it was not you, there is nothing to do: "
        "your password stays as it is.",
        "The link works once, within %(hours)d hours. If it was not you, there is nothing to do: "
        "your password stays as it is.",
        hours,
    )
    parts = (
        _("Hello,"),
        _("somebody asked for a new password for your Scorekeeper account. If that was you, choose one here:"),
        address,
        works % {"hours": hours},
    )
    return "\n\n".join(parts) + "\n"
