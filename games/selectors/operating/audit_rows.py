"""Audit single values: each has the type of its column, and each foreign key names an existing row.

SQLite stores any value in any column, and a restored or patched PostgreSQL may have lost a constraint. Such a value
makes the code that reads it fail later; the audit names the row.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import connection, models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import dateparse

from games.rules.audit import Difference
from games.selectors.operating.audit_parts import run_part, shortened

_PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "DateTimeField": dateparse.parse_datetime,
    "DateField": dateparse.parse_date,
    "TimeField": dateparse.parse_time,
}
_JSON_TYPES: Final = {dict: "object", list: "array"}
"""The database's name for the JSON type of a column, by the column's default."""


class _ColumnCheck(NamedTuple):
    """One check of a column: SQL that is true for a wrong value, and the code of what is wrong."""

    column: str
    wrong: str
    why: str


def audit_rows() -> Iterator[Difference]:
    """Yield every value that its column doesn't allow, and every broken foreign key."""
    if connection.vendor == "sqlite":
        _register_sqlite_functions()
    for model in apps.get_app_config("games").get_models():
        table = model._meta.db_table
        yield from run_part(partial(_values, model), of=table)
        yield from run_part(partial(_references, model), of=table)


def _values(model: type[models.Model]) -> Iterator[Difference]:
    table, key = model._meta.db_table, _quoted(model._meta.pk.column)
    rules = [rule for field in _columns(model) for rule in _column_checks(field)]
    wrong = ", ".join(f"COALESCE({rule.wrong}, FALSE)" for rule in rules)
    any_wrong = " OR ".join(f"({rule.wrong})" for rule in rules)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {key}, {wrong} FROM {_quoted(table)} WHERE {any_wrong}")  # noqa: S608 - our own names
        for row, *failures in cursor.fetchall():
            reported: set[str] = set()
            for rule, is_wrong in zip(rules, failures, strict=True):
                if is_wrong and rule.column not in reported:
                    reported.add(rule.column)
                    value = _stored_text(table, key, row, rule.column)
                    yield Difference(
                        "value_wrong",
                        {"of": table, "row": row, "column": rule.column},
                        {"why": rule.why, "value": value},
                    )


def _column_checks(field: Any) -> Iterator[_ColumnCheck]:
    """Yield the checks of a column; of several that fail for a value, the first is reported."""
    column, target = _quoted(field.column), field
    while isinstance(target, models.ForeignKey):
        target = target.target_field
    kind = target.get_internal_type()
    if not field.null:
        yield _ColumnCheck(field.column, f"{column} IS NULL", "missing")
    not_null = f"{column} IS NOT NULL AND "
    if connection.vendor == "sqlite":
        yield from (
            _ColumnCheck(field.column, f"{not_null}({wrong})", why) for wrong, why in _sqlite_only_checks(kind, column)
        )
    if field.max_length is not None:
        yield _ColumnCheck(field.column, f"{not_null}LENGTH(CAST({column} AS TEXT)) > {field.max_length}", "too_long")
    if field.choices:
        values = [str(value) for value, _ in field.flatchoices] + ([""] if field.blank else [])
        allowed = ", ".join("'" + value.replace("'", "''") + "'" for value in values)
        yield _ColumnCheck(field.column, f"{not_null}{column} NOT IN ({allowed})", "unknown")
    if kind == "JSONField":
        json_type = _JSON_TYPES.get(field.default) or "object"
        # CASE, because SQLite evaluates both sides of an AND and json_type fails on invalid JSON.
        wrong = f"CASE WHEN json_valid({column}) THEN json_type({column}) <> '{json_type}' ELSE FALSE END"
        if connection.vendor == "postgresql":
            wrong = f"jsonb_typeof({column}) <> '{json_type}'"
        yield _ColumnCheck(field.column, f"{not_null}{wrong}", "json_shape")


def _sqlite_only_checks(kind: str, column: str) -> Iterator[tuple[str, str]]:
    """Yield the checks of non-null values that PostgreSQL's column types enforce and SQLite's don't, with codes."""
    if kind in BaseDatabaseOperations.integer_field_ranges:
        low, high = BaseDatabaseOperations.integer_field_ranges[kind]
        yield f"typeof({column}) <> 'integer'", "not_a_number"
        yield f"{column} NOT BETWEEN {low} AND {high}", "out_of_range"
    elif kind == "BooleanField":
        yield f"typeof({column}) <> 'integer' OR {column} NOT IN (0, 1)", "not_yes_or_no"
    elif kind == "FloatField":
        yield f"typeof({column}) NOT IN ('real', 'integer') OR ABS({column}) > 1e300", "not_a_number"
    elif kind in _PARSERS:
        yield f"typeof({column}) <> 'text' OR NOT audit_{kind.lower()}(CAST({column} AS BLOB))", "not_a_date"
    else:
        yield f"typeof({column}) <> 'text' OR NOT audit_text(CAST({column} AS BLOB))", "not_text"
        if kind == "JSONField":
            yield f"NOT json_valid({column}) OR NOT audit_json(CAST({column} AS BLOB))", "not_json"


def _references(model: type[models.Model]) -> Iterator[Difference]:
    """Yield rows whose foreign key names no row. Keys without a database constraint aren't checked."""
    table, key = _quoted(model._meta.db_table), _quoted(model._meta.pk.column)
    with connection.cursor() as cursor:
        for field in _columns(model):
            if not field.remote_field or not field.db_constraint:
                continue
            other = field.related_model._meta.db_table
            ours, theirs = _quoted(field.column), _quoted(field.target_field.column)
            target_row = f"SELECT 1 FROM {_quoted(other)} o WHERE o.{theirs} = t.{ours}"  # noqa: S608 - our own names
            cursor.execute(
                f"SELECT t.{key} FROM {table} t WHERE t.{ours} IS NOT NULL AND NOT EXISTS ({target_row})"  # noqa: S608
            )
            for (row,) in cursor.fetchall():
                yield Difference("reference_broken", {"of": model._meta.db_table, "row": row}, {"to": other})


def _stored_text(table: str, key: str, row: Any, column: str) -> str:
    """Return a stored value as text to show, shortened."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CAST({_quoted(column)} AS TEXT) FROM {_quoted(table)} WHERE {key} = %s",  # noqa: S608 - our own names
            [row],
        )
        values: Sequence[Any] = cursor.fetchone() or (None,)
    return "nothing" if values[0] is None else repr(shortened(str(values[0])))


def _register_sqlite_functions() -> None:
    """Register on the SQLite connection the SQL functions that check texts, JSON and dates in Python."""
    connection.ensure_connection()
    create_function = connection.connection.create_function
    create_function("audit_text", 1, lambda raw: _passes(raw, lambda text: True), deterministic=True)
    create_function(
        "audit_json", 1, lambda raw: _passes(raw, lambda text: (json.loads(text), True)), deterministic=True
    )
    for kind, parse in _PARSERS.items():
        create_function(f"audit_{kind.lower()}", 1, lambda raw, parse=parse: _passes(raw, parse), deterministic=True)


def _passes(raw: bytes | None, judge: Callable[[str], object]) -> bool:
    """Return whether ``raw`` is UTF-8 that ``judge`` accepts. NULL passes: another check covers it."""
    if raw is None:
        return True
    try:
        text = raw.decode()
        return judge(text) not in (None, False)
    except (ValueError, RecursionError, OverflowError):
        return False


def _columns(model: type[models.Model]) -> Sequence[Any]:
    """Return the columns of a model, its primary key included."""
    return model._meta.concrete_fields


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")
