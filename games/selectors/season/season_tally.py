"""Add up the results of a season in SQL, to the same ``Tally`` that the rules compute from single results."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import lru_cache
from itertools import product
from operator import add
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, Value, When

from games.models import COUNTING, Entrant, Match, MatchSide, MatchState, Pairing, Season
from games.rules.league.results import Record, RequestedBye, Tally, step_of
from games.rules.league.season import SeasonRules, TieBreak
from games.rules.league.tie_breaks import NEED_PAIRS, NEED_SCORED, need_forfeits, need_steps

Sides = QuerySet[MatchSide]
Sums = dict[tuple[int, int], list[int]]
"""Sums by entrant and night, one for each of ``_FIELDS``; the night is 0 if nights don't matter."""
Key = TypeVar("Key")

_BYE: Final = Q(match__state=MatchState.BYE)
_FIELDS: Final = tuple(field.name for field in fields(Record))
_OUTCOME_COUNTS: Final[dict[str, Any]] = {
    "played": Count("pk"),
    "wins": Count("pk", filter=Q(outcome="win")),
    "draws": Count("pk", filter=Q(outcome="draw")),
    "losses": Count("pk", filter=Q(outcome="loss")),
}
_ALL_BUT_FLAGS: Final[dict[str, Any]] = dict.fromkeys(_FIELDS, Value(0)) | {
    **_OUTCOME_COUNTS,
    "boxes": Sum("boxes"),
    "gins": Sum("gins"),
    "shutouts": Sum("shutouts"),
    "box_leads": Count("pk", filter=Q(led_boxes=True)),
    "games_won": Sum("games"),
}
"""The SQL of each field of a Record but points, in their order; 0 for the flags, which ``_FLAGS_ONLY`` counts."""
_FLAGS_ONLY: Final[dict[str, Any]] = dict.fromkeys(_FIELDS, Value(0)) | {
    "byes": Count("pk", filter=_BYE),
    "full_byes": Count("pk", filter=_BYE & Q(match__requested_bye=RequestedBye.FULL)),
    "half_byes": Count("pk", filter=_BYE & Q(match__requested_bye=RequestedBye.HALF)),
    "provisional": Count("pk", filter=Q(match__final=False)),
}
_FORFEITED: Final = Q(match__state=MatchState.FORFEITED)
_UNDATED_NUMBER: Final = Case(When(match__night=None, then=F("match__number")))


def counting_states(rules: SeasonRules) -> tuple[MatchState, ...]:
    """Return the states whose results count in the standings under ``rules``."""
    return tuple(state for state in COUNTING if rules.running == "at_once" or state != MatchState.RUNNING)


def season_tally(
    season: Season,
    rules: SeasonRules,
    *,
    tonight: date,
    until: date | None = None,
    night: date | None = None,
    state: MatchState | None = None,
    only_final: bool = False,
    columns: Collection[TieBreak] = (),
) -> Tally:
    """Return what ``rules.league.standings.tally`` returns for a season's results, without reading them one by one.

    Byes count from their night on, if it isn't after ``tonight``. ``until`` limits the nights to those up to a date,
    matches without a date included, ``night`` to a single night, and ``state`` to matches in one state.
    ``only_final`` leaves out running and unconfirmed matches. Pairs and their points, nights, steps and forfeits are
    filled only if ``rules`` or ``columns`` need them.
    """
    states = counting_states(rules) if state is None else (state,)
    sides, flagged = _counting(season, tonight, until, night, states, only_final=only_final, narrow=state is not None)
    criteria = {*rules.order, *columns}
    pairs = {} if NEED_PAIRS.isdisjoint(criteria) else _pairs(sides)
    scored = Counter[tuple[int, int]]()
    for of_pairs in {} if NEED_SCORED.isdisjoint(criteria) else _scored_by_night(sides, rules).values():
        scored.update(of_pairs)
    steps: dict[tuple[int, int], Record] = {}
    excused: frozenset[tuple[int, int]] = frozenset()
    forfeits: dict[tuple[int, int, int], Record] = {}
    if need_steps(criteria, rules):
        steps = {key: _record(sums) for key, sums in _by_step(sides, flagged, rules).items()}
        excused = frozenset(_excusing_steps(season).difference(steps))
    if need_forfeits(criteria, rules):
        for of_night in _forfeits_by_night(sides).values():
            for key, record in of_night.items():
                _add_record(forfeits, key, record)
    if rules.best_nights is not None:
        nights = _by_night(sides, flagged, rules)
        records = {key: _record(sums) for key, sums in nights.items()}
        return Tally(_by_entrant(nights), pairs, records, steps, excused, forfeits, _without_zeros(scored))
    totals: Sums = {}
    for entrant, *sums in _sums(sides, flagged, rules, "entrant"):
        _add(totals, (entrant, 0), sums)
    return Tally(_by_entrant(totals), pairs, {}, steps, excused, forfeits, _without_zeros(scored))


