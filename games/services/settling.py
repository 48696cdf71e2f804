"""Settled rows: written in the transaction that ends a game, taken away in the one that opens it again."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from games.models import Seat, SettledSeat, Table
from games.rules.settled import came_to
from games.rules.sheet import GameSheet, TableSheet
from games.rules.statistics import SeatFacts, seat_facts

_FACTS: Final = frozenset(asdict(SeatFacts()))
_AMOUNTS: Final = tuple(
    f.attname for f in SettledSeat._meta.concrete_fields if f.attname not in {"id", "revision"} | _FACTS
)


def settle_games(table: Table, sheet: TableSheet) -> None:
    """Make the settled rows of ``table`` say what ``sheet`` says: a row a seat for each finished game, none else."""
    players = {seat.number: seat.player_id for seat in Seat.objects.filter(table=table)}
    stored: dict[int, list[SettledSeat]] = {}
    for row in SettledSeat.objects.filter(table=table).order_by("game", "seat"):
        stored.setdefault(row.game, []).append(row)
    for game in sheet.games:
        wanted = list(_rows(table, game, players, sheet.revision))
        known = stored.get(game.number, [])
        if _stands(game, known, wanted):
            stored.pop(game.number, None)
        elif wanted:
            facts = seat_facts(game)
            for row in wanted:
                for name, amount in asdict(facts[row.seat]).items():
                    setattr(row, name, amount)
            SettledSeat.objects.bulk_create(
                wanted,
                update_conflicts=True,
                unique_fields=["table", "game", "seat"],
                update_fields=[
                    *(name for name in _AMOUNTS if name not in ("table_id", "game", "seat")),
                    *_FACTS,
                    "revision",
                ],
            )
            stored.pop(game.number, None)
    if stored:
        SettledSeat.objects.filter(table=table, game__in=stored).delete()


def _stands(game: GameSheet, known: Sequence[SettledSeat], wanted: Sequence[SettledSeat]) -> bool:
    """Whether the rows ``known`` say what is ``wanted``, with no round of the game entered or changed since.

    What the players did themselves is looked at only then: it takes the hands of every round.
    """
    newest = max((line.revision for line in game.rounds), default=0)
    return [_amounts(row) for row in known] == [_amounts(row) for row in wanted] and all(
        row.revision >= newest for row in known
    )


def _rows(table: Table, game: GameSheet, players: dict[int, int], revision: int) -> Iterator[SettledSeat]:
    """The rows of a game in seat order, without what the players did themselves; none while it is not over."""
    for seat, amounts in came_to(game).items():
        told = asdict(amounts)
        player = players[told.pop("player")]
        yield SettledSeat(table=table, game=game.number, seat=seat, player_id=player, revision=revision, **told)


def _amounts(row: SettledSeat) -> tuple[object, ...]:
    """All that a row says of the game, without its own id and the revision it was written at."""
    return tuple(getattr(row, name) for name in _AMOUNTS)
