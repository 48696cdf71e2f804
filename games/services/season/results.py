"""Results of fixtures: derived from the table in the transaction that changes it, and stored for the standings."""

from collections.abc import Mapping, Sequence
from datetime import date

from games.models import Entry, EntryKind, Fixture, FixtureSide, FixtureState, Role, RoundCheck, Table, Verdict
from games.rules.sheet import TableSheet
from games.sealing.pending import record_ledger_ends
from games.selectors.league.league_access import member_of_account, members_by_device, seats_of
from games.selectors.season.fixture_result import COMPUTED_STATES, FixtureResult, compute_result
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.round_checks import MatchSheet
from games.services.league.ratings import rating_input, recompute_ratings
from games.services.season.seasons import locked_season, publish_season_change


def locked_match(table: Table) -> Fixture | None:
    """Return the fixture played at ``table``, locked, with its season and league; None for a table without one."""
    fixture = Fixture.objects.filter(table=table).first()
    if fixture is None:
        return None
    season = locked_season(fixture.season_id)
    fixture = Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)
    fixture.season, fixture.table = season, table
    return fixture


def settle_fixture(fixture: Fixture, sheet: TableSheet) -> None:
    """Update the result of a ``locked_match`` from the sheet of its table, and notify the season's pages.

    A closed season stays as it is, and so does a canceled or forfeited fixture.
    """
    if fixture.season.closed_at is None and fixture.state in COMPUTED_STATES:
        _approve_correction(fixture, sheet)
        write_result(fixture, sheet)
        publish_season_change(fixture.season)


def _approve_correction(fixture: Fixture, sheet: TableSheet) -> None:
    """Approve a round that a referee has just corrected, so that nobody has to check it again.

    Only referees and organizers have the owner's pass at a match (``services.season.match_start``). Their own matches
    are left out: there the opponent confirms.
    """
    entries = Entry.objects.filter(table=fixture.table_id, revision=sheet.revision)
    entry = entries.select_related("link__api_token").first()
    if entry is None or entry.round is None or entry.kind != EntryKind.CORRECTION:
        return
    if entry.link is None or entry.link.role != Role.OWNER:
        return
    league, token = fixture.season.league, entry.link.api_token
    own_member = (
        member_of_account(league, token.account_id) if token else members_by_device(league).get(entry.device_id or 0)
    )
    if any(seat.member_id == own_member for seat in seats_of(fixture)):
        return
    RoundCheck.objects.create(
        fixture=fixture,
        game=entry.game,
        round=entry.round,
        revision=entry.revision,
        verdict=Verdict.APPROVED,
        reason=entry.reason,
        device=entry.device,
        by=entry.by,
    )


def write_result(fixture: Fixture, sheet: TableSheet, *, rate: bool = True) -> None:
    """Store the result of ``sheet`` for a fixture locked with its season; with ``rate``, update ratings, too."""
    match = MatchSheet(fixture, seats_of(fixture), sheet)
    store_result(fixture, compute_result(match, fixture.sides.count()), rate=rate)


def store_result(fixture: Fixture, result: FixtureResult, *, rate: bool = True, night: date | None = None) -> None:
    """Store a result for a fixture locked with its season; with ``rate``, update ratings, too.

    A match that was planned until now belongs to ``night``, or to today.
    """
    sides, before = list(fixture.sides.all()), fixture.state
    rated_before, outcome_before = rating_input(fixture, sides), _outcome(fixture, sides)
    values: dict[str, object] = {"state": result.state, "final": result.final}
    if result.state != FixtureState.PLANNED and before == FixtureState.PLANNED:
        # A match belongs to the night it is played on, whatever night was planned.
        values["night"] = night or date_in_league(fixture.season.league)
    _write(fixture, values)
    for side, side_values in zip(sides, result.sides, strict=True):
        _write(side, side_values)
    rated_now = rating_input(fixture, sides)
    if rate and rated_now != rated_before:
        recompute_ratings(
            fixture.season.league, min(position for position, _ in filter(None, (rated_before, rated_now)))
        )
    if fixture.table_id and _outcome(fixture, sides) != outcome_before:
        record_ledger_ends(fixture.season.league_id, [fixture.table_id])


def _write(row: Fixture | FixtureSide, values: Mapping[str, object]) -> None:
    """Set these values of a row; write only those that change."""
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, values[name])
    if changed:
        row.save(update_fields=changed)


def _outcome(fixture: Fixture, sides: Sequence[FixtureSide]) -> tuple[object, ...]:
    """Return whether a match was played, whether that is final, and what each side has of a match played."""
    played = fixture.state == FixtureState.PLAYED
    return played, fixture.final, [(side.outcome, side.points, side.boxes) for side in sides if played]
