"""Results from paper: an officer types how matches came out, corrects that, and takes it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Fixture, FixtureSeat, FixtureSide, FixtureState, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import SeasonRules, season_rules
from games.rules.league.typed_result import TypedSide, stored_sides
from games.rules.match import NO_RESULT
from games.selectors.league.league_access import seats_of
from games.selectors.season.fixture_result import (
    COMPUTED_STATES,
    FixtureResult,
    compute_result,
    result_from_paper,
)
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of
from games.services.league.leagues import record_event
from games.services.season.fixtures import locked_fixture
from games.services.season.results import store_result
from games.services.season.seasons import open_season


@dataclass(frozen=True, slots=True)
class TypedResult:
    """The result of the match ``number``, its sides in the order of the fixture; None takes the typed one back.

    ``seen`` is the typed result that was on the screen when this one was typed, None without one.
    """

    number: int
    sides: tuple[TypedSide, ...] | None
    seen: tuple[TypedSide, ...] | None = None


def type_results(
    *, access: LeagueAccess, season: Season, results: Sequence[TypedResult], reason: str = ""
) -> list[Fixture]:
    """Store results from paper, all or none, each as an event of the season's history. Return their fixtures.

    A result that is there already is no event. Where rounds have to be confirmed, only referees and organizers type
    results, and not those of their own matches. Raises RefusedError ("not_your_duty", "season_closed", "not_found",
    "not_allowed" for one's own match, "not_playable" for a match that has no room for a result, "stale" where somebody
    else typed another one meanwhile).
    """
    rules = season_rules(season.rules)
    action = "score_fixtures" if rules.confirmation == "trust" else "judge"
    with open_season(access, season, action=action) as locked:
        return [_type_result(access, locked, rules, result, reason) for result in results]


def _type_result(access: LeagueAccess, season: Season, rules: SeasonRules, result: TypedResult, reason: str) -> Fixture:
    fixture = locked_fixture(season, result.number)
    seats, sides = seats_of(fixture), list(fixture.sides.select_related("entrant__member"))
    if rules.confirmation != "trust" and _plays(access, sides, seats):
        raise RefusedError("not_allowed", action="score")
    before = fixture.typed_result
    typed = None if result.sides is None else stored_sides(result.sides)
    if typed == before:
        return fixture
    if before != (None if result.seen is None else stored_sides(result.seen)):
        raise RefusedError("stale")
    _check(fixture, result, len(sides))
    if not seats:
        _seat_members(fixture, sides)
    fixture.typed_result = typed
    fixture.save(update_fields=["typed_result"])
    today = date_in_league(season.league)
    # Typed the day after, it was played on the night that was planned.
    night = fixture.night if fixture.night and fixture.night < today else today
    store_result(fixture, _result(fixture, rules, len(sides)), night=night)
    record_event(
        access,
        "result_typed" if typed is not None else "result_taken_back",
        fixture=fixture,
        facts={"sides": [side.entrant_id for side in sides], "typed": typed, "before": before},
        reason=reason,
    )
    return fixture


def _plays(access: LeagueAccess, sides: Sequence[FixtureSide], seats: Sequence[FixtureSeat]) -> bool:
    """Return whether the one who types is a player of the match."""
    member = access.member
    return member is not None and (
        access.side_in(seats) is not None or any(side.entrant.member_id == member.pk for side in sides)
    )


def _check(fixture: Fixture, result: TypedResult, sides: int) -> None:
    """Raise RefusedError unless the fixture has room for this result."""
    if fixture.state not in COMPUTED_STATES or sides < 2:
        raise RefusedError("not_playable", what=fixture.state)
    if result.sides is None:
        return
    if len(result.sides) != sides:
        raise RefusedError("invalid_value", what="sides")
    score = _sheet(fixture).score if fixture.table else None
    if score and score.finished:
        # Its rounds decide: a wrong one is corrected on the sheet.
        raise RefusedError("not_playable", what=FixtureState.PLAYED.value)


def _result(fixture: Fixture, rules: SeasonRules, sides: int) -> FixtureResult:
    if fixture.table:
        return compute_result(_sheet(fixture), sides)
    if fixture.typed_result is not None:
        return result_from_paper(fixture, rules)
    return FixtureResult(FixtureState.PLANNED, False, [NO_RESULT] * sides)


def _sheet(fixture: Fixture) -> MatchSheet:
    assert fixture.table  # noqa: S101 - the callers ask first
    return MatchSheet(fixture, seats_of(fixture), sheet_of(fixture.table))


def _seat_members(fixture: Fixture, sides: Sequence[FixtureSide]) -> None:
    """Seat the members who meet, so that ratings know them; who played for a team is not known."""
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, side=side, member=side.entrant.member, seat=side.position)
        for side in sides
        if side.entrant.member
    )
