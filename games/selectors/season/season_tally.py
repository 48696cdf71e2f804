"""Add up the results of a season in SQL, to the same ``Tally`` that the rules compute from single results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import lru_cache
from operator import add, attrgetter, sub
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Case, Count, F, Q, QuerySet, Sum, Value, When

from games.models import COUNTING, Entrant, Fixture, FixtureSide, FixtureState, Season
from games.rules.league.season import SeasonRules
from games.rules.league.standings import Record, Tally

Sides = QuerySet[FixtureSide]
Sums = dict[tuple[int, int], list[int]]
"""Sums by entrant and night, one for each of ``_FIELDS``; the night is 0 if nights don't matter."""
Key = TypeVar("Key")

_NEED_PAIRS: Final = frozenset({"head_to_head", "buchholz", "sonneborn_berger"})
_FIELDS: Final = tuple(field.name for field in fields(Record))
_OUTCOME_COUNTS: Final[dict[str, Any]] = {
    "played": Count("pk"),
    "wins": Count("pk", filter=Q(outcome="win")),
    "draws": Count("pk", filter=Q(outcome="draw")),
    "losses": Count("pk", filter=Q(outcome="loss")),
}
_ALL_BUT_FLAGS: Final[dict[str, Any]] = dict.fromkeys(_FIELDS, Value(0)) | {
    **_OUTCOME_COUNTS,
    "points_for": Sum("points"),
    "points_against": Sum("against"),
    "boxes": Sum("boxes"),
    "gins": Sum("gins"),
    "shutouts": Sum("shutouts"),
    "box_leads": Count("pk", filter=Q(led_boxes=True)),
}
"""The SQL of each field of a Record, in their order; 0 for the flags, which are counted by ``_FLAGS_ONLY``."""
_FLAGS_ONLY: Final[dict[str, Any]] = dict.fromkeys(_FIELDS, Value(0)) | {
    "byes": Count("pk", filter=Q(fixture__state=FixtureState.BYE)),
    "provisional": Count("pk", filter=Q(fixture__final=False)),
}
_UNDATED_NUMBER: Final = Case(When(fixture__night=None, then=F("fixture__number")))
_EMPTY: Final = Record()
_record_values = attrgetter(*_FIELDS)


def season_tally(
    season: Season,
    rules: SeasonRules,
    *,
    tonight: date,
    until: date | None = None,
    night: date | None = None,
    state: FixtureState | None = None,
    only_final: bool = False,
) -> Tally:
    """Return what ``rules.league.standings.tally`` returns for a season's results, without reading them one by one.

    Byes count from their night on, if it isn't after ``tonight``. ``until`` limits the nights to those up to a date,
    matches without a date included, ``night`` to a single night, and ``state`` to matches in one state.
    ``only_final`` leaves out running and unconfirmed matches. Pairs and nights are filled only if ``rules`` need them.
    """
    sides, flagged = _counting(season, tonight, until, night, state, only_final=only_final)
    pairs = _pairs(sides) if not _NEED_PAIRS.isdisjoint(rules.order) else {}
    if rules.best_nights is not None:
        nights = _by_night(sides, flagged)
        return Tally(_by_entrant(nights), pairs, {key: _record(sums) for key, sums in nights.items()})
    records: Sums = {}
    for entrant, *sums in (*_rows(sides, "entrant", sums=_ALL_BUT_FLAGS), *_rows(flagged, "entrant", sums=_FLAGS_ONLY)):
        _add(records, (entrant, 0), sums)
    return Tally(_by_entrant(records), pairs, {})


def tallies_after(season: Season, rules: SeasonRules, nights: Sequence[date]) -> Iterator[Tally]:
    """Yield the tally after each of ``nights``, oldest first, like ``season_tally`` with that night as ``until``.

    The number of queries doesn't depend on the number of nights.
    """
    if not nights:
        return
    sides, flagged = _counting(season, nights[-1], nights[-1], None, None, only_final=False)
    sums = _by_night(sides, flagged)
    pairs_by_night = _pairs_by_night(sides) if not _NEED_PAIRS.isdisjoint(rules.order) else {}
    pending = sorted(sums.items(), key=lambda item: item[0][1], reverse=True)
    dates = sorted(pairs_by_night, reverse=True)
    records: Sums = {}
    pairs: dict[tuple[int, int], Record] = {}
    nights_so_far: dict[tuple[int, int], Record] = {}
    for night in nights:
        while pending and pending[-1][0][1] <= night.toordinal():
            key, night_sums = pending.pop()
            _add(records, (key[0], 0), night_sums)
            if rules.best_nights is not None:
                nights_so_far[key] = _record(night_sums)
        while dates and dates[-1] <= night.toordinal():
            for pair, record in pairs_by_night[dates.pop()].items():
                pairs[pair] = pairs.get(pair, _EMPTY) + record
        yield Tally(_by_entrant(records), dict(pairs), dict(nights_so_far))


def subtracted(tally: Tally, part: Tally) -> Tally:
    """Return ``tally`` minus a ``part`` of it, for instance the standings before a night."""
    return Tally(
        _subtract(tally.records, part.records), _subtract(tally.pairs, part.pairs), _subtract(tally.nights, part.nights)
    )


@lru_cache(maxsize=10_000)
def _pair_record(*counts: int) -> Record:
    """Return the record of a pair, from the ``_OUTCOME_COUNTS``; cached, because pairs repeat a few values."""
    return Record(**dict(zip(_OUTCOME_COUNTS, counts, strict=True)))


