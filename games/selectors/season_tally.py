"""All results of a season added up by the database: the same ``Tally`` that the rules make of single results."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple
from datetime import date
from functools import lru_cache
from operator import add, sub
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Case, Count, F, Q, QuerySet, Sum, When

from games.models import COUNTING, Entrant, Fixture, FixtureSide, FixtureState, Season
from games.rules.season import SeasonRules
from games.rules.standings import Record, Tally

Sides = QuerySet[FixtureSide]
Met = tuple[int, int | None, list[int]]
"""Entrant, opponent (None where there was not just one), and sums: outcomes, and amounts where they were asked."""
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
    fixtures = Fixture.objects.filter(season=season, state__in=COUNTING if state is None else [state])
    if until is not None:
        fixtures = fixtures.filter(Q(night=None) | Q(night__lte=until))
    if night is not None:
        fixtures = fixtures.filter(night=night)
    if only_final:
        fixtures = fixtures.filter(final=True)
    here = Entrant.objects.filter(season=season)
    sides = FixtureSide.objects.filter(entrant__in=here).exclude(outcome="")
    if until is None and night is None and state is None and not only_final:
        # As good as what follows, and answered from one index.
        uncounted = Fixture.objects.filter(season=season, state__in=(FixtureState.BYE, FixtureState.CANCELLED))
        sides = sides.exclude(fixture__in=uncounted)
    else:
        sides = sides.filter(fixture__in=fixtures.exclude(state=FixtureState.BYE))
    bye = Q(state=FixtureState.BYE)
    byes = bye & (Q(night=None) | Q(night__lte=tonight))
    marked = FixtureSide.objects.filter(fixture__in=fixtures.filter(byes | (Q(final=False) & ~bye)))
    ask_pairs = not _ASK_PAIRS.isdisjoint(rules.order)
    if rules.best_nights is not None:
        nights = _by_night(sides, marked)
        pairs = _pairs(sides, _met(sides, _OUTCOMES)) if ask_pairs else {}
        return Tally(_by_entrant(nights), pairs, {key: Record(*sums) for key, sums in nights.items()})
    met = _met(sides, _OUTCOMES | _AMOUNTS)
    records: dict[tuple[int, int], list[int]] = {}
    for entrant, _, sums in met:
        _add(records, (entrant, 0), _whole(sums))
    for entrant, *marks in _rows(marked, "entrant", sums=_MARKS):
        _add(records, (entrant, 0), _marks(*marks))
    return Tally(_by_entrant(records), _pairs(sides, met) if ask_pairs else {}, {})


def without(tally: Tally, part: Tally) -> Tally:
    """``tally`` less a ``part`` of it: the table before a night is the one after it without the night."""
    return Tally(_less(tally.records, part.records), _less(tally.pairs, part.pairs), _less(tally.nights, part.nights))


_record = lru_cache(maxsize=10_000)(Record)
"""Pairs are few kinds of records, again and again."""


def _met(sides: Sides, sums: Mapping[str, Any]) -> list[Met]:
    return [(entrant, opponent, row) for entrant, opponent, *row in _rows(sides, "entrant", "opponent", sums=sums)]


def _rows(sides: Sides, *by: str, sums: Mapping[str, Any]) -> list[Any]:
    """Sums by these fields, as the database says them: converting thousands of whole numbers takes longer than both."""
    sql, params = sides.values_list(*by).annotate(**sums).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _pairs(sides: Sides, met: Iterable[Met]) -> dict[tuple[int, int], Record]:
    """One against another. Where more than two met, each of the others is asked for; no two of them meet otherwise."""
    pairs: dict[tuple[int, int], list[int]] = {}
    several = False
    for entrant, opponent, sums in met:
        if opponent is None:
            several = True
        else:
            pairs[entrant, opponent] = sums[:4]
    if several:
        others = sides.filter(opponent=None).annotate(other=F("fixture__sides__entrant"))
        for entrant, other, *sums in _rows(others, "entrant", "other", sums=_OUTCOMES):
            if other != entrant:
                _add(pairs, (entrant, other), sums)
    return {pair: _record(*sums) for pair, sums in pairs.items()}


def _by_night(sides: Sides, marked: Sides) -> dict[tuple[int, int], list[int]]:
    nights: dict[tuple[int, int], list[int]] = {}
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


def _add(to: dict[tuple[int, int], list[int]], key: tuple[int, int], sums: list[int]) -> None:
    so_far = to.get(key)
    to[key] = sums if so_far is None else list(map(add, so_far, sums))


def _by_entrant(sums: Mapping[tuple[int, int], list[int]]) -> dict[int, Record]:
    records: dict[tuple[int, int], list[int]] = {}
    for (entrant, _), some in sums.items():
        _add(records, (entrant, 0), some)
    return {entrant: Record(*some) for (entrant, _), some in records.items()}


def _less(whole: Mapping[Key, Record], part: Mapping[Key, Record]) -> dict[Key, Record]:
    rest = dict(whole)
    for key, record in part.items():
        left = Record(*map(sub, astuple(whole[key]), astuple(record)))
        if left == _NOTHING:
            del rest[key]
        else:
            rest[key] = left
    return rest