def tallies_after(season: Season, rules: SeasonRules, nights: Sequence[date]) -> Iterator[Tally]:
    """Yield the tally after each of ``nights``, oldest first, like ``season_tally`` with that night as ``until``.

    The number of queries doesn't depend on the number of nights.
    """
    if not nights:
        return
    sides, flagged = _counting(season, nights[-1], nights[-1], None, counting_states(rules), only_final=False)
    with_steps = need_steps(rules.order, rules)
    sums = _by_night(sides, flagged, rules)
    scored_by_night = {} if NEED_SCORED.isdisjoint(rules.order) else _scored_by_night(sides, rules)
    pairs_by_night = {} if NEED_PAIRS.isdisjoint(rules.order) else _pairs_by_night(sides)
    steps_by_night = _steps_by_night(sides, flagged, rules) if with_steps else {}
    forfeits_by_night = _forfeits_by_night(sides) if need_forfeits(rules.order, rules) else {}
    drawn = _excusing_steps(season) if with_steps else set()
    pending = sorted(sums.items(), key=lambda item: item[0][1], reverse=True)
    dates, step_dates = sorted(pairs_by_night, reverse=True), sorted(steps_by_night, reverse=True)
    forfeit_dates, scored_dates = sorted(forfeits_by_night, reverse=True), sorted(scored_by_night, reverse=True)
    records: Sums = {}
    steps: Sums = {}
    pairs: dict[tuple[int, int], Record] = {}
    forfeits: dict[tuple[int, int, int], Record] = {}
    scored = Counter[tuple[int, int]]()
    nights_so_far: dict[tuple[int, int], Record] = {}
    for night in nights:
        while pending and pending[-1][0][1] <= night.toordinal():
            key, night_sums = pending.pop()
            _add(records, (key[0], 0), night_sums)
            if rules.best_nights is not None:
                nights_so_far[key] = _record(night_sums)
        while dates and dates[-1] <= night.toordinal():
            for pair, record in pairs_by_night[dates.pop()].items():
                _add_record(pairs, pair, record)
        while step_dates and step_dates[-1] <= night.toordinal():
            for key, step_sums in steps_by_night[step_dates.pop()].items():
                _add(steps, key, step_sums)
        while forfeit_dates and forfeit_dates[-1] <= night.toordinal():
            for forfeit, record in forfeits_by_night[forfeit_dates.pop()].items():
                _add_record(forfeits, forfeit, record)
        while scored_dates and scored_dates[-1] <= night.toordinal():
            scored.update(scored_by_night[scored_dates.pop()])
        yield Tally(
            _by_entrant(records),
            dict(pairs),
            dict(nights_so_far),
            {key: _record(step_sums) for key, step_sums in steps.items()},
            frozenset(drawn.difference(steps)),
            dict(forfeits),
            _without_zeros(scored),
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
    states: Collection[MatchState],
    *,
    only_final: bool,
    narrow: bool = False,
) -> tuple[Sides, Sides]:
    """Return the sides whose outcomes count, and the sides of byes and of provisional results; see ``season_tally``.

    ``narrow`` if the ``states`` are only a small part of those that count.
    """
    matches = Match.objects.filter(season=season, state__in=states)
    without_result = [MatchState.BYE, MatchState.CANCELED, *set(COUNTING).difference(states)]
    uncounted = Q(state__in=without_result)
    if until is not None:
        matches = matches.filter(Q(night=None) | Q(night__lte=until))
        uncounted |= Q(night__gt=until)
    if night is not None:
        matches = matches.filter(night=night)
    if only_final:
        matches = matches.filter(final=True)
        uncounted |= Q(final=False)
    sides = MatchSide.objects.exclude(outcome="")
    if night is None and not narrow:
        # All or most of a season: one index finds the sides of each entrant. Equivalent to the filter below, which
        # would look up every entrant in every match.
        sides = sides.filter(entrant__in=Entrant.objects.filter(season=season))
        sides = sides.exclude(match__in=Match.objects.filter(uncounted, season=season))
    else:
        sides = sides.filter(match__in=matches.exclude(state=MatchState.BYE))
    bye = Q(state=MatchState.BYE)
    byes = bye & (Q(night=None) | Q(night__lte=tonight))
    flagged = MatchSide.objects.filter(match__in=matches.filter(byes | (Q(final=False) & ~bye)))
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


