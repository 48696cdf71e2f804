"""Mails, sent one after the other beside the requests: a slow mail server keeps nobody waiting, and tells nobody."""

import logging
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException

from django.core.mail import EmailMessage

_log = logging.getLogger(__name__)
_postman = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def post(*, to: str, subject: str, text: str) -> None:
    """Send a plain mail soon. That it could not be sent is told in the log, without saying to whom."""
    _postman.submit(_send, EmailMessage(subject, text, to=[to]))


def _send(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (SMTPException, OSError) as error:
        _log.error("A mail could not be sent: %s", type(error).__name__)
