"""Build the page for a screen on the club room's wall: standings, tonight's matches, and the next night's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from games.models import Match, MatchSide, MatchState
from games.pages.season.bracket_boxes import BracketBox, BracketRound
from games.pages.season.bracket_drawing import BracketDrawing, bracket_drawing
from games.pages.season.clock import ClockLine
from games.pages.season.clock_page import clock_line
from games.pages.season.standings_table import StandingsTable, season_standings
from games.rules.league.standings import Outcome
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.table.streams import season_stream_path
from games.wording.season import season_table as words
from games.wording.words import MINUS

MOST_MATCHES: Final = 60
"""The most matches of one night on the screen."""
MOST_ROUNDS: Final = 4
"""The most rounds of each part of a bracket on the screen."""
MOST_BOXES: Final = 8
"""The most matches of a round of a bracket on the screen, if there are others to show."""


@dataclass(frozen=True, slots=True)
class ScreenSide:
    """A side of a match on the wall screen; ``ahead`` if it leads or has won."""

    name: str
    points: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class ScreenMatch:
    """A match on the wall screen: its table, its state, and its sides."""

    place: str
    state: str
    live: bool
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """The page for the wall screen: the standings, tonight's matches, and the next ones."""

    league: str
    season: str
    table: StandingsTable
    provisional: bool
    bracket: BracketDrawing | None
    """Of a knock-out whose table isn't hidden."""
    clock: ClockLine | None
    tonight: tuple[ScreenMatch, ...]
    next_title: str
    next: tuple[ScreenMatch, ...]
    live_url: str
    poll_url: str
    moved_url: str
    revision: int


def screen_page(season_access: SeasonAccess) -> ScreenPage:
    """Return the page for the wall; it shows only what everyone in the room may see, no matter who opened it."""
    season, tonight = season_access.season, date_in_league(season_access.season.league)
    coming = season.matches.filter(state=MatchState.PLANNED, night__gt=tonight).order_by("night")
    next_night = coming.values_list("night", flat=True).first()
    table = season_standings(season_access, for_all=True)
    args = [season.public_id]
    return ScreenPage(
        league=season.league.name,
        season=season.name,
        table=table,
        provisional=any(row.provisional for row in (*table.rows, *table.unranked)),
        bracket=None if table.hidden else _bracket(season_access),
        clock=clock_line(season),
        tonight=_matches(season.matches.filter(night=tonight).exclude(state=MatchState.CANCELED)),
        next_title=words.night_name(next_night, tonight) if next_night else "",
        next=_matches(coming.filter(night=next_night)) if next_night else (),
        live_url=season_stream_path(season_access),
        poll_url=reverse("season:revision", args=args),
        moved_url=reverse("season:screen_moved", args=args),
        revision=season.revision,
    )


def _bracket(season_access: SeasonAccess) -> BracketDrawing | None:
    """Return the bracket with as many rounds as can be read from across the room."""
    drawing = bracket_drawing(season_access)
    if drawing is None:
        return None
    return replace(drawing, parts=tuple(replace(part, rounds=_shown(part.rounds)) for part in drawing.parts))


def _shown(rounds: Sequence[BracketRound]) -> tuple[BracketRound, ...]:
    """Return the rounds to show: from the first one that isn't over, but at least the last ones."""
    first = 0
    while first < len(rounds) - MOST_ROUNDS and (
        len(rounds[first].boxes) > MOST_BOXES or all(box is None or _is_over(box) for box in rounds[first].boxes)
    ):
        first += 1
    return tuple(rounds[first : first + MOST_ROUNDS])


def _is_over(box: BracketBox) -> bool:
    return box.bye or any(side.won for side in box.sides)


def _matches(matches: QuerySet[Match]) -> tuple[ScreenMatch, ...]:
    sides = MatchSide.objects.select_related("entrant__member").order_by("position")
    ordered = matches.select_related("place").prefetch_related(Prefetch("sides", sides)).order_by("at", "number")
    return tuple(_match(match) for match in ordered[:MOST_MATCHES])


def _match(match: Match) -> ScreenMatch:
    played = match.state in (MatchState.RUNNING, MatchState.PLAYED)
    return ScreenMatch(
        place=match.place.name if match.place else "",
        state=words.match_state(match.state, final=match.final, at=match.at),
        live=match.state == MatchState.RUNNING,
        sides=tuple(_side(side, played=played) for side in match.sides.all()),
    )


def _side(side: MatchSide, *, played: bool) -> ScreenSide:
    return ScreenSide(
        name=entrant_name(side.entrant),
        points=str(side.points).replace("-", MINUS) if played else "",
        ahead=side.outcome == Outcome.WIN,
    )
