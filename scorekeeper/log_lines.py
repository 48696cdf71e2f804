"""Lines of the log as they are written: nothing in them opens anything, and what was typed cannot begin a new one."""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from games.observing import asked_now

_SECRETS: Final = (
    # Addresses that hold a secret: a link of a table or a league, a live stream, a new password, a calendar.
    (re.compile(r"/(g|j|k|live)/[^/\s?]+"), r"/\1/…"),
    (re.compile(r"/account/reset/[^/\s]+/[^/\s?]+"), "/account/reset/…"),
    (re.compile(r"([?&](?:key|live)=)[^&\s]+"), r"\1…"),
    # A token of an account, wherever it stands.
    (re.compile(r"gin_[\w-]+"), "gin_…"),
    # What PostgreSQL adds to an error: the row that it would not take, names and all.
    (re.compile(r"DETAIL: .*"), "DETAIL: …"),
    # What signs the messages to a webhook.
    (re.compile(r"whsec_[\w+/=-]+"), "whsec_…"),
)
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_OF_A_REQUEST: Final = ("route", "method", "status", "ms")
"""What ``games.requests`` adds to its records."""


def without_secrets(told: str) -> str:
    """A text without what opens something, or says who somebody is."""
    for secret, instead in _SECRETS:
        told = secret.sub(instead, told)
    return told


class Inert(logging.Formatter):
    """Formats a record as ever, without secrets, its message on one line. Only a traceback has lines of its own.

    Where a request is being answered, the line ends with its number. Of an error it tells where, and of which kind.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line itself, what breaks lines written out as Python writes it in a text."""
        record.message = _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), record.message)
        told = super().formatMessage(record)
        return f"{told} [{asked.id}]" if (asked := asked_now()) else told

    def formatException(self, ei: tuple[Any, ...]) -> str:  # noqa: N802 - logging's name
        """Where the error was raised, and in what order it came of others."""
        return "".join(["Traceback (most recent call last):\n", *_places(ei[1])]).rstrip()

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback if there is one."""
        return without_secrets(super().format(record))


class JsonLine(logging.Formatter):
    """Formats a record as one JSON object on one line, without secrets.

    It has ``time`` (UTC, ISO 8601), ``level``, ``logger`` and ``message``; ``request``, the number of the request that
    is being answered; of the line about a request ``route``, ``method``, ``status`` and ``ms``; of an error, in
    ``traceback``, where it was raised.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if asked := asked_now():
            told["request"] = asked.id
        told |= {name: getattr(record, name) for name in _OF_A_REQUEST if record.name == "games.requests"}
        if record.exc_info:
            told["traceback"] = "".join(_places(record.exc_info[1]))
        return json.dumps(told)


def _places(error: BaseException | None) -> Iterator[str]:
    """Where an error was raised and of which kind it is, and before it those that it came of.

    Not what it says: in that may stand what somebody typed.
    """
    if error is None:
        return
    yield from _places(error.__cause__ or (None if error.__suppress_context__ else error.__context__))
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{type(error).__qualname__}\n"
