"""Short ways to say a round and to write a ledger."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from games.rules.cards import card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Illegal
from games.rules.ledger import (
    Body,
    Entry,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundTold,
    RoundVoided,
    SeatsSwapped,
)
from games.rules.ruleset import RuleSet, rule_set
from games.rules.scoring import Event, RoundResult, faults_in, score_round
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold

STANDARD = RuleSet()
GINSKI = rule_set("ginski")
NOON = datetime(2024, 3, 1, 12, tzinfo=UTC)


def told(*deadwood: int, ender: int | None = 0, ending: str = "knock", upcard: str = "") -> Declaration:
    """Return a round by its counts in seat order. A French upcard ends in a small letter, a Rumski one never does."""
    deck = "french52" if upcard[-1:].islower() else "rumski70"
    return Declaration(
        active=tuple(range(len(deadwood))),
        ending=Ending(ending),
        ender=ender,
        deadwood=dict(enumerate(deadwood)),
        knock_card=card(upcard, deck) if upcard else None,
    )


def scored(rules: RuleSet, *deadwood: int, ender: int = 0, ending: str = "knock", upcard: str = "") -> RoundResult:
    """Return what a round scores."""
    return score_round(told(*deadwood, ender=ender, ending=ending, upcard=upcard), rules)


def points(rules: RuleSet, *deadwood: int, ender: int = 0, ending: str = "knock", upcard: str = "") -> list[int]:
    """Return what a round scores, by seat."""
    return list(scored(rules, *deadwood, ender=ender, ending=ending, upcard=upcard).points.values())


def boxes(rules: RuleSet, *deadwood: int, ender: int = 0, ending: str = "knock", upcard: str = "") -> list[int]:
    """Return the boxes of a round, by seat."""
    return list(scored(rules, *deadwood, ender=ender, ending=ending, upcard=upcard).boxes.values())


def codes(declaration: Declaration, rules: RuleSet) -> list[str]:
    """Return the codes of everything wrong, and make sure that scoring refuses for the same."""
    faults = faults_in(declaration, rules)
    try:
        score_round(declaration, rules)
    except Illegal as illegal:
        assert illegal.faults == faults
    else:
        assert faults == ()
    return [fault.code.value for fault in faults]


def won(seat: int | None, points: int = 0, boxes: int = 1, seats: int = 2) -> RoundResult:
    """Return a round that `seat` won with so many points; None for a dead hand."""
    mine = {other: other == seat for other in range(seats)}
    return RoundResult(
        Event.DEAD if seat is None else Event.KNOCK,
        () if seat is None else (seat,),
        {other: points * is_mine for other, is_mine in mine.items()},
        {other: boxes * is_mine for other, is_mine in mine.items()},
        {},
    )


@dataclass
class Book:
    """A ledger being written. Every method appends one entry, as the table's phones would."""

    seats: int = 2
    entries: list[Entry] = field(default_factory=list)
    game: int = 0

    def add(self, body: Body, round_number: int | None = None, game: int | None = None) -> "Book":
        at = NOON + timedelta(minutes=len(self.entries))
        self.entries.append(Entry(len(self.entries) + 1, game or self.game, round_number, body, "Ann's phone", at))
        return self

    def start(self, rules: RuleSet = STANDARD, dealer: int = 0, preset: str = "standard") -> "Book":
        self.game += 1
        return self.add(GameStarted(rules, preset, dealer))

    def tell(self, number: int, seat: int | None, points: int = 0, boxes: int = 1, game: int | None = None) -> "Book":
        """Enter round `number`, or correct it: `seat` won it."""
        ending = Ending.DEAD if seat is None else Ending.KNOCK
        declaration = Declaration(tuple(range(self.seats)), ending, seat, {})
        return self.add(RoundTold(declaration, won(seat, points, boxes, self.seats)), number, game)

    def void(self, number: int, game: int | None = None) -> "Book":
        return self.add(RoundVoided(), number, game)

    def undo(self) -> "Book":
        """Take back the newest entry that stands, under its own game and round as the table does."""
        newest = self.sheet.undoes
        assert newest is not None
        return self.add(EntryUndone(newest.revision), newest.round, newest.game)

    def swap(self, one: int, other: int) -> "Book":
        return self.add(SeatsSwapped(one, other))

    def finish(self, through: int | None = None) -> "Book":
        return self.add(GameFinished(self.current.next_round - 1 if through is None else through))

    def reopen(self) -> "Book":
        return self.add(GameReopened(self.current.next_round - 1))

    @property
    def sheet(self) -> TableSheet:
        return fold(self.entries, self.seats)

    @property
    def current(self) -> GameSheet:
        return self.sheet.current

    @property
    def score(self) -> list[int]:
        return list(self.current.cumulative.values())

    def line(self, number: int) -> RoundLine:
        return next(line for line in self.current.rounds if line.number == number)
