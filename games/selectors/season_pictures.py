"""The page with the drawings of a season."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Season
from games.pages.season_pictures import Grid, GridRow, Met, Places, SeasonPicturesPage, Trail
from games.permissions import LeagueAccess
from games.rules.standings import Record
from games.selectors.knock_bars import knocking
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.scales import Scale, broken_line
from games.selectors.season_nav import season_nav
from games.selectors.season_places import Course, SeasonCourse, Stop, season_course
from games.selectors.season_table import is_hidden
from games.wording import season_pictures as words

WIDTH: Final = 400
ROW: Final = 20
"""Height of a line of the table; the browser stretches the drawing to the names beside it."""
_EDGE: Final = 8
_COMPACT: Final = 14
"""Entrants from which on their names stand closer together."""


def season_pictures_page(at: SeasonAccess, who: str = "") -> SeasonPicturesPage:
    """The drawings of a season as it stands; ``who`` (an entrant as the address names him) is set off.

    Without, it is whoever looks, if he competes, and otherwise who stands first.
    """
    season, title = at.season, _("%(season)s: pictures") % {"season": at.season.name}
    nav = season_nav(at, "season_pictures")
    if is_hidden(at):
        return SeasonPicturesPage(nav, title, words.hidden_text(), "", "", None, None, None)
    course = season_course(season)
    asked = _entrant(who)
    known = asked in course.names
    chosen = asked if known else _own(season, at.access, course) or next((one.entrant for one in course.courses), 0)
    return SeasonPicturesPage(
        nav=nav,
        title=title,
        hidden="",
        error="" if known or not who else words.nobody_text(),
        waiting="" if course.nights and course.courses else words.waiting_text(undated=bool(course.pairs)),
        places=_places(season, course, chosen) if course.nights and course.courses else None,
        grid=_grid(course, chosen) if course.pairs else None,
        knocking=knocking(season),
    )


def _entrant(who: str) -> int:
    """The number in an address; 0, who nobody is, for what is no number."""
    return int(who) if who.isascii() and who.isdecimal() and len(who) < 19 else 0


def _own(season: Season, access: LeagueAccess, course: SeasonCourse) -> int:
    """The entrant of whoever looks, 0 for none."""
    member = access.member
    if member is None:
        return 0
    if season.teams:
        team = season.teammates.filter(member=member, left_on=None).values_list("entrant", flat=True).first()
        return team if team in course.names else 0
    return next((one.entrant for one in course.courses if one.member == member.pk), 0)


def _places(season: Season, course: SeasonCourse, chosen: int) -> Places:
    tonight = today(season.league)
    columns = tuple(words.night_short(night, tonight) for night in course.nights)
    lines = max(stop.line for one in course.courses for stop in one.stops if stop)
    leaders = [one.name for one in course.courses if (stop := one.stops[-1]) and stop.place == 1]
    x, y = Scale(0, len(columns) - 1, _EDGE, WIDTH - _EDGE), Scale(1, lines, ROW / 2, ROW * lines - ROW / 2)
    return Places(
        title=words.places_title(len(columns), course.total, leaders),
        told=_told(course, columns),
        chosen=_chosen(course, columns, chosen),
        width=WIDTH,
        height=ROW * lines,
        lines=tuple(ROW * number - ROW // 2 for number in range(1, lines + 1)),
        trails=tuple(_trail(season, one, chosen, x, y) for one in course.courses),
        blanks=range(lines - len(course.courses)),
        columns=columns,
        first=columns[0] if len(columns) > 1 else "",
        last=columns[-1],
        url=_address(season),
        compact=lines > _COMPACT,
    )


def _trail(season: Season, one: Course, chosen: int, x: Scale, y: Scale) -> Trail:
    points = [(x(column), y(stop.line)) if stop else None for column, stop in enumerate(one.stops)]
    return Trail(
        entrant=one.entrant,
        name=one.name,
        place=_place(one.stops[-1]),
        url=f"{_address(season)}?who={one.entrant}#places",
        chosen=one.entrant == chosen,
        path=broken_line(points),
        places=tuple(_place(stop) for stop in one.stops),
    )


def _address(season: Season) -> str:
    return reverse("season_pictures", args=[season.public_id])


def _place(stop: Stop | None) -> str:
    return words.place_text(stop.place, shared=stop.shared) if stop else ""


def _chosen(course: SeasonCourse, columns: Sequence[str], chosen: int) -> tuple[str, str]:
    """The name of who is set off, and in words how he moved."""
    for one in course.courses:
        if one.entrant == chosen:
            there = [(stop.place, column) for stop, column in zip(one.stops, columns, strict=True) if stop]
            return one.name, words.course_text([place for place, _ in there], there[0][1], columns[-1])
    name = dict(course.unplaced).get(chosen, "")
    return name, words.no_place_text() if name else ""


def _told(course: SeasonCourse, columns: Sequence[str]) -> tuple[str, ...]:
    """What is to be known of the drawing."""
    told = []
    if course.played > len(columns):
        told.append(words.newest_nights_text(len(columns), course.played))
    if course.total > len(course.courses):
        told.append(words.first_places_text(len(course.courses), course.total))
    if any(stop and stop.shared for one in course.courses for stop in one.stops):
        told.append(words.shared_text())
    if course.unplaced:
        told.append(words.unplaced_text([name for _, name in course.unplaced]))
    if course.provisional:
        told.append(words.provisional_text())
    return tuple(told)


def _grid(course: SeasonCourse, chosen: int) -> Grid:
    names, pairs = course.names, course.pairs
    draws = any(record.draws for record in pairs.values())
    return Grid(
        title=words.grid_title(len(pairs) // 2, len(names) * (len(names) - 1) // 2),
        about=words.grid_about(draws=draws),
        rows=tuple(
            GridRow(number, name, one == chosen, tuple(_met(one, other, pairs, draws=draws) for other in names))
            for number, (one, name) in enumerate(names.items(), 1)
        ),
    )


def _met(one: int, other: int, pairs: Mapping[tuple[int, int], Record], *, draws: bool) -> Met:
    record = pairs.get((one, other))
    if record is None:
        return Met("", "self") if one == other else Met(words.NOT_MET, "not-met")
    level = round(2 * (2 * record.wins + record.draws) / record.played)
    return Met(words.met_text(record.wins, record.draws, record.losses, with_draws=draws), f"won-{level}")
