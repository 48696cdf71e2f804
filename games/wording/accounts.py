"""What is said about passwords, on the page and by e-mail."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext


def password_fault_text(code: str) -> str:
    """Why a password is not taken, in a sentence; ``code`` is one of ``games.services.passwords``."""
    least, most = settings.SHORTEST_PASSWORD, settings.LONGEST_PASSWORD
    match code:
        case "password_too_short":
            text = ngettext(
                "A password has %(n)d character at least.", "A password has %(n)d characters at least.", least
            )
            return text % {"n": least}
        case "password_too_long":
            text = ngettext("A password has %(n)d character at most.", "A password has %(n)d characters at most.", most)
            return text % {"n": most}
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
"""What a token for programs may do at the tables and in the leagues of its account, by its scope.

To be translated where it is shown.
"""

RESET_SUBJECT: Final = gettext_noop("A new password for Scorekeeper")
"""To be translated where the mail is written, as ``reset_text`` is."""


def reset_text(address: str) -> str:
    """The mail that brings the link ``address``. It names nobody: anybody can have it sent to anybody."""
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
