"""Strict reading of requests: the JSON body, its fields, and the revisions in headers."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.http import parse_etags, parse_header_parameters
from rest_framework import exceptions
from rest_framework.parsers import BaseParser

from games.evaluate.strict_json import MAX_BODY_BYTES, InvalidJSONError, loads
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name

MAX_NUMBER: Final = 10_000
"""The highest number of a game or round that is accepted; a table holds far fewer."""
MAX_REASON_LENGTH: Final = 200
_ZERO_WIDTH_JOINER: Final = "\u200d"
"""Joins several emoji into one; Python doesn't count it as printable."""


class InvalidBodyError(exceptions.APIException):
    """The body isn't the JSON object it should be; ``code`` says why."""

    status_code = 400

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail, code)
        self.code = code


class InvalidFieldsError(exceptions.ValidationError):
    """Some fields or parameters can't be used. ``fields`` maps their names to sentences."""

    def __init__(self, fields: Mapping[str, str], code: str = "invalid_value") -> None:
        super().__init__({name: [text] for name, text in fields.items()}, code)


class StrictJSONParser(BaseParser):
    """Reads ``application/json`` in UTF-8, strictly."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the value of the body.

        Raises InvalidBodyError, RequestDataTooBig, and UnsupportedMediaType for another character set.
        """
        return self.read(stream, media_type, MAX_BODY_BYTES)[1]

    def read(self, stream: Any, media_type: str | None, max_bytes: int) -> tuple[str, Any]:
        """Return the text of a body of at most ``max_bytes``, and its value. Raises as ``parse`` does."""
        charset = parse_header_parameters(media_type or "")[1].get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            raise exceptions.UnsupportedMediaType(media_type or "")
        raw = stream.read(max_bytes + 1)
        if len(raw) > max_bytes:
            raise RequestDataTooBig
        try:
            text = raw.decode("utf-8")
            return text, loads(text)
        except UnicodeDecodeError:
            raise InvalidBodyError("invalid_json", "The body must be UTF-8.") from None
        except InvalidJSONError as bad:
            raise InvalidBodyError(*bad.args) from None


def has_body(request: HttpRequest) -> bool:
    """Return whether the request has a body. The server sets Content-Length for chunked bodies, too."""
    return bool((request.META.get("CONTENT_LENGTH") or "").strip("0"))


def name_or_none(value: Any) -> str | None:
    """Return the cleaned name; None if ``value`` can't be a name. The length is checked before cleaning."""
    try:
        return clean_name(value) if isinstance(value, str) and len(value) <= MAX_NAME_LENGTH else None
    except InvalidNameError:
        return None


def is_one_line(text: str) -> bool:
    """Return whether a text can be shown in one line."""
    return text.replace(_ZERO_WIDTH_JOINER, "").isprintable()


def revision_in(header: str | None) -> int | None:
    """Return the revision in an ``If-Match`` header; None without the header.

    -1, which no entry has, for a weak tag, a list or anything else that doesn't name exactly one version.
    """
    if header is None:
        return None
    match = re.fullmatch(r'"?([0-9]{1,9})"?', header.strip())
    return int(match[1]) if match else -1


def etag_matches(header: str, etag: str) -> bool:
    """Return whether an ``If-None-Match`` header names ``etag``: in a list, weak or strong, or ``*`` for any."""
    tags = [tag.removeprefix("W/") for tag in parse_etags(header)]
    return "*" in tags or etag in tags
