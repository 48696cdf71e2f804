"""Which entries of a ledger the sheet of their moment does not allow, from the ledger alone."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.ledger import (
    Entry,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundTold,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.rules.ruleset import FIXED, differences
from games.rules.sheet import GameSheet, TableSheet, fold

Found = tuple[int, str, Mapping[str, Any]]
"""The position of an entry in the ledger, what is wrong with it (a code), and what the sentence needs."""


@dataclass(slots=True)
class _SoFar:
    """What of the ledger before an entry can be known without folding it.

    ``standing`` are the entries that were not undone and may be, oldest first, without the first of all; ``games`` the
    starts that were not undone; ``highest`` the highest round of a game, by the revision of its start.
    """

    standing: list[Entry] = field(default_factory=list)
    games: list[Entry] = field(default_factory=list)
    highest: dict[int, int] = field(default_factory=dict)

    @property
    def current(self) -> Entry | None:
        """The start of the game under way."""
        return self.games[-1] if self.games else None

    def start_of(self, game: int) -> Entry | None:
        """The start of a game, if it has one."""
        return next((start for start in reversed(self.games) if start.game == game), None)

    def add(self, entry: Entry) -> None:
        """Take in one more entry."""
        match entry.body:
            case EntryUndone(revision):
                self.standing = [one for one in self.standing if one.revision != revision]
                self.games = [one for one in self.games if one.revision != revision]
                return
            case GameStarted():
                self.games.append(entry)
            case RoundTold() if entry.round is not None and (start := self.start_of(entry.game)):
                self.highest[start.revision] = max(entry.round, self.highest.get(start.revision, 0))
        if entry.revision > 1 and isinstance(entry.body, _UNDOABLE):
            self.standing.append(entry)


_UNDOABLE = (
    GameStarted,
    RoundTold,
    RoundVoided,
    SeatsSwapped,
    GameFinished,
    GameReopened,
    RulesChanged,
    StakesSet,
)


class Moments:
    """The sheets of a ledger as it stood after so many entries; each is folded when it is first asked for."""

    def __init__(self, entries: Sequence[Entry], seats: int) -> None:
        self.entries = entries
        self.seats = seats
        self._last: tuple[int, TableSheet] | None = None

    def after(self, count: int) -> TableSheet:
        """The sheet after the first ``count`` entries. Raises what ``fold`` raises for entries that make none."""
        if self._last is None or self._last[0] != count:
            self._last = count, fold(self.entries[:count], self.seats)
        return self._last[1]


def out_of_order(moments: Moments, new: Collection[int]) -> Iterator[Found]:
    """What is wrong with the order of the entries, whose revisions are 1 to n. ``new`` are those of new rounds.

    Raises what ``fold`` raises for entries that make no sheet.
    """
    entries, so_far = moments.entries, _SoFar()
    run: list[int] = []
    for at, entry in enumerate(entries):
        if entry.revision in new:
            if wrong := _new_round(entry, so_far):
                yield at, "out_of_order", {"why": wrong}
            else:
                run.append(at)
        else:
            yield from _rounds(moments, run)
            run = []
            yield from ((at, code, told) for code, told in _other(moments, at, so_far))
        so_far.add(entry)
    yield from _rounds(moments, run)


def _new_round(entry: Entry, so_far: _SoFar) -> str:
    """Why a round cannot be entered here, as far as numbers tell; "" where it can."""
    start = so_far.current
    if start is None or start.game != entry.game:
        return "wrong_game"
    return "" if entry.round == so_far.highest.get(start.revision, 0) + 1 else "not_next"


def _rounds(moments: Moments, run: Sequence[int]) -> Iterator[Found]:
    """What is wrong with new rounds that were entered one after the other, by the sheet after the last of them."""
    if not run:
        return
    game = moments.after(run[-1] + 1).current
    lines = {line.number: line for line in game.rounds}
    everybody = tuple(range(moments.seats))
    for at in run:
        line = lines[moments.entries[at].round or 0]
        if line.after_end:
            yield at, "round_after_finish", {"ended_after": game.ended_after}
        elif line.deal is not None:
            plays = everybody if line.rules.seating == "teams" else line.deal.in_seat_order
            if tuple(line.told.declaration.active) != plays:
                yield at, "wrong_players", {"seats": list(plays)}


def _other(moments: Moments, at: int, so_far: _SoFar) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is wrong with an entry that is no new round."""
    entry, body = moments.entries[at], moments.entries[at].body
    match body:
        case EntryUndone(revision):
            newest = so_far.standing[-1] if so_far.standing else None
            if newest is None or (newest.revision, newest.game, newest.round) != (revision, entry.game, entry.round):
                yield "undo_wrong", {"undoes": revision, "newest": newest.revision if newest else None}
        case RoundTold() | RoundVoided():
            start = so_far.start_of(entry.game)
            if start is None or not 1 <= (entry.round or 0) <= so_far.highest.get(start.revision, 0):
                yield "out_of_order", {"why": "no_such_round"}
        case GameStarted():
            if (at == 0) is not (entry.game == 1) or (at and not moments.after(at).current.over):
                yield "out_of_order", {"why": "game_open"}
        case SeatsSwapped(one, other):
            if not 0 <= one < other < moments.seats or so_far.current is None or so_far.current.game != entry.game:
                yield "out_of_order", {"why": "no_such_seats"}
        case GameFinished() | GameReopened() | RulesChanged():
            games = moments.after(at).games
            yield from _decided(entry, next((game for game in games if game.number == entry.game), None))
        case _:
            if so_far.current is None:
                yield "out_of_order", {"why": "wrong_game"}


def _decided(entry: Entry, game: GameSheet | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is wrong with a decision about a game, by the sheet before it."""
    if game is None:
        yield "out_of_order", {"why": "wrong_game"}
        return
    through = game.next_round - 1
    match entry.body:
        case GameFinished(said):
            if said != through or (game.over and not game.needs_attention):
                yield "out_of_order", {"why": "finished"}
        case GameReopened(said):
            if said != through or not game.over:
                yield "out_of_order", {"why": "not_finished"}
        case RulesChanged(rules, said):
            again = game.open_again
            coming = again.number if again else game.next_round
            changed = differences(rules, game.rules)
            if said != coming - 1 or game.over or set(changed) & set(FIXED):
                yield "rules_not_pinned", {"after": said, "last": coming - 1}
