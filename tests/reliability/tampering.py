"""Changes every column of every row in a database, and deletes and swaps rows; the audit must notice.

Triggers and foreign keys are off, as they are for whoever opens the file with another program. Each change has to be
told by the audit. What it does not tell has to be refused by the database where its triggers are on, or to be harmless:
a column that decides nothing, listed with its reason in ``games.sealing.registry``, or here.

Changes that do not meet are made together and audited at once; then each has to be named by a line of its own. What is
not is made again alone. Runs in the process of a site.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import cache
from itertools import chain
from typing import Any, Final

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from games.rules.audit import Difference
from games.sealing.registry import SEALED, UNSEALED
from games.selectors.operating.audit import AuditCounts, audit
from games.selectors.operating.audit_seals import audit_seals

REPORT_MARK: Final = "Tampered:"
"""What the line begins with that tells how it went."""
SEALS: Final = frozenset({"EntrySeal", "RowSeal", "SealHead", "SealKey", "SealSalt"})
DECIDE_NOTHING: Final = ("RulesUse", "RatingBook")
"""Models without a seal of which no row decides anything; ``UNSEALED`` says why. All others without one are proved."""
_GROUPS: Final = 6
"""In so many groups rows are deleted, so that not everything is gone at once that a line could be about."""
_MOST_SEALS: Final = 40
"""So many rows of a model of seals are tried at the most: each by itself."""
HARMLESS: Final = {
    ("SettledSeat", "revision"): (
        "It says after which entry it was computed; the audit holds it between the last round and the newest entry."
    ),
    ("SettledSeat", "id"): "Nothing names a settled row by its number.",
    ("RatingStep", "id"): "Nothing names a step by its number.",
}
"""Columns that the registry doesn't list, and why the audit needn't report a change of them."""


Clean = dict[tuple[Any, ...], Difference]
"""Lines of the audit, by all that they say."""


def harmless(model: str, column: str) -> str:
    """Why a change of this column needn't be reported; "" where it must be."""
    if model in DECIDE_NOTHING:
        return UNSEALED[model]
    sealed = SEALED.get(model)
    return HARMLESS.get((model, column)) or (sealed.harmless.get(column, "") if sealed else "")


@dataclass(frozen=True, slots=True)
class Change:
    """Something done to one row, or to two: what, to which model and column, and the statements that do it."""

    kind: str
    model: str
    column: str
    rows: tuple[Any, ...]
    statements: tuple[tuple[str, tuple[Any, ...]], ...]

    def __str__(self) -> str:
        rows = " and ".join(map(str, self.rows))
        return f"{self.kind} {self.model}{'.' if self.column else ''}{self.column} of row {rows}: {self.statements}"


@dataclass(slots=True)
class Proof:
    """How many changes came out how, by model; ``missed`` are those that nobody noticed and that are not harmless."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    missed: list[str] = field(default_factory=list)
    silent: set[tuple[str, str]] = field(default_factory=set)

    def note(self, change: Change, how: str) -> None:
        """Count a change as found, refused or unreported."""
        if how == "not told":
            how = "harmless" if harmless(change.model, change.column) else "missed"
            if how == "missed":
                self.missed.append(str(change))
            else:
                self.silent.add((change.model, change.column))
        self.counts[change.model][how] += 1


def run(rows: int) -> None:
    """Try so many rows of each model, or all for 0, and print how it went."""
    world()
    proof = Proof()
    before = [" ".join(key) for key in findings()]
    with _thief():
        clean = findings()
        for batch in _batches(rows):
            _try(batch, clean, proof, quick=rows > 0)
        for change in _alone(rows):
            proof.note(change, _one(change, clean))
    fields = {
        "clean": before,
        "counts": proof.counts,
        "missed": proof.missed,
        "silent": sorted(map(".".join, proof.silent)),
    }
    print(REPORT_MARK + json.dumps(fields))  # noqa: T201 - this is how the other process is told


def world() -> None:
    """Everything that a club has: games of all kinds, leagues, teams, links, tokens, hands and questions."""
    from tests.reliability.sample_nights import everything
    from tests.security.world import make_world

    everything()
    make_world()
    _questions()
    _teams()
    _checks()


def _questions() -> None:
    """Another phone says something else of a round; one version is kept, and one question stays open."""
    from games.models import Report
    from games.refusals import RefusedError
    from games.services.table.questions import keep_version
    from tests.makers import enter, gin, join, knock, line, start

    ann = start()
    ben = join(ann)
    for number in (1, 2):
        enter(ann, gin(0, 10))
        with suppress(RefusedError):
            enter(ben, knock(0, 3, 20), number=number)
    question_id = Report.objects.filter(table=ann.access.table).earliest("pk").pk
    keep_version(access=ann.access, key="kept", questions=[question_id], revision=line(ann, 1).revision)


def _teams() -> None:
    from games.selectors.season.league_dates import date_in_league
    from games.services.season.entrants import join_team, leave_team, make_team
    from tests.leagues import club

    cup = club("Ann", "Ben", "Cleo", teams=True)
    at = {"access": cup.access, "season": cup.season}
    for name, members in (("Aces", ("Ann", "Ben")), ("Kings", ("Cleo",))):
        team = make_team(**at, name=name)
        for member in members:
            join_team(**at, entrant_id=team.pk, member_id=cup.members[member].pk, day=date_in_league(cup.league))
    assert leave_team


def _checks() -> None:
    """A match whose rounds the opponent confirms, one of them disputed."""
    from games.models import Verdict
    from games.rules.league.season import season_rules
    from games.services.season.checks import RoundVersion, check_rounds
    from tests.leagues import club
    from tests.makers import gin, knock

    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 60})
    fixture = made.fixture("Ann", "Ben")
    made.play(fixture, made.phone("Ann"), knock(0, 5, 20), knock(1, 2, 10), gin(0, 40))
    for verdict, number in ((Verdict.CONFIRMED, 1), (Verdict.DISPUTED, 2)):
        check_rounds(
            access=made.phone("Ben"),
            season=made.season,
            number=fixture.number,
            rounds=[RoundVersion(1, number, number + 1)],
            verdict=verdict,
            sides=(),
            reason="The count" if verdict == Verdict.DISPUTED else "",
        )


# --- The thief --------------------------------------------------------------------------------------------------------


@contextmanager
def _thief() -> Iterator[None]:
    """Without triggers and foreign keys."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")
        for statement in _triggers()[0]:
            cursor.execute(statement)
    yield


