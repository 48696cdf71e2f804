"""Determine how far the rounds of a match are confirmed: who entered each, who checked it, who still has to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.models import Entry, League, Match, MatchSeat, Role, RoundCheck, Table, Verdict
from games.rules.confirmation import RoundReview, RoundStatus, missing_confirmations, round_status
from games.rules.league.season import Confirmation, SeasonRules, season_rules
from games.rules.match import MatchScore, match_score
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.selectors.league.league_access import members_by_device


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round that counts for a match, and its state of confirmation.

    ``entered_by`` is the position of the side whose phone entered it, None if neither side's did. ``awaited`` are the
    sides that still have to confirm it, ``disputes`` the open disputes, ``approved`` the referee's approval.
    ``ticked`` tells that the organizer has checked it.
    """

    game: GameSheet
    line: RoundLine
    standing: RoundStatus
    entered_by: int | None
    awaited: tuple[int, ...]
    disputes: tuple[RoundCheck, ...]
    approved: RoundCheck | None
    ticked: bool

    @property
    def key(self) -> tuple[int, int, int]:
        """Game, round and revision: the key to which checks refer."""
        return self.game.number, self.line.number, self.line.revision


def score_at_table(sheet: TableSheet, seats: Iterable[MatchSeat], rules: SeasonRules) -> MatchScore | None:
    """Return the score of the sides seated at the table; None while no round counts."""
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side.position, []).append(seat.seat)
    return match_score(sheet.games, [sides[position] for position in sorted(sides)], rules)


def checked_rounds(
    sheet: TableSheet,
    score: MatchScore,
    rules: SeasonRules,
    checks: Iterable[RoundCheck],
    side_by_revision: Mapping[int, int],
) -> tuple[CheckedRound, ...]:
    """Return the rounds that count for ``score`` in order; ``side_by_revision`` comes from ``entering_sides``."""
    by_round: dict[tuple[int, int, int], list[RoundCheck]] = {}
    for check in checks:
        by_round.setdefault((check.game, check.round, check.revision), []).append(check)
    lines = {(game.number, line.number, line.revision): (game, line) for game in sheet.games for line in game.rounds}
    return tuple(
        _checked_round(
            lines[key],
            mode=rules.confirmation,
            sides=len(score.sides),
            checks=by_round.get(key, []),
            entered_by=side_by_revision.get(key[2]),
        )
        for key in score.rounds
    )


@dataclass(frozen=True)
class MatchSheet:
    """A match with its seats and the sheet of its table."""

    match: Match
    seats: tuple[MatchSeat, ...]
    sheet: TableSheet

    @cached_property
    def rules(self) -> SeasonRules:
        """The rules of the season."""
        return season_rules(self.match.season.rules)

    @cached_property
    def score(self) -> MatchScore | None:
        """The score so far; None while no round counts."""
        return score_at_table(self.sheet, self.seats, self.rules)

    @cached_property
    def checks(self) -> tuple[RoundCheck, ...]:
        """All checks of its rounds, oldest first."""
        return tuple(self.match.checks.all())

    @cached_property
    def rounds(self) -> tuple[CheckedRound, ...]:
        """The rounds that count, in order, with their state of confirmation."""
        if self.score is None:
            return ()
        table = self.match.table_id or 0
        typed = entering_sides(self.match.season.league, {table: self.seats}, self.rules)
        return checked_rounds(self.sheet, self.score, self.rules, self.checks, typed.get(table, {}))

    @property
    def all_confirmed(self) -> bool:
        """Whether no round has to be confirmed or checked any more."""
        return all(checked.standing.is_agreed for checked in self.rounds)


def entered_by_referee(table: Table, revision: int) -> bool:
    """Return whether a referee made an entry at a match's table: only referees have the owner's role there."""
    return Entry.objects.filter(
        table=table, table__match__isnull=False, revision=revision, link__role=Role.OWNER
    ).exists()


def entering_sides(
    league: League, seats: Mapping[int, Iterable[MatchSeat]], rules: SeasonRules
) -> dict[int, dict[int, int]]:
    """Return which side's phone made each entry: positions by table (primary key) and revision; others are left out.

    ``seats`` are the seats of each table. Empty unless opponents have to confirm rounds.
    """
    if rules.confirmation != "opponent":
        return {}
    members = members_by_device(league)
    side_of = {(table, seat.member_id): seat.side.position for table, seated in seats.items() for seat in seated}
    playing = {member for _, member in side_of}
    devices = [device for device, member in members.items() if member in playing]
    entries = Entry.objects.filter(table__in=seats, device__in=devices).values_list("table", "revision", "device")
    sides_by_entry: dict[int, dict[int, int]] = {}
    for table, revision, device in entries:
        side = side_of.get((table, members[device])) if device is not None else None
        if side is not None:
            sides_by_entry.setdefault(table, {})[revision] = side
    return sides_by_entry


def _checked_round(
    checked_line: tuple[GameSheet, RoundLine],
    *,
    mode: Confirmation,
    sides: int,
    checks: list[RoundCheck],
    entered_by: int | None,
) -> CheckedRound:
    game, line = checked_line
    looks = [RoundReview(check.verdict, check.side) for check in checks]
    state = round_status(mode, sides, entered_by, looks)
    pending = state is RoundStatus.PENDING and mode == "opponent"
    approvals = [check for check in checks if check.verdict == Verdict.APPROVED]
    return CheckedRound(
        game=game,
        line=line,
        standing=state,
        entered_by=entered_by,
        awaited=missing_confirmations(sides, entered_by, looks) if pending else (),
        disputes=_open_disputes(checks) if state is RoundStatus.DISPUTED else (),
        approved=approvals[-1] if state is RoundStatus.APPROVED else None,
        ticked=any(check.verdict == Verdict.CHECKED for check in checks),
    )


def _open_disputes(checks: Iterable[RoundCheck]) -> tuple[RoundCheck, ...]:
    """Return the disputes that weren't withdrawn or settled, the last of each side."""
    last: dict[int | None, RoundCheck] = {}
    for check in checks:
        if check.verdict == Verdict.APPROVED:
            last = {}
        elif check.verdict in (Verdict.DISPUTED, Verdict.CONFIRMED):
            last[check.side] = check
    return tuple(check for check in last.values() if check.verdict == Verdict.DISPUTED)
