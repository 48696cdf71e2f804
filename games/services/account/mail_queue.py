"""Send mails one after the other in a background thread.

No request waits for the mail server, so its response time does not reveal whether there was a mail to send.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage

_log = logging.getLogger(__name__)
_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def send_soon(message: EmailMessage) -> None:
    """Send a mail soon. A failure is logged without the recipient."""
    _executor.submit(_send, message, time.monotonic() + settings.MAIL_DELAY)


def wait_until_sent() -> None:
    """Wait until all mails queued before are sent or have failed; for commands, which end afterwards."""
    _executor.submit(int).result()


def _send(message: EmailMessage, due: float) -> None:
    # Not while the request is answered: its time would reveal whether there is a mail.
    time.sleep(max(0.0, due - time.monotonic()))
    try:
        message.send()
    except (SMTPException, OSError) as error:
        _log.error("A mail could not be sent: %s", type(error).__name__)
    except Exception as error:
        # Nothing reads the future's result, so the error would be lost otherwise.
        _log.error("A mail could not be written: %s", type(error).__name__)
