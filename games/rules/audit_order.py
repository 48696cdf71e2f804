"""Find the entries of a ledger that were not allowed when they were made, judged by the sheet before them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.ledger import (
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.rules.ruleset import FIXED_PARAMETERS, differences
from games.rules.sheet import GameSheet, TableSheet, fold

Finding = tuple[int, str, Mapping[str, Any]]
"""The position of an entry in the ledger, a code for what is wrong with it, and the values its sentence needs."""


@dataclass(slots=True)
class _LedgerPrefix:
    """What can be known of the ledger before an entry without computing its sheet.

    ``undoable`` are the entries that an undo may still take back, oldest first; ``games`` the starts of games that were
    not undone; ``highest`` the highest round number of a game, by the revision of its start.
    """

    undoable: list[LedgerEntry] = field(default_factory=list)
    games: list[LedgerEntry] = field(default_factory=list)
    highest: dict[int, int] = field(default_factory=dict)

    @property
    def current(self) -> LedgerEntry | None:
        """The entry that started the current game."""
        return self.games[-1] if self.games else None

    def start_of(self, game: int) -> LedgerEntry | None:
        """Return the entry that started a game, None if there is none."""
        return next((start for start in reversed(self.games) if start.game == game), None)

    def add(self, entry: LedgerEntry) -> None:
        """Add the next entry."""
        match entry.body:
            case EntryUndone(revision):
                self.undoable = [earlier for earlier in self.undoable if earlier.revision != revision]
                self.games = [earlier for earlier in self.games if earlier.revision != revision]
                return
            case GameStarted():
                self.games.append(entry)
            case RoundEntered() if entry.round is not None and (start := self.start_of(entry.game)):
                self.highest[start.revision] = max(entry.round, self.highest.get(start.revision, 0))
        if entry.revision > 1 and isinstance(entry.body, _UNDOABLE):
            self.undoable.append(entry)


_UNDOABLE = (
    GameStarted,
    PlayersChanged,
    RoundEntered,
    RoundVoided,
    SeatsSwapped,
    GameFinished,
    GameReopened,
    RulesChanged,
    StakesSet,
)


class SheetHistory:
    """The sheet of a ledger after any number of its entries, computed on first use; the last one is cached.

    ``seats`` is the number of seats at the start of the table.
    """

    def __init__(self, entries: Sequence[LedgerEntry], seats: int) -> None:
        self.entries = entries
        self.seats = seats
        self._last: tuple[int, TableSheet] | None = None

    def after(self, count: int) -> TableSheet:
        """Return the sheet after the first ``count`` entries. Raises what ``fold`` raises for entries without one."""
        if self._last is None or self._last[0] != count:
            self._last = count, fold(self.entries[:count], self.seats)
        return self._last[1]


def out_of_order(history: SheetHistory, new: Collection[int]) -> Iterator[Finding]:
    """Yield what is wrong with the order of the entries; ``new`` are the revisions of the new rounds.

    Revisions have to be 1 to n. Raises what ``fold`` raises for entries that make no sheet.
    """
    entries, prefix = history.entries, _LedgerPrefix()
    run: list[int] = []
    for index, entry in enumerate(entries):
        if entry.revision in new:
            if reason := _new_round_fault(history, index, prefix):
                yield index, "out_of_order", {"why": reason}
            else:
                run.append(index)
        else:
            yield from _round_findings(history, run)
            run = []
            yield from ((index, code, details) for code, details in _other_findings(history, index, prefix))
        prefix.add(entry)
    yield from _round_findings(history, run)


def _new_round_fault(history: SheetHistory, index: int, prefix: _LedgerPrefix) -> str:
    """Return why the numbers of a new round are wrong, "" if they are right."""
    entry = history.entries[index]
    start = prefix.start_of(entry.game)
    if start is None or not _is_current(history, index, prefix):
        return "wrong_game"
    return "" if entry.round == prefix.highest.get(start.revision, 0) + 1 else "not_next"


def _is_current(history: SheetHistory, index: int, prefix: _LedgerPrefix) -> bool:
    """Return whether an entry is about the game that was being played; the sheet is computed only if games wait."""
    if prefix.current is None:
        return False
    if len(prefix.games) > 1 and any(isinstance(entry.body, GameReopened) for entry in prefix.undoable):
        return history.after(index).current.number == history.entries[index].game
    return prefix.current.game == history.entries[index].game


def _round_findings(history: SheetHistory, run: Sequence[int]) -> Iterator[Finding]:
    """Yield what is wrong with consecutive new rounds, judged by the sheet after the last of them."""
    if not run:
        return
    games = {game.number: game for game in history.after(run[-1] + 1).games}
    for index in run:
        game = games[history.entries[index].game]
        line = next(line for line in game.rounds if line.number == history.entries[index].round)
        everybody = tuple(range(len(game.seating)))
        if line.after_end:
            yield index, "round_after_finish", {"ended_after": game.ended_after}
        elif line.deal is not None:
            expected = everybody if line.rules.seating == "teams" else line.deal.in_seat_order
            if tuple(line.latest.declaration.active) != expected:
                yield index, "wrong_players", {"seats": list(expected)}


def _other_findings(
    history: SheetHistory, index: int, prefix: _LedgerPrefix
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what is wrong with an entry that isn't a new round."""
    entry, body = history.entries[index], history.entries[index].body
    match body:
        case EntryUndone(revision):
            newest = prefix.undoable[-1] if prefix.undoable else None
            if newest is None or (newest.revision, newest.game, newest.round) != (revision, entry.game, entry.round):
                yield "undo_wrong", {"undoes": revision, "newest": newest.revision if newest else None}
        case RoundEntered() | RoundVoided():
            start = prefix.start_of(entry.game)
            if start is None or not 1 <= (entry.round or 0) <= prefix.highest.get(start.revision, 0):
                yield "out_of_order", {"why": "no_such_round"}
        case GameStarted():
            if reason := _start_fault(history, index, entry.game, body):
                yield "out_of_order", {"why": reason}
        case SeatsSwapped() | PlayersChanged() if not _is_current(history, index, prefix):
            yield "out_of_order", {"why": "wrong_game"}
        case SeatsSwapped() | PlayersChanged():
            if reason := _seats_fault(history, index, body):
                yield "out_of_order", {"why": reason}
        case GameFinished() | GameReopened() | RulesChanged():
            sheet = history.after(index)
            game = next((game for game in sheet.games if game.number == entry.game), None)
            yield from _decision_findings(entry, game, open_again=game in sheet.open_again)
        case _:
            if prefix.current is None:
                yield "out_of_order", {"why": "wrong_game"}


