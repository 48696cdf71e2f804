"""What a fixture came to: derived from its table in the transaction that moves it, for standings to add up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from games.models import Entry, EntryKind, Fixture, FixtureSide, FixtureState, Role, RoundCheck, Table, Verdict
from games.rules.sheet import TableSheet
from games.selectors.fixture_result import FROM_THE_TABLE, result_of
from games.selectors.league_access import member_of, members_by_device, seats_of
from games.selectors.nights import today
from games.selectors.round_checks import MatchSheet
from games.services.announcing import announce_match
from games.services.ratings import rate_from, rated_as
from games.services.seasons import locked_season, moved


def locked_match(table: Table) -> Fixture | None:
    """The fixture that is played at ``table``, locked, with its season and league; None where none is."""
    fixture = Fixture.objects.filter(table=table).first()
    if fixture is None:
        return None
    season = locked_season(fixture.season_id)
    fixture = Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)
    fixture.season, fixture.table = season, table
    return fixture


def settle_fixture(fixture: Fixture, sheet: TableSheet) -> None:
    """Make the result of a ``locked_match`` say what ``sheet`` of its table says, and tell the season's screens.

    A closed season stays as it is, and so does a fixture that was cancelled or forfeited.
    """
    if fixture.season.closed_at is None and fixture.state in FROM_THE_TABLE:
        _approve_correction(fixture, sheet)
        write_result(fixture, sheet)
        moved(fixture.season)


def _approve_correction(fixture: Fixture, sheet: TableSheet) -> None:
    """A round that a referee corrected is approved by that: nobody has to look at it again.

    Only who judges owns the table of a match (``services.play``); of his own matches the opponent has the last word.
    """
    entries = Entry.objects.filter(table=fixture.table_id, revision=sheet.revision)
    made = entries.select_related("link__api_token").first()
    if made is None or made.round is None or made.kind != EntryKind.CORRECTION:
        return
    if made.link is None or made.link.role != Role.OWNER:
        return
    league, token = fixture.season.league, made.link.api_token
    own = member_of(league, token.account_id) if token else members_by_device(league).get(made.device_id or 0)
    if any(seat.member_id == own for seat in seats_of(fixture)):
        return
    RoundCheck.objects.create(
        fixture=fixture,
        game=made.game,
        round=made.round,
        revision=made.revision,
        verdict=Verdict.APPROVED,
        reason=made.reason,
        device=made.device,
        by=made.by,
    )


def write_result(fixture: Fixture, sheet: TableSheet, *, rate: bool = True) -> None:
    """Write what ``sheet`` comes to for a fixture that is locked, with its season; and ``rate`` it."""
    sides = list(fixture.sides.all())
    was, stood = rated_as(fixture, sides), _Stand.of(fixture, sides)
    result, before = result_of(MatchSheet(fixture, seats_of(fixture), sheet), len(sides)), fixture.state
    fixture.state, fixture.final = result.state, result.final
    if result.state != FixtureState.PLANNED and before == FixtureState.PLANNED:
        # Played on another night than was planned: it belongs to the night it was played on.
        fixture.night = today(fixture.season.league)
    fixture.save(update_fields=["state", "final", "night"])
    for side, told in zip(sides, result.sides, strict=True):
        for name, value in told.items():
            setattr(side, name, value)
        side.save()
    now = rated_as(fixture, sides)
    if rate and now != was:
        rate_from(fixture.season.league, min(at for at, _ in filter(None, (was, now))))
    if action := _Stand.of(fixture, sides).since(stood):
        announce_match(fixture, action)


@dataclass(frozen=True, slots=True)
class _Stand:
    """How a match stands, as far as webhooks are told of it."""

    played: bool
    final: bool
    sides: tuple[tuple[str, int, int], ...]

    @classmethod
    def of(cls, fixture: Fixture, sides: Sequence[FixtureSide]) -> Self:
        told = tuple((side.outcome, side.points, side.boxes) for side in sides)
        return cls(fixture.state == FixtureState.PLAYED, fixture.final, told)

    def since(self, was: Self) -> str:
        """What happened to a match that stood as it ``was``; "" for nothing but rounds of one that goes on."""
        if self.played != was.played:
            return "decided" if self.played else "reopened"
        if self.played and self.sides != was.sides:
            return "corrected"
        if self.final != was.final:
            return "confirmed" if self.final else "doubted"
        return ""
