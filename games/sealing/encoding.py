"""Make the text that a seal is computed from, in a form that doesn't depend on the database."""

import hmac
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Final

from games.models import Entry, EntrySeal, RowSeal
from games.sealing.keys import Key
from games.sealing.registry import ERASED_NAME, SealPlan, Values

_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> str:
    """Return a JSON value as canonical text."""
    return _ENCODER.encode(value)


def utc_text(when: datetime) -> str:
    """Return a datetime as text in UTC."""
    return when.astimezone(UTC).isoformat()


def json_value(value: Any) -> Any:
    """Return the value of a column as a JSON value."""
    if isinstance(value, datetime):
        return utc_text(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return value


def commitment(salt: str, subject: str, name: str) -> str:
    """Return a salted hash of a name, which reveals nothing about the name once its salt is deleted."""
    return hmac.digest(salt.encode(), f"{subject}\0{name}".encode(), "sha256").hex()


def entry_text(entry: Entry, seal: EntrySeal, previous: str) -> str:
    """Return the text for an entry's seal: all its columns, the hash of the name, and the seal of the entry before."""
    return canonical(
        [
            *("entry", entry.table_id, entry.revision, entry.pk, str(entry.kind), entry.game, entry.round),
            *(entry.facts, entry.result, entry.digest, entry.key, entry.reason, entry.device_id, entry.link_id),
            *(utc_text(entry.at), seal.salt, seal.by, str(seal.how), seal.key, previous),
        ]
    )


def row_text(seal: RowSeal, previous: str) -> str:
    """Return the text for a row's seal: what happened to the row, and the seal before."""
    fields = (seal.chain, seal.number, seal.of, seal.row, str(seal.how), seal.said, utc_text(seal.at), seal.key)
    return canonical(["row", *fields, previous])


def head_text(chain: str, length: int, mac: str, key: int) -> str:
    """Return the text for the head of a chain, which records where the chain ends."""
    return canonical(["head", chain, length, mac, key])


def values_in_seal(seal: RowSeal) -> dict[str, Any]:
    """Return the values by column that a seal has for its row; {} if that is no longer valid JSON."""
    try:
        sealed_values = json.loads(seal.said)
    except ValueError:
        return {}
    return sealed_values if isinstance(sealed_values, dict) else {}


def text_digest(key: Key, column: str, value: Any) -> str:
    """Return a keyed hash of JSON or of a text without a person's name, which can be compared but not read."""
    return key.mac(canonical(["text", column, value]))[:32]


def sealed_columns(plan: SealPlan, values: Values) -> list[str]:
    """Return the columns of a row that its seal covers."""
    elsewhere = plan.sealed.elsewhere(values)
    return [column for column in plan.columns if column not in elsewhere]


def compare_columns(
    plan: SealPlan, values: Values, sealed_values: Mapping[str, Any], key: Key, salts: Mapping[int, tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Return the columns that differ from the last seal of a row, and those whose name can't be checked any more.

    ``salts`` are subject and salt by number. Columns that only the row or only the seal has differ, too.
    """
    differing_columns, uncheckable = [], []
    columns = sealed_columns(plan, values)
    for column in columns:
        value = values[column]
        if column not in sealed_values:
            differing_columns.append(column)
        elif isinstance(sealed_values[column], list) and column in plan.sealed.names:
            number, sealed = sealed_values[column]
            if number not in salts:
                uncheckable.append(column)
            elif value is None or commitment(salts[number][1], salts[number][0], value) != sealed:
                differing_columns.append(column)
        elif column in plan.texts:
            stored = None if value is None else text_digest(key, column, value)
            if stored != sealed_values[column]:
                differing_columns.append(column)
        elif json_value(value) != sealed_values[column]:
            differing_columns.append(column)
    return differing_columns + sorted(sealed_values.keys() - set(columns)), uncheckable


def needs_salt(value: Any) -> bool:
    """Return whether a name is sealed with a salt; empty and erased names belong to nobody and aren't."""
    return value is not None and value not in ("", ERASED_NAME)
