"""Compute the score sheet of a table from its ledger.

Nothing of it is stored. When round 3 is corrected, everything after it is computed anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.rules.game import GameTally
from games.rules.handovers import Handover, handovers
from games.rules.hollywood import Column
from games.rules.ledger import (
    Body,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    HandedOver,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.rules.rotation import Deal
from games.rules.ruleset import RuleSet
from games.rules.settlement import GameResult, Handicap, Score
from games.rules.sides import sides_of
from games.rules.stakes import Stakes


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round on the sheet.

    ``latest`` has the latest facts and score of the round, also while it is void. ``history`` is every entry about it,
    oldest first; ``revision`` that of the last one, which a correction has to name. ``edited`` is True if the round was
    corrected or voided later (undone entries don't count). ``counts`` is False for a void round and for one
    ``after_end``, that is, later than the round that now ends the game. ``cumulative`` and ``boxes`` are the score
    after the round, by side. ``deal`` is who dealt and played (None if the round doesn't count), ``rules`` those it was
    played under. On a Hollywood sheet ``entered`` are the columns, from 1, that each side's entry went into, and
    ``columns`` the columns after it.
    """

    number: int
    revision: int
    latest: RoundEntered
    void: bool
    edited: bool
    after_end: bool
    deal: Deal | None
    cumulative: Mapping[int, int]
    boxes: Mapping[int, int]
    history: tuple[LedgerEntry, ...]
    rules: RuleSet
    entered: Mapping[int, tuple[int, ...]]
    columns: tuple[Column, ...]

    @property
    def counts(self) -> bool:
        """Whether the round's points are in the totals."""
        return not self.void and not self.after_end

    @property
    def undone(self) -> bool:
        """Whether every entry about the round was undone."""
        return self.void and not self.edited


