"""Build the hall page: an overview of all tables of a season, or of a phone, where play is going on now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db.models import Case, F, OuterRef, Q, Subquery, When
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Device, Entry, Match, MatchState, Table
from games.pages.league.hall import HallPage, HallSide, HallTile
from games.pages.season.clock import ClockLine
from games.pages.season.clock_page import clock_line
from games.pages.table.board_page import newest_round, points_text, to_go_text
from games.pages.table.game import GameContext, SeatContext
from games.pages.table.game_view import game_view
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.table.ledger import cached_sheets
from games.selectors.table.phone_tables import phone_revision, tables_of
from games.selectors.table.streams import phone_stream_path, season_stream_path
from games.wording.words import time_text

MOST_TABLES: Final = 60
"""The most tables in the hall."""
FEW_TILES: Final = 4
SOME_TILES: Final = 6
MANY_TILES: Final = 9
"""The most tables on one screen for each of three tile sizes; nine is the most at all."""
INACTIVE_AFTER: Final = timedelta(hours=4)
"""After this long without a round, a table counts as abandoned."""
SHOWN_AFTER_END: Final = timedelta(minutes=15)
"""How long a finished match stays in the hall."""
FRESH_FOR: Final = timedelta(seconds=60)
"""How long a new round is marked as fresh."""
DASH: Final = "\u2013"


def season_hall(season_access: SeasonAccess) -> HallPage:
    """Return the tables at which matches of a season are being played, then those that have just ended."""
    season, now = season_access.season, timezone.now()
    unfinished = Q(state=MatchState.RUNNING) | Q(state=MatchState.PLANNED)
    played = Q(unfinished, Q(night=date_in_league(season.league)) | Q(moved_at__gte=now - INACTIVE_AFTER))
    ended = Q(state=MatchState.PLAYED, moved_at__gte=now - SHOWN_AFTER_END)
    matches = season.matches.filter(table__isnull=False).annotate(moved_at=_moved_at("table"))
    shown = matches.filter(played | ended).select_related("table", "place").prefetch_related("table__seats__player")
    ended_last = Case(When(state=MatchState.PLAYED, then=1), default=0)
    listed = list(shown.order_by(ended_last, F("place__name").asc(nulls_last=True), "number")[:MOST_TABLES])
    args = [season.public_id]
    return _hall(
        title=gettext("Playing now"),
        about=f"{season.league.name}, {season.name}",
        clock=clock_line(season),
        tables=[(_place_name(match), match.table, match.moved_at) for match in listed if match.table],
        now=now,
        empty=gettext("No games right now. A match appears here once its table is open."),
        live=(season_stream_path(season_access), reverse("season:revision", args=args), season.revision),
        moved_url=reverse("season:hall_moved", args=args),
    )


def phone_hall(device: Device | None) -> HallPage:
    """Return the tables that a phone may watch and that had an entry in the last hours, oldest first."""
    now, live = timezone.now(), ("", "", 0)
    tables: list[tuple[str, Table, datetime]] = []
    if device is not None:
        # The revision is read before the tables, so that a change in between isn't missed.
        live = (phone_stream_path(device), reverse("hall_revision"), phone_revision(device))
        recent = tables_of(device).annotate(moved_at=_moved_at("pk")).filter(moved_at__gte=now - INACTIVE_AFTER)
        newest_first = recent.order_by("-pk").prefetch_related("seats__player")[:MOST_TABLES]
        tables = [(table.name, table, table.moved_at) for table in reversed(newest_first)]
    return _hall(
        title=gettext("My games"),
        about="",
        clock=None,
        tables=tables,
        now=now,
        empty=gettext("No games right now. A game appears here once you start it or open its link on this phone."),
        live=live,
        moved_url=reverse("hall_moved"),
    )


def _moved_at(table: str) -> Subquery:
    """Return the time of a table's newest entry; ``table`` is the outer query's field with its primary key."""
    newest_first = Entry.objects.filter(table=OuterRef(table)).order_by("-revision")
    return Subquery(newest_first.values("at")[:1])


def _place_name(match: Match) -> str:
    return match.place.name if match.place else gettext("Match %(number)s") % {"number": match.number}


def _hall(
    *,
    title: str,
    about: str,
    clock: ClockLine | None,
    tables: Sequence[tuple[str, Table, datetime]],
    now: datetime,
    empty: str,
    live: tuple[str, str, int],
    moved_url: str,
) -> HallPage:
    """Return the page of ``tables``: the name of each in the hall, the table, and the time of its last entry."""
    sheets = cached_sheets([table for _, table, _ in tables])
    tiles = []
    for place, table, moved_at in tables:
        sheet, players = sheets[table.pk], tuple(seat.player.name for seat in table.seats.all())
        game = game_view(table, sheet, sheet.current, players, may_score=False)
        tiles.append(_tile(place, game, moved_at, fresh=moved_at >= now - FRESH_FOR))
    live_url, poll_url, revision = live
    return HallPage(
        title=title,
        about=about,
        clock=clock,
        tiles=tuple(tiles),
        size=_size(len(tiles)),
        empty="" if tiles else empty,
        live_url=live_url,
        poll_url=poll_url,
        moved_url=moved_url,
        revision=revision,
    )


def _size(tiles: int) -> str:
    """Return the tile size: with more than nine tables, all pages get tiles of the same size."""
    if tiles <= FEW_TILES:
        return "few" if tiles > 1 else "one"
    pages = ceil(tiles / MANY_TILES)
    return "some" if ceil(tiles / pages) <= SOME_TILES else "many"


def _tile(place: str, game: GameContext, moved_at: datetime, *, fresh: bool) -> HallTile:
    left = [seat.to_go for seat in game.seats if seat.to_go is not None]
    status = gettext("Game over") if game.final else to_go_text(min(left)) if left else ""
    return HallTile(
        place=place,
        target="" if game.target is None else gettext("to %(target)s") % {"target": game.target},
        sides=tuple(_side(game, seat) for seat in game.seats),
        status=status,
        when=time_text(moved_at),
        is_recent=fresh and newest_round(game) is not None,
    )


def _side(game: GameContext, seat: SeatContext) -> HallSide:
    if seat.columns:
        scores = tuple(
            points_text(column.points) if column.started or not column.open else DASH for column in seat.columns
        )
    else:
        ends = game.final.seats if game.final else ()
        scores = (points_text(next((final.total for final in ends if final.seat == seat.seat), seat.total)),)
    return HallSide(name=seat.name, scores=scores, leads=seat.leads, won=seat.won)
