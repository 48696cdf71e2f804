"""Settled rows, one per seat of a finished game: written in the transaction that ends it, deleted when it reopens."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from games.models import Seat, SettledSeat, Table
from games.rules.analysis.statistics import SeatStatistics, seat_statistics
from games.rules.seat_results import seat_results
from games.rules.sheet import GameSheet, TableSheet

_FACTS: Final = frozenset(asdict(SeatStatistics()))
_AMOUNTS: Final = tuple(
    f.attname for f in SettledSeat._meta.concrete_fields if f.attname not in {"id", "revision"} | _FACTS
)


def settle_games(table: Table, sheet: TableSheet) -> None:
    """Bring the settled rows of ``table`` in line with its sheet: one per seat of each finished game, no others."""
    players = {seat.number: seat.player_id for seat in Seat.objects.filter(table=table)}
    stored: dict[int, list[SettledSeat]] = {}
    for row in SettledSeat.objects.filter(table=table).order_by("game", "seat"):
        stored.setdefault(row.game, []).append(row)
    for game in sheet.games:
        wanted = list(_rows(table, game, players, sheet.revision))
        known = stored.get(game.number, [])
        if _is_current(game, known, wanted):
            stored.pop(game.number, None)
        elif wanted:
            facts = seat_statistics(game)
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


def _is_current(game: GameSheet, known: Sequence[SettledSeat], wanted: Sequence[SettledSeat]) -> bool:
    """Whether the stored rows equal the wanted ones, with no round of the game entered or changed since.

    Only if not, the players' own statistics are computed, which need the hands of every round.
    """
    newest = max((line.revision for line in game.rounds), default=0)
    return [_amounts(row) for row in known] == [_amounts(row) for row in wanted] and all(
        row.revision >= newest for row in known
    )


def _rows(table: Table, game: GameSheet, players: dict[int, int], revision: int) -> Iterator[SettledSeat]:
    """Yield the rows of a finished game in seat order, without the players' own statistics; none if it is not over."""
    for seat, amounts in seat_results(game).items():
        values = asdict(amounts)
        player = players[values.pop("player")]
        yield SettledSeat(table=table, game=game.number, seat=seat, player_id=player, revision=revision, **values)


def _amounts(row: SettledSeat) -> tuple[object, ...]:
    """Return the values of a row about the game, without its id and revision."""
    return tuple(getattr(row, name) for name in _AMOUNTS)
