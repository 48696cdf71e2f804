"""Read single fields of small forms: a name, a date, a primary key, a reason."""

from collections.abc import Mapping
from datetime import date

from games.forms.table.start_form import bad_name_text
from games.forms.typed_values import parse_date, parse_whole_number
from games.models.entry import REASON_LENGTH
from games.refusals import RefusedError
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.wording.words import printable


def typed_name(data: Mapping[str, str]) -> tuple[str, str]:
    """Return the field "name" as a clean name and "", or as typed and an error sentence."""
    text = data.get("name", "")[: 20 * MAX_NAME_LENGTH]
    try:
        return clean_name(text), ""
    except InvalidNameError as bad:
        return text, bad_name_text(bad)


def typed_row(data: Mapping[str, str], name: str) -> int:
    """Return the field ``name`` as a primary key. Raises RefusedError ("not_found") if it cannot be one."""
    number = parse_whole_number(data.get(name, ""))
    if number is None:
        raise RefusedError("not_found")
    return number


def typed_day(data: Mapping[str, str], name: str) -> date:
    """Return the field ``name`` as a date. Raises RefusedError ("wrong_day")."""
    day = parse_date(data.get(name, "")[:10])
    if day is None:
        raise RefusedError("wrong_day")
    return day


def typed_reason(data: Mapping[str, str]) -> str:
    """Return the field "reason" on one line, cut to the stored length."""
    return printable(data.get("reason", ""))[:REASON_LENGTH]
