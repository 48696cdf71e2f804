"""Strict reading of body fields and query parameters about seasons: dates, times, numbers, ids, lists of objects."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from typing import Any, Final

from games.api.parsing import InvalidFieldsError
from games.forms.table.start_form import bad_name_text
from games.forms.typed_values import typed_date, typed_time
from games.rules.names import InvalidNameError, clean_name

Payload = Mapping[str, Any]
MAX_ID: Final = 2**31 - 1
MAX_IDS: Final = 1_000
"""How many rows a request may name."""
REQUIRED: Final = object()
"""The default of a field that must not be left out."""


def name_in(body: Payload, field: str = "name") -> str:
    """Return the cleaned name in ``field``. Raises InvalidFieldsError."""
    text = body[field]
    if not isinstance(text, str):
        raise InvalidFieldsError({field: f"{field} must be a text."})
    try:
        return clean_name(text)
    except InvalidNameError as bad:
        raise InvalidFieldsError({field: bad_name_text(bad)}) from None


def date_in(body: Payload, field: str) -> date | None:
    """Return the date in ``field`` ("2026-10-06"); None for null or without it. Raises InvalidFieldsError."""
    value = body.get(field)
    if value is None:
        return None
    # Only the full form: Python accepts others, too.
    if isinstance(value, str) and len(value) == len("2026-10-06") and value[4] == value[7] == "-":
        try:
            return typed_date(value)
        except ValueError as wrong:
            raise InvalidFieldsError({field: str(wrong)}) from None
    raise InvalidFieldsError({field: f"{field} must be a date, as 2026-10-06, or null."})


def time_in(body: Payload, field: str) -> time | None:
    """Return the time of day in ``field`` ("19:30"); None for null or without it. Raises InvalidFieldsError."""
    value = body.get(field)
    if value is None:
        return None
    if isinstance(value, str) and len(value) == len("19:30") and value[2] == ":":
        try:
            return typed_time(value)
        except ValueError as wrong:
            raise InvalidFieldsError({field: str(wrong)}) from None
    raise InvalidFieldsError({field: f"{field} must be a time of day, as 19:30, or null."})


def datetime_in(body: Payload, field: str) -> datetime | None:
    """Return the time with zone in ``field``; None for null or without it. Raises InvalidFieldsError."""
    value = body.get(field)
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value if isinstance(value, str) and len(value) <= 40 else "")
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InvalidFieldsError(
            {field: f"{field} must be a moment with its zone, as 2026-10-06T19:30:00+02:00, or null."}
        )
    return moment


def number_in(body: Payload, field: str, minimum: int, maximum: int, default: Any = REQUIRED) -> Any:
    """Return the whole number from ``minimum`` to ``maximum`` in ``field``; ``default`` without one.

    Raises InvalidFieldsError.
    """
    value = body.get(field)
    if default is not REQUIRED and (field not in body or (value is None and default is None)):
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise InvalidFieldsError({field: f"{field} must be a whole number from {minimum} to {maximum}."})
    return value


def id_in(body: Payload, field: str, default: Any = REQUIRED) -> Any:
    """Return the id of a database row in ``field``. Raises InvalidFieldsError."""
    return number_in(body, field, 1, MAX_ID, default)


def ids_in(body: Payload, field: str) -> list[int]:
    """Return the ids of database rows in ``field``, each once; empty without the field. Raises InvalidFieldsError."""
    values = body.get(field, [])
    if not isinstance(values, list) or len(values) > MAX_IDS:
        raise InvalidFieldsError({field: f"{field} must be a list of at most {MAX_IDS} numbers."})
    ids = [id_in({field: value}, field) for value in values]
    if len(set(ids)) < len(ids):
        raise InvalidFieldsError({field: f"{field} names one twice."})
    return ids


def choice_in(body: Payload, field: str, choices: Collection[str], default: str) -> str:
    """Return the value of ``field``, one of ``choices``; ``default`` without it. Raises InvalidFieldsError."""
    value = body.get(field, default)
    if not isinstance(value, str) or value not in choices:
        raise InvalidFieldsError({field: f"{field} must be one of {', '.join(choices)}."})
    return value


def objects_in(
    body: Payload, field: str, required: set[str], maximum: int, optional: set[str] | None = None
) -> list[Payload]:
    """Return the list of objects in ``field``; each must have the keys ``required`` and may have ``optional`` ones.

    Raises InvalidFieldsError.
    """
    values = body[field]
    if not isinstance(values, list) or len(values) > maximum or not all(isinstance(entry, dict) for entry in values):
        raise InvalidFieldsError({field: f"{field} must be a list of at most {maximum} objects."})
    for entry in values:
        if unknown := sorted(set(entry) - required - (optional or set())):
            name = unknown[0][:60]
            raise InvalidFieldsError({f"{field}.{name}": f"Unknown field: {name}."}, "unknown_field")
        if missing := sorted(required - set(entry)):
            raise InvalidFieldsError({f"{field}.{missing[0]}": f"The field {missing[0]} is missing."}, "missing_field")
    return values


def date_param(params: Mapping[str, str], field: str) -> date | None:
    """Return a query parameter as a date; None without it. Raises InvalidFieldsError."""
    return date_in(params, field) if field in params else None


def id_param(params: Mapping[str, str], field: str, maximum: int = MAX_ID) -> int | None:
    """Return a query parameter as a whole number; None without it. Raises InvalidFieldsError."""
    if field not in params:
        return None
    text = params[field]
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else 0
    return id_in({field: number}, field) if maximum == MAX_ID else number_in({field: number}, field, 1, maximum)
