"""Reading a request strictly: its body, the numbers in it, the revisions its headers name."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.http import parse_etags, parse_header_parameters
from rest_framework import exceptions
from rest_framework.parsers import BaseParser

from games.forms.strict_json import LARGEST, BadJSON, loads
from games.rules.names import LONGEST, BadName, clean_name

HIGHEST_NUMBER: Final = 10_000
"""The highest number of a game or round that is looked at; a table holds far fewer."""
HIGHEST_ROW: Final = 2**31 - 1
"""The highest number that a member, an account or the like may have."""
LONGEST_REASON: Final = 200
_JOINER: Final = "\u200d"
"""Holds an emoji of several together; Python does not call it printable."""


class BadBody(exceptions.APIException):
    """A body that is not the JSON object it should be; ``code`` says why."""

    status_code = 400

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail, code)
        self.code = code


class InvalidFields(exceptions.APIException):
    """Fields that cannot be used: field name to sentence."""

    status_code = 400

    def __init__(self, fields: Mapping[str, str], code: str = "invalid_value") -> None:
        super().__init__(" ".join(fields.values()), code)
        self.fields, self.code = fields, code


class StrictJSONParser(BaseParser):
    """Reads ``application/json`` in UTF-8 through the one strict reader."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value of the body.

        Raises BadBody, RequestDataTooBig, and UnsupportedMediaType for another character set.
        """
        return self.read(stream, media_type, LARGEST)[1]

    def read(self, stream: Any, media_type: str | None, most: int) -> tuple[str, Any]:
        """The text of a body of ``most`` bytes at most, and its value. Raises as ``parse`` does."""
        charset = parse_header_parameters(media_type or "")[1].get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            raise exceptions.UnsupportedMediaType(media_type or "")
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise RequestDataTooBig
        try:
            text = raw.decode("utf-8")
            return text, loads(text)
        except UnicodeDecodeError:
            raise BadBody("invalid_json", "The body is not UTF-8.") from None
        except BadJSON as bad:
            raise BadBody(*bad.args) from None


def has_body(request: HttpRequest) -> bool:
    """Whether the request has a body. The server counts those that came in chunks, too."""
    return bool((request.META.get("CONTENT_LENGTH") or "").strip("0"))


def whole(given: Mapping[str, Any], field: str) -> int:
    """The whole number in ``field``, from 1. Raises InvalidFields for anything else."""
    value = given[field]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= HIGHEST_NUMBER:
        raise InvalidFields({field: f"{field} must be a whole number from 1 to {HIGHEST_NUMBER}."})
    return value


def row_in(given: Mapping[str, Any], field: str) -> int:
    """The number in ``field`` of a member, an account or the like. Raises InvalidFields for what can be none."""
    value = given[field]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= HIGHEST_ROW:
        raise InvalidFields({field: f"{field} must be a whole number from 1 to {HIGHEST_ROW}."})
    return value


def name_in(given: Mapping[str, Any], field: str) -> str:
    """The clean name in ``field``. Raises InvalidFields for what can be none."""
    name = name_or_none(given[field])
    if name is None:
        raise InvalidFields({field: f"{field} must be a name of at most {LONGEST} characters."})
    return name


def name_or_none(value: Any) -> str | None:
    """A clean name, of a text that is as it came no longer than names may be; None for what can be none."""
    try:
        return clean_name(value) if isinstance(value, str) and len(value) <= LONGEST else None
    except BadName:
        return None


def truth_in(given: Mapping[str, Any], field: str) -> bool:
    """The truth value in ``field``; false without one. Raises InvalidFields for anything else."""
    value = given.get(field, False)
    if not isinstance(value, bool):
        raise InvalidFields({field: f"{field} must be true or false."})
    return value


def reason_in(given: Mapping[str, Any]) -> str:
    """The ``reason`` for a correction; empty without one. Raises InvalidFields for what cannot be shown."""
    reason = given.get("reason", "")
    if not isinstance(reason, str) or len(reason) > LONGEST_REASON or not reason.replace(_JOINER, "").isprintable():
        raise InvalidFields({"reason": f"reason must be a text of at most {LONGEST_REASON} characters, in one line."})
    return reason.strip()


def revision_in(header: str | None) -> int | None:
    """The revision that an ``If-Match`` header names; None without the header.

    -1, which no entry has, for a weak tag, a list or anything else that does not name exactly one version.
    """
    if header is None:
        return None
    found = re.fullmatch(r'"?([0-9]{1,9})"?', header.strip())
    return int(found[1]) if found else -1


def is_known(header: str, etag: str) -> bool:
    """Whether an ``If-None-Match`` header names ``etag``: one of a list, weak or strong, or ``*`` for any."""
    tags = [tag.removeprefix("W/") for tag in parse_etags(header)]
    return "*" in tags or etag in tags
