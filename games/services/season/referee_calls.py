"""Call the referee to a table of a season, take the call back, and answer it."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import live
from games.models import Match, MatchState, RefereeCall, Season, Table
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import MatchAccess, seats_of
from games.services.season.matches import locked_match
from games.services.season.seasons import locked_season, publish_season_change

_NOBODY_PLAYS = (MatchState.BYE, MatchState.CANCELED, MatchState.FORFEITED)


@transaction.atomic(durable=True)
def call_referee(*, access: LeagueAccess, season: Season, number: int, table_access: Access | None = None) -> None:
    """Call the referee to the table of a match. While a call is open, another one changes nothing.

    Its players, officers and tablet may, and anyone who scores at the table (``table_access``). Raises RefusedError
    ("not_allowed", "season_closed", "not_found", "not_playable" where nobody plays).
    """
    match = _match(access, season, number, table_access)
    if match.season.closed_at is not None:
        raise RefusedError("season_closed")
    if match.state in _NOBODY_PLAYS:
        raise RefusedError("not_playable", what=match.state)
    if not match.calls.filter(closed_at=None).exists():
        RefereeCall.objects.create(match=match, at=timezone.now())
        _publish(match)


@transaction.atomic(durable=True)
def take_back_call(*, access: LeagueAccess, season: Season, number: int, table_access: Access | None = None) -> None:
    """Take back the open call of a match; without one nothing changes. Raises RefusedError as ``call_referee``."""
    _close(_match(access, season, number, table_access), answered=False)


@transaction.atomic(durable=True)
def answer_call(*, access: LeagueAccess, season: Season, number: int) -> None:
    """Note that somebody goes to the table that called; without an open call nothing changes.

    Raises RefusedError ("not_your_duty", "not_found").
    """
    access.demand("run_desk")
    _close(locked_match(locked_season(season.pk), number), answered=True)


def _match(access: LeagueAccess, season: Season, number: int, at_table: Access | None) -> Match:
    """Return the match, locked, to those who may call there. Raises RefusedError ("not_found", "not_allowed")."""
    match = locked_match(locked_season(season.pk), number)
    scores_there = at_table is not None and at_table.table.pk == match.table_id and at_table.may("score")
    at_match = MatchAccess(access, season, match, seats_of(match))
    if not (scores_there or at_match.may_score or at_match.may_sit_down):
        raise RefusedError("not_allowed", action="score")
    return match


def _close(match: Match, *, answered: bool) -> None:
    open_calls = match.calls.filter(closed_at=None)
    if open_calls.update(closed_at=timezone.now(), answered=answered):
        _publish(match)


def _publish(match: Match) -> None:
    """Notify the pages of the season and, after the commit, those of the table."""
    publish_season_change(match.season)
    if match.table_id is not None:
        transaction.on_commit(partial(wake_tables, [match.table_id]), robust=True)


def wake_tables(tables: list[int]) -> None:
    """Let the open pages of tables (primary keys) fetch what changed beside their ledgers.

    Call it after the commit: a write at a table locks it before its season, so a season's write must lock no table.
    """
    Table.objects.filter(pk__in=tables).update(request_count=F("request_count") + 1)
    for public_id in Table.objects.filter(pk__in=tables).values_list("public_id", flat=True):
        live.publish_wakeup(public_id)
