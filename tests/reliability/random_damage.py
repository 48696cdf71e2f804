"""Damages a database at random, and records whether the audit ends with findings each time.

SQLite takes anything: text where numbers are, dates that are none, rows that name none, JSON of every kind, numbers
without an end, and pages of the file that were overwritten. Whatever it is, the audit ends with its findings.
"""

import io
import json
import random
import sqlite3
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction

from games.wording.audit import SENTENCES

REPORT_MARK: Final = "Fuzzed:"
"""What the line begins with that tells how it went."""
_HUGE: Final = 10**18
_JSON: Final = (
    *("", "{", "null", "[]", "{}", "0", "-1", "1e999", "NaN", '"text"', "[[[[]]]]", '{"v": 1}', '{"v": 1e300}'),
    *('{"v": 1, "ending": {"kind": "gin", "ender": 99}}', '{"a": "\\ud800"}', "[" * 5_000 + "]" * 5_000),
    *('{"v": ' + "9" * 5_000 + "}", '{"count": 1000000000000}', '{"order": ["points", "points"]}', "\x00"),
)
_VALUES: Final[tuple[Any, ...]] = (
    *(None, "", "text", "0", -1, 0, 1, 2, 99, 5_000, 2**31, _HUGE, 2**63 - 1, -(2**63), 1.5, 1e308),
    *("2026-13-45", "2026-02-30 25:61:61", "9999-12-31 23:59:59.999999", "0001-01-01 00:00:00", "12:99", "2026-01-06"),
    *(b"\xff\xfe", b"\x00\x01", "\x00", "\x1b[31m", "x" * 10_000, "'; DROP TABLE games_entry; --", "\N{SKULL}"),
    *_JSON,
)


def run(seed: int, rounds: int) -> None:
    """Damage, audit, and undo the damage, so many times; print how it went."""
    dice = random.Random(seed)
    world()
    _take_off_rules()
    came: Counter[str] = Counter()
    broken: list[str] = []
    kinds: list[Callable[[random.Random], str]] = (
        [_value] * 5 + [_values_of_a_column, _json_inside] * 2 + [_gone, _copy]
    )
    for number in range(rounds):
        with _taken_back():
            text = "; ".join(dice.choice(kinds)(dice) for _ in range(dice.choice((1, 1, 1, 3))))
            _note(came, broken, f"{seed}/{number}: {text}")
    _print_report(came, broken)


