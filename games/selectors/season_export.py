"""A season's table and results as rows of a spreadsheet."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from django.db.models import Max, Prefetch

from games.models import FixtureSide, FixtureState, Season
from games.rules.season import season_rules
from games.rules.standings import Penalty, standings
from games.selectors.entrant_names import names_in
from games.selectors.season_rows import numbered
from games.selectors.season_tally import season_tally

Cell = str | int | None
_CHUNK: Final = 500
"""How many matches are in memory at a time."""
_COLUMNS = (
    *(
        "place",
        "name",
        "points",
        "penalty",
        "matches",
        "won",
        "drawn",
        "lost",
        "game points",
        "against",
        "boxes",
        "gins",
    ),
)
"""Of these "points" are what is left after the penalty, as on the table."""


def table_rows(season: Season, *, tonight: date) -> list[list[Cell]]:
    """The table as it stands, with its heading; no place for who is not ranked."""
    rules, names = season_rules(season.rules), names_in(season)
    penalties = [Penalty(row.entrant_id, row.points) for row in season.penalties.filter(lifted_at=None)]
    tally = season_tally(season, rules, tonight=tonight)
    rows: list[list[Cell]] = [list(_COLUMNS)]
    numbers = numbered(names)
    for row in standings(list(names), tally, rules, penalties=penalties, seed=season.key, numbers=numbers):
        told = row.record
        rows.append(
            [
                row.place if row.ranked else None,
                names[row.entrant],
                row.points,
                row.penalty or None,
                told.played,
                told.wins,
                told.draws,
                told.losses,
                told.points_for,
                told.points_against,
                told.boxes,
                told.gins,
            ]
        )
    return rows


def result_rows(season: Season) -> Iterator[list[Cell]]:
    """Every match that is over, in the form that ``games.forms.results_csv`` reads again. Byes are no results.

    They are read as the rows are asked for, some at a time.
    """
    names = names_in(season)
    over = season.fixtures.filter(state__in=(FixtureState.PLAYED, FixtureState.FORFEITED))
    last = FixtureSide.objects.filter(fixture__in=over).aggregate(last=Max("position"))["last"]
    most = 2 if last is None else last + 1
    yield list(_heading(most))
    sides_in_order = Prefetch("sides", FixtureSide.objects.order_by("position"))
    for fixture in over.order_by("night", "number").prefetch_related(sides_in_order).iterator(chunk_size=_CHUNK):
        sides = list(fixture.sides.all())
        row: list[Cell] = [fixture.night.isoformat() if fixture.night else ""]
        for what in ("entrant", "points", "boxes", "gins", "shutouts"):
            found: list[Cell] = [names[side.entrant_id] if what == "entrant" else getattr(side, what) for side in sides]
            row += found + [None] * (most - len(sides))
        yield [*row, _winner(sides, names)]


def _heading(sides: int) -> Iterator[str]:
    yield "night"
    for what in ("player", "points", "boxes", "gins", "shutouts"):
        for number in range(1, sides + 1):
            yield f"{what} {number}"
    yield "winner"


def _winner(sides: list[FixtureSide], names: dict[int, str]) -> str:
    """Who won, where the points alone do not say it."""
    points = [side.points for side in sides]
    best = [side for side in sides if side.points == max(points)]
    won = [side for side in sides if side.outcome == "win"]
    if won:
        return "" if best == won else names[won[0].entrant_id]
    return "draw" if len(best) == 1 else ""
