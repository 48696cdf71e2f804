"""The table of a season in numbers: its rows, its penalties, who is in it."""

from collections.abc import Iterable, Mapping
from datetime import date

from games.models import Entrant, Season
from games.models import Penalty as Taken
from games.rules.season import SeasonRules, season_rules
from games.rules.standings import Penalty, Row, Tally, standings
from games.selectors.nights import today, tonight
from games.selectors.season_tally import season_tally


def season_rows(season: Season, rules: SeasonRules | None = None) -> tuple[Row, ...]:
    """The rows of the table, by other ``rules`` than the season's own where they are given."""
    told = rules or season_rules(season.rules)
    tally = season_tally(season, told, tonight=today(season.league))
    everybody = list(season.entrants.all())
    entrants = [entrant.pk for entrant in in_the_table(everybody, tally)]
    numbers = numbered(entrant.pk for entrant in everybody)
    return rows_of(season, entrants, tally, told, season.penalties.filter(lifted_at=None), numbers=numbers)


def rows_of(
    season: Season,
    entrants: Iterable[int],
    tally: Tally,
    rules: SeasonRules,
    taken: Iterable[Taken],
    *,
    numbers: Mapping[int, int],
) -> tuple[Row, ...]:
    """The rows of these entrants (primary keys) with what was ``taken`` from them; the season's own lot is drawn.

    ``numbers`` are ``numbered``.
    """
    penalties = [Penalty(penalty.entrant_id, penalty.points) for penalty in taken]
    return standings(list(entrants), tally, rules, penalties=penalties, seed=season.key, numbers=numbers)


def numbered(everybody: Iterable[int]) -> dict[int, int]:
    """The number under which each of all entrants of a season (primary keys) draws a lot: as they came, from 1.

    In another installation the keys are others, the numbers and so the lots are not.
    """
    return {key: number for number, key in enumerate(sorted(everybody), 1)}


def in_the_table(entrants: Iterable[Entrant], tally: Tally, on: date | None = None) -> list[Entrant]:
    """Who is in the table: whoever has a result, and whoever had joined by ``on`` and not withdrawn."""
    return [
        entrant
        for entrant in entrants
        if entrant.pk in tally.records
        or (
            (entrant.withdrawn_on is None or (on is not None and on < entrant.withdrawn_on))
            and (on is None or entrant.joined_on <= on)
        )
    ]


def taken_by(season: Season, taken: Iterable[Taken], on: date | None) -> list[Taken]:
    """The penalties that were in force at the end of the night of ``on``; None: those that are."""
    if on is None:
        return [penalty for penalty in taken if penalty.lifted_at is None]
    league = season.league
    return [
        penalty
        for penalty in taken
        if tonight(league, penalty.at) <= on and (penalty.lifted_at is None or tonight(league, penalty.lifted_at) > on)
    ]


def points_of(season: Season) -> Mapping[int, int]:
    """The league points of each entrant (primary key) as the table stands."""
    return {row.entrant: row.points for row in season_rows(season)}
