"""Compute the data of a season's charts: the places after each night, and the records of pairs of entrants."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.models import Season
from games.pages.season.season_nights import nights_of
from games.rules.league.season import TieBreak
from games.rules.league.standings import Record, StandingsRow, Tally
from games.selectors.caching import cached_once
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking
from games.selectors.season.season_tally import season_tally, tallies_after

MOST_NIGHTS: Final = 40
"""How many of the newest nights are drawn; more don't fit on a phone."""
MOST_ENTRANTS: Final = 40
"""How many entrants from the top are drawn and compared with each other. One more can be drawn by choice."""
_COMPARED: Final[tuple[TieBreak, ...]] = ("head_to_head",)
"""The criterion that needs the records of all pairs, which the charts show whatever the season ranks by."""


@dataclass(frozen=True, slots=True)
class NightPosition:
    """An entrant's position after a night: the line in the standings, from 1, and the place, which may be shared."""

    line: int
    place: int
    shared: bool


@dataclass(frozen=True, slots=True)
class EntrantProgress:
    """An entrant's position after each night, None while not ranked; ``member`` is the id of the player's page."""

    entrant: int
    name: str
    member: int | None
    positions: tuple[NightPosition | None, ...]


@dataclass(frozen=True, slots=True)
class SeasonProgress:
    """The progress of a season's standings up to now.

    ``nights`` are the dates of the columns, with None for the current standings if they differ from those after the
    last night. ``ranked`` are the ranked entrants in order, the first MOST_ENTRANTS of them ``top``; ``unranked``
    (entrant, name) are others as far as there's room. ``played`` is the number of nights, ``provisional`` tells that
    results may still change. ``pairs`` are the records of one entrant against another, where both are in ``top`` or
    ``unranked``.
    """

    nights: tuple[date | None, ...]
    ranked: tuple[EntrantProgress, ...]
    unranked: tuple[tuple[int, str], ...]
    played: int
    provisional: bool
    pairs: Mapping[tuple[int, int], Record]

    @property
    def names(self) -> dict[int, str]:
        """The names of the entrants who are compared by primary key, in the order of the standings."""
        return {course.entrant: course.name for course in self.top} | dict(self.unranked)

    @property
    def top(self) -> tuple[EntrantProgress, ...]:
        """The entrants who are drawn, no matter who is chosen."""
        return self.ranked[:MOST_ENTRANTS]


def season_progress(season: Season) -> SeasonProgress:
    """Return the progress of a season. The caller checks whether the reader may see its standings."""
    return _cached_course(season.pk, season.revision, date_in_league(season.league))


@cached_once
def _cached_course(season_id: int, revision: int, tonight: date) -> SeasonProgress:
    """Compute the progress; cached by the season's ``revision``, which every change, of names too, increases."""
    del revision
    season = Season.objects.select_related("league").get(pk=season_id)
    ranking = Ranking.of(season)
    entrants = {entrant.pk: entrant for entrant in ranking.entrants}
    nights = sorted(nights_of(season, tonight))
    tally = season_tally(season, ranking.rules, tonight=tonight, columns=_COMPARED)
    now = ranking.rows(tally)
    past = [night for night in nights if night < tonight][-MOST_NIGHTS:]
    ranked = [row.entrant for row in now if row.ranked]
    # The rows of all nights are never in memory together: a large season would have thousands.
    columns: list[tuple[date | None, Mapping[int, NightPosition]]] = []
    latest: Sequence[StandingsRow] = ()
    for night, latest in _tables(ranking, past):
        columns.append((night, _stops(latest)))
    if nights and (nights[-1] >= tonight or _places_changed(latest, now)):
        columns = [*columns, (None, _stops(now))][-MOST_NIGHTS:]
    unranked = [row.entrant for row in now if not row.ranked][: max(MOST_ENTRANTS - len(ranked), 0)]
    return SeasonProgress(
        nights=tuple(night for night, _ in columns),
        ranked=tuple(
            EntrantProgress(
                pk,
                entrant_name(entrants[pk]),
                entrants[pk].member_id,
                tuple(stops.get(pk) for _, stops in columns),
            )
            for pk in ranked
        ),
        unranked=tuple((pk, entrant_name(entrants[pk])) for pk in unranked),
        played=len(nights),
        provisional=any(row.record.provisional for row in now),
        pairs=_pairs_among({*ranked[:MOST_ENTRANTS], *unranked}, tally),
    )


def _tables(ranking: Ranking, nights: Sequence[date]) -> Iterator[tuple[date, tuple[StandingsRow, ...]]]:
    """Yield the standings after each of these nights, with a constant number of queries."""
    for night, tally in zip(nights, tallies_after(ranking.season, ranking.rules, nights), strict=True):
        yield night, ranking.rows(tally, night)


def _places_changed(before: Sequence[StandingsRow], now: Sequence[StandingsRow]) -> bool:
    """Return whether any ranked entrant has another place ``now``."""
    places = {row.entrant: row.place for row in before}
    return any(row.ranked and places.get(row.entrant) != row.place for row in now)


def _stops(rows: Sequence[StandingsRow]) -> dict[int, NightPosition]:
    ranked = [row for row in rows if row.ranked]
    return {row.entrant: NightPosition(line, row.place, row.shared) for line, row in enumerate(ranked, 1)}


def _pairs_among(entrants: set[int], tally: Tally) -> dict[tuple[int, int], Record]:
    return {pair: record for pair, record in tally.pairs.items() if entrants.issuperset(pair)}
