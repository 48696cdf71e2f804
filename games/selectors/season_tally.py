"""All results of a season added up by the database: the same ``Tally`` that the rules make of single results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import lru_cache
from operator import add, attrgetter, sub
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Case, Count, F, Q, QuerySet, Sum, When

from games.models import COUNTING, Entrant, Fixture, FixtureSide, FixtureState, Season
from games.rules.season import SeasonRules
from games.rules.standings import Record, Tally

Sides = QuerySet[FixtureSide]
Sums = dict[tuple[int, int], list[int]]
"""By entrant and night, in the order of a Record's fields; the night is 0 where they are not told apart."""
Key = TypeVar("Key")

_ASK_PAIRS: Final = frozenset({"head_to_head", "buchholz", "sonneborn_berger"})
_OUTCOMES: Final[dict[str, Any]] = {
    "played_": Count("pk"),
    "wins_": Count("pk", filter=Q(outcome="win")),
    "draws_": Count("pk", filter=Q(outcome="draw")),
    "losses_": Count("pk", filter=Q(outcome="loss")),
}
_AMOUNTS: Final[dict[str, Any]] = {
    "points_": Sum("points"),
    "against_": Sum("against"),
    "boxes_": Sum("boxes"),
    "gins_": Sum("gins"),
    "shutouts_": Sum("shutouts"),
    "led_": Count("pk", filter=Q(led_boxes=True)),
}
_MARKS: Final[dict[str, Any]] = {
    "byes_": Count("pk", filter=Q(fixture__state=FixtureState.BYE)),
    "provisional_": Count("pk", filter=Q(fixture__final=False)),
}
_UNDATED: Final = Case(When(fixture__night=None, then=F("fixture__number")))
_NOTHING: Final = Record()
_numbers = attrgetter(*(field.name for field in fields(Record)))


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
    """What ``games.rules.standings.tally`` makes of a season's results, without reading the single ones.

    Byes count from their night on, of which ``tonight`` tells. ``until`` takes in the nights up to a date, what has no
    date included, ``night`` one alone, ``state`` the matches in one. ``only_final`` leaves out what runs or is not
    confirmed. Pairs and nights are there only where ``rules`` ask for them.
    """
    sides, marked = _counting(season, tonight, until, night, state, only_final=only_final)
    pairs = _pairs(sides) if not _ASK_PAIRS.isdisjoint(rules.order) else {}
    if rules.best_nights is not None:
        nights = _by_night(sides, marked)
        return Tally(_by_entrant(nights), pairs, {key: Record(*sums) for key, sums in nights.items()})
    records: Sums = {}
    for entrant, *sums in _rows(sides, "entrant", sums=_OUTCOMES | _AMOUNTS):
        _add(records, (entrant, 0), _whole(sums))
    for entrant, *marks in _rows(marked, "entrant", sums=_MARKS):
        _add(records, (entrant, 0), _marks(*marks))
    return Tally(_by_entrant(records), pairs, {})


def tallies_after(season: Season, rules: SeasonRules, nights: Sequence[date]) -> Iterator[Tally]:
    """The tally after each of ``nights``, the oldest first: ``season_tally`` with ``until`` and ``tonight`` that night.

    However many nights there are, the database is asked as often as for one.
    """
    if not nights:
        return
    sides, marked = _counting(season, nights[-1], nights[-1], None, None, only_final=False)
    sums = _by_night(sides, marked)
    met = _pairs_by_night(sides) if not _ASK_PAIRS.isdisjoint(rules.order) else {}
    coming = sorted(sums.items(), key=lambda one: one[0][1], reverse=True)
    dates = sorted(met, reverse=True)
    records: Sums = {}
    pairs: dict[tuple[int, int], Record] = {}
    kept: dict[tuple[int, int], Record] = {}
    for night in nights:
        while coming and coming[-1][0][1] <= night.toordinal():
            key, some = coming.pop()
            _add(records, (key[0], 0), some)
            if rules.best_nights is not None:
                kept[key] = Record(*some)
        while dates and dates[-1] <= night.toordinal():
            for pair, record in met[dates.pop()].items():
                pairs[pair] = pairs.get(pair, _NOTHING) + record
        yield Tally(_by_entrant(records), dict(pairs), dict(kept))


def without(tally: Tally, part: Tally) -> Tally:
    """``tally`` less a ``part`` of it: the table before a night is the one after it without the night."""
    return Tally(_less(tally.records, part.records), _less(tally.pairs, part.pairs), _less(tally.nights, part.nights))


_record = lru_cache(maxsize=10_000)(Record)
"""Pairs are few kinds of records, again and again."""