def _sums(sides: Sides, flagged: Sides, rules: SeasonRules, *by: str) -> Iterator[Any]:
    """Yield the rows of ``_rows`` for all fields of a Record: first those of matches, then the flags and byes."""
    points = _points(rules)
    yield from _rows(sides, *by, sums=_ALL_BUT_FLAGS | {name: Sum(points[name]) for name in points})
    byes = _points_of_byes(rules) if rules.walkover else {}
    yield from _rows(flagged, *by, sums=_FLAGS_ONLY | byes)


def _points(rules: SeasonRules) -> dict[str, Any]:
    """Return the SQL of the game points of a side and against it, as ``results.with_walkover`` has them."""
    if not rules.walkover:
        return {"points_for": F("points"), "points_against": F("against")}
    half = rules.walkover // 2
    others = MatchSide.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    return {
        "points_for": Case(
            When(~_FORFEITED, then=F("points")),
            When(outcome="win", then=Value(rules.walkover)),
            When(outcome="draw", then=Value(half)),
            default=Value(0),
        ),
        "points_against": Case(
            When(~_FORFEITED, then=F("against")),
            When(Exists(others.filter(outcome="win")), then=Value(rules.walkover)),
            When(Exists(others.filter(outcome="draw")), then=Value(half)),
            default=Value(0),
        ),
    }


def _points_of_byes(rules: SeasonRules) -> dict[str, Any]:
    """Return the SQL of the game points of byes, as ``results.with_walkover`` has them."""
    kinds = {"win": Q(match__requested_bye=RequestedBye.FULL), "draw": Q(match__requested_bye=RequestedBye.HALF)}
    if rules.bye in kinds:
        kinds[rules.bye] |= Q(match__requested_bye="")
    wins, draws = (Count("pk", filter=_BYE & of_kind) for of_kind in kinds.values())
    half = rules.walkover // 2
    return {"points_for": rules.walkover * wins + half * draws, "points_against": half * draws}


def _pairs(sides: Sides) -> dict[tuple[int, int], Record]:
    """Return the records of one entrant against another; a match of three or more counts against each of the others."""
    rows = _rows(sides, "entrant", "opponent", sums=_OUTCOME_COUNTS)
    pairs = {(entrant, opponent): _pair_record(*sums) for entrant, opponent, *sums in rows}
    if any(opponent is None for _, opponent in pairs):
        pairs = {pair: record for pair, record in pairs.items() if pair[1] is not None}
        others = sides.filter(opponent=None).annotate(other=F("match__sides__entrant"))
        for entrant, other, *sums in _rows(others, "entrant", "other", sums=_OUTCOME_COUNTS):
            if other != entrant:
                _add_record(pairs, (entrant, other), _pair_record(*sums))
    return pairs


def _pairs_by_night(sides: Sides) -> dict[int, dict[tuple[int, int], Record]]:
    """Return the records of pairs by the number of the night; 0 for matches without a date."""
    nights: dict[int, dict[tuple[int, int], Record]] = {}
    for pair, night, sums in _rows_of_pairs(sides, _OUTCOME_COUNTS):
        _add_record(nights.setdefault(night, {}), pair, _pair_record(*sums))
    return nights


def _rows_of_pairs(sides: Sides, sums: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int], int, list[int]]]:
    """Yield pairs of entrants, the number of the night (0 for matches without a date), and ``sums`` of the first one.

    A pair may come twice.
    """
    rows = _rows(sides, "entrant", "opponent", "match__night", sums=sums)
    if any(row[1] is None for row in rows):
        others = sides.filter(opponent=None).annotate(other=F("match__sides__entrant"))
        rows = [row for row in rows if row[1] is not None]
        rows += _rows(others, "entrant", "other", "match__night", sums=sums)
    for entrant, other, night, *values in rows:
        if entrant != other:
            yield (entrant, other), _night_number(night, 0), values


