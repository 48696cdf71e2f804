"""Unfinished matches: count one with its current score, resume it, or restore a canceled or forfeited one."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max, Q

from games.models import Entrant, Match, MatchState, Season
from games.models.season import DRAWN_BY_ROUND
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.selectors.league.league_access import seats_of
from games.selectors.season.draw_state import forfeited_on_leaving
from games.selectors.season.match_result import compute_result, result_from_paper
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of
from games.services.league.leagues import record_event
from games.services.season.matches import cancel_locked, forfeit_locked, locked_match
from games.services.season.results import store_result, write_result
from games.services.season.seasons import open_season


def stop(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Match:
    """Count a running match with its current score, as if it were over.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found", "not_playable" where it is not being played).
    """
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if match.state != MatchState.RUNNING:
            raise RefusedError("not_playable", what=match.state)
        _settle(match, stopped=True)
        record_event(access, "stopped", match=match, reason=reason)
    return match


def resume(*, access: LeagueAccess, season: Season, number: int) -> Match:
    """Resume a stopped match. Raises RefusedError as ``stop`` does ("not_playable" where it was not stopped)."""
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if not match.stopped:
            raise RefusedError("not_playable", what=match.state)
        _settle(match, stopped=False)
        record_event(access, "resumed", match=match)
    return match


def restore(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Match:
    """Undo the cancellation or forfeit of a match: it counts what was played of it, or is planned again.

    Raises RefusedError as ``stop`` does, "not_playable" also where one of the entrants has withdrawn.
    """
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if match.state not in (MatchState.CANCELED, MatchState.FORFEITED):
            raise RefusedError("not_playable", what=match.state)
        if any(side.entrant.withdrawn_on for side in match.sides.select_related("entrant")):
            raise RefusedError("not_playable", what="withdrawn")
        restore_result(match)
        record_event(access, "restored", match=match, reason=reason)
    return match


def restore_result(match: Match) -> None:
    """Derive the result of a match from its table or from paper again; without either it is planned.

    Match and season are locked.
    """
    bye = match.sides.count() == 1
    match.state, match.final = (MatchState.BYE, True) if bye else (MatchState.PLANNED, False)
    match.save(update_fields=["state", "final"])
    match.sides.update(outcome=match.bye_outcome if bye else "")
    if match.table:
        write_result(match, sheet_of(match.table))
    elif match.typed_result is not None:
        store_result(match, result_from_paper(match, season_rules(match.season.rules)), night=match.night)


def leave_matches(access: LeagueAccess, entrant: Entrant, *, played: bool) -> dict[str, list[int]]:
    """End the open matches of an entrant who leaves a locked season; with ``played`` cancel the played ones, too.

    What is open in a round of a Swiss system or a bracket is forfeited, so that the opponent has the win; other open
    matches are canceled. In a bracket a played match of the last round is forfeited instead of canceled: somebody
    has to advance. Returns both as facts of the event: primary keys as "matches" (canceled) and "forfeited".
    """
    season = entrant.season
    own_matches = season.matches.filter(sides__entrant=entrant).exclude(state=MatchState.CANCELED)
    forfeited = list(own_matches.filter(forfeited_on_leaving(season, played=played)))
    others = own_matches.exclude(pk__in=[match.pk for match in forfeited])
    canceled = list(others if played else others.filter(state=MatchState.PLANNED))
    for match in (*forfeited, *canceled):
        match.season = season
        if match.state != MatchState.PLANNED or match in canceled:
            cancel_locked(match)
    for match in forfeited:
        forfeit_locked(access, match, [entrant.pk], left=True)
    facts = {"matches": canceled, "forfeited": forfeited}
    return {name: [match.pk for match in matches] for name, matches in facts.items() if matches}


def restore_matches(season: Season, entrant: Entrant, facts: Mapping[str, Any]) -> None:
    """Restore what ``leave_matches`` ended (its ``facts``) and nobody has decided since, in a locked season.

    A match with an entrant who has withdrawn stays as it is. So does one of a past round of a Swiss system or a
    bracket if it would be open again: the rounds after it were drawn from what was decided.
    """
    by_round, last = season.pairing in DRAWN_BY_ROUND, season.matches.aggregate(round=Max("round"))["round"]
    ended = season.matches.filter(
        Q(pk__in=facts.get("matches", []), state=MatchState.CANCELED)
        | Q(pk__in=facts.get("forfeited", []), state=MatchState.FORFEITED)
    )
    for match in ended.select_related("table"):
        losers = {side.entrant_id for side in match.sides.all() if side.outcome == Outcome.LOSS}
        if not losers <= {entrant.pk} or match.sides.filter(entrant__withdrawn_on__isnull=False).exists():
            continue
        match.season = season
        if not (by_round and match.round and match.round < last) or _is_decided(match):
            restore_result(match)


def _is_decided(match: Match) -> bool:
    """Return whether a match is over by its table, by what was typed from paper, or as a bye."""
    sides = match.sides.count()
    if sides == 1 or match.typed_result is not None:
        return True
    if match.table is None:
        return False
    match_sheet = MatchSheet(match, seats_of(match), sheet_of(match.table))
    return compute_result(match_sheet, sides).state == MatchState.PLAYED


def _settle(match: Match, *, stopped: bool) -> None:
    match.stopped = stopped
    match.save(update_fields=["stopped"])
    if match.table:
        write_result(match, sheet_of(match.table))
