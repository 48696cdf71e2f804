"""Call the referee to a table of a season, take the call back, and answer it."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import live
from games.models import Fixture, FixtureState, RefereeCall, Season, Table
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import FixtureAccess, seats_of
from games.services.season.fixtures import locked_fixture
from games.services.season.seasons import locked_season, publish_season_change

_NOBODY_PLAYS = (FixtureState.BYE, FixtureState.CANCELED, FixtureState.FORFEITED)


@transaction.atomic(durable=True)
def call_referee(*, access: LeagueAccess, season: Season, number: int, table_access: Access | None = None) -> None:
    """Call the referee to the table of a fixture. While a call is open, another one changes nothing.

    Its players, officers and tablet may, and anyone who scores at the table (``table_access``). Raises RefusedError
    ("not_allowed", "season_closed", "not_found", "not_playable" where nobody plays).
    """
    fixture = _fixture(access, season, number, table_access)
    if fixture.season.closed_at is not None:
        raise RefusedError("season_closed")
    if fixture.state in _NOBODY_PLAYS:
        raise RefusedError("not_playable", what=fixture.state)
    if not fixture.calls.filter(closed_at=None).exists():
        RefereeCall.objects.create(fixture=fixture, at=timezone.now())
        _publish(fixture)


@transaction.atomic(durable=True)
def take_back_call(*, access: LeagueAccess, season: Season, number: int, table_access: Access | None = None) -> None:
    """Take back the open call of a fixture; without one nothing changes. Raises RefusedError as ``call_referee``."""
    _close(_fixture(access, season, number, table_access), answered=False)


@transaction.atomic(durable=True)
def answer_call(*, access: LeagueAccess, season: Season, number: int) -> None:
    """Note that somebody goes to the table that called; without an open call nothing changes.

    Raises RefusedError ("not_your_duty", "not_found").
    """
    access.demand("score_fixtures")
    _close(locked_fixture(locked_season(season.pk), number), answered=True)


def _fixture(access: LeagueAccess, season: Season, number: int, at_table: Access | None) -> Fixture:
    """Return the fixture, locked, to those who may call there. Raises RefusedError ("not_found", "not_allowed")."""
    fixture = locked_fixture(locked_season(season.pk), number)
    scores_there = at_table is not None and at_table.table.pk == fixture.table_id and at_table.may("score")
    at_match = FixtureAccess(access, season, fixture, seats_of(fixture))
    if not (scores_there or at_match.may_score or at_match.may_sit_down):
        raise RefusedError("not_allowed", action="score")
    return fixture


def _close(fixture: Fixture, *, answered: bool) -> None:
    open_calls = fixture.calls.filter(closed_at=None)
    if open_calls.update(closed_at=timezone.now(), answered=answered):
        _publish(fixture)


def _publish(fixture: Fixture) -> None:
    """Notify the pages of the season and, after the commit, those of the table."""
    publish_season_change(fixture.season)
    if fixture.table_id is not None:
        transaction.on_commit(partial(wake_tables, [fixture.table_id]), robust=True)


def wake_tables(tables: list[int]) -> None:
    """Let the open pages of tables (primary keys) fetch what changed beside their ledgers.

    Call it after the commit: a write at a table locks it before its season, so a season's write must lock no table.
    """
    Table.objects.filter(pk__in=tables).update(asked=F("asked") + 1)
    for public_id in Table.objects.filter(pk__in=tables).values_list("public_id", flat=True):
        live.publish_wakeup(public_id)
