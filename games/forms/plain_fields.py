"""Single fields of the small forms of leagues: a name, a date, a number that names a row."""

from collections.abc import Mapping
from datetime import date

from games.forms.round_form import printable
from games.forms.start_form import bad_name_text
from games.models.entry import REASON_LENGTH
from games.refusals import Refused
from games.rules.names import LONGEST, BadName, clean_name

_LARGEST = 2**31


def typed_name(data: Mapping[str, str]) -> tuple[str, str]:
    """The field "name": as a clean name and "", or as it was typed and a sentence why it cannot be one."""
    text = data.get("name", "")[: 20 * LONGEST]
    try:
        return clean_name(text), ""
    except BadName as bad:
        return text, bad_name_text(bad)


def typed_row(data: Mapping[str, str], name: str) -> int:
    """The field ``name`` as a primary key. Raises Refused ("not_found") where it can be none."""
    text = data.get(name, "")
    if text.isascii() and text.isdigit() and int(text[:20]) < _LARGEST:
        return int(text)
    raise Refused("not_found")


def typed_day(data: Mapping[str, str], name: str) -> date:
    """The field ``name`` as a date. Raises Refused ("wrong_day")."""
    try:
        return date.fromisoformat(data.get(name, "")[:10])
    except ValueError:
        raise Refused("wrong_day") from None


def typed_reason(data: Mapping[str, str]) -> str:
    """The field "reason": one line, as long as is stored."""
    return printable(data.get("reason", ""))[:REASON_LENGTH]
