"""Build the page with a season's charts: places after each night, results against each other, knocks."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.typed_values import parse_whole_number
from games.models import Season
from games.pages.season.knock_bars import knock_charts
from games.pages.season.season_nav import season_nav
from games.pages.season.season_pictures import (
    HeadToHeadCell,
    HeadToHeadGrid,
    HeadToHeadRow,
    RankChart,
    RankLine,
    SeasonPicturesPage,
)
from games.pages.season.season_places import (
    MOST_ENTRANTS,
    EntrantProgress,
    NightPosition,
    SeasonProgress,
    season_progress,
)
from games.pages.table.chart_scales import Scale, broken_line
from games.permissions import LeagueAccess
from games.rules.league.standings import Record
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_state import is_hidden
from games.wording.season import season_pictures as words
from games.wording.words import rank_place_text

WIDTH: Final = 400
ROW: Final = 20
"""The height of a row; the browser stretches the chart to the names beside it."""
_EDGE: Final = 8
_COMPACT: Final = 14
"""With more entrants than this, names are set closer together."""
_BELOW: Final = 6
"""How many rows the chart has for all places below the top."""


def season_pictures_page(season_access: SeasonAccess, who: str = "") -> SeasonPicturesPage:
    """Return the page of a season's charts; ``who``, an entrant's id from the URL, is highlighted.

    Without it, the reader is highlighted if they compete, else the leader.
    """
    season, title = season_access.season, _("%(season)s: charts") % {"season": season_access.season.name}
    nav = season_nav(season_access, "pictures")
    if is_hidden(season_access):
        return SeasonPicturesPage(nav, title, words.hidden_text(), "", "", None, None, None)
    course = season_progress(season)
    wanted = _entrant(who)
    known = wanted in {line.entrant for line in course.ranked} or wanted in course.names
    chosen = (
        wanted
        if known
        else _own(season, season_access.access, course) or next((line.entrant for line in course.ranked), 0)
    )
    return SeasonPicturesPage(
        nav=nav,
        title=title,
        hidden="",
        error="" if known or not who else words.unknown_entrant_text(),
        waiting="" if course.nights and course.ranked else words.waiting_text(undated=bool(course.pairs)),
        places=_places(season, course, chosen) if course.nights and course.ranked else None,
        grid=_grid(course, chosen) if course.pairs else None,
        knocking=knock_charts(season),
    )


def _entrant(who: str) -> int:
    """Return the number in the URL; 0, which isn't the id of any entrant, if it isn't a number."""
    return parse_whole_number(who, 18) or 0


def _own(season: Season, access: LeagueAccess, course: SeasonProgress) -> int:
    """Return the reader's entrant, 0 for none."""
    member = access.member
    if member is None:
        return 0
    if season.teams:
        team = season.teammates.filter(member=member, left_on=None).values_list("entrant", flat=True).first()
        return team if team in {line.entrant for line in course.ranked} or team in course.names else 0
    return next((line.entrant for line in course.ranked if line.member == member.pk), 0)


