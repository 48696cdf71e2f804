"""What is said about passwords, on the page and by e-mail."""

from typing import Final

from django.conf import settings


def password_fault_text(code: str) -> str:
    """Why a password is not taken, in a sentence; ``code`` is one of ``games.services.passwords``."""
    texts = {
        "required": "Please choose a password.",
        "password_too_short": f"A password has {settings.SHORTEST_PASSWORD} characters at least.",
        "password_too_long": f"A password has {settings.LONGEST_PASSWORD} characters at most.",
        "password_too_similar": "This password is too much like your name or your e-mail.",
        "password_too_common": "This password is among the first that anybody would try.",
    }
    return texts[code]


SCOPES: Final = {
    "read": "may read",
    "score": "may read and score",
    "manage": "may do everything, and start tables",
}
"""What a token for programs may do at the tables and in the leagues of its account, by its scope."""

RESET_SUBJECT: Final = "A new password for Scorekeeper"


def reset_text(address: str) -> str:
    """The mail that brings the link ``address``. It names nobody: anybody can have it sent to anybody."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    return (
        "Hello,\n\n"
        "somebody asked for a new password for your Scorekeeper account. If that was you, choose one here:\n\n"
        f"{address}\n\n"
        f"The link works once, within {hours} hours. If it was not you, there is nothing to do: "
        "your password stays as it is.\n"
    )
