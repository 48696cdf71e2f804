"""Audit triggers, constraints and unique indices by comparing their definitions, not only their names.

A trigger with the right name that does nothing counts as missing. SQLite stores the SQL text of each. PostgreSQL
rewrites definitions, so there the audit compares the event, columns, condition and function body of triggers, and
the columns, names and values of constraints.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from django.apps import apps
from django.db import connection, models
from django.db.models.constraints import BaseConstraint

from games.models.guards import functions, wanted
from games.rules.audit import Difference

_CASTS: Final = re.compile(r"::(character varying|\w+)(\(\d+\))?(\[\])?")
_CAST_NAME: Final = re.compile(r"\(((?:new|old)\.\w+)\)")
_TOKENS: Final = re.compile(r"'(?:[^']|'')*'|[\w.]+|[<>=!]+|[()]")
_WORDS: Final = re.compile(r"'(?:[^']|'')*'|\d+|\w+")
_UNIQUE: Final = re.compile(r"\bunique\b", re.IGNORECASE)


def audit_guards() -> Iterator[Difference]:
    """Yield every trigger and constraint that is missing, disabled or changed, and every unknown trigger."""
    yield from _triggers()
    texts = _constraint_texts()
    for model in apps.get_app_config("games").get_models():
        for constraint in model._meta.constraints:
            definition = texts.get((model._meta.db_table, constraint.name))
            if definition is None:
                yield _missing(constraint.name, model)
            elif not _same_constraint(model, constraint, definition):
                yield Difference("guard_changed", details={"guard": constraint.name, "on": model._meta.db_table})
    yield from _columns()


def _missing(guard: str, model: type[models.Model]) -> Difference:
    return Difference("guard_missing", details={"guard": guard, "on": model._meta.db_table})


def _triggers() -> Iterator[Difference]:
    """Compare the enabled triggers with the expected ones."""
    expected = {_expected_definition(table, body): (name, table) for table, name, body in wanted(connection.vendor)}
    enabled = dict(_enabled_triggers())
    names = {name for name, definition in enabled.items() if definition not in expected}
    for definition, (name, table) in expected.items():
        if definition not in enabled.values():
            code = "guard_changed" if name in names else "guard_missing"
            yield Difference(code, details={"guard": name, "on": table})
    for name in sorted(names - {name for name, _ in expected.values()}):
        yield Difference("trigger_unknown", details={"guard": name})


def _expected_definition(table: str, body: str) -> str:
    """Return the definition of an expected trigger in the normal form used for comparing."""
    if connection.vendor == "sqlite":
        return _without_quotes(body)
    called = re.search(r"EXECUTE FUNCTION (\w+)\((.*)\)$", body, re.DOTALL)
    function = called[1] if called else ""
    return f"{_normal_definition(body)} {_without_quotes(functions().get(function, ''))}"


def _enabled_triggers() -> Iterator[tuple[str, str]]:
    """Yield the name and the normalized definition of each enabled trigger on our tables."""
    ours = {model._meta.db_table for model in apps.get_app_config("games").get_models()}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
            for name, table, sql in cursor.fetchall():
                if table in ours:
                    yield name, _without_quotes(re.sub(r'^CREATE TRIGGER\s+("[^"]*"|\S+)\s+', "", sql or ""))
            return
        # Only visible tables: a restore may have left older copies in another schema.
        cursor.execute(
            "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(t.oid), prosrc FROM pg_trigger t "
            "JOIN pg_proc p ON p.oid = tgfoid "
            "WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND pg_table_is_visible(tgrelid)"
        )
        for name, table, definition_sql, source in cursor.fetchall():
            if table in ours:
                body = re.sub(r'^CREATE TRIGGER\s+("[^"]*"|\S+)\s+', "", definition_sql)
                yield name, f"{_normal_definition(body)} {_without_quotes(source)}"


def _without_quotes(sql: str) -> str:
    """Return SQL without quoted names and with single spaces."""
    return " ".join(sql.replace('"', "").split())


def _normal_definition(body: str) -> str:
    """Return a trigger's definition, ours or PostgreSQL's, in normal form: events, table, condition and function."""
    plain = _without_quotes(body)
    head, _, condition_part = plain.partition(" WHEN (")
    if not condition_part:
        return re.sub(r" ON (?:\w+\.)?(\w+)", r" ON \1", plain)
    condition, _, call = condition_part.rpartition(") EXECUTE FUNCTION ")
    head = re.sub(r" ON (?:\w+\.)?(\w+)", r" ON \1", head)
    return f"{head} WHEN {_condition(condition)} EXECUTE FUNCTION {call}"


def _condition(sql: str) -> str:
    """Return a condition in normal form: brackets around every OR and AND and nowhere else, and no casts."""
    sql_text = re.sub(r"\b(NEW|OLD)\.", lambda found: found[0].lower(), _CASTS.sub("", sql))
    tokens = _TOKENS.findall(_CAST_NAME.sub(r"\1", sql_text))

    def disjunction() -> str:
        return _joined("OR", conjunction)

    def conjunction() -> str:
        return _joined("AND", comparison)

    def _joined(word: str, part: Any) -> str:
        parts = [part()]
        while tokens and tokens[0] == word:
            tokens.pop(0)
            parts.append(part())
        return parts[0] if len(parts) == 1 else "(" + f" {word} ".join(parts) + ")"

    def comparison() -> str:
        if tokens and tokens[0] == "(":
            tokens.pop(0)
            inner = disjunction()
            if tokens:
                tokens.pop(0)
            return inner
        words = []
        while tokens and tokens[0] not in ("OR", "AND", "(", ")"):
            words.append(tokens.pop(0))
        return " ".join(words)

    return disjunction()


def _constraint_texts() -> dict[tuple[str, str], str]:
    """Return the database's definition of each valid constraint and unique index, by table and name."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
                "WHERE convalidated AND conrelid <> 0 AND pg_table_is_visible(conrelid) UNION ALL "
                "SELECT indrelid::regclass::text, relname, pg_get_indexdef(indexrelid) FROM pg_index "
                "JOIN pg_class ON pg_class.oid = indexrelid "
                "WHERE indisunique AND indisvalid AND pg_table_is_visible(indrelid)"
            )
            return {(table, name): text for table, name, text in reversed(cursor.fetchall())}
        cursor.execute("SELECT type, tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        definitions: dict[tuple[str, str], str] = {}
        for kind, table, name, sql in cursor.fetchall():
            if kind == "index":
                definitions[table, name] = sql
            elif kind == "table":
                for part in re.split(r"\bCONSTRAINT\b", sql)[1:]:
                    constraint_name = part.split()[0].strip('"')
                    definitions[table, constraint_name] = part.strip().rstrip(",")
        return definitions


def _same_constraint(model: type[models.Model], constraint: BaseConstraint, definition: str) -> bool:
    """Return whether ``definition``, the database's definition, matches ``constraint``."""
    editor = connection.schema_editor(collect_sql=True)  # never entered: it only renders SQL
    editor.deferred_sql = []
    expected = str(constraint.constraint_sql(model, editor) or constraint.create_sql(model, editor))
    expected = re.sub(r'^(CONSTRAINT|CREATE UNIQUE INDEX)\s+"?\w+"?\s*', "", expected)
    if connection.vendor == "sqlite":
        # The last constraint of a table ends with the table.
        return _without_brackets(definition).endswith(_without_brackets(expected)) or _without_brackets(
            expected
        ) in _without_brackets(definition)
    words = {str(field.column) for field in model._meta.concrete_fields}
    return _vocabulary(expected, words) == _vocabulary(definition, words) and bool(
        _UNIQUE.search(definition)
    ) is isinstance(constraint, models.UniqueConstraint)


def _without_brackets(sql: str) -> str:
    return " ".join(re.sub(r'["()]', " ", sql).split())


def _vocabulary(sql: str, columns: set[str]) -> set[str]:
    """Return the columns, string literals and numbers that a constraint mentions."""
    plain = re.sub(r"'-?(\d+)'", r"\1", sql.replace('"', ""))
    return {word for word in _WORDS.findall(plain) if word in columns or word[0] in "'0123456789"}


def _columns() -> Iterator[Difference]:
    """Check that the database enforces NOT NULL, UNIQUE and FOREIGN KEY of every column."""
    not_null, unique, foreign = _column_rules()
    for model in apps.get_app_config("games").get_models():
        table, columns = model._meta.db_table, cast("Any", model._meta.concrete_fields)
        for field in columns:
            column = table, field.column
            if not field.null and column not in not_null:
                yield _missing(f"NOT NULL of {field.column}", model)
            if field.unique and not field.primary_key and column not in unique:
                yield _missing(f"UNIQUE of {field.column}", model)
            if field.remote_field and field.db_constraint:
                other = field.related_model._meta.db_table
                if (*column, other) not in foreign:
                    yield _missing(f"FOREIGN KEY of {field.column}", model)


def _column_rules() -> tuple[set[tuple[str, str]], set[tuple[str, str]], set[tuple[str, str, str]]]:
    """Return (table, column) of NOT NULL columns, of unique columns, and (table, column, target) of foreign keys."""
    with connection.cursor() as cursor:

        def rows(sql: str) -> set[Any]:
            cursor.execute(sql)
            return set(cursor.fetchall())

        if connection.vendor == "sqlite":
            tables = "sqlite_master m JOIN pragma_{} p WHERE m.type = 'table'"
            # SQLite doesn't report NOT NULL for an integer primary key, which is never null.
            columns, targets = tables.format("table_info(m.name)"), tables.format("foreign_key_list(m.name)")
            return (
                rows(f'SELECT m.name, p.name FROM {columns} AND (p."notnull" OR p.pk)'),  # noqa: S608
                rows(
                    "SELECT m.name, i.name FROM sqlite_master m JOIN pragma_index_list(m.name) l "
                    "JOIN pragma_index_info(l.name) i WHERE m.type = 'table' AND l.\"unique\" AND NOT l.partial "
                    "AND (SELECT COUNT(*) FROM pragma_index_info(l.name)) = 1"
                ),
                rows(f'SELECT m.name, p."from", p."table" FROM {targets}'),  # noqa: S608
            )
        return (
            rows(
                "SELECT attrelid::regclass::text, attname::text FROM pg_attribute JOIN pg_class ON oid = attrelid "
                "WHERE attnotnull AND attnum > 0 AND relkind = 'r' AND pg_table_is_visible(oid)"
            ),
            rows(
                "SELECT indrelid::regclass::text, attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid "
                "AND attnum = indkey[0] WHERE indisunique AND indisvalid AND indnatts = 1 AND indpred IS NULL "
                "AND pg_table_is_visible(indrelid)"
            ),
            rows(
                "SELECT conrelid::regclass::text, attname::text, confrelid::regclass::text FROM pg_constraint "
                "JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] "
                "WHERE contype = 'f' AND convalidated AND pg_table_is_visible(conrelid)"
            ),
        )