def _scored_by_night(sides: Sides, rules: SeasonRules) -> dict[int, Counter[tuple[int, int]]]:
    """Return the game points of one entrant in matches against another, by the number of the night."""
    nights: defaultdict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for pair, night, (points,) in _rows_of_pairs(sides, {"scored": Sum(_points(rules)["points_for"])}):
        nights[night][pair] += points
    return nights


def _without_zeros(scored: Mapping[Key, int]) -> dict[Key, int]:
    return {key: points for key, points in scored.items() if points}


def _forfeits_by_night(sides: Sides) -> dict[int, dict[tuple[int, int, int], Record]]:
    """Return the records of forfeited matches of the draw, as in a ``Tally``, by the number of the night."""
    forfeited = sides.filter(match__state=MatchState.FORFEITED, match__round__isnull=False)
    others = forfeited.annotate(other=F("match__sides__entrant"))
    nights: dict[int, dict[tuple[int, int, int], Record]] = {}
    for entrant, other, round_number, night, *sums in _rows(
        others, "entrant", "other", "match__round", "match__night", sums=_OUTCOME_COUNTS
    ):
        if entrant != other:
            forfeits = nights.setdefault(_night_number(night, 0), {})
            _add_record(forfeits, (entrant, other, step_of(round_number, 0)), _pair_record(*sums))
    return nights


def _by_night(sides: Sides, flagged: Sides, rules: SeasonRules) -> Sums:
    nights: Sums = {}
    dated, flags = (each.annotate(undated=_UNDATED_NUMBER) for each in (sides, flagged))
    for entrant, night, undated, *sums in _sums(dated, flags, rules, "entrant", "match__night", "undated"):
        _add(nights, (entrant, _night_number(night, undated)), sums)
    return nights


def _by_step(sides: Sides, flagged: Sides, rules: SeasonRules) -> Sums:
    steps: Sums = {}
    for of_night in _steps_by_night(sides, flagged, rules).values():
        for key, sums in of_night.items():
            _add(steps, key, sums)
    return steps


def _steps_by_night(sides: Sides, flagged: Sides, rules: SeasonRules) -> dict[int, Sums]:
    """Return the sums by entrant and step, by the number of the night; 0 for matches without a date."""
    nights: dict[int, Sums] = {}
    for entrant, round_number, night, *sums in _sums(sides, flagged, rules, "entrant", "match__round", "match__night"):
        number = _night_number(night, 0)
        _add(nights.setdefault(number, {}), (entrant, step_of(round_number, number)), sums)
    return nights


def _excusing_steps(season: Season) -> set[tuple[int, int]]:
    """Return (entrant, step) of all who have a match or a bye in a round of the draw, played or not.

    In a round robin nobody else has missed the round either: they sit it out.
    """
    drawn = MatchSide.objects.filter(match__season=season, match__round__isnull=False)
    rows = drawn.exclude(match__state=MatchState.CANCELED).order_by().values_list("entrant", "match__round")
    steps = {(entrant, step_of(round_number, 0)) for entrant, round_number in rows}
    if season.pairing in (Pairing.ROUND_ROBIN, Pairing.DOUBLE, Pairing.GROUPS, Pairing.TRIOS):
        return set(product({entrant for entrant, _ in steps}, {step for _, step in steps}))
    return steps


def _night_number(night: date | str | None, undated: int) -> int:
    """Return a night's ordinal (SQLite returns dates as text); a match without a date counts as a night of its own."""
    return date.fromisoformat(str(night)).toordinal() if night else -undated


def _add(totals: Sums, key: tuple[int, int], sums: list[int]) -> None:
    current = totals.get(key)
    totals[key] = sums if current is None else list(map(add, current, sums))


def _add_record(records: dict[Key, Record], key: Key, record: Record) -> None:
    current = records.get(key)
    records[key] = record if current is None else current + record


def _by_entrant(sums: Mapping[tuple[int, int], list[int]]) -> dict[int, Record]:
    records: Sums = {}
    for (entrant, _), night_sums in sums.items():
        _add(records, (entrant, 0), night_sums)
    return {entrant: _record(total) for (entrant, _), total in records.items()}


def _record(sums: list[int]) -> Record:
    """Return the record with these ``Sums``; ``_FIELDS`` are a Record's own, so that names need not be looked up."""
    return Record(*sums)
