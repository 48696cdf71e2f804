"""Rounds of a fixture: confirm, dispute, approve, tick. A round that was corrected meanwhile is looked at anew."""

from collections.abc import Sequence

from django.db import transaction

from games.models import Fixture, RoundCheck, Season, Verdict
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.league_access import seats_of
from games.selectors.ledger import sheet_of
from games.services.fixtures import locked_fixture
from games.services.results import write_result
from games.services.seasons import locked_season, moved


@transaction.atomic(durable=True)
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
    """Say of a round, as it stood at ``revision``, that it is right or not.

    Who plays confirms or disputes for his side; on the phone that lies between the players, or on the table's tablet,
    ``sides`` are the positions that put their thumbs on it. Who judges approves, ticks or disputes. Saying the same
    again changes nothing. Raises Refused ("not_allowed", "season_closed", "not_found", "stale" for a round that was
    changed meanwhile, "invalid_value" for a dispute without a reason).
    """
    book = locked_season(season.pk)
    if book.closed_at is not None:
        raise Refused("season_closed")
    fixture = locked_fixture(book, number)
    speaking = _speaks_for(access, fixture, verdict, sides)
    if fixture.table is None:
        raise Refused("not_found")
    sheet = sheet_of(fixture.table)
    line = next((x for g in sheet.games if g.number == game for x in g.rounds if x.number == round_number), None)
    if line is None:
        raise Refused("not_found")
    if line.revision != revision:
        raise Refused("stale")
    if verdict == Verdict.DISPUTED and not reason:
        raise Refused("invalid_value", what="reason")
    for side in speaking:
        last = RoundCheck.objects.filter(
            fixture=fixture, game=game, round=round_number, revision=revision, side=side
        ).last()
        if last is None or (last.verdict, last.reason) != (verdict, reason):
            RoundCheck.objects.create(
                fixture=fixture,
                game=game,
                round=round_number,
                revision=revision,
                verdict=verdict,
                side=side,
                reason=reason,
                account=access.account,
                device=access.device,
                by=access.label,
            )
    write_result(fixture, sheet)
    moved(book)
    return fixture


def _speaks_for(access: LeagueAccess, fixture: Fixture, verdict: Verdict, sides: Sequence[int]) -> Sequence[int | None]:
    """The sides for which somebody may say this; [None] for one who judges. Raises Refused ("not_allowed")."""
    if verdict in (Verdict.APPROVED, Verdict.CHECKED):
        access.demand("judge")
        return [None]
    seats = seats_of(fixture)
    own = access.side_in(seats)
    there = {seat.side.position for seat in seats}
    if not set(sides) <= there:
        raise Refused("not_found")
    if sides and access.may_score(fixture, seats):
        return sorted(set(sides))
    if own is not None:
        return [own]
    if verdict == Verdict.DISPUTED and access.may("judge"):
        return [None]
    raise Refused("not_allowed", action="score")
