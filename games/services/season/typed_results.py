"""Results from paper: an officer types how matches came out, corrects that, and takes it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from games.models import Match, MatchSeat, MatchSide, MatchState, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import SeasonRules, season_rules
from games.rules.league.typed_result import TypedSide, stored_sides
from games.rules.match import NO_RESULT
from games.selectors.league.league_access import SeasonAccess, seats_of
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.match_result import (
    COMPUTED_STATES,
    ComputedResult,
    compute_result,
    result_from_paper,
)
from games.selectors.season.result_changes import ResultChanges, Snapshot
from games.selectors.season.round_checks import MatchSheet
from games.selectors.season.season_state import is_hidden
from games.selectors.table.ledger import sheet_of
from games.services.league.leagues import record_event
from games.services.season.matches import locked_match
from games.services.season.results import store_result
from games.services.season.seasons import locked_season, open_season


@dataclass(frozen=True, slots=True)
class TypedResult:
    """The result of the match ``number``, its sides in its order; None takes the typed one back.

    ``seen`` is the typed result that was on the screen when this one was typed, None without one.
    """

    number: int
    sides: tuple[TypedSide, ...] | None
    seen: tuple[TypedSide, ...] | None = None


def type_results(
    *, access: LeagueAccess, season: Season, results: Sequence[TypedResult], reason: str = ""
) -> list[Match]:
    """Store results from paper, all or none, each as an event of the season's history. Return their matches.

    A result that is there already is no event. Where rounds have to be confirmed, only referees and organizers type
    results, and not those of their own matches. Raises RefusedError ("not_your_duty", "season_closed", "not_found",
    "not_allowed" for one's own match, "not_playable" for a match that has no room for a result, "stale" where somebody
    else typed another one meanwhile).
    """
    rules = season_rules(season.rules)
    with open_season(access, season, action=_action(rules)) as locked:
        return [_type_result(access, locked, rules, result, reason) for result in results]


def preview_results(*, access: LeagueAccess, season: Season, results: Sequence[TypedResult]) -> ResultChanges:
    """Return what ``results`` would change. Nothing is changed, and ratings aren't computed.

    Empty while the standings are hidden from the reader. Raises RefusedError as ``type_results`` does.
    """
    rules = season_rules(season.rules)
    access.demand(_action(rules))
    hidden = is_hidden(SeasonAccess(access, season))
    before = None if hidden else Snapshot.of(season)
    with transaction.atomic(durable=True):
        locked = locked_season(season.pk)
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        if before and locked.revision != season.revision:
            before = Snapshot.of(locked)
        for result in results:
            _store(access, locked, rules, result, rate=False)
        changes = before.changes(Snapshot.of(locked)) if before else ResultChanges()
        transaction.set_rollback(True)
    return changes


def _action(rules: SeasonRules) -> str:
    """Return the action for which one needs the right to type results."""
    return "score_matches" if rules.confirmation == "trust" else "judge"


def _type_result(access: LeagueAccess, season: Season, rules: SeasonRules, result: TypedResult, reason: str) -> Match:
    match, before = _store(access, season, rules, result)
    typed = match.typed_result
    if typed != before:
        record_event(
            access,
            "result_typed" if typed is not None else "result_taken_back",
            match=match,
            facts={"sides": [side.entrant_id for side in match.sides.all()], "typed": typed, "before": before},
            reason=reason,
        )
    return match


def _store(
    access: LeagueAccess, season: Season, rules: SeasonRules, result: TypedResult, *, rate: bool = True
) -> tuple[Match, list[dict[str, int]] | None]:
    """Store a result unless it's there already; return its match and the typed result it had before."""
    match = locked_match(season, result.number)
    seats, sides = seats_of(match), list(match.sides.select_related("entrant__member"))
    if rules.confirmation != "trust" and _plays(access, sides, seats):
        raise RefusedError("not_allowed", action="score")
    before = match.typed_result
    typed = None if result.sides is None else stored_sides(result.sides)
    if typed == before:
        return match, before
    if before != (None if result.seen is None else stored_sides(result.seen)):
        raise RefusedError("stale")
    _check(match, result, len(sides))
    if not seats:
        _seat_members(match, sides)
    match.typed_result = typed
    match.save(update_fields=["typed_result"])
    today = date_in_league(season.league)
    # Typed the day after, it was played on the night that was planned.
    night = match.night if match.night and match.night < today else today
    store_result(match, _result(match, rules, len(sides)), rate=rate, night=night)
    return match, before


def _plays(access: LeagueAccess, sides: Sequence[MatchSide], seats: Sequence[MatchSeat]) -> bool:
    """Return whether the one who types is a player of the match."""
    member = access.member
    return member is not None and (
        access.side_in(seats) is not None or any(side.entrant.member_id == member.pk for side in sides)
    )


def _check(match: Match, result: TypedResult, sides: int) -> None:
    """Raise RefusedError unless the match has room for this result."""
    if match.state not in COMPUTED_STATES or sides < 2:
        raise RefusedError("not_playable", what=match.state)
    if result.sides is None:
        return
    if len(result.sides) != sides:
        raise RefusedError("invalid_value", what="sides")
    score = _sheet(match).score if match.table else None
    if score and score.finished:
        # Its rounds decide: a wrong one is corrected on the sheet.
        raise RefusedError("not_playable", what=MatchState.PLAYED.value)


def _result(match: Match, rules: SeasonRules, sides: int) -> ComputedResult:
    if match.table:
        return compute_result(_sheet(match), sides)
    if match.typed_result is not None:
        return result_from_paper(match, rules)
    return ComputedResult(MatchState.PLANNED, False, [NO_RESULT] * sides)


def _sheet(match: Match) -> MatchSheet:
    assert match.table  # noqa: S101 - the callers ask first
    return MatchSheet(match, seats_of(match), sheet_of(match.table))


def _seat_members(match: Match, sides: Sequence[MatchSide]) -> None:
    """Seat the members who meet, so that ratings know them; who played for a team is not known."""
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, side=side, member=side.entrant.member, seat=side.position)
        for side in sides
        if side.entrant.member
    )
