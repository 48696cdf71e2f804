"""Parse JSON from outside strictly: ambiguous documents and values that cannot be stored are refused."""

import json
import math
from typing import Any, Final

MAX_DEPTH: Final = 20
"""The most levels of nesting."""
MAX_BODY_BYTES: Final = 64 * 1024
"""The most bytes of a request body."""
_DIGITS: Final = 400
_BEYOND: Final = 10**_DIGITS
"""Replaces any whole number with more digits, as it is out of every range anyway."""


class InvalidJSONError(ValueError):
    """The text is not acceptable JSON; ``args`` are a code and a sentence."""


def loads(text: str) -> Any:
    """Return the value of a JSON document.

    Raises InvalidJSONError: "invalid_json" (also NaN, infinities), "duplicate_key", "json_too_deep", "invalid_value"
    for characters that cannot be stored.
    """
    _measure(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_number
        )
    except InvalidJSONError:
        raise
    except (ValueError, RecursionError):
        raise InvalidJSONError("invalid_json", "This isn't valid JSON.") from None
    _readable(value)
    return value


def _measure(text: str) -> None:
    """Refuse deep nesting before the parser recurses into it."""
    depth, quoted, escaped = 0, False, False
    for character in text:
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise InvalidJSONError("json_too_deep", f"The JSON is nested more than {MAX_DEPTH} levels deep.")
        elif character in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise InvalidJSONError("duplicate_key", f"The key {key[:40]!r} appears twice.")
        result[key] = value
    return result


def _constant(_: str) -> Any:
    raise InvalidJSONError("invalid_json", "JSON has no NaN or infinity.")


def _integer(digits: str) -> int:
    if len(digits) <= _DIGITS:
        return int(digits)
    return -_BEYOND if digits.startswith("-") else _BEYOND


def _number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise InvalidJSONError("invalid_json", "JSON has no number this large.")
    return number


def _readable(value: Any) -> None:
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise InvalidJSONError("invalid_value", "The text contains characters that cannot be stored.")
    elif isinstance(value, dict):
        for key, item in value.items():
            _readable(key)
            _readable(item)
    elif isinstance(value, list):
        for item in value:
            _readable(item)
