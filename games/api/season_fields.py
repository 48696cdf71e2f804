"""Fields of bodies and of addresses about seasons, read strictly: dates, times, moments, numbers that name a row."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from typing import Any, Final

from games.api.reading import InvalidFields
from games.forms.start_form import bad_name_text
from games.forms.typed_values import typed_date, typed_time
from games.rules.names import BadName, clean_name

Given = Mapping[str, Any]
LARGEST_ID: Final = 2**31 - 1
MOST_IDS: Final = 1_000
"""Rows that one request may name."""
NOT_NEEDED: Final = object()
"""Stands for no value that is left out: the field is needed."""


def name_in(given: Given, field: str = "name") -> str:
    """The clean name in ``field``. Raises InvalidFields."""
    text = given[field]
    if not isinstance(text, str):
        raise InvalidFields({field: f"{field} must be a text."})
    try:
        return clean_name(text)
    except BadName as bad:
        raise InvalidFields({field: bad_name_text(bad)}) from None


def date_in(given: Given, field: str) -> date | None:
    """The date in ``field``, None for null or none: "2026-10-06". Raises InvalidFields."""
    value = given.get(field)
    if value is None:
        return None
    # A date as it is written in full: Python reads others, too.
    if isinstance(value, str) and len(value) == len("2026-10-06") and value[4] == value[7] == "-":
        try:
            return typed_date(value)
        except ValueError as wrong:
            raise InvalidFields({field: str(wrong)}) from None
    raise InvalidFields({field: f"{field} must be a date, as 2026-10-06, or null."})


def time_in(given: Given, field: str) -> time | None:
    """The time of day in ``field``, None for null or none: "19:30". Raises InvalidFields."""
    value = given.get(field)
    if value is None:
        return None
    if isinstance(value, str) and len(value) == len("19:30") and value[2] == ":":
        try:
            return typed_time(value)
        except ValueError as wrong:
            raise InvalidFields({field: str(wrong)}) from None
    raise InvalidFields({field: f"{field} must be a time of day, as 19:30, or null."})


def moment_in(given: Given, field: str) -> datetime | None:
    """The moment in ``field`` with its zone, None for null or none. Raises InvalidFields."""
    value = given.get(field)
    if value is None:
        return None
    try:
        found = datetime.fromisoformat(value if isinstance(value, str) and len(value) <= 40 else "")
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise InvalidFields({field: f"{field} must be a moment with its zone, as 2026-10-06T19:30:00+02:00, or null."})
    return found


def number_in(given: Given, field: str, low: int, high: int, otherwise: Any = NOT_NEEDED) -> Any:
    """The whole number from ``low`` to ``high`` in ``field``, or ``otherwise`` without one. Raises InvalidFields."""
    value = given.get(field)
    if otherwise is not NOT_NEEDED and (field not in given or (value is None and otherwise is None)):
        return otherwise
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidFields({field: f"{field} must be a whole number from {low} to {high}."})
    return value


def id_in(given: Given, field: str, otherwise: Any = NOT_NEEDED) -> Any:
    """The number in ``field`` that names a row. Raises InvalidFields."""
    return number_in(given, field, 1, LARGEST_ID, otherwise)


def ids_in(given: Given, field: str) -> list[int]:
    """The numbers in ``field`` that name rows, each once; none without the field. Raises InvalidFields."""
    values = given.get(field, [])
    if not isinstance(values, list) or len(values) > MOST_IDS:
        raise InvalidFields({field: f"{field} must be a list of at most {MOST_IDS} numbers."})
    found = [id_in({field: value}, field) for value in values]
    if len(set(found)) < len(found):
        raise InvalidFields({field: f"{field} names one twice."})
    return found


def choice_in(given: Given, field: str, choices: Collection[str], otherwise: str) -> str:
    """One of ``choices`` in ``field``, or ``otherwise`` without it. Raises InvalidFields."""
    value = given.get(field, otherwise)
    if not isinstance(value, str) or value not in choices:
        raise InvalidFields({field: f"{field} must be one of {', '.join(choices)}."})
    return value


def objects_in(given: Given, field: str, needs: set[str], most: int, may: set[str] | None = None) -> list[Given]:
    """The objects in the list in ``field``, each with the keys ``needs``, perhaps ``may``, and no others.

    Raises InvalidFields.
    """
    values = given[field]
    if not isinstance(values, list) or len(values) > most or not all(isinstance(one, dict) for one in values):
        raise InvalidFields({field: f"{field} must be a list of at most {most} objects."})
    for one in values:
        if unknown := sorted(set(one) - needs - (may or set())):
            name = unknown[0][:60]
            raise InvalidFields({f"{field}.{name}": f"Unknown field: {name}."}, "unknown_field")
        if missing := sorted(needs - set(one)):
            raise InvalidFields({f"{field}.{missing[0]}": f"The field {missing[0]} is missing."}, "missing_field")
    return values


def asked_date(given: Mapping[str, str], field: str) -> date | None:
    """The date that an address asks for; None without one. Raises InvalidFields."""
    return date_in(given, field) if field in given else None


def asked_id(given: Mapping[str, str], field: str, most: int = LARGEST_ID) -> int | None:
    """The number that an address asks for; None without one. Raises InvalidFields."""
    if field not in given:
        return None
    text = given[field]
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else 0
    return id_in({field: number}, field) if most == LARGEST_ID else number_in({field: number}, field, 1, most)
