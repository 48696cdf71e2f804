"""Results of matches: derived from the table in the transaction that changes it, and stored for the standings."""

from collections.abc import Mapping
from datetime import date

from games.models import Entry, EntryKind, Match, MatchSide, MatchState, Role, RoundCheck, Table, Verdict
from games.rules.sheet import TableSheet
from games.selectors.league.league_access import member_of_account, members_by_device, seats_of
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.match_result import COMPUTED_STATES, ComputedResult, compute_result
from games.selectors.season.round_checks import MatchSheet
from games.services.league.ratings import rating_input, recompute_ratings
from games.services.season.seasons import locked_season, publish_season_change


def locked_match_of(table: Table) -> Match | None:
    """Return the match played at ``table``, locked, with its season and league; None for a table without one."""
    match = Match.objects.filter(table=table).first()
    if match is None:
        return None
    season = locked_season(match.season_id)
    match = Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
    match.season, match.table = season, table
    return match


def settle_match(match: Match, sheet: TableSheet) -> None:
    """Update the result of a ``locked_match_of`` from the sheet of its table, and notify the season's pages.

    A closed season stays as it is, and so does a canceled or forfeited match.
    """
    if match.season.closed_at is None and match.state in COMPUTED_STATES:
        _approve_correction(match, sheet)
        write_result(match, sheet)
        publish_season_change(match.season)


def _approve_correction(match: Match, sheet: TableSheet) -> None:
    """Approve a round that a referee has just corrected, so that nobody has to check it again.

    Only referees and organizers have the owner's pass at a match (``services.season.match_start``). Their own matches
    are left out: there the opponent confirms.
    """
    entries = Entry.objects.filter(table=match.table_id, revision=sheet.revision)
    entry = entries.select_related("link__api_token").first()
    if entry is None or entry.round is None or entry.kind != EntryKind.CORRECTION:
        return
    if entry.link is None or entry.link.role != Role.OWNER:
        return
    league, token = match.season.league, entry.link.api_token
    own_member = (
        member_of_account(league, token.account_id) if token else members_by_device(league).get(entry.device_id or 0)
    )
    if any(seat.member_id == own_member for seat in seats_of(match)):
        return
    RoundCheck.objects.create(
        match=match,
        game=entry.game,
        round=entry.round,
        revision=entry.revision,
        verdict=Verdict.APPROVED,
        reason=entry.reason,
        device=entry.device,
        by=entry.by,
    )


def write_result(match: Match, sheet: TableSheet, *, rate: bool = True) -> None:
    """Store the result of ``sheet`` for a match locked with its season; with ``rate``, update ratings, too."""
    match_sheet = MatchSheet(match, seats_of(match), sheet)
    store_result(match, compute_result(match_sheet, match.sides.count()), rate=rate)


def store_result(match: Match, result: ComputedResult, *, rate: bool = True, night: date | None = None) -> None:
    """Store a result for a match locked with its season; with ``rate``, update ratings, too.

    A match that was planned until now belongs to ``night``, or to today.
    """
    sides, before = list(match.sides.all()), match.state
    rated_before = rating_input(match, sides)
    values: dict[str, object] = {"state": result.state, "final": result.final}
    if result.state != MatchState.PLANNED and before == MatchState.PLANNED:
        # A match belongs to the night it is played on, whatever night was planned.
        values["night"] = night or date_in_league(match.season.league)
    _write(match, values)
    for side, side_values in zip(sides, result.sides, strict=True):
        _write(side, side_values)
    rated_now = rating_input(match, sides)
    if rate and rated_now != rated_before:
        recompute_ratings(match.season.league, min(position for position, _ in filter(None, (rated_before, rated_now))))


def _write(row: Match | MatchSide, values: Mapping[str, object]) -> None:
    """Set these values of a row; write only those that change."""
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, values[name])
    if changed:
        row.save(update_fields=changed)
