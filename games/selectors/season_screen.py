"""The page for the wall of the club room: the table, what is played tonight, and what comes next."""

from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from games.models import Fixture, FixtureSide, FixtureState
from games.pages.season_table import ScreenMatch, ScreenPage, ScreenSide
from games.rules.standings import Outcome
from games.selectors.entrant_names import called
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.season_table import standing
from games.selectors.streams import season_stream_address
from games.wording import MINUS
from games.wording import season_table as words

MOST: Final = 60
"""Matches of one night on the wall."""


def screen_page(at: SeasonAccess) -> ScreenPage:
    """The page for the wall, which shows nothing that the room is not to see, whoever opened it."""
    season, tonight = at.season, today(at.season.league)
    coming = season.fixtures.filter(state=FixtureState.PLANNED, night__gt=tonight).order_by("night")
    following = coming.values_list("night", flat=True).first()
    table = standing(at, for_all=True)
    here = [season.public_id]
    return ScreenPage(
        league=season.league.name,
        season=season.name,
        table=table,
        provisional=any(row.provisional for row in (*table.rows, *table.unranked)),
        tonight=_matches(season.fixtures.filter(night=tonight).exclude(state=FixtureState.CANCELLED)),
        next_title=words.night_name(following, tonight) if following else "",
        next=_matches(coming.filter(night=following)) if following else (),
        live_url=season_stream_address(at),
        poll_url=reverse("season_revision", args=here),
        moved_url=reverse("season_screen_moved", args=here),
        revision=season.revision,
    )


def _matches(fixtures: QuerySet[Fixture]) -> tuple[ScreenMatch, ...]:
    sides = FixtureSide.objects.select_related("entrant__member").order_by("position")
    found = fixtures.select_related("place").prefetch_related(Prefetch("sides", sides)).order_by("at", "number")
    return tuple(_match(fixture) for fixture in found[:MOST])


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
        name=called(side.entrant),
        points=str(side.points).replace("-", MINUS) if played else "",
        ahead=side.outcome == Outcome.WIN,
    )
