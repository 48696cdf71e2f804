"""Unfinished matches: count one with its current score, resume it, or restore a canceled or forfeited one."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max, Q

from games.models import Entrant, Fixture, FixtureState, Season
from games.models.season import DRAWN_BY_ROUND
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.selectors.league.league_access import seats_of
from games.selectors.season.draw_state import forfeited_on_leaving
from games.selectors.season.fixture_result import compute_result, result_from_paper
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of
from games.services.league.leagues import record_event
from games.services.season.fixtures import cancel_locked, forfeit_locked, locked_fixture
from games.services.season.results import store_result, write_result
from games.services.season.seasons import open_season


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
        if fixture.state not in (FixtureState.CANCELED, FixtureState.FORFEITED):
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
    if fixture.table:
        write_result(fixture, sheet_of(fixture.table))
    elif fixture.typed_result is not None:
        store_result(fixture, result_from_paper(fixture, season_rules(fixture.season.rules)), night=fixture.night)


def leave_fixtures(access: LeagueAccess, entrant: Entrant, *, played: bool) -> dict[str, list[int]]:
    """End the open fixtures of an entrant who leaves a locked season; with ``played`` cancel the played ones, too.

    What is open in a round of a Swiss system or a bracket is forfeited, so that the opponent has the win; other open
    fixtures are canceled. In a bracket a played fixture of the last round is forfeited instead of canceled: somebody
    has to advance. Returns both as facts of the event: primary keys as "fixtures" (canceled) and "forfeited".
    """
    season = entrant.season
    own_fixtures = season.fixtures.filter(sides__entrant=entrant).exclude(state=FixtureState.CANCELED)
    forfeited = list(own_fixtures.filter(forfeited_on_leaving(season, played=played)))
    others = own_fixtures.exclude(pk__in=[fixture.pk for fixture in forfeited])
    canceled = list(others if played else others.filter(state=FixtureState.PLANNED))
    for fixture in (*forfeited, *canceled):
        fixture.season = season
        if fixture.state != FixtureState.PLANNED or fixture in canceled:
            cancel_locked(fixture)
    for fixture in forfeited:
        forfeit_locked(access, fixture, [entrant.pk])
    facts = {"fixtures": canceled, "forfeited": forfeited}
    return {name: [fixture.pk for fixture in fixtures] for name, fixtures in facts.items() if fixtures}


def restore_fixtures(season: Season, entrant: Entrant, facts: Mapping[str, Any]) -> None:
    """Restore what ``leave_fixtures`` ended (its ``facts``) and nobody has decided since, in a locked season.

    A fixture with an entrant who has withdrawn stays as it is. So does one of a past round of a Swiss system or a
    bracket if it would be open again: the rounds after it were drawn from what was decided.
    """
    by_round, last = season.pairing in DRAWN_BY_ROUND, season.fixtures.aggregate(round=Max("round"))["round"]
    ended = season.fixtures.filter(
        Q(pk__in=facts.get("fixtures", []), state=FixtureState.CANCELED)
        | Q(pk__in=facts.get("forfeited", []), state=FixtureState.FORFEITED)
    )
    for fixture in ended.select_related("table"):
        losers = {side.entrant_id for side in fixture.sides.all() if side.outcome == Outcome.LOSS}
        if not losers <= {entrant.pk} or fixture.sides.filter(entrant__withdrawn_on__isnull=False).exists():
            continue
        fixture.season = season
        if not (by_round and fixture.round and fixture.round < last) or _is_decided(fixture):
            restore_result(fixture)


def _is_decided(fixture: Fixture) -> bool:
    """Return whether a fixture is over by its table, by what was typed from paper, or as a bye."""
    sides = fixture.sides.count()
    if sides == 1 or fixture.typed_result is not None:
        return True
    if fixture.table is None:
        return False
    match = MatchSheet(fixture, seats_of(fixture), sheet_of(fixture.table))
    return compute_result(match, sides).state == FixtureState.PLAYED


def _settle(fixture: Fixture, *, stopped: bool) -> None:
    fixture.stopped = stopped
    fixture.save(update_fields=["stopped"])
    if fixture.table:
        write_result(fixture, sheet_of(fixture.table))
