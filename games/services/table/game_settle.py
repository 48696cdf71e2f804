"""Settled rows, one per seat of a finished game: written in the transaction that ends it, deleted when it reopens."""

from collections.abc import Iterable, Mapping, Sequence
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
        wanted = _rows(table, game, players, sheet.revision)
        known = stored.get(game.number, [])
        if _is_current(game, known, wanted):
            stored.pop(game.number, None)
        elif wanted:
            _add_statistics(wanted, game)
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


def settled_rows(table: Table, game: GameSheet, players: Sequence[int], revision: int) -> list[SettledSeat]:
    """Return the unsaved rows of a game in seat order; none if it isn't over. ``players`` are primary keys by seat."""
    if rows := _rows(table, game, dict(enumerate(players)), revision):
        _add_statistics(rows, game)
    return rows


def _add_statistics(rows: Iterable[SettledSeat], game: GameSheet) -> None:
    """Set the players' own statistics of a game in its rows."""
    facts = seat_statistics(game)
    for row in rows:
        for name, amount in asdict(facts[row.seat]).items():
            setattr(row, name, amount)


def _is_current(game: GameSheet, known: Sequence[SettledSeat], wanted: Sequence[SettledSeat]) -> bool:
    """Whether the stored rows equal the wanted ones, with no round of the game entered or changed since.

    Only if not, the players' own statistics are computed, which need the hands of every round.
    """
    newest = max((line.revision for line in game.rounds), default=0)
    return [_amounts(row) for row in known] == [_amounts(row) for row in wanted] and all(
        row.revision >= newest for row in known
    )


def _rows(table: Table, game: GameSheet, players: Mapping[int, int], revision: int) -> list[SettledSeat]:
    """Return the rows of a finished game in seat order, without the players' own statistics; none if it is not over."""
    rows = []
    for seat, amounts in seat_results(game).items():
        values = asdict(amounts)
        player = players[values.pop("player")]
        rows.append(
            SettledSeat(table=table, game=game.number, seat=seat, player_id=player, revision=revision, **values)
        )
    return rows


def _amounts(row: SettledSeat) -> tuple[object, ...]:
    """Return the values of a row about the game, without its id and revision."""
    return tuple(getattr(row, name) for name in _AMOUNTS)
