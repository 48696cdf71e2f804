"""Build the page for a screen on the club room's wall: standings, tonight's matches, and the next night's."""

from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from games.models import Fixture, FixtureSide, FixtureState
from games.pages.season.season_table import ScreenMatch, ScreenPage, ScreenSide
from games.pages.season.season_table_page import season_standings
from games.rules.league.standings import Outcome
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.table.streams import season_stream_path
from games.wording.season import season_table as words
from games.wording.words import MINUS

MOST_MATCHES: Final = 60
"""The most matches of one night on the screen."""


def screen_page(season_access: SeasonAccess) -> ScreenPage:
    """Return the page for the wall; it shows only what everyone in the room may see, no matter who opened it."""
    season, tonight = season_access.season, date_in_league(season_access.season.league)
    coming = season.fixtures.filter(state=FixtureState.PLANNED, night__gt=tonight).order_by("night")
    next_night = coming.values_list("night", flat=True).first()
    table = season_standings(season_access, for_all=True)
    args = [season.public_id]
    return ScreenPage(
        league=season.league.name,
        season=season.name,
        table=table,
        provisional=any(row.provisional for row in (*table.rows, *table.unranked)),
        tonight=_matches(season.fixtures.filter(night=tonight).exclude(state=FixtureState.CANCELLED)),
        next_title=words.night_name(next_night, tonight) if next_night else "",
        next=_matches(coming.filter(night=next_night)) if next_night else (),
        live_url=season_stream_path(season_access),
        poll_url=reverse("season_revision", args=args),
        moved_url=reverse("season_screen_moved", args=args),
        revision=season.revision,
    )


def _matches(fixtures: QuerySet[Fixture]) -> tuple[ScreenMatch, ...]:
    sides = FixtureSide.objects.select_related("entrant__member").order_by("position")
    ordered = fixtures.select_related("place").prefetch_related(Prefetch("sides", sides)).order_by("at", "number")
    return tuple(_match(fixture) for fixture in ordered[:MOST_MATCHES])


def _match(fixture: Fixture) -> ScreenMatch:
    played = fixture.state in (FixtureState.RUNNING, FixtureState.PLAYED)
    return ScreenMatch(
        place=fixture.place.name if fixture.place else "",
        state=words.match_state(fixture.state, final=fixture.final, at=fixture.at),
        live=fixture.state == FixtureState.RUNNING,
        sides=tuple(_side(side, played=played) for side in fixture.sides.all()),
    )


def _side(side: FixtureSide, *, played: bool) -> ScreenSide:
    return ScreenSide(
        name=entrant_name(side.entrant),
        points=str(side.points).replace("-", MINUS) if played else "",
        ahead=side.outcome == Outcome.WIN,
    )
