"""Rounds of a fixture: confirm, dispute, approve, tick. A round that was corrected meanwhile is looked at anew."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.models import Fixture, RoundCheck, Season, Verdict
from games.permissions import Access, LeagueAccess
from games.refusals import Refused
from games.rules.sheet import TableSheet
from games.selectors.fixture_result import FROM_THE_TABLE
from games.selectors.league_access import seats_of
from games.selectors.ledger import sheet_of
from games.services.fixtures import locked_fixture
from games.services.results import write_result
from games.services.seasons import locked_season, moved


@dataclass(frozen=True, slots=True, order=True)
class Seen:
    """A round of a fixture as somebody saw it: its numbers, and its revision then."""

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
) -> Fixture:
    """Say of one round, as it stood at ``revision``, that it is right or not. See ``check_rounds``."""
    seen = [Seen(game, round_number, revision)]
    return check_rounds(
        access=access, season=season, number=number, rounds=seen, verdict=verdict, sides=sides, reason=reason
    )


@transaction.atomic(durable=True)
def check_rounds(
    *,
    access: LeagueAccess,
    season: Season,
    number: int,
    rounds: Sequence[Seen],
    verdict: Verdict,
    sides: Sequence[int] = (),
    reason: str = "",
    at_table: Access | None = None,
) -> Fixture:
    """Say of rounds of one fixture that they are right or not: of all of them, or of none.

    Who plays confirms or disputes for his side; on the phone that lies between the players, or on the table's tablet,
    ``sides`` are the positions that put their thumbs on it, and whoever scores there (``at_table``) may hold it out.
    Who judges approves, ticks or disputes. Saying the same again changes nothing. Raises Refused ("not_allowed",
    "not_your_duty", "season_closed", "not_found", "stale" for a round that was changed meanwhile,
    "not_playable" where the fixture was cancelled or forfeited, "invalid_value" for a dispute without a reason).
    """
    book = locked_season(season.pk)
    if book.closed_at is not None:
        raise Refused("season_closed")
    fixture = locked_fixture(book, number)
    speaking = _speaks_for(access, fixture, verdict, sides, at_table)
    if fixture.table is None:
        raise Refused("not_found")
    if fixture.state not in FROM_THE_TABLE:
        raise Refused("not_playable", what=fixture.state)
    sheet = sheet_of(fixture.table)
    now = _revisions(sheet)
    if any((seen.game, seen.round) not in now for seen in rounds):
        raise Refused("not_found")
    if any(now[seen.game, seen.round] != seen.revision for seen in rounds):
        raise Refused("stale")
    if verdict == Verdict.DISPUTED and not reason:
        raise Refused("invalid_value", what="reason")
    for side in speaking:
        _say(access, fixture, rounds, verdict, side=side, reason=reason)
    if verdict != Verdict.CHECKED:
        write_result(fixture, sheet)
    moved(book)
    return fixture


@transaction.atomic(durable=True)
def tick_rounds(*, access: LeagueAccess, season: Season, rounds: Iterable[tuple[int, Seen]]) -> int:
    """Tick rounds of several fixtures, each with its fixture's number; how many were.

    What is not there any more, or was changed since it was seen, is left out: it has to be looked at again. Raises
    Refused ("not_your_duty", "season_closed").
    """
    access.demand("judge")
    book = locked_season(season.pk)
    if book.closed_at is not None:
        raise Refused("season_closed")
    ticked = 0
    by_fixture: dict[int, list[Seen]] = {}
    for number, seen in rounds:
        by_fixture.setdefault(number, []).append(seen)
    for number, some in by_fixture.items():
        fixture = Fixture.objects.select_related("table").filter(season=book, number=number).first()
        if fixture is None or fixture.table is None:
            continue
        now = _revisions(sheet_of(fixture.table))
        there = [seen for seen in some if now.get((seen.game, seen.round)) == seen.revision]
        _say(access, fixture, there, Verdict.CHECKED)
        ticked += len(there)
    moved(book)
    return ticked


def _revisions(sheet: TableSheet) -> dict[tuple[int, int], int]:
    """The revision at which each round stands, by game and round."""
    return {(game.number, line.number): line.revision for game in sheet.games for line in game.rounds}


def _say(
    access: LeagueAccess,
    fixture: Fixture,
    rounds: Sequence[Seen],
    verdict: Verdict,
    *,
    side: int | None = None,
    reason: str = "",
) -> None:
    """Write down what a side (None: a judge) says of rounds, but for what it said last anyway."""
    last: dict[Seen, tuple[str, str]] = {}
    for check in RoundCheck.objects.filter(fixture=fixture, side=side).order_by("pk"):
        # A tick beside a referee's word is no other word.
        if (check.verdict == Verdict.CHECKED) == (verdict == Verdict.CHECKED):
            last[Seen(check.game, check.round, check.revision)] = check.verdict, check.reason
    RoundCheck.objects.bulk_create(
        RoundCheck(
            fixture=fixture,
            game=seen.game,
            round=seen.round,
            revision=seen.revision,
            verdict=verdict,
            side=side,
            reason=reason,
            account=access.account,
            device=access.device,
            by=access.label,
        )
        for seen in sorted(set(rounds))
        if last.get(seen) != (verdict, reason)
    )


def _speaks_for(
    access: LeagueAccess, fixture: Fixture, verdict: Verdict, sides: Sequence[int], at_table: Access | None
) -> Sequence[int | None]:
    """The sides for which somebody may say this; [None] for one who judges. Raises Refused ("not_allowed")."""
    if verdict in (Verdict.APPROVED, Verdict.CHECKED):
        access.demand("judge")
        return [None]
    seats = seats_of(fixture)
    own = access.side_in(seats)
    there = {seat.side.position for seat in seats}
    if not set(sides) <= there:
        raise Refused("not_found")
    scores_there = at_table is not None and at_table.table.pk == fixture.table_id and at_table.may("score")
    if sides and (scores_there or access.may_score(fixture, seats)):
        return sorted(set(sides))
    if own is not None:
        return [own]
    if verdict == Verdict.DISPUTED and access.may("judge"):
        return [None]
    raise Refused("not_allowed", action="score")