@cache
def _triggers() -> tuple[list[str], list[str]]:
    """What takes the triggers off, and what sets them again."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            tables = [model._meta.db_table for model in _models()]
            return (
                [f'ALTER TABLE "{table}" DISABLE TRIGGER ALL' for table in tables],
                [f'ALTER TABLE "{table}" ENABLE TRIGGER ALL' for table in tables],
            )
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = cursor.fetchall()
    return [f'DROP TRIGGER "{name}"' for name, _ in found], [sql for _, sql in found]


def findings() -> Clean:
    """What the audit tells, each line once."""
    return {_key(one): one for one in audit(AuditCounts())}


def _key(one: Difference) -> tuple[Any, ...]:
    return (
        one.code,
        repr(sorted(one.location.items())),
        repr(sorted(one.details.items(), key=lambda expected: expected[0])),
    )


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _make(change: Change) -> bool:
    """Make a change; False where the database takes it not even without triggers."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement, values in change.statements:
                cursor.execute(statement, values)
    except (DatabaseError, OverflowError):
        return False
    return True


def _try(batch: Sequence[Change], clean: Clean, proof: Proof, *, quick: bool) -> None:
    """Make changes together; each that no line names is made again alone, where ``quick`` not the harmless ones."""
    left: list[Change] = []
    with _taken_back():
        made = [(change, _make(change)) for change in batch]
        differences = [one for key, one in findings().items() if key not in clean]
        named = _named(differences)
        for change, done in made:
            if not done:
                proof.note(change, "refused")
            elif _names(named, change):
                proof.note(change, "found")
            elif quick and harmless(change.model, change.column):
                proof.note(change, "not told")
            else:
                left.append(change)
    for change in left:
        proof.note(change, _one(change, clean))


def _one(change: Change, clean: Clean) -> str:
    """How one change by itself comes out."""
    with _taken_back():
        if not _make(change):
            return "refused"
        if _tells(change, clean):
            return "found"
    return "refused" if _refused(change) else "not told"


def _tells(change: Change, clean: Clean) -> bool:
    """Whether the audit tells anything new; it is asked no further than that. Of seals it is asked first."""
    first: Iterable[Difference] = audit_seals() if change.model in SEALS else ()
    return any(_key(one) not in clean for one in chain(first, audit(AuditCounts())))


def _refused(change: Change) -> bool:
    """Whether the database with its triggers takes a change."""
    with _taken_back():
        with connection.cursor() as cursor:
            for statement in _triggers()[1]:
                cursor.execute(statement)
        return not _make(change)