def _counting(
    season: Season,
    tonight: date,
    until: date | None,
    night: date | None,
    state: FixtureState | None,
    *,
    only_final: bool,
) -> tuple[Sides, Sides]:
    """Return the sides whose outcomes count, and the sides of byes and of provisional results; see ``season_tally``."""
    fixtures = Fixture.objects.filter(season=season, state__in=COUNTING if state is None else [state])
    if until is not None:
        fixtures = fixtures.filter(Q(night=None) | Q(night__lte=until))
    if night is not None:
        fixtures = fixtures.filter(night=night)
    if only_final:
        fixtures = fixtures.filter(final=True)
    sides = FixtureSide.objects.exclude(outcome="")
    if night is None and state is None:
        # All or most of a season: filtering by entrant uses one index.
        sides = sides.filter(entrant__in=Entrant.objects.filter(season=season))
    if until is None and night is None and state is None and not only_final:
        # Equivalent to the filter below, but answered from that index alone.
        uncounted = Fixture.objects.filter(season=season, state__in=(FixtureState.BYE, FixtureState.CANCELLED))
        sides = sides.exclude(fixture__in=uncounted)
    else:
        sides = sides.filter(fixture__in=fixtures.exclude(state=FixtureState.BYE))
    bye = Q(state=FixtureState.BYE)
    byes = bye & (Q(night=None) | Q(night__lte=tonight))
    flagged = FixtureSide.objects.filter(fixture__in=fixtures.filter(byes | (Q(final=False) & ~bye)))
    return sides, flagged


def _rows(sides: Sides, *by: str, sums: Mapping[str, Any]) -> list[Any]:
    """Return these fields and, for each of their values, ``sums``, in that order, as the database gives them.

    Django's conversion of thousands of integers would dominate the cost.
    """
    # With an underscore, as a Record's field may have the name of a column.
    named = {f"{name}_": expression for name, expression in sums.items()}
    sql, params = sides.values_list(*by).annotate(**named).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _pairs(sides: Sides) -> dict[tuple[int, int], Record]:
    """Return the records of one entrant against another; a match of three or more counts against each of the others."""
    rows = _rows(sides, "entrant", "opponent", sums=_OUTCOME_COUNTS)
    pairs = {(entrant, opponent): _pair_record(*sums) for entrant, opponent, *sums in rows}
    if any(opponent is None for _, opponent in pairs):
        pairs = {pair: record for pair, record in pairs.items() if pair[1] is not None}
        others = sides.filter(opponent=None).annotate(other=F("fixture__sides__entrant"))
        for entrant, other, *sums in _rows(others, "entrant", "other", sums=_OUTCOME_COUNTS):
            if other != entrant:
                pairs[entrant, other] = pairs.get((entrant, other), _EMPTY) + _pair_record(*sums)
    return pairs


def _pairs_by_night(sides: Sides) -> dict[int, dict[tuple[int, int], Record]]:
    """Return the records of pairs by the number of the night; 0 for matches without a date."""
    rows = _rows(sides, "entrant", "opponent", "fixture__night", sums=_OUTCOME_COUNTS)
    if any(row[1] is None for row in rows):
        others = sides.filter(opponent=None).annotate(other=F("fixture__sides__entrant"))
        rows = [row for row in rows if row[1] is not None]
        rows += _rows(others, "entrant", "other", "fixture__night", sums=_OUTCOME_COUNTS)
    nights: dict[int, dict[tuple[int, int], Record]] = {}
    for entrant, other, night, *sums in rows:
        if entrant != other:
            pairs = nights.setdefault(_night_number(night, 0), {})
            pairs[entrant, other] = pairs.get((entrant, other), _EMPTY) + _pair_record(*sums)
    return nights


def _by_night(sides: Sides, flagged: Sides) -> Sums:
    nights: Sums = {}
    by = ("entrant", "fixture__night", "undated")
    for entrant, night, undated, *sums in (
        *_rows(sides.annotate(undated=_UNDATED_NUMBER), *by, sums=_ALL_BUT_FLAGS),
        *_rows(flagged.annotate(undated=_UNDATED_NUMBER), *by, sums=_FLAGS_ONLY),
    ):
        _add(nights, (entrant, _night_number(night, undated)), sums)
    return nights


def _night_number(night: date | str | None, undated: int) -> int:
    """Return a night's ordinal (SQLite returns dates as text); a match without a date counts as a night of its own."""
    return date.fromisoformat(str(night)).toordinal() if night else -undated


def _add(totals: Sums, key: tuple[int, int], sums: list[int]) -> None:
    current = totals.get(key)
    totals[key] = sums if current is None else list(map(add, current, sums))


def _by_entrant(sums: Mapping[tuple[int, int], list[int]]) -> dict[int, Record]:
    records: Sums = {}
    for (entrant, _), night_sums in sums.items():
        _add(records, (entrant, 0), night_sums)
    return {entrant: _record(total) for (entrant, _), total in records.items()}


def _record(sums: list[int]) -> Record:
    """Return the record with these ``Sums``; ``_FIELDS`` are a Record's own, so that names need not be looked up."""
    return Record(*sums)


def _subtract(whole: Mapping[Key, Record], part: Mapping[Key, Record]) -> dict[Key, Record]:
    difference = dict(whole)
    for key, record in part.items():
        remaining = Record(*map(sub, _record_values(whole[key]), _record_values(record)))
        if remaining == _EMPTY:
            del difference[key]
        else:
            difference[key] = remaining
    return difference