def _counting(
    season: Season,
    tonight: date,
    until: date | None,
    night: date | None,
    state: FixtureState | None,
    *,
    only_final: bool,
) -> tuple[Sides, Sides]:
    """The sides whose outcomes count, and those of byes and of what is not final; see ``season_tally``."""
    fixtures = Fixture.objects.filter(season=season, state__in=COUNTING if state is None else [state])
    if until is not None:
        fixtures = fixtures.filter(Q(night=None) | Q(night__lte=until))
    if night is not None:
        fixtures = fixtures.filter(night=night)
    if only_final:
        fixtures = fixtures.filter(final=True)
    sides = FixtureSide.objects.exclude(outcome="")
    if night is None and state is None:
        # All or most of a season: by its entrants, from one index.
        sides = sides.filter(entrant__in=Entrant.objects.filter(season=season))
    if until is None and night is None and state is None and not only_final:
        # As good as what follows, and answered from that index alone.
        uncounted = Fixture.objects.filter(season=season, state__in=(FixtureState.BYE, FixtureState.CANCELLED))
        sides = sides.exclude(fixture__in=uncounted)
    else:
        sides = sides.filter(fixture__in=fixtures.exclude(state=FixtureState.BYE))
    bye = Q(state=FixtureState.BYE)
    byes = bye & (Q(night=None) | Q(night__lte=tonight))
    marked = FixtureSide.objects.filter(fixture__in=fixtures.filter(byes | (Q(final=False) & ~bye)))
    return sides, marked


def _rows(sides: Sides, *by: str, sums: Mapping[str, Any]) -> list[Any]:
    """Sums by these fields, as the database says them: converting thousands of whole numbers takes longer than both."""
    sql, params = sides.values_list(*by).annotate(**sums).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _pairs(sides: Sides) -> dict[tuple[int, int], Record]:
    """One against another. Where more than two met, each of the others is asked for; no two of them meet otherwise."""
    met = _rows(sides, "entrant", "opponent", sums=_OUTCOMES)
    pairs = {(entrant, opponent): _record(*sums) for entrant, opponent, *sums in met}
    if any(opponent is None for _, opponent in pairs):
        pairs = {pair: record for pair, record in pairs.items() if pair[1] is not None}
        others = sides.filter(opponent=None).annotate(other=F("fixture__sides__entrant"))
        for entrant, other, *sums in _rows(others, "entrant", "other", sums=_OUTCOMES):
            if other != entrant:
                pairs[entrant, other] = pairs.get((entrant, other), _NOTHING) + _record(*sums)
    return pairs


def _pairs_by_night(sides: Sides) -> dict[int, dict[tuple[int, int], Record]]:
    """The same by the number of the night; what has no date is before all others."""
    met = _rows(sides, "entrant", "opponent", "fixture__night", sums=_OUTCOMES)
    if any(row[1] is None for row in met):
        others = sides.filter(opponent=None).annotate(other=F("fixture__sides__entrant"))
        met = [row for row in met if row[1] is not None]
        met += _rows(others, "entrant", "other", "fixture__night", sums=_OUTCOMES)
    nights: dict[int, dict[tuple[int, int], Record]] = {}
    for entrant, other, night, *sums in met:
        if entrant != other:
            pairs = nights.setdefault(_number(night, 0), {})
            pairs[entrant, other] = pairs.get((entrant, other), _NOTHING) + _record(*sums)
    return nights


def _by_night(sides: Sides, marked: Sides) -> Sums:
    nights: Sums = {}
    by = ("entrant", "fixture__night", "undated")
    for entrant, night, undated, *sums in _rows(sides.annotate(undated=_UNDATED), *by, sums=_OUTCOMES | _AMOUNTS):
        _add(nights, (entrant, _number(night, undated)), _whole(sums))
    for entrant, night, undated, *marks in _rows(marked.annotate(undated=_UNDATED), *by, sums=_MARKS):
        _add(nights, (entrant, _number(night, undated)), _marks(*marks))
    return nights


def _number(night: date | str | None, undated: int) -> int:
    """The number of a night, which SQLite gives as text; a match without a date is one by itself, before all others."""
    return date.fromisoformat(str(night)).toordinal() if night else -undated


def _whole(sums: list[int]) -> list[int]:
    """Outcomes and amounts in the order of a Record's fields."""
    return [*sums[:4], 0, *sums[4:], 0]


def _marks(byes: int, provisional: int) -> list[int]:
    return [0, 0, 0, 0, byes, 0, 0, 0, 0, 0, 0, provisional]


def _add(to: Sums, key: tuple[int, int], sums: list[int]) -> None:
    so_far = to.get(key)
    to[key] = sums if so_far is None else list(map(add, so_far, sums))


def _by_entrant(sums: Mapping[tuple[int, int], list[int]]) -> dict[int, Record]:
    records: Sums = {}
    for (entrant, _), some in sums.items():
        _add(records, (entrant, 0), some)
    return {entrant: Record(*some) for (entrant, _), some in records.items()}


def _less(whole: Mapping[Key, Record], part: Mapping[Key, Record]) -> dict[Key, Record]:
    rest = dict(whole)
    for key, record in part.items():
        left = Record(*map(sub, _numbers(whole[key]), _numbers(record)))
        if left == _NOTHING:
            del rest[key]
        else:
            rest[key] = left
    return rest
