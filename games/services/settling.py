"""Settled rows: written in the transaction that ends a game, taken away in the one that opens it again."""

from games.models import Seat, SettledSeat, Table
from games.rules.sheet import GameSheet, TableSheet


def settle_games(table: Table, sheet: TableSheet) -> None:
    """Make the settled rows of ``table`` say what ``sheet`` says: a row a seat for each finished game, none else."""
    players = {seat.number: seat.player_id for seat in Seat.objects.filter(table=table)}
    wanted = {(row.game, row.seat): row for game in sheet.games for row in _rows(table, game, players, sheet.revision)}
    for row in SettledSeat.objects.filter(table=table):
        new = wanted.pop((row.game, row.seat), None)
        if new is None:
            row.delete()
        elif _amounts(new) != _amounts(row):
            new.pk = row.pk
            new.save()
    SettledSeat.objects.bulk_create(wanted.values())


def _rows(table: Table, game: GameSheet, players: dict[int, int], revision: int) -> list[SettledSeat]:
    if game.final is None or not game.over:
        return []
    return [
        SettledSeat(
            table=table,
            game=game.number,
            seat=seat,
            player_id=players[game.seating[seat]],
            points=game.cumulative[side],
            total=game.final.totals[side],
            boxes=game.boxes[side],
            hands_won=game.hands_won[side],
            rounds=sum(1 for line in game.rounds if line.counts),
            won=game.final.winner == side,
            shutout=game.final.shutout and game.complete,
            complete=game.complete,
            from_paper=game.opening is not None,
            revision=revision,
        )
        for side, members in enumerate(game.sides)
        for seat in members
    ]


def _amounts(row: SettledSeat) -> tuple[object, ...]:
    """All that a row says but for its own id and the revision it was written at."""
    kept = [f.attname for f in SettledSeat._meta.concrete_fields if f.attname not in ("id", "revision")]
    return tuple(getattr(row, name) for name in kept)
