"""Convert a table to Gin notation (text), and notation to ledger entries or a sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from games.models import Table
from games.rules.ledger import (
    Body,
    GameFinished,
    GameReopened,
    GameStarted,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
)
from games.rules.ledger import EntryUndone as Undone
from games.rules.names import folded_name
from games.rules.notation import NotatedGame, NotatedRound, write
from games.rules.scoring import Event
from games.rules.settlement import Handicap
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.sides import sides_of
from games.rules.teams import score_declaration
from games.selectors.table.ledger import entries_of, sheet_of
from games.selectors.table.table_names import names_by_seat, player_names

EXAMPLE: Final = """\
game: standard
A: Anna
B: Ben
1. A knock 7, B 20
2. B gin, A 31
3. dead
"""
"""A short example of valid notation."""
_JOINERS: Final = "\u200c\u200d\u200e\u200f"
"""Invisible characters that belong to words and emoji."""


@dataclass(frozen=True, slots=True)
class NotationEntry:
    """A ledger entry read from notation, before it has a revision. ``reason`` is its remark."""

    game: int
    round: int | None
    body: Body
    reason: str = ""


# --- A table to text -------------------------------------------------------------------------------------------------


def table_text(table: Table) -> str:
    """Return every game of ``table`` as notation, a block for each game, separated by empty lines."""
    return "\n".join(write(notes) for notes in notes_of_table(table))


def notes_of_table(table: Table) -> tuple[NotatedGame, ...]:
    """Return the notes of every game of ``table``."""
    players = player_names(table)
    entries = entries_of(table, table.revision)
    return tuple(notes_of_game(game, entries, names_by_seat(game, players)) for game in sheet_of(table).games)


def notes_of_game(game: GameSheet, entries: Sequence[LedgerEntry], names: Sequence[str]) -> NotatedGame:
    """Return the notes of ``game`` for its current sheet; ``entries`` are the table's, ``names`` by seat.

    Trailing rounds that were undone and not entered again are left out, unless a decision or a change of rules came
    after them.
    """
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, Undone)}
    in_force = [entry for entry in entries if entry.game == game.number and entry.revision not in undone]
    start = next(entry.body for entry in reversed(in_force) if isinstance(entry.body, GameStarted))
    changes = tuple(entry.body for entry in game.changes if isinstance(entry.body, RulesChanged))
    since = next(entry.revision for entry in reversed(in_force) if entry.body == start)
    decisions = [
        entry.body
        for entry in in_force
        if entry.revision > since and isinstance(entry.body, GameFinished | GameReopened)
    ]
    decision = decisions[-1] if decisions else None
    last_decided = max((body.through for body in (*changes, *decisions[-1:])), default=0)
    lines = list(game.rounds)
    while lines and lines[-1].undone and lines[-1].number > last_decided:
        lines.pop()
    return NotatedGame(
        tuple(names),
        start.rules,
        start.preset,
        start.dealer,
        start.title,
        game.opening,
        tuple(NotatedRound(line.number, line.latest.declaration, line.void, _remark(line, undone)) for line in lines),
        changes,
        decision,
    )


def _remark(line: RoundLine, undone: set[int]) -> str:
    """Return why a round was voided, or else its remark, on one line that can be parsed again."""
    in_force = [entry for entry in line.history if entry.revision not in undone]
    voids = [entry.reason for entry in in_force if line.void and isinstance(entry.body, RoundVoided)]
    remarks = [entry.reason for entry in in_force if entry.body == line.latest]
    reason = (voids[-1] if voids else "") or (remarks[-1] if remarks else "")
    return "".join(c if c.isprintable() or c in _JOINERS else " " for c in reason).strip()


# --- Text to a table -------------------------------------------------------------------------------------------------


def people_of(games: Sequence[NotatedGame]) -> tuple[str, ...]:
    """Return the names of all who play one of ``games``, by number at the table: in the order in which they come."""
    names: dict[str, str] = {}
    for name in (name for game in games for name in game.players):
        names.setdefault(folded_name(name), name)
    return tuple(names.values())


def _seatings(games: Sequence[NotatedGame]) -> list[tuple[int, ...]]:
    """Return for each game the number at the table of the player in each seat."""
    numbers = {folded_name(name): number for number, name in enumerate(people_of(games))}
    return [tuple(numbers[folded_name(name)] for name in game.players) for game in games]


def entries_from_notes(games: Sequence[NotatedGame]) -> Iterator[NotationEntry]:
    """Yield the ledger entries of a new table for ``games``, in order.

    Where other people play than in the game before, an entry says so; players who only sit elsewhere get entries that
    swap seats.
    """
    seats = tuple(range(len(games[0].players)))
    known = len(seats)
    for number, (notes, new_seats) in enumerate(zip(games, _seatings(games), strict=True), 1):
        others_play = set(new_seats) != set(seats)
        if others_play:
            yield NotationEntry(number - 1, None, PlayersChanged(new_seats, known))
            seats, known = new_seats, max(known, max(new_seats) + 1)
        players = new_seats if others_play else None
        given = _handicaps(notes, new_seats)
        from_paper = notes.opening if given is None else None
        body = GameStarted(notes.rules, notes.preset, notes.dealer, notes.title, from_paper, players, given)
        yield NotationEntry(number, None, body)
        for swap in _swaps(seats, new_seats):
            yield NotationEntry(number, None, swap)
        seats = new_seats
        yield from _round_entries(number, notes)


def _handicaps(notes: NotatedGame, seating: Sequence[int]) -> dict[int, int] | None:
    """Return the handicaps by number at the table, None if the game began without."""
    if not isinstance(notes.opening, Handicap):
        return None
    points, sides = notes.opening.points, sides_of(notes.rules, len(seating))
    return {seating[seat]: points[side] for side, seats in enumerate(sides) for seat in seats if points[side]}


def _round_entries(game: int, notes: NotatedGame) -> Iterator[NotationEntry]:
    rules, pending = notes.rules, [*notes.changes, *([notes.decision] if notes.decision else [])]
    for line in notes.rounds:
        for body in [body for body in pending if body.through < line.number]:
            rules = body.rules if isinstance(body, RulesChanged) else rules
            pending.remove(body)
            yield NotationEntry(game, None, body)
        round_body = RoundEntered(line.declaration, score_declaration(line.declaration, rules))
        # The remark of a misdeal or a false knock belongs to the round; any other void round's is why it was deleted.
        belongs_to_round = not line.void or round_body.result.event in (Event.MISDEAL, Event.FALSE_KNOCK)
        yield NotationEntry(game, line.number, round_body, line.remark if belongs_to_round else "")
        if line.void:
            yield NotationEntry(game, line.number, RoundVoided(), "" if belongs_to_round else line.remark)
    for body in pending:
        yield NotationEntry(game, None, body)


def _swaps(seated: tuple[int, ...], wanted: tuple[int, ...]) -> Iterator[SeatsSwapped]:
    """Yield the swaps of two seats each that turn ``seated`` into ``wanted``."""
    places = list(seated)
    for seat, player in enumerate(wanted):
        if (other := places.index(player)) != seat:
            places[seat], places[other] = places[other], places[seat]
            yield SeatsSwapped(seat, other)


def sheet_from_notes(games: Sequence[NotatedGame]) -> TableSheet:
    """Return the sheet that ``games`` describe, without a table."""
    now = timezone.now()
    entries = (
        LedgerEntry(revision, entry.game, entry.round, entry.body, "", now, entry.reason)
        for revision, entry in enumerate(entries_from_notes(games), 1)
    )
    return fold(entries, len(games[0].players))