@dataclass(frozen=True, slots=True)
class GameSheet:
    """One game on the sheet.

    ``seating`` is the player's number at the table for each seat (they differ after a swap, or after somebody left).
    ``rules`` are the current ones, ``changes`` the entries that changed them, ``line_ups`` those that said who plays
    the game after it, ``opening`` the score the game began with: one from paper, or a handicap. ``deal`` and
    ``first_to_act`` are those of the next round. ``cumulative``, ``boxes`` and ``hands_won`` are by side, ``columns``
    those of a Hollywood sheet and ``reach`` the open columns, from 1, that each side's next win goes into.
    ``ended_after`` is the round that ended the game, None if it hasn't ended; ``by_hand`` is True if a person ended it;
    ``open_through`` the last round that can't end it because a person continued it (0: none); ``reached_in`` is the
    round in which the target was reached.
    """

    number: int
    preset: str
    title: str
    rules: RuleSet
    seating: tuple[int, ...]
    rounds: tuple[RoundLine, ...]
    cumulative: Mapping[int, int]
    boxes: Mapping[int, int]
    hands_won: Mapping[int, int]
    columns: tuple[Column, ...]
    reach: Mapping[int, tuple[int, ...]]
    deal: Deal
    first_to_act: int
    ended_after: int | None
    by_hand: bool
    open_through: int
    reached_in: int | None
    final: GameResult | None
    swaps: tuple[LedgerEntry, ...]
    changes: tuple[LedgerEntry, ...]
    line_ups: tuple[LedgerEntry, ...]
    opening: Score | None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, by side."""
        return sides_of(self.rules, len(self.seating))

    @property
    def next_active(self) -> tuple[int, ...]:
        """The seats that play the next round, in seat order."""
        return tuple(range(len(self.seating))) if self.rules.seating == "teams" else self.deal.in_seat_order

    def tally_before(self, number: int) -> GameTally:
        """Return the running score before round ``number``, to preview a round; its deal isn't that of the table."""
        tally = GameTally(self.rules, len(self.seating), 0, self.opening)
        for line in self.rounds:
            if line.number < number and line.counts:
                tally.change(line.rules)
                tally.add(line.latest.result)
        tally.change(self.rules)
        return tally

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end: to the target, or without one until people ended it."""
        return self.over and (self.reached_in is not None or self.rules.target is None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended_after is not None

    @property
    def needs_attention(self) -> tuple[int, ...]:
        """The numbers of rounds after the one that now ends the game; a person has to decide what to do with them."""
        return tuple(line.number for line in self.rounds if line.after_end and not line.void)

    @property
    def next_round(self) -> int:
        """The number of the next new round: one more than the highest, because void rounds keep their numbers."""
        return self.rounds[-1].number + 1 if self.rounds else 1

    @property
    def round_to_reenter(self) -> RoundLine | None:
        """The first of the void rounds at the end of the sheet (after an undo), which is to be entered again."""
        reopened = None
        for line in reversed(self.rounds):
            if not line.void:
                break
            reopened = line
        return reopened


@dataclass(frozen=True, slots=True)
class TableSheet:
    """All games of a table at ``revision``, and the entry that an undo would take back (None: nothing).

    ``stakes`` are those of the whole evening, None if there are none. ``handovers`` are the changes of the scoring
    phone, oldest first; an undo skips them. ``first_seats`` is the number of seats at the start of the table.
    ``line_up`` is the newest entry about who plays the next game, None where the same people do; ``next_players`` are
    their numbers at the table, in seat order. ``resumed`` is the number of an earlier game that the table has turned
    back to, because a correction took its end away and people chose to continue it; None if there is no such game.
    """

    revision: int
    games: tuple[GameSheet, ...]
    next_undo: LedgerEntry | None
    stakes: Stakes | None
    handovers: tuple[Handover, ...]
    first_seats: int
    line_up: LedgerEntry | None
    next_players: tuple[int, ...]
    resumed: int | None = None

    @property
    def current(self) -> GameSheet:
        """The game being played, or the last one."""
        return next((game for game in self.games if game.number == self.resumed), self.games[-1])

    @property
    def current_position(self) -> int:
        """Which of the table's games the current one is, counted from 1."""
        return [game.number for game in self.games].index(self.current.number) + 1

    @property
    def open_again(self) -> tuple[GameSheet, ...]:
        """The earlier games that lost their end by a correction: a person has to decide whether each ends as it is.

        The one that the table has turned back to is decided.
        """
        return tuple(game for game in self.games[:-1] if not game.over and game.number != self.resumed)

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers at the table of all who played a game or will play the next one."""
        return tuple(sorted({*self.next_players, *(number for game in self.games for number in game.seating)}))


def fold(entries: Iterable[LedgerEntry], seats: int) -> TableSheet:
    """Return the sheet of ``entries`` (in order of revision) at a table that started with ``seats`` seats.

    Raises ValueError if no game was ever started.
    """
    all_entries = tuple(entries)
    undone = {e.body.revision for e in all_entries if isinstance(e.body, EntryUndone)}
    live = [e for e in all_entries if e.revision not in undone and not isinstance(e.body, EntryUndone)]
    by_game: dict[int, list[LedgerEntry]] = {}
    for entry in all_entries:
        by_game.setdefault(entry.game, []).append(entry)
    seating, games = tuple(range(seats)), list[GameSheet]()
    starts = [(entry, entry.body) for entry in live if isinstance(entry.body, GameStarted)]
    ends = [following.revision for following, _ in starts[1:]]
    for (start, body), end in zip_longest(starts, ends):
        # The game number may have been used before, by a game that was undone with everything in it.
        entries_since = [e for e in by_game[start.game] if e.revision >= start.revision]
        seating = body.players or seating
        game = _game(start, body, entries_since, undone, seating)
        games.append(game)
        # A swap in a game that the table has turned back to leaves the later ones alone.
        seating = _seating_after(seating, (e.body for e in game.swaps if end is None or e.revision < end))
    if not games:
        raise ValueError("a ledger begins with the start of a game")
    undoable = [e for e in live if e.revision > 1 and not isinstance(e.body, HandedOver)]
    stakes = [entry.body.stakes for entry in live if isinstance(entry.body, StakesSet)]
    about_players = [entry for entry in live if isinstance(entry.body, GameStarted | PlayersChanged)]
    line_up, seating = None, games[-1].seating
    if isinstance(changed := about_players[-1].body, PlayersChanged):
        line_up, seating = about_players[-1], changed.players
    return TableSheet(
        revision=all_entries[-1].revision,
        games=tuple(games),
        next_undo=undoable[-1] if undoable else None,
        stakes=stakes[-1] if stakes else None,
        handovers=handovers(all_entries, games[-1].number),
        first_seats=seats,
        line_up=line_up,
        next_players=seating,
        resumed=_resumed(games, live),
    )


def _resumed(games: list[GameSheet], live: list[LedgerEntry]) -> int | None:
    """Return the number of the earlier game that the table has turned back to, None if there is none.

    People chose so by a "reopen" of the game while it was open. The choice holds until a later game is played again.
    """
    if all(game.over for game in games[:-1]):
        return None
    last_played, seen = dict[int, int](), set[tuple[int, int | None]]()
    for entry in live:
        is_new_round = isinstance(entry.body, RoundEntered) and (entry.game, entry.round) not in seen
        if is_new_round or isinstance(entry.body, GameStarted):
            last_played[entry.game] = entry.revision
            seen.add((entry.game, entry.round))
    for index, game in enumerate(games[:-1]):
        decisions = [e for e in live if e.game == game.number and isinstance(e.body, GameFinished | GameReopened)]
        later = max(last_played[other.number] for other in games[index + 1 :])
        if not game.over and decisions and decisions[-1].revision > later:
            return game.number
    return None


def _game(
    start: LedgerEntry, body: GameStarted, entries: list[LedgerEntry], undone: set[int], seating: tuple[int, ...]
) -> GameSheet:
    rounds: dict[int, list[LedgerEntry]] = {}
    for entry in entries:
        if entry.round is not None:
            rounds.setdefault(entry.round, []).append(entry)
    game_entries = [e for e in entries if e.round is None and e.revision not in undone]
    swaps = [e for e in game_entries if isinstance(e.body, SeatsSwapped)]
    seating = _seating_after(seating, (e.body for e in swaps))
    changes = [e for e in game_entries if isinstance(e.body, RulesChanged)]
    decisions = [e.body for e in game_entries if isinstance(e.body, GameFinished | GameReopened)]
    decision = decisions[-1] if decisions else None
    swapped_at = max((e.revision for e in entries if _about_seats(e, entries)), default=0)
    opening = opening_of(body, seating)
    tally = GameTally(body.rules, len(seating), body.dealer, opening)
    upcoming_changes = [entry.body for entry in changes if isinstance(entry.body, RulesChanged)]
    lines, final, ended_after, reached_in = list[RoundLine](), None, None, None
    open_through = decision.through if decision else 0
    by_hand = isinstance(decision, GameFinished)
    for number in sorted(rounds):
        while upcoming_changes and upcoming_changes[0].through < number:
            tally.change(upcoming_changes.pop(0).rules)
        history = rounds[number]
        latest, void, edited = _latest_version(history, undone)
        after_end = ended_after is not None or (by_hand and number > open_through)
        deal, entered = None, dict[int, tuple[int, ...]]()
        if not void and not after_end:
            deal = tally.deal
            entered |= tally.add(latest.result)
            final = tally.final()
            if reached_in is None and tally.target_reached:
                reached_in = number
            if final is not None and number > open_through:
                ended_after = number
        score = tally.standing
        lines.append(
            RoundLine(
                number=number,
                revision=max(history[-1].revision, swapped_at),
                latest=latest,
                void=void,
                edited=edited,
                after_end=after_end,
                deal=deal,
                cumulative=score.points,
                boxes=score.boxes,
                history=tuple(history),
                rules=tally.rules,
                entered=entered,
                columns=tuple(tally.columns.columns) if tally.columns else (),
            )
        )
    for change in upcoming_changes:
        tally.change(change.rules)
    if by_hand:
        ended_after = open_through
        final = final or tally.settle_now()
    elif ended_after is None:
        final = None
    return GameSheet(
        number=start.game,
        preset=body.preset,
        title=body.title,
        rules=tally.rules,
        seating=seating,
        rounds=tuple(lines),
        cumulative=tally.cumulative,
        boxes=tally.boxes,
        hands_won=tally.hands_won,
        columns=tuple(tally.columns.columns) if tally.columns else (),
        reach={side: tally.columns.reach(side) for side in tally.cumulative} if tally.columns else {},
        deal=tally.deal,
        first_to_act=tally.first_to_act,
        ended_after=ended_after,
        by_hand=by_hand,
        open_through=open_through,
        reached_in=reached_in,
        final=final,
        swaps=tuple(swaps),
        changes=tuple(changes),
        line_ups=tuple(e for e in game_entries if isinstance(e.body, PlayersChanged)),
        opening=opening,
    )


def opening_of(start: GameStarted, seating: Sequence[int]) -> Score | None:
    """Return the score that a game begins with: from paper, or the handicaps of the people in ``seating``; else None.

    Partners with different handicaps begin with the highest of them.
    """
    given, sides = start.handicaps or {}, sides_of(start.rules, len(seating))
    points = {side: max(given.get(seating[seat], 0) for seat in seats) for side, seats in enumerate(sides)}
    if start.opening or not any(points.values()):
        return start.opening
    return Handicap(points, dict.fromkeys(points, 0), dict.fromkeys(points, 0))


def _latest_version(history: list[LedgerEntry], undone: set[int]) -> tuple[RoundEntered, bool, bool]:
    """Return a round's latest facts, whether it is void (voided, or all undone), and whether it was edited."""
    void, latest = True, None
    in_force = [e for e in history if e.revision not in undone and not isinstance(e.body, EntryUndone)]
    for entry in in_force:
        if isinstance(entry.body, RoundEntered):
            latest, void = entry.body, False
        else:
            void = True
    if latest is None:
        latest = next(e.body for e in history if isinstance(e.body, RoundEntered))
    return latest, void, len(in_force) > 1


def _about_seats(entry: LedgerEntry, entries: list[LedgerEntry]) -> bool:
    """Return whether ``entry`` swapped seats or undid a swap; both change who played every round of the game."""
    if isinstance(entry.body, EntryUndone):
        undone_revision = entry.body.revision
        return any(isinstance(e.body, SeatsSwapped) for e in entries if e.revision == undone_revision)
    return isinstance(entry.body, SeatsSwapped)


def _seating_after(seating: tuple[int, ...], swaps: Iterable[Body]) -> tuple[int, ...]:
    seats = list(seating)
    for swap in swaps:
        if isinstance(swap, SeatsSwapped):
            one, other = swap.first_seat, swap.second_seat
            seats[one], seats[other] = seats[other], seats[one]
    return tuple(seats)