def run_pages(seed: int, rounds: int) -> None:
    """The same with bytes of the file overwritten, wherever they are."""
    dice = random.Random(seed)
    world()
    connection.close()
    file = Path(connection.settings_dict["NAME"])
    with sqlite3.connect(file) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole, came, broken = file.read_bytes(), Counter[str](), list[str]()
    for number in range(rounds):
        damaged = bytearray(whole)
        # The schema and the list of migrations are at the beginning; most of the damage is to be behind them.
        first = dice.choice((0, 100, 4_096, len(whole) // 3, len(whole) // 3))
        size = dice.choice((1, 1, 8, 512, 4_096))
        for _ in range(dice.choice((1, 3, 20))):
            at = dice.randrange(first, len(whole) - size)
            damaged[at : at + size] = dice.choice((dice.randbytes(size), b"\x00" * size, b"\xff" * size))
        if dice.random() < 0.1:
            del damaged[dice.randrange(len(damaged)) :]
        for part in file.parent.glob(f"{file.name}-*"):
            part.unlink()
        file.write_bytes(damaged)
        _note(came, broken, f"{seed}/{number}: {size} bytes from {first} on")
        connection.close()
    _print_report(came, broken)


def world() -> None:
    """Something of every kind."""
    from tests.reliability.sample_nights import everything

    everything()


def _note(came: Counter[str], broken: list[str], statement: str) -> None:
    """Run the audit, and keep how it ended and the codes it told; what is no end that it may have is ``broken``."""
    try:
        status, lines = audited()
    except Exception:
        broken.append(f"{statement}\n{traceback.format_exc()}")
        return
    came[f"exit {status}"] += 1
    codes = [json.loads(line)["code"] for line in lines[:-1]] if status != 2 else []
    came.update(f"code {code}" for code in set(codes))
    if status == 2:
        came[f"2: {lines[-1]}"] += 1
    # Where it could not run there is a sentence and nothing else.
    if (
        (status == 2) is not (len(lines) == 1 and not lines[0].startswith("{"))
        or set(codes) - set(SENTENCES)
        or (status == 1) is not bool(codes)
    ):
        broken.append(f"{statement}: exit {status}, {codes}")


def audited() -> tuple[int, list[str]]:
    """The exit status of the audit and its lines."""
    out = io.StringIO()
    try:
        call_command("audit", json=True, stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue().splitlines()
    except CommandError as error:
        return error.returncode, [*out.getvalue().splitlines(), str(error)]
    return 0, out.getvalue().splitlines()


def _print_report(came: Counter[str], broken: list[str]) -> None:
    print(REPORT_MARK + json.dumps({"came": came, "broken": broken}))  # noqa: T201 - this is how the other process is told


class _taken_back:  # noqa: N801 - reads as what it does
    """A transaction of which nothing stays."""

    def __enter__(self) -> None:
        self._atomic = transaction.atomic()
        self._atomic.__enter__()

    def __exit__(self, *error: object) -> None:
        transaction.set_rollback(True)
        self._atomic.__exit__(None, None, None)


def _take_off_rules() -> None:
    """Take off what would refuse the damage: triggers, foreign keys, and on SQLite every rule of the columns."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for model in _models():
                cursor.execute(f'ALTER TABLE "{model._meta.db_table}" DISABLE TRIGGER ALL')
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')
        cursor.execute("PRAGMA writable_schema = ON")
        rest = "REPLACE(REPLACE(REPLACE(sql, 'IS NOT NULL', 'IS @'), ' NOT NULL', ''), 'IS @', 'IS NOT NULL')"
        cursor.execute(f"UPDATE sqlite_master SET sql = {rest} WHERE type = 'table' AND name LIKE 'games_%'")
        cursor.execute("PRAGMA writable_schema = RESET")
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("PRAGMA ignore_check_constraints = ON")


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_app_config("games").get_models() if model.objects.exists()]  # type: ignore[attr-defined]


def _place(dice: random.Random) -> tuple[str, str, "models.Field[Any, Any]"]:
    """A table, its key and one of its columns."""
    meta = dice.choice(_models())._meta
    return meta.db_table, meta.pk.column, dice.choice(meta.concrete_fields)


def _set(table: str, column: str, value: Any, where: str = "1=1") -> str:
    """Store a value, whatever it is; one that the database refuses stays out."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f'UPDATE "{table}" SET "{column}" = %s WHERE {where}', [value])
    except (DatabaseError, ValueError, OverflowError):
        return f"{table}.{column} takes no {value!r:.40}"
    return f"{table}.{column} = {value!r:.40} where {where}"


def _value(dice: random.Random) -> str:
    table, key, field = _place(dice)
    return _set(table, field.column, dice.choice(_VALUES), _some_row(dice, table, key))


def _some_row(dice: random.Random, table: str, key: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{key}" FROM "{table}"')
        (found,) = dice.choice(cursor.fetchall() or [(0,)])
    return f'"{key}" = {found}' if isinstance(found, int) else f"\"{key}\" = '{found}'"


def _values_of_a_column(dice: random.Random) -> str:
    table, _, field = _place(dice)
    return _set(table, field.column, dice.choice(_VALUES))


def _json_inside(dice: random.Random) -> str:
    """Change one value inside a JSON that stays JSON."""
    found = [
        (model._meta.db_table, model._meta.pk.column, field.column)
        for model in _models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.JSONField)
    ]
    table, key, column = dice.choice(found)
    row = _some_row(dice, table, key)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table}" WHERE {row}')
        ((text,),) = cursor.fetchall() or [("{}",)]
    try:
        value = json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        value = {}
    return _set(table, column, json.dumps(_other(dice, value)), row)


def _other(dice: random.Random, value: Any) -> Any:
    """The same but for one value somewhere in it."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice(list(value))
        if dice.random() < 0.1:
            return {one: what for one, what in value.items() if one != name}
        return value | {name: _other(dice, value[name])}
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        return [*value[:at], _other(dice, value[at]), *value[at + 1 :]]
    return dice.choice((None, -1, 0, 1, 10**9, _HUGE, 10**400, 1.5, "text", "9" * 30, [], {}, [[]], {"0": 1}, True))


def _gone(dice: random.Random) -> str:
    table, key, _ = _place(dice)
    where = _some_row(dice, table, key)
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}" WHERE {where}')
    return f"{table} without {where}"


def _copy(dice: random.Random) -> str:
    """A row once more, under a key of its own."""
    table, key, _ = _place(dice)
    where = _some_row(dice, table, key)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')
        names = [one[0] for one in cursor.description or () if one[0] != key]
        text = ", ".join(f'"{name}"' for name in names)
        try:
            with transaction.atomic():
                cursor.execute(f'INSERT INTO "{table}" ({text}) SELECT {text} FROM "{table}" WHERE {where}')
        except DatabaseError:
            return f"{table} takes {where} but once"
    return f"{table} twice {where}"
