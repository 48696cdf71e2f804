"""Send mails one after the other in a background thread.

No request waits for the mail server, so its response time does not reveal whether there was a mail to send.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation

_log = logging.getLogger(__name__)
_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


@dataclass(frozen=True, slots=True)
class PlainMail:
    """A plain text mail."""

    to: str
    subject: str
    text: str


def send_soon(write: Callable[[], PlainMail | None]) -> None:
    """Send the mail that ``write`` returns, soon and in the current language; nothing if it returns None.

    ``write`` runs in another thread and must not query the database. A failure is logged without the recipient.
    """
    _executor.submit(_send, write, translation.get_language(), time.monotonic() + settings.MAIL_DELAY)


def wait_until_sent() -> None:
    """Wait until all mails queued before are sent or have failed; for commands, which end afterwards."""
    _executor.submit(int).result()


def _send(write: Callable[[], PlainMail | None], language: str | None, due: float) -> None:
    # Not while the request is answered: its time would reveal whether there is a mail.
    time.sleep(max(0.0, due - time.monotonic()))
    try:
        with translation.override(language):
            letter = write()
        if letter is not None:
            EmailMessage(letter.subject, letter.text, to=[letter.to]).send()
    except (SMTPException, OSError) as error:
        _log.error("A mail could not be sent: %s", type(error).__name__)
    except Exception as error:
        # Nothing reads the future's result, so the error would be lost otherwise.
        _log.error("A mail could not be written: %s", type(error).__name__)
