"""Unfinished matches: count one with its current score, resume it, or restore a cancelled or forfeited one."""

from collections.abc import Sequence

from games.models import Entrant, Fixture, FixtureState, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.selectors.season.fixture_result import result_from_paper
from games.selectors.table.ledger import sheet_of
from games.services.league.leagues import record_event
from games.services.season.fixtures import cancel_locked, locked_fixture
from games.services.season.results import store_result, write_result
from games.services.season.seasons import open_season
from games.services.sharing.webhook_events import announce_match


def stop(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Fixture:
    """Count a running match with its current score, as if it were over.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found", "not_playable" where it is not being played).
    """
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if fixture.state != FixtureState.RUNNING:
            raise RefusedError("not_playable", what=fixture.state)
        _settle(fixture, stopped=True)
        record_event(access, "stopped", fixture=fixture, reason=reason)
    return fixture


def resume(*, access: LeagueAccess, season: Season, number: int) -> Fixture:
    """Resume a stopped match. Raises RefusedError as ``stop`` does ("not_playable" where it was not stopped)."""
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if not fixture.stopped:
            raise RefusedError("not_playable", what=fixture.state)
        _settle(fixture, stopped=False)
        record_event(access, "resumed", fixture=fixture)
    return fixture


def restore(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Fixture:
    """Undo the cancellation or forfeit of a fixture: it counts what was played of it, or is planned again.

    Raises RefusedError as ``stop`` does, "not_playable" also where one of the entrants has withdrawn.
    """
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if fixture.state not in (FixtureState.CANCELLED, FixtureState.FORFEITED):
            raise RefusedError("not_playable", what=fixture.state)
        if any(side.entrant.withdrawn_on for side in fixture.sides.select_related("entrant")):
            raise RefusedError("not_playable", what="withdrawn")
        restore_result(fixture)
        record_event(access, "restored", fixture=fixture, reason=reason)
    return fixture


def restore_result(fixture: Fixture) -> None:
    """Derive the result of a fixture from its table or from paper again; without either it is planned.

    Fixture and season are locked.
    """
    bye = fixture.sides.count() == 1
    fixture.state, fixture.final = (FixtureState.BYE, True) if bye else (FixtureState.PLANNED, False)
    fixture.save(update_fields=["state", "final"])
    fixture.sides.update(outcome=Outcome.WIN if bye else "")
    announce_match(fixture, "reopened")
    if fixture.table:
        write_result(fixture, sheet_of(fixture.table))
    elif fixture.typed_result is not None:
        store_result(fixture, result_from_paper(fixture, season_rules(fixture.season.rules)), night=fixture.night)


def cancel_fixtures(entrant: Entrant, *, played: bool) -> list[int]:
    """Cancel the unplayed fixtures of an entrant who leaves a locked season; with ``played`` the played ones, too.

    Returns the primary keys of the cancelled fixtures.
    """
    fixtures = entrant.season.fixtures.filter(sides__entrant=entrant).exclude(state=FixtureState.CANCELLED)
    cancelled = list(fixtures if played else fixtures.filter(state=FixtureState.PLANNED))
    for fixture in cancelled:
        cancel_locked(fixture)
    return [fixture.pk for fixture in cancelled]


def restore_fixtures(season: Season, fixtures: Sequence[int]) -> None:
    """Restore those of ``fixtures`` (primary keys) that are still cancelled, in a locked season.

    A fixture with an entrant who has withdrawn stays cancelled.
    """
    cancelled = season.fixtures.filter(pk__in=fixtures, state=FixtureState.CANCELLED).select_related("table")
    for fixture in cancelled:
        if not fixture.sides.filter(entrant__withdrawn_on__isnull=False).exists():
            fixture.season = season
            restore_result(fixture)


def _settle(fixture: Fixture, *, stopped: bool) -> None:
    fixture.stopped = stopped
    fixture.save(update_fields=["stopped"])
    if fixture.table:
        write_result(fixture, sheet_of(fixture.table))
