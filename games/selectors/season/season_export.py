"""Export a season's standings and results as rows of a spreadsheet."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Final

from django.db.models import Max, Prefetch

from games.models import MatchSide, MatchState, Season
from games.rules.league.season import COLUMNS, HEAD_TO_HEAD, TieBreak
from games.rules.league.standings import StandingsRow, Value
from games.selectors.season.entrant_names import entrant_name, names_of_entrants
from games.selectors.season.season_rows import Ranking
from games.wording.season.season_table import group_letter
from games.wording.words import rank_place_text

CellValue = str | int | float | None
_Column = Callable[[StandingsRow, str], CellValue]
"""Returns the cell of an entrant's row and name."""
_CHUNK: Final = 500
"""How many matches are in memory at a time."""
_HEADINGS: Final[Mapping[TieBreak, str]] = {
    "wins": "won",
    "fewest_losses": "lost",
    "points_scored": "game points",
    "sonneborn_berger": "sonneborn-berger",
    "extended_sonneborn_berger": "extended sonneborn-berger",
    "head_to_head": "head-to-head",
    "head_to_head_difference": "head-to-head difference",
    "head_to_head_scored": "head-to-head scored",
}
"""The headings of criteria that aren't just the criterion's name with spaces."""


def _cell(value: Value | None) -> CellValue:
    """Return the value of a criterion: half points as a decimal number."""
    return None if value is None else int(value) if value == int(value) else float(value)


def _criteria(*criteria: TieBreak) -> Iterator[tuple[str, _Column]]:
    """Yield the heading and the column of each criterion."""
    for criterion in criteria:
        heading = _HEADINGS.get(criterion, criterion.replace("_", " "))
        yield heading, lambda row, _, criterion=criterion: _cell(row.values.get(criterion))  # type: ignore[misc]


_AT_FIXED_POSITIONS: Final[Mapping[str, _Column]] = {
    "place": lambda row, _: row.place if row.ranked else None,
    "name": lambda _, name: name,
    "points": lambda row, _: row.points,
    "penalty": lambda row, _: row.penalty or None,
    "matches": lambda row, _: row.record.played,
    "won": lambda row, _: row.record.wins,
    "drawn": lambda row, _: row.record.draws,
    "lost": lambda row, _: row.record.losses,
    "game points": lambda row, _: row.record.points_for,
    "against": lambda row, _: row.record.points_against,
    "boxes": lambda row, _: row.record.boxes,
    "gins": lambda row, _: row.record.gins,
    "place as shown": lambda row, _: rank_place_text(row.place, shared=row.shared) if row.ranked else None,
    **dict(_criteria("games_won", "point_difference", "buchholz", "buchholz_cut_1", "median_buchholz")),
    **dict(_criteria("sonneborn_berger", "progressive", "koya", "head_to_head")),
    "group": lambda row, _: group_letter(row.group) if row.group else None,
}
_COLUMNS: Final[Mapping[str, _Column]] = {
    **_AT_FIXED_POSITIONS,
    **{heading: column for heading, column in _criteria(*COLUMNS, *HEAD_TO_HEAD) if heading not in _AT_FIXED_POSITIONS},
}
"""The columns by heading. "points" are after penalties. "place" is a number, "place as shown" has "5=" for a shared
place. A new criterion comes last, so that programs find the others at their old positions. Head-to-head is there if it
was used."""


def table_rows(season: Season, *, tonight: date) -> list[list[CellValue]]:
    """Return the standings with a heading; no place for entrants who aren't ranked."""
    ranking = Ranking.of(season)
    names = {entrant.pk: entrant_name(entrant) for entrant in ranking.entrants}
    return [
        list(_COLUMNS),
        *(
            [column(row, names[row.entrant]) for column in _COLUMNS.values()]
            for row in ranking.now(tonight, columns=COLUMNS)
        ),
    ]


def result_rows(season: Season) -> Iterator[list[CellValue]]:
    """Yield every finished match except byes, in the format that ``games.forms.season.results_csv`` reads.

    Matches are read in chunks while the rows are consumed.
    """
    names = names_of_entrants(season)
    finished = season.matches.filter(state__in=(MatchState.PLAYED, MatchState.FORFEITED))
    highest = MatchSide.objects.filter(match__in=finished).aggregate(last=Max("position"))["last"]
    most = 2 if highest is None else highest + 1
    yield list(_heading(most))
    sides_in_order = Prefetch("sides", MatchSide.objects.order_by("position"))
    for match in finished.order_by("night", "number").prefetch_related(sides_in_order).iterator(chunk_size=_CHUNK):
        sides = list(match.sides.all())
        row: list[CellValue] = [match.night.isoformat() if match.night else ""]
        for what in ("entrant", "points", "boxes", "gins", "shutouts"):
            values: list[CellValue] = [
                names[side.entrant_id] if what == "entrant" else getattr(side, what) for side in sides
            ]
            row += values + [None] * (most - len(sides))
        yield [*row, _winner(sides, names)]


def _heading(sides: int) -> Iterator[str]:
    yield "night"
    for what in ("player", "points", "boxes", "gins", "shutouts"):
        for number in range(1, sides + 1):
            yield f"{what} {number}"
    yield "winner"


def _winner(sides: list[MatchSide], names: dict[int, str]) -> str:
    """Return the winner, if the points alone don't show it."""
    points = [side.points for side in sides]
    best = [side for side in sides if side.points == max(points)]
    won = [side for side in sides if side.outcome == "win"]
    if won:
        return "" if best == won else names[won[0].entrant_id]
    return "draw" if len(best) == 1 else ""
