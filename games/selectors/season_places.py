"""The table of a season after each of its nights, and who met whom: the numbers of its drawings, without a word."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Final

from games.models import Season
from games.rules.season import season_rules
from games.rules.standings import Record, Row
from games.selectors.entrant_names import called
from games.selectors.nights import today
from games.selectors.reckoned import reckoned
from games.selectors.season_nights import nights_of
from games.selectors.season_rows import in_the_table, numbered, rows_of, season_rows, taken_by
from games.selectors.season_tally import season_tally, tallies_after

MOST_NIGHTS: Final = 40
"""The newest nights that are drawn: more do not fit on a phone."""
MOST_ENTRANTS: Final = 40
"""The first of the table, of whom courses are drawn and who are compared with each other."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where somebody stood after a night: on which line of the table, from 1, and in which place, maybe ``shared``."""

    line: int
    place: int
    shared: bool


@dataclass(frozen=True, slots=True)
class Course:
    """Where an entrant (primary key) stood after each night; None where he had no place. ``member`` is whose page."""

    entrant: int
    name: str
    member: int | None
    stops: tuple[Stop | None, ...]


@dataclass(frozen=True, slots=True)
class SeasonCourse:
    """A season up to now.

    ``nights`` are the dates of the columns, None for the table as it stands where that is another one than after the
    last night. ``courses`` are of those who have a place now, in the order of the table, ``unplaced`` (entrant, name)
    of the others. ``total`` is how many have a place, ``played`` how many nights there were, ``provisional`` tells that
    something may still change. ``pairs`` are matches of one against another, where both are among the ``courses`` or
    ``unplaced``.
    """

    nights: tuple[date | None, ...]
    courses: tuple[Course, ...]
    unplaced: tuple[tuple[int, str], ...]
    total: int
    played: int
    provisional: bool
    pairs: Mapping[tuple[int, int], Record]

    @property
    def names(self) -> dict[int, str]:
        """Everybody who is drawn, by primary key, in the order of the table."""
        return {course.entrant: course.name for course in self.courses} | dict(self.unplaced)


def season_course(season: Season) -> SeasonCourse:
    """The course of a season as it stands. Who may see its table is asked by others."""
    return _course(season.pk, season.revision, today(season.league))


@reckoned
def _course(season_id: int, revision: int, tonight: date) -> SeasonCourse:
    """The course at a ``revision``: whatever moves it, names included, makes another one."""
    del revision
    season = Season.objects.select_related("league").get(pk=season_id)
    entrants = {entrant.pk: entrant for entrant in season.entrants.select_related("member")}
    nights = sorted(nights_of(season))
    now = season_rows(season)
    past = [night for night in nights if night < tonight][-MOST_NIGHTS:]
    columns: list[tuple[date | None, Sequence[Row]]] = [*_tables(season, past)]
    if nights and (nights[-1] >= tonight or _moved(columns[-1][1], now)):
        columns = [*columns, (None, now)][-MOST_NIGHTS:]
    stops = [_stops(rows) for _, rows in columns]
    ranked = [row.entrant for row in now if row.ranked]
    drawn = ranked[:MOST_ENTRANTS]
    rest = [row.entrant for row in now if not row.ranked][: MOST_ENTRANTS - len(drawn)]
    return SeasonCourse(
        nights=tuple(night for night, _ in columns),
        courses=tuple(
            Course(pk, called(entrants[pk]), entrants[pk].member_id, tuple(found.get(pk) for found in stops))
            for pk in drawn
        ),
        unplaced=tuple((pk, called(entrants[pk])) for pk in rest),
        total=len(ranked),
        played=len(nights),
        provisional=any(row.record.provisional for row in now),
        pairs=_pairs(season, tonight, {*drawn, *rest}),
    )


def _tables(season: Season, nights: Sequence[date]) -> Iterator[tuple[date, tuple[Row, ...]]]:
    """The table after each of these nights, as its page has it; all of them for as many queries as one."""
    rules, everybody, penalties = season_rules(season.rules), list(season.entrants.all()), list(season.penalties.all())
    numbers = numbered(entrant.pk for entrant in everybody)
    for night, tally in zip(nights, tallies_after(season, rules, nights), strict=True):
        there = [entrant.pk for entrant in in_the_table(everybody, tally, night)]
        yield night, rows_of(season, there, tally, rules, taken_by(season, penalties, night), numbers=numbers)


def _moved(then: Sequence[Row], now: Sequence[Row]) -> bool:
    """Whether anybody stands elsewhere ``now``; who has no place any more is not asked about."""
    places = {row.entrant: row.place for row in then}
    return any(row.ranked and places.get(row.entrant) != row.place for row in now)


def _stops(rows: Sequence[Row]) -> dict[int, Stop]:
    ranked = [row for row in rows if row.ranked]
    shared = {place for place, some in groupby(ranked, lambda row: row.place) if len(list(some)) > 1}
    return {row.entrant: Stop(line, row.place, row.place in shared) for line, row in enumerate(ranked, 1)}


def _pairs(season: Season, tonight: date, among: set[int]) -> dict[tuple[int, int], Record]:
    """Everybody against everybody else, as head-to-head has it, whatever this season's table asks for."""
    rules = replace(season_rules(season.rules), order=("points", "head_to_head"), best_nights=None)
    pairs = season_tally(season, rules, tonight=tonight).pairs
    return {pair: record for pair, record in pairs.items() if among.issuperset(pair)}
