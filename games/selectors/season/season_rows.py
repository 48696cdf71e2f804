"""Compute the rows of a season's standings; every page, file and API response gets them from here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Self

from games.models import Entrant, Season
from games.models import Penalty as StoredPenalty
from games.models.season import MOST_GROUPS
from games.rules.league.season import SeasonRules, TieBreak, season_rules
from games.rules.league.standings import PointsPenalty, StandingsRow, Tally, rows_before_first_match, standings
from games.selectors.season.bracket import Bracket, bracket_of
from games.selectors.season.league_dates import date_in_league, night_of
from games.selectors.season.planned_bracket import PlannedBracket
from games.selectors.season.season_tally import season_tally


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everything but the results that determines a season's standings, read once.

    Every place that is shown or exported comes from ``rows``. ``entrants`` and ``penalties`` include withdrawn and
    lifted ones.
    """

    season: Season
    rules: SeasonRules
    entrants: Sequence[Entrant]
    penalties: Sequence[StoredPenalty]
    bracket: Bracket | PlannedBracket | None

    @classmethod
    def of(cls, season: Season) -> Self:
        """Load the ranking of a season."""
        entrants = list(season.entrants.select_related("member"))
        return cls(season, season_rules(season.rules), entrants, list(season.penalties.all()), bracket_of(season))

    def rows(
        self, tally: Tally, on: date | None = None, *, columns: Collection[TieBreak] = ()
    ) -> tuple[StandingsRow, ...]:
        """Return the rows for the results in ``tally``, after the night ``on``; None means now.

        Before the first match of a season nobody has a place. ``columns`` are criteria whose values are wanted besides
        those of the rules; the tally has to have been made for them.
        """
        rows = self.ranked_rows(tally, on, columns=columns)
        started = self.season.closed_at is not None or any(row.record.played for row in rows)
        if started:
            return rows
        groups = groupby(rows, key=attrgetter("group"))
        return tuple(row for _, of_group in groups for row in rows_before_first_match(list(of_group)))

    def ranked_rows(
        self,
        tally: Tally,
        on: date | None = None,
        *,
        columns: Collection[TieBreak] = (),
        only: Collection[int] | None = None,
    ) -> tuple[StandingsRow, ...]:
        """Return the rows with the places that the rules give, also before the first match; see ``rows``.

        In a season with groups each group has its own table, one after the other; ``only`` are entrants (primary keys)
        to be ranked in one table of their own instead.
        """
        in_table = entrants_in_standings(self.entrants, tally, on)
        in_force = [
            PointsPenalty(penalty.entrant_id, penalty.points)
            for penalty in penalties_in_force(self.season, self.penalties, on)
        ]
        bracket = self.bracket.places(self.entrants, on) if self.bracket else None
        numbers = lot_numbers(entrant.pk for entrant in self.entrants)
        tables: defaultdict[int | None, list[int]] = defaultdict(list)
        for entrant in in_table:
            if only is None:
                tables[entrant.group].append(entrant.pk)
            elif entrant.pk in only:
                tables[None].append(entrant.pk)
        return tuple(
            replace(row, group=group)
            for group, members in sorted(tables.items(), key=lambda table: table[0] or MOST_GROUPS)
            for row in standings(
                members,
                tally,
                self.rules,
                penalties=in_force,
                seed=self.season.key,
                lot_numbers=numbers,
                bracket=bracket,
                columns=columns,
            )
        )

    def now(self, tonight: date, *, columns: Collection[TieBreak] = ()) -> tuple[StandingsRow, ...]:
        """Return the current rows; byes of nights after ``tonight`` don't count yet."""
        tally = season_tally(self.season, self.rules, tonight=tonight, columns=columns)
        return self.rows(tally, columns=columns)


def season_rows(season: Season) -> tuple[StandingsRow, ...]:
    """Return the current rows of a season's standings."""
    return Ranking.of(season).now(date_in_league(season.league))


def lot_numbers(entrant_keys: Iterable[int]) -> dict[int, int]:
    """Number all entrants of a season (primary keys) from 1 in the order they joined, for drawing lots.

    Primary keys differ between installations; the numbers, and so the lots, don't.
    """
    return {key: number for number, key in enumerate(sorted(entrant_keys), 1)}


def entrants_in_standings(entrants: Iterable[Entrant], tally: Tally, on: date | None = None) -> list[Entrant]:
    """Return the entrants in the standings: with a result, or who had joined by ``on`` and not withdrawn."""
    return [
        entrant
        for entrant in entrants
        if entrant.pk in tally.records
        or (
            (entrant.withdrawn_on is None or (on is not None and on < entrant.withdrawn_on))
            and (on is None or entrant.joined_on <= on)
        )
    ]


def penalties_in_force(season: Season, penalties: Iterable[StoredPenalty], on: date | None) -> list[StoredPenalty]:
    """Return the penalties in force at the end of the night ``on``; None means now."""
    if on is None:
        return [penalty for penalty in penalties if penalty.lifted_at is None]
    league = season.league
    return [
        penalty
        for penalty in penalties
        if night_of(league, penalty.at) <= on
        and (penalty.lifted_at is None or night_of(league, penalty.lifted_at) > on)
    ]


def points_of(season: Season) -> Mapping[int, int]:
    """Return the current league points of each entrant (primary key)."""
    return {row.entrant: row.points for row in season_rows(season)}
