"""The hall: all tables of a season, or of a phone, that are played at now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db.models import F, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Device, Entry, Fixture, FixtureState, Table
from games.pages import GameView, SeatView
from games.pages.hall import HallPage, HallSide, HallTile
from games.selectors.board_page import newest, number, to_go
from games.selectors.game_view import game_view
from games.selectors.league_access import SeasonAccess
from games.selectors.ledger import sheets_now
from games.selectors.nights import today
from games.selectors.phone_tables import phone_revision, tables_of
from games.selectors.streams import phone_stream_address, season_stream_address
from games.wording import clock

MOST: Final = 60
"""Tables in the hall."""
FEW: Final = 4
SOME: Final = 6
MANY: Final = 9
"""Tables that share one screen, in ever smaller tiles."""
QUIET: Final = timedelta(hours=4)
"""After so long without a round nobody plays at a table any more."""
STAYS: Final = timedelta(minutes=15)
"""How long the end of a match is shown."""
FRESH: Final = timedelta(seconds=60)
"""How long it is a moment ago that a round was written."""
DASH: Final = "\u2013"


def season_hall(at: SeasonAccess) -> HallPage:
    """The tables at which matches of a season are played now, and those that ended a moment ago."""
    season, now = at.season, timezone.now()
    begun = Q(state=FixtureState.RUNNING) | Q(state=FixtureState.PLANNED)
    played = Q(begun, Q(night=today(season.league)) | Q(moved_at__gte=now - QUIET))
    ended = Q(state=FixtureState.PLAYED, moved_at__gte=now - STAYS)
    fixtures = season.fixtures.filter(table__isnull=False).annotate(moved_at=_moved_at("table"))
    shown = fixtures.filter(played | ended).select_related("table", "place").prefetch_related("table__seats__player")
    found = list(shown.order_by(F("place__name").asc(nulls_last=True), "number")[:MOST])
    here = [season.public_id]
    return _hall(
        title=gettext("Tables now"),
        about=f"{season.league.name}, {season.name}",
        tables=[(_where(fixture), fixture.table, fixture.moved_at) for fixture in found if fixture.table],
        now=now,
        empty=gettext("No table is running. A match appears here as soon as its table is opened."),
        live=(season_stream_address(at), reverse("season_revision", args=here), season.revision),
        moved_url=reverse("season_hall_moved", args=here),
    )


def phone_hall(device: Device | None) -> HallPage:
    """The tables that a phone may watch and at which something was written in the last hours, the oldest first."""
    now, live = timezone.now(), ("", "", 0)
    tables: list[tuple[str, Table, datetime]] = []
    if device is not None:
        # Where they stand is read before what is shown, so that nothing moves unseen in between.
        live = (phone_stream_address(device), reverse("hall_revision"), phone_revision(device))
        lately = tables_of(device).annotate(moved_at=_moved_at("pk")).filter(moved_at__gte=now - QUIET)
        newest_first = lately.order_by("-pk").prefetch_related("seats__player")[:MOST]
        tables = [(table.name, table, table.moved_at) for table in reversed(newest_first)]
    return _hall(
        title=gettext("Tables of this phone"),
        about="",
        tables=tables,
        now=now,
        empty=gettext("No table is running. A table appears here as soon as this phone starts it or opens its link."),
        live=live,
        moved_url=reverse("hall_moved"),
    )


def _moved_at(table: str) -> Subquery:
    """When the newest entry of a table was made; ``table`` is where its primary key is."""
    newest_first = Entry.objects.filter(table=OuterRef(table)).order_by("-revision")
    return Subquery(newest_first.values("at")[:1])


def _where(fixture: Fixture) -> str:
    return fixture.place.name if fixture.place else gettext("Match %(number)s") % {"number": fixture.number}


def _hall(
    *,
    title: str,
    about: str,
    tables: Sequence[tuple[str, Table, datetime]],
    now: datetime,
    empty: str,
    live: tuple[str, str, int],
    moved_url: str,
) -> HallPage:
    """The page of ``tables``: what each is called in the hall, and when something was written there last."""
    sheets = sheets_now([table for _, table, _ in tables])
    tiles = []
    for place, table, moved_at in tables:
        sheet, players = sheets[table.pk], tuple(seat.player.name for seat in table.seats.all())
        game = game_view(table, sheet, sheet.current, players, may_score=False)
        tiles.append(_tile(place, game, moved_at, fresh=moved_at >= now - FRESH))
    live_url, poll_url, revision = live
    return HallPage(
        title=title,
        about=about,
        tiles=tuple(tiles),
        size=_size(len(tiles)),
        empty="" if tiles else empty,
        live_url=live_url,
        poll_url=poll_url,
        moved_url=moved_url,
        revision=revision,
    )


def _size(tiles: int) -> str:
    """How large a tile can be: nine are as small as they may get, and the pages of more are alike."""
    if tiles <= FEW:
        return "few" if tiles > 1 else "one"
    pages = ceil(tiles / MANY)
    return "some" if ceil(tiles / pages) <= SOME else "many"


def _tile(place: str, game: GameView, moved_at: datetime, *, fresh: bool) -> HallTile:
    left = [seat.to_go for seat in game.seats if seat.to_go is not None]
    told = gettext("Game over") if game.final else to_go(min(left)) if left else ""
    return HallTile(
        place=place,
        target="" if game.target is None else gettext("to %(target)s") % {"target": game.target},
        sides=tuple(_side(game, seat) for seat in game.seats),
        told=told,
        when=clock(moved_at),
        fresh=fresh and newest(game) is not None,
    )


def _side(game: GameView, seat: SeatView) -> HallSide:
    if seat.columns:
        scores = tuple(number(one.points) if one.started or not one.open else DASH for one in seat.columns)
    else:
        ends = game.final.seats if game.final else ()
        scores = (number(next((end.total for end in ends if end.seat == seat.seat), seat.total)),)
    return HallSide(name=seat.name, scores=scores, leads=seat.leads, won=seat.won)