def _start_fault(history: SheetHistory, index: int, game: int, start: GameStarted) -> str:
    """Return why a game can't start there, "" if it can."""
    if not index:
        return "" if game == 1 else "game_open"
    before = history.after(index)
    if game == 1 or not before.current.over:
        return "game_open"
    return "" if (start.players or before.current.seating) == before.next_players else "other_players"


def _seats_fault(history: SheetHistory, index: int, body: SeatsSwapped | PlayersChanged) -> str:
    """Return why the seats can't change so, "" if they can."""
    before = history.after(index)
    if isinstance(body, SeatsSwapped):
        there = 0 <= body.first_seat < body.second_seat < len(before.current.seating)
        return "" if there else "no_such_seats"
    earlier = [entry.body.players for entry in history.entries[:index] if isinstance(entry.body, PlayersChanged)]
    known = max([history.seats, *(number + 1 for players in earlier for number in players)])
    new = [number for number in body.players if number >= known]
    sound = (
        body.people == known
        and sorted(new) == list(range(known, known + len(new)))
        and min(body.players, default=-1) >= 0
        and len(set(body.players)) == len(body.players)
    )
    return "" if sound and (body.players != before.next_players or body.preset) else "no_such_people"


def _decision_findings(
    entry: LedgerEntry, game: GameSheet | None, *, open_again: bool
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what is wrong with a decision about a game, judged by the sheet before it.

    ``open_again`` is whether it is an earlier game that lost its end.
    """
    if game is None:
        yield "out_of_order", {"why": "wrong_game"}
        return
    through = game.next_round - 1
    match entry.body:
        case GameFinished(entry_through):
            if entry_through != through or (game.over and not game.needs_attention):
                yield "out_of_order", {"why": "finished"}
        case GameReopened(entry_through) if open_again:
            if entry_through != game.open_through:
                yield "out_of_order", {"why": "not_finished"}
        case GameReopened(entry_through):
            if entry_through != through or not game.over:
                yield "out_of_order", {"why": "not_finished"}
        case RulesChanged(rules, entry_through):
            reopened_round = game.round_to_reenter
            next_number = reopened_round.number if reopened_round else game.next_round
            changed = differences(rules, game.rules)
            if entry_through != next_number - 1 or game.over or set(changed) & set(FIXED_PARAMETERS):
                yield "rules_not_pinned", {"after": entry_through, "last": next_number - 1}
