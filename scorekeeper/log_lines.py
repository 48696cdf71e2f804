"""Lines of the log as they are written: nothing in them opens anything, and what was typed cannot begin a new one."""

import logging
import re
from typing import Final

_SECRETS: Final = (
    # Addresses that hold a secret: a link of a table or a league, a live stream, a new password, a calendar.
    (re.compile(r"/(j|k|live)/[^/\s?]+"), r"/\1/…"),
    (re.compile(r"/account/reset/[^/\s]+/[^/\s?]+"), "/account/reset/…"),
    (re.compile(r"([?&]key=)[^&\s]+"), r"\1…"),
    # A token of an account, wherever it stands.
    (re.compile(r"gin_[\w-]+"), "gin_…"),
    # What signs the messages to a webhook.
    (re.compile(r"whsec_[\w+/=-]+"), "whsec_…"),
)
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Inert(logging.Formatter):
    """Formats a record as ever, without secrets, its message on one line. Only a traceback has lines of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line itself, what breaks lines written out as Python writes it in a text."""
        record.message = _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback if there is one."""
        told = super().format(record)
        for secret, instead in _SECRETS:
            told = secret.sub(instead, told)
        return told
