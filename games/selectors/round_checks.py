"""How the rounds of a match stand: who entered each, who has looked at it, who still has to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.models import Entry, Fixture, FixtureSeat, League, Role, RoundCheck, Table, Verdict
from games.rules.confirmation import Look, Standing, awaited, standing
from games.rules.match import MatchScore, match_score
from games.rules.season import Confirmation, SeasonRules, season_rules
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.selectors.league_access import members_by_device


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round that counts for a match, and how it stands.

    ``entered_by`` is the position of the side whose phone it came from, None for nobody's of the match. ``awaited`` are
    the sides that still have to confirm it, ``disputes`` what is said against it, ``approved`` the referee's word for
    it. ``ticked`` tells that the organiser looked at it.
    """

    game: GameSheet
    line: RoundLine
    standing: Standing
    entered_by: int | None
    awaited: tuple[int, ...]
    disputes: tuple[RoundCheck, ...]
    approved: RoundCheck | None
    ticked: bool

    @property
    def key(self) -> tuple[int, int, int]:
        """Game, round and revision: what one looks at when one looks at it."""
        return self.game.number, self.line.number, self.line.revision


def score_of(sheet: TableSheet, seats: Iterable[FixtureSeat], rules: SeasonRules) -> MatchScore | None:
    """What ``sheet`` comes to for the sides of those who sit there; None while nothing counts."""
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side.position, []).append(seat.seat)
    return match_score(sheet.games, [sides[position] for position in sorted(sides)], rules)


def checked_rounds(
    sheet: TableSheet,
    score: MatchScore,
    rules: SeasonRules,
    checks: Iterable[RoundCheck],
    typed: Mapping[int, int],
) -> tuple[CheckedRound, ...]:
    """The rounds that ``score`` is made of, in their order; ``typed`` is what ``typed_at`` found."""
    said: dict[tuple[int, int, int], list[RoundCheck]] = {}
    for check in checks:
        said.setdefault((check.game, check.round, check.revision), []).append(check)
    lines = {(game.number, line.number, line.revision): (game, line) for game in sheet.games for line in game.rounds}
    return tuple(
        _checked(
            lines[key],
            mode=rules.confirmation,
            sides=len(score.sides),
            said=said.get(key, []),
            entered_by=typed.get(key[2]),
        )
        for key in score.rounds
    )


@dataclass(frozen=True)
class MatchSheet:
    """A fixture as the sheet of its table stands, those who sit there being ``seats``."""

    fixture: Fixture
    seats: tuple[FixtureSeat, ...]
    sheet: TableSheet

    @cached_property
    def rules(self) -> SeasonRules:
        """The rules of its season."""
        return season_rules(self.fixture.season.rules)

    @cached_property
    def score(self) -> MatchScore | None:
        """What it came to so far; None while no round counts."""
        return score_of(self.sheet, self.seats, self.rules)

    @cached_property
    def checks(self) -> tuple[RoundCheck, ...]:
        """All that was said of its rounds, oldest first."""
        return tuple(self.fixture.checks.all())

    @cached_property
    def rounds(self) -> tuple[CheckedRound, ...]:
        """Its rounds as they stand, in their order."""
        if self.score is None:
            return ()
        table = self.fixture.table_id or 0
        typed = typed_at(self.fixture.season.league, {table: self.seats}, self.rules)
        return checked_rounds(self.sheet, self.score, self.rules, self.checks, typed.get(table, {}))

    @property
    def all_good(self) -> bool:
        """Whether nobody has to look at any of its rounds."""
        return all(one.standing.good for one in self.rounds)


def said_by_a_referee(table: Table, revision: int) -> bool:
    """Whether an entry at the table of a match came from who judges there: nobody else owns such a table."""
    return Entry.objects.filter(
        table=table, table__fixture__isnull=False, revision=revision, link__role=Role.OWNER
    ).exists()


def typed_at(
    league: League, seats: Mapping[int, Iterable[FixtureSeat]], rules: SeasonRules
) -> dict[int, dict[int, int]]:
    """By table (primary key) and revision, the position of the side whose phone made the entry; others are left out.

    ``seats`` are who sits at each table. Where no opponent has to confirm anything it does not matter: nothing then.
    """
    if rules.confirmation != "opponent":
        return {}
    members = members_by_device(league)
    side_of = {(table, seat.member_id): seat.side.position for table, some in seats.items() for seat in some}
    playing = {member for _, member in side_of}
    devices = [device for device, member in members.items() if member in playing]
    entries = Entry.objects.filter(table__in=seats, device__in=devices).values_list("table", "revision", "device")
    found: dict[int, dict[int, int]] = {}
    for table, revision, device in entries:
        side = side_of.get((table, members[device])) if device is not None else None
        if side is not None:
            found.setdefault(table, {})[revision] = side
    return found


def _checked(
    where: tuple[GameSheet, RoundLine],
    *,
    mode: Confirmation,
    sides: int,
    said: list[RoundCheck],
    entered_by: int | None,
) -> CheckedRound:
    (game, line), told = where, tuple(said)
    looks = [Look(check.verdict, check.side) for check in told]
    stands = standing(mode, sides, entered_by, looks)
    pending = stands is Standing.PENDING and mode == "opponent"
    approvals = [check for check in told if check.verdict == Verdict.APPROVED]
    return CheckedRound(
        game=game,
        line=line,
        standing=stands,
        entered_by=entered_by,
        awaited=awaited(sides, entered_by, looks) if pending else (),
        disputes=_against(told) if stands is Standing.DISPUTED else (),
        approved=approvals[-1] if stands is Standing.APPROVED else None,
        ticked=any(check.verdict == Verdict.CHECKED for check in told),
    )


def _against(said: Iterable[RoundCheck]) -> tuple[RoundCheck, ...]:
    """The disputes that are not taken back or settled, one for each side."""
    last: dict[int | None, RoundCheck] = {}
    for check in said:
        if check.verdict == Verdict.APPROVED:
            last = {}
        elif check.verdict in (Verdict.DISPUTED, Verdict.CONFIRMED):
            last[check.side] = check
    return tuple(check for check in last.values() if check.verdict == Verdict.DISPUTED)
