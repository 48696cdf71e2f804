"""Checks of a match's rounds: confirm, dispute, approve or tick them. A corrected round has to be checked again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from games.models import Match, RoundCheck, Season, Verdict
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.rules.sheet import TableSheet
from games.selectors.league.league_access import seats_of
from games.selectors.season.match_result import COMPUTED_STATES
from games.selectors.table.ledger import sheet_of
from games.services.season.matches import locked_match
from games.services.season.referee_calls import wake_tables
from games.services.season.results import write_result
from games.services.season.seasons import locked_season, publish_season_change


@dataclass(frozen=True, slots=True, order=True)
class RoundVersion:
    """A round of a match in the version that a person saw: game, round, and its revision then."""

    game: int
    round: int
    revision: int


def check_round(
    *,
    access: LeagueAccess,
    season: Season,
    number: int,
    game: int,
    round_number: int,
    revision: int,
    verdict: Verdict,
    sides: Sequence[int] = (),
    reason: str = "",
) -> Match:
    """Record a verdict on one round as it stood at ``revision``. See ``check_rounds``."""
    versions = [RoundVersion(game, round_number, revision)]
    return check_rounds(
        access=access, season=season, number=number, rounds=versions, verdict=verdict, sides=sides, reason=reason
    )


@transaction.atomic(durable=True)
def check_rounds(
    *,
    access: LeagueAccess,
    season: Season,
    number: int,
    rounds: Sequence[RoundVersion],
    verdict: Verdict,
    sides: Sequence[int] = (),
    reason: str = "",
    table_access: Access | None = None,
) -> Match:
    """Record a verdict on rounds of one match: on all of them, or on none.

    A player confirms or disputes for their side. On a phone that lies between the players, or on the table's tablet,
    ``sides`` are the positions that tapped it, and anyone who scores there (``table_access``) may hand it round. A
    referee or organizer approves, ticks or disputes. The same verdict again changes nothing. Raises RefusedError
    ("not_allowed", "not_your_duty", "season_closed", "not_found", "stale" for a round that was changed meanwhile,
    "not_playable" where the match was canceled or forfeited, "invalid_value" for a dispute without a reason).
    """
    locked = locked_season(season.pk)
    if locked.closed_at is not None:
        raise RefusedError("season_closed")
    match = locked_match(locked, number)
    confirming = _confirming_sides(access, match, verdict, sides, table_access)
    if match.table is None:
        raise RefusedError("not_found")
    if match.state not in COMPUTED_STATES:
        raise RefusedError("not_playable", what=match.state)
    sheet = sheet_of(match.table)
    current = _revisions(sheet)
    if any((version.game, version.round) not in current for version in rounds):
        raise RefusedError("not_found")
    if any(current[version.game, version.round] != version.revision for version in rounds):
        raise RefusedError("stale")
    if verdict == Verdict.DISPUTED and not reason:
        raise RefusedError("invalid_value", what="reason")
    for side in confirming:
        _record_verdict(access, match, rounds, verdict, side=side, reason=reason)
    if verdict != Verdict.CHECKED:
        write_result(match, sheet)
        # Both phones at the table read at once that a round is disputed, and why.
        transaction.on_commit(partial(wake_tables, [match.table.pk]), robust=True)
    publish_season_change(locked)
    return match


@transaction.atomic(durable=True)
def tick_rounds(*, access: LeagueAccess, season: Season, rounds: Iterable[tuple[int, RoundVersion]]) -> int:
    """Tick rounds of several matches, each given with its match's number; return how many were ticked.

    A round that is gone, or was changed since it was seen, is left out: it has to be checked again. Raises RefusedError
    ("not_your_duty", "season_closed").
    """
    access.demand("check_rounds")
    locked = locked_season(season.pk)
    if locked.closed_at is not None:
        raise RefusedError("season_closed")
    ticked = 0
    by_match: dict[int, list[RoundVersion]] = {}
    for number, version in rounds:
        by_match.setdefault(number, []).append(version)
    for number, versions in by_match.items():
        match = Match.objects.select_related("table").filter(season=locked, number=number).first()
        if match is None or match.table is None:
            continue
        current = _revisions(sheet_of(match.table))
        unchanged = [version for version in versions if current.get((version.game, version.round)) == version.revision]
        _record_verdict(access, match, unchanged, Verdict.CHECKED)
        ticked += len(unchanged)
    publish_season_change(locked)
    return ticked


def _revisions(sheet: TableSheet) -> dict[tuple[int, int], int]:
    """Return the current revision of each round, by game and round number."""
    return {(game.number, line.number): line.revision for game in sheet.games for line in game.rounds}


def _record_verdict(
    access: LeagueAccess,
    match: Match,
    rounds: Sequence[RoundVersion],
    verdict: Verdict,
    *,
    side: int | None = None,
    reason: str = "",
) -> None:
    """Store the verdict of a side (None: a referee or organizer) on rounds where it differs from its last one."""
    last: dict[RoundVersion, tuple[str, str]] = {}
    for check in RoundCheck.objects.filter(match=match, side=side).order_by("pk"):
        # An organizer's tick and a referee's verdict are independent of each other.
        if (check.verdict == Verdict.CHECKED) == (verdict == Verdict.CHECKED):
            last[RoundVersion(check.game, check.round, check.revision)] = check.verdict, check.reason
    RoundCheck.objects.bulk_create(
        RoundCheck(
            match=match,
            game=version.game,
            round=version.round,
            revision=version.revision,
            verdict=verdict,
            side=side,
            reason=reason,
            account=access.account,
            device=access.device,
            by=access.label,
        )
        for version in sorted(set(rounds))
        if last.get(version) != (verdict, reason)
    )


def _confirming_sides(
    access: LeagueAccess, match: Match, verdict: Verdict, sides: Sequence[int], at_table: Access | None
) -> Sequence[int | None]:
    """Return the sides this access may give a verdict for; [None] for a judge. Raises RefusedError ("not_allowed")."""
    if verdict in (Verdict.APPROVED, Verdict.CHECKED):
        access.demand("check_rounds")
        return [None]
    seats = seats_of(match)
    own_side = access.side_in(seats)
    positions = {seat.side.position for seat in seats}
    if not set(sides) <= positions:
        raise RefusedError("not_found")
    scores_there = at_table is not None and at_table.table.pk == match.table_id and at_table.may("score")
    if sides and (scores_there or access.may_score(match, seats)):
        return sorted(set(sides))
    if own_side is not None:
        return [own_side]
    if verdict == Verdict.DISPUTED and access.may("judge"):
        return [None]
    raise RefusedError("not_allowed", action="score")