def _named(differences: Iterable[Difference]) -> dict[tuple[str, str], set[str]]:
    """The rows that lines name, by the database's name of their table; with the columns, "" for a whole row."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in differences:
        fields = {**one.details, **one.location}
        if "row" in fields and "of" in fields:
            columns = fields.get("columns") or [fields.get("column", "")]
            found[str(fields["of"]), str(fields["row"])].update(map(str, columns))
        elif "entry" in fields and "table" in fields:
            for row in _entries(str(fields["table"]), fields["entry"]):
                found["games_entry", str(row)].add("")
        elif one.code == "settled_wrong":
            for row in _settled(str(fields["table"]), fields["game"], fields["seat"]):
                found["games_settledseat", str(row)].update(fields["wrong"])
    return found


def _entries(table: str, revision: int) -> list[int]:
    return _keys(
        "SELECT e.id FROM games_entry e JOIN games_table t ON t.id = e.table_id "
        "WHERE t.public_id = %s AND e.revision = %s",
        (table, revision),
    )


def _settled(table: str, game: int, seat: int) -> list[int]:
    return _keys(
        "SELECT s.id FROM games_settledseat s JOIN games_table t ON t.id = s.table_id "
        "WHERE t.public_id = %s AND s.game = %s AND s.seat = %s",
        (table, game, seat),
    )


def _keys(sql: str, values: tuple[Any, ...]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [row for (row,) in cursor.fetchall()]


def _names(named: dict[tuple[str, str], set[str]], change: Change) -> bool:
    """Whether a line names a row of the change, and its column where it tells columns."""
    table = _model(change.model)._meta.db_table
    columns: set[str] = set().union(*(named.get((table, str(row)), set()) for row in change.rows))
    return "" in columns or change.column in columns or (change.kind != "change" and bool(columns))


# --- What is done -----------------------------------------------------------------------------------------------------


@cache
def _models() -> tuple[type[models.Model], ...]:
    return tuple(apps.get_app_config("games").get_models())


def _model(name: str) -> type[models.Model]:
    return apps.get_model("games", name)


def _columns(model: type[models.Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


@cache
def _rows(model: type[models.Model], most: int) -> list[dict[str, Any]]:
    """Rows of a model as they are stored, spread over all of them."""
    names = [one.column for one in _columns(model)]
    with connection.cursor() as cursor:
        text = ", ".join(f'"{name}"' for name in names)
        table, key = model._meta.db_table, model._meta.pk.column
        cursor.execute(f'SELECT {text} FROM "{table}" ORDER BY "{key}"')
        found = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    if not most or len(found) <= most:
        return found
    return [found[at * (len(found) - 1) // (most - 1)] for at in range(most)]


def _batches(rows: int) -> Iterator[list[Change]]:
    """Changes, swaps and deletions of all rows that are no seals, so that no row is in a batch twice."""
    ordinary = [model for model in _models() if model.__name__ not in SEALS]
    for kind in (_changed, _swapped):
        for at in range(max(len(_columns(model)) for model in ordinary)):
            batch = [change for model in ordinary for change in kind(model, at, rows)]
            if batch:
                yield batch
    yield [_exchanged(model, *pair) for model in ordinary for pair in _pairs(_rows(model, rows))]
    for at in range(_GROUPS):
        yield [_deleted(model, row) for model in ordinary[at::_GROUPS] for row in _rows(model, rows)]


def _alone(rows: int) -> Iterator[Change]:
    """The same for seals, of which one may speak for many."""
    for model in _models():
        if model.__name__ in SEALS:
            most = min(rows, 3) or _MOST_SEALS
            some = _rows(model, most)
            for at in range(len(_columns(model))):
                yield from _changed(model, at, most, shift=False)
                yield from list(_swapped(model, at, most, shift=False))[:1]
            yield from (_deleted(model, row) for row in some)
            yield from (_exchanged(model, *pair) for pair in _pairs(some))


def _changed(model: type[models.Model], at: int, rows: int, *, shift: bool = True) -> Iterator[Change]:
    """Each row with one of its columns changed: the next column with every row, so that in the end all were."""
    fields = _columns(model)
    if at >= len(fields):
        return
    for number, row in enumerate(_rows(model, rows)):
        one = fields[(at + number * shift) % len(fields)]
        stored = row[one.column]
        for value in [_other(one, stored)]:
            yield _update("change", model, one.column, row, value)


def _update(kind: str, model: type[models.Model], column: str, row: dict[str, Any], value: Any) -> Change:
    meta = model._meta
    key = row[meta.pk.column]
    keys = (key, value) if column == meta.pk.column else (key,)
    return Change(kind, model.__name__, column, keys, (_set(model, column, value, key),))


def _set(model: type[models.Model], column: str, value: Any, key: Any) -> tuple[str, tuple[Any, ...]]:
    meta = model._meta
    return f'UPDATE "{meta.db_table}" SET "{column}" = %s WHERE "{meta.pk.column}" = %s', (value, key)


def _swapped(model: type[models.Model], at: int, rows: int, *, shift: bool = True) -> Iterator[Change]:
    """Pairs of rows with the values of one column exchanged."""
    fields = [one for one in _columns(model) if not one.primary_key]
    if at >= len(fields):
        return
    for number, (one, other) in enumerate(_pairs(_rows(model, rows))):
        column = fields[(at + number * shift) % len(fields)].column
        if one[column] != other[column]:
            yield _swap(model, column, one, other)


def _swap(model: type[models.Model], column: str, one: dict[str, Any], other: dict[str, Any]) -> Change:
    key = model._meta.pk.column
    between = _other(model._meta.get_field(_name(model, column)), one[column])
    steps = ((one[key], between), (other[key], one[column]), (one[key], other[column]))
    if not any({column} & set(constraint) for constraint in _unique(model)):
        steps = steps[1:]
    statements = tuple(_set(model, column, value, row) for row, value in steps)
    return Change("swap", model.__name__, column, (one[key], other[key]), statements)


def _name(model: type[models.Model], column: str) -> str:
    return next(one.name for one in _columns(model) if one.column == column)


@cache
def _unique(model: type[models.Model]) -> list[list[str]]:
    columns = {one.name: one.column for one in _columns(model)}
    found = [[one.column] for one in _columns(model) if one.unique]
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            found.append([columns[name] for name in constraint.fields])
    return found


def _pairs(rows: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return list(zip(rows[::2], rows[1::2], strict=False))


def _exchanged(model: type[models.Model], one: dict[str, Any], other: dict[str, Any]) -> Change:
    """Two rows, each in the place of the other."""
    meta = model._meta
    key = meta.pk.column
    free = -1 if isinstance(one[key], int) else "nowhere"
    steps = ((one[key], free), (other[key], one[key]), (free, other[key]))
    return Change(
        "exchange", model.__name__, key, (one[key], other[key]), tuple(_set(model, key, new, old) for old, new in steps)
    )


def _deleted(model: type[models.Model], row: dict[str, Any]) -> Change:
    meta = model._meta
    key = row[meta.pk.column]
    return Change(
        "delete",
        model.__name__,
        "",
        (key,),
        ((f'DELETE FROM "{meta.db_table}" WHERE "{meta.pk.column}" = %s', (key,)),),
    )


def _other(one: Any, stored: Any) -> Any:
    """Another value that could well be there."""
    kind = one.get_internal_type()
    if one.primary_key:
        return stored + 100_000 if isinstance(stored, int) else f"{stored}x"
    if isinstance(one, models.ForeignKey):
        keys = [found[one.target_field.column] for found in _rows(one.related_model, 0)]
        return next((key for key in keys if key != stored), None)
    if one.choices:
        return next(value for value, _ in one.flatchoices if value != stored)
    if kind in ("DateTimeField", "DateField", "TimeField", "JSONField") and isinstance(stored, str):
        return _OTHER_TEXT[kind](stored)
    match stored:
        case None:
            return _first(kind)
        case bool():
            return not stored
        case int():
            return 1 - stored if kind == "BooleanField" else stored + 1
        case float():
            return stored + 0.5
        case date() | time():
            return stored + timedelta(days=1) if isinstance(stored, date) else time(23, 59)
        case dict() | list():
            return _other_json(stored)
    if len(stored) >= (one.max_length or 10**9):
        return ("0" if stored[0] != "0" else "1") + stored[1:]
    return f"{stored}x"


def _first(kind: str) -> Any:
    """A value where none was."""
    known = {"DateTimeField": "2026-01-06 19:00:00", "DateField": "2026-01-06", "TimeField": "19:00:00"}
    return known.get(kind, 1 if "Integer" in kind else "x")


def _other_json(stored: Any) -> str:
    """The same JSON with one number or text in it changed."""
    value = json.loads(stored) if isinstance(stored, str) else stored

    def other(part: Any) -> Any:
        match part:
            case dict() if part:
                name = sorted(part)[-1]
                return {**part, name: other(part[name])}
            case list() if part:
                return [*part[:-1], other(part[-1])]
            case bool():
                return not part
            case int():
                return part + 1
            case str():
                return f"{part}x"
        return {"more": 1}

    return json.dumps(other(value))


def _another_year(text: str) -> str:
    return text[:3] + ("5" if text[3] != "5" else "4") + text[4:]


_OTHER_TEXT: Final[dict[str, Callable[[str], str]]] = {
    "DateTimeField": _another_year,
    "DateField": _another_year,
    "TimeField": lambda _: "23:59:00",
    "JSONField": _other_json,
}
"""Another value of what SQLite keeps as text."""
