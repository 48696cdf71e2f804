"""The texts of account e-mails. They contain no names, because anyone can have one sent to any address."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

SIGN_UP_SUBJECT: Final = gettext_noop("Create your Scorekeeper account")
KNOWN_SUBJECT: Final = gettext_noop("You already have a Scorekeeper account")
CHANGE_SUBJECT: Final = gettext_noop("Confirm your e-mail for Scorekeeper")
NEWS_SUBJECT: Final = gettext_noop("A change to your Scorekeeper account")
"""The subjects are translated where the mail is sent."""

NEWS: Final = {
    "second_factor_on": gettext_noop("Two-step login was turned on for your Scorekeeper account."),
    "second_factor_off": gettext_noop("Two-step login was turned off for your Scorekeeper account."),
    "recovery_code_used": gettext_noop("Someone used a recovery code to log in to your Scorekeeper account."),
    "recovery_codes_made": gettext_noop(
        "Your Scorekeeper account has new recovery codes. The old ones no longer work."
    ),
    "passkey_added": gettext_noop("Your Scorekeeper account has a new passkey."),
    "passkey_removed": gettext_noop("A passkey was removed from your Scorekeeper account."),
    "passkey_copied": gettext_noop(
        "Someone tried to log in with what looks like a copy of your passkey. It didn't work. Please "
        "remove that passkey."
    ),
    "password_changed": gettext_noop("Your Scorekeeper account has a new password."),
    "email_changed": gettext_noop(
        "Your Scorekeeper account now has a new e-mail address. You won't get any more mail at this one."
    ),
}
"""What happened, as the sentence after "Hello,", by kind of event."""


def sign_up_text(address: str) -> str:
    """Return the mail with the link ``address`` that makes an account."""
    return _letter(
        _("Welcome to Scorekeeper. Choose a name and a password here, and your account is ready:"),
        address,
        _within_hours(),
        _("If you didn't ask for this, you can ignore this e-mail: no account will be created."),
    )


def known_text(log_in: str, reset: str) -> str:
    """Return the mail to a person who signs up again with the same e-mail; the parameters are URLs."""
    return _letter(
        _("Someone tried to create an account with this e-mail address, but you already have one. Log in here:"),
        log_in,
        _("Forgot your password? Choose a new one here:"),
        reset,
        _("If it wasn't you, you can ignore this e-mail: your account stays as it is."),
    )


def change_text(address: str) -> str:
    """Return the mail with the link ``address`` that confirms a changed e-mail."""
    return _letter(
        _("Someone wants to use this e-mail for a Scorekeeper account. If that's you, log in and confirm it here:"),
        address,
        _within_hours(),
        _("If it wasn't you, you can ignore this e-mail."),
    )


def news_text(what: str) -> str:
    """Return the mail about a change of the account; ``what`` is a key of ``NEWS``."""
    return _letter(
        _(NEWS[what]),
        _("If it wasn't you, change your password right away, and ask the person who runs this server for help."),
    )


def _within_hours() -> str:
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    text = ngettext("The link works for %(hours)d hour.", "The link works for %(hours)d hours.", hours)
    return text % {"hours": hours}


def _letter(*parts: str) -> str:
    return "\n\n".join((_("Hello,"), *parts)) + "\n"