def _places(season: Season, course: SeasonProgress, chosen: int) -> RankChart:
    tonight = date_in_league(season.league)
    columns = tuple(words.night_short(night, tonight) for night in course.nights)
    drawn = [*course.top, *(line for line in course.ranked[MOST_ENTRANTS:] if line.entrant == chosen)]
    lowest = max(stop.line for entrant in drawn for stop in entrant.positions if stop)
    # Below the top, all lines share a few rows: one last place would make the chart as high as all entrants.
    lines = min(lowest, MOST_ENTRANTS + _BELOW)
    row = partial(_row, lowest=lowest)
    end = drawn[-1].positions[-1]
    skipped = round(row(end.line)) - len(drawn) if end and len(drawn) > MOST_ENTRANTS else 0
    leaders = [entrant.name for entrant in course.ranked if (stop := entrant.positions[-1]) and stop.place == 1]
    x, y = Scale(0, len(columns) - 1, _EDGE, WIDTH - _EDGE), Scale(1, lines, ROW / 2, ROW * lines - ROW / 2)
    return RankChart(
        title=words.rank_chart_title(len(columns), len(course.ranked), leaders),
        remarks=_chart_notes(course, columns, squeezed=lowest > lines),
        chosen=_chosen(course, columns, chosen),
        width=WIDTH,
        height=ROW * lines,
        rank_heights=tuple(ROW * number - ROW // 2 for number in range(1, lines + 1)),
        trails=tuple(_trail(season, entrant, chosen, x, lambda line: y(row(line))) for entrant in drawn),
        skipped_ranks=range(skipped),
        empty_ranks=range(lines - len(drawn) - skipped),
        choices=tuple((line.entrant, line.name, line.entrant == chosen) for line in course.ranked),
        columns=columns,
        first=columns[0] if len(columns) > 1 else "",
        last=columns[-1],
        url=_address(season),
        compact=lines > _COMPACT,
    )


def _row(line: int, lowest: int) -> float:
    """Return the row of a line of the standings, where the lines below the top share the last rows."""
    if line <= MOST_ENTRANTS or lowest <= MOST_ENTRANTS + _BELOW:
        return line
    return MOST_ENTRANTS + 1 + (_BELOW - 1) * (line - MOST_ENTRANTS - 1) / (lowest - MOST_ENTRANTS - 1)


def _trail(season: Season, line: EntrantProgress, chosen: int, x: Scale, y: Callable[[int], float]) -> RankLine:
    points = [(x(column), y(stop.line)) if stop else None for column, stop in enumerate(line.positions)]
    return RankLine(
        entrant=line.entrant,
        name=line.name,
        place=_place(line.positions[-1]),
        url=f"{_address(season)}?who={line.entrant}#places",
        chosen=line.entrant == chosen,
        path=broken_line(points),
        places=tuple(_place(stop) for stop in line.positions),
    )


def _address(season: Season) -> str:
    return reverse("season:pictures", args=[season.public_id])


def _place(stop: NightPosition | None) -> str:
    return rank_place_text(stop.place, shared=stop.shared) if stop else ""


def _chosen(course: SeasonProgress, columns: Sequence[str], chosen: int) -> tuple[str, str]:
    """Return the name of the highlighted entrant, and a sentence about how their place changed."""
    for line in course.ranked:
        if line.entrant == chosen:
            placed = [(stop, column) for stop, column in zip(line.positions, columns, strict=True) if stop]
            places = [(stop.place, _place(stop)) for stop, _ in placed]
            return line.name, words.rank_progress_text(places, placed[0][1], columns[-1])
    name = dict(course.unranked).get(chosen, "")
    return name, words.no_rank_text() if name else ""


def _chart_notes(course: SeasonProgress, columns: Sequence[str], *, squeezed: bool) -> tuple[str, ...]:
    """Return sentences that explain the chart of places."""
    sentences = []
    if course.played > len(columns):
        sentences.append(words.newest_nights_text(len(columns), course.played))
    if len(course.ranked) > len(course.top):
        sentences.append(words.first_ranks_text(len(course.top), len(course.ranked)))
    if squeezed:
        sentences.append(words.squeezed_ranks_text(MOST_ENTRANTS))
    if any(stop and stop.shared for line in course.top for stop in line.positions):
        sentences.append(words.shared_ranks_text())
    if course.unranked:
        sentences.append(words.unranked_text([name for _, name in course.unranked]))
    if course.provisional:
        sentences.append(words.provisional_text())
    return tuple(sentences)


def _grid(course: SeasonProgress, chosen: int) -> HeadToHeadGrid:
    names, pairs = course.names, course.pairs
    draws = any(record.draws for record in pairs.values())
    return HeadToHeadGrid(
        title=words.grid_title(len(pairs) // 2, len(names) * (len(names) - 1) // 2),
        about=words.grid_about(draws=draws),
        rows=tuple(
            HeadToHeadRow(
                number,
                name,
                entrant == chosen,
                tuple(_grid_cell(entrant, other, pairs, draws=draws) for other in names),
            )
            for number, (entrant, name) in enumerate(names.items(), 1)
        ),
    )


def _grid_cell(entrant: int, other: int, pairs: Mapping[tuple[int, int], Record], *, draws: bool) -> HeadToHeadCell:
    record = pairs.get((entrant, other))
    if record is None:
        return HeadToHeadCell("", "self") if entrant == other else HeadToHeadCell(words.NOT_MET_SIGN, "not-met")
    level = round(2 * (2 * record.wins + record.draws) / record.played)
    return HeadToHeadCell(
        words.head_to_head_text(record.wins, record.draws, record.losses, with_draws=draws), f"won-{level}"
    )
