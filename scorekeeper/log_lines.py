"""Log formatters that remove secrets from every line, and let no typed text start a new line."""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from games.observing import current_request

_SECRETS: Final = (
    # Paths with a secret: of a table or a league, a live stream, a password reset, an e-mail, a calendar.
    (re.compile(r"/(g|j|k|live)/[^/\s?]+"), r"/\1/…"),
    (re.compile(r"/account/(password/reset/key|confirm-email)/[^/\s?]+"), r"/account/\1/…"),
    (re.compile(r"([?&](?:key|live)=)[^&\s]+"), r"\1…"),
    # A token of an account, anywhere in the text.
    (re.compile(r"gin_[\w-]+"), "gin_…"),
    # What PostgreSQL adds to an error: the rejected row, with its names.
    (re.compile(r"DETAIL: .*"), "DETAIL: …"),
)
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_OF_A_REQUEST: Final = ("route", "method", "status", "ms")
"""The extra fields of the records of ``games.requests``."""


def without_secrets(text: str) -> str:
    """Return a log text with secrets and personal data removed."""
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return text


class PlainFormatter(logging.Formatter):
    """Formats a record as plain text on one line, without secrets; only a traceback has further lines.

    While a request is being answered, the line ends with its id. Errors are logged by type and place, without text.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line, with control characters escaped."""
        record.message = _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), record.message)
        line = super().formatMessage(record)
        return f"{line} [{request.id}]" if (request := current_request()) else line

    def formatException(self, ei: tuple[Any, ...]) -> str:  # noqa: N802 - logging's name
        """Return the traceback with error types but without their texts, causes first."""
        return "".join(["Traceback (most recent call last):\n", *_places(ei[1])]).rstrip()

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback if there is one."""
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object on one line, without secrets.

    It has ``time`` (UTC, ISO 8601), ``level``, ``logger`` and ``message``; ``request``, the id of the current request;
    for the line about a request ``route``, ``method``, ``status`` and ``ms``; for an error ``traceback``.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request := current_request():
            fields["request"] = request.id
        fields |= {name: getattr(record, name) for name in _OF_A_REQUEST if record.name == "games.requests"}
        if record.exc_info:
            fields["traceback"] = "".join(_places(record.exc_info[1]))
        return json.dumps(fields)


def _places(error: BaseException | None) -> Iterator[str]:
    """Yield the traceback and type of an error, after those of its causes.

    Its text is left out, as it may contain what people typed.
    """
    if error is None:
        return
    yield from _places(error.__cause__ or (None if error.__suppress_context__ else error.__context__))
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{type(error).__qualname__}\n"
