"""Short helpers to declare a round and to build a ledger."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.cards import card
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import RulesError
from games.rules.game import GameTally
from games.rules.ledger import (
    Body,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    LedgerEntry,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.rules.parameters import Parameter, parameters
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, faults_in, score_round
from games.rules.settlement import GameResult, Score, settle
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.stakes import Stakes
from games.rules.teams import score_declaration

STANDARD = RuleSet()
GINSKI = rule_set("ginski")
NOON = datetime(2024, 3, 1, 12, tzinfo=UTC)


def _every_value(parameter: Parameter) -> tuple[Any, ...]:
    """Return all values of a parameter with choices, or yes and no; the default first."""
    default = getattr(STANDARD, parameter.name)
    values = (False, True) if parameter.kind == "yes_no" else tuple(value for value, _ in parameter.choices)
    return (default, *(value for value in values if value != default))


# The choices by which a round is scored. A new one is thus drawn in random rounds, and compared with the second scorer.
SCORING_CHOICES = {
    p.name: _every_value(p)
    for p in parameters().values()
    if p.group in ("knocking", "score") and p.kind in ("yes_no", "choice")
}


def counted_round(*deadwood: int, ender: int | None = 0, ending: str = "knock", upcard: str = "") -> Declaration:
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
    return score_round(counted_round(*deadwood, ender=ender, ending=ending, upcard=upcard), rules)


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
    except RulesError as illegal:
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


def lost(winner: int, loser: int, points: int = 10) -> RoundResult:
    """Return a hand between two of the table's seats, won by ``winner``."""
    return RoundResult(
        Event.KNOCK, (winner,), {winner: points, loser: 0}, {winner: 1, loser: 0}, {winner: 2, loser: 2 + points}
    )


def hand(ender: int, other: int, *deadwood: int, ending: str = "knock", upcard: str = "") -> Declaration:
    """Return a hand between two of a table, that ``ender`` ended if anybody did; the ender's deadwood comes first."""
    counts = dict(zip((ender, other), deadwood, strict=True)) if deadwood else {}
    who = None if ending in ("dead", "misdeal") else ender
    turned = card(upcard, "french52") if upcard else None
    return Declaration(tuple(sorted((ender, other))), Ending(ending), who, counts, turned)


def dealt(rules: RuleSet, *hands: Declaration) -> RoundResult:
    """Return what a deal between two teams scores, by side."""
    return score_declaration(TeamDeal(hands), rules)


def between(declaration: Declaration, *seats: int) -> Declaration:
    """Move a hand declared for the first seats to these ``seats``; the first of them replaces seat 0."""
    ender = None if declaration.ender is None else seats[declaration.ender]
    deadwood = {seats[seat]: count for seat, count in declaration.deadwood.items()}
    return Declaration(tuple(sorted(seats)), declaration.ending, ender, deadwood, declaration.knock_card)


def through_json(value: Any) -> Any:
    """Return a value as it is read back once it was written down."""
    return json.loads(json.dumps(value))


@dataclass
class LedgerBuilder:
    """A ledger being written. Every method appends one entry, as the table's phones would."""

    seats: int = 2
    entries: list[LedgerEntry] = field(default_factory=list)
    game: int = 0

    def add(self, body: Body, round_number: int | None = None, game: int | None = None) -> "LedgerBuilder":
        at = NOON + timedelta(minutes=len(self.entries))
        self.entries.append(
            LedgerEntry(len(self.entries) + 1, game or self.game, round_number, body, "Ann's phone", at)
        )
        return self

    def start(
        self, rules: RuleSet = STANDARD, dealer: int = 0, preset: str = "standard", title: str = ""
    ) -> "LedgerBuilder":
        self.game += 1
        return self.add(GameStarted(rules, preset, dealer, title))

    def enter_points(
        self, number: int, seat: int | None, points: int = 0, boxes: int = 1, game: int | None = None
    ) -> "LedgerBuilder":
        """Enter round `number`, or correct it: `seat` won it."""
        ending = Ending.DEAD if seat is None else Ending.KNOCK
        declaration = Declaration(tuple(range(self.seats)), ending, seat, {})
        return self.add(RoundEntered(declaration, won(seat, points, boxes, self.seats)), number, game)

    def enter(self, number: int, declaration: RoundDeclaration) -> "LedgerBuilder":
        """Enter round `number` as declared, scored under the rules in force."""
        line = next((line for line in self.current.rounds if line.number == number), None)
        return self.add(
            RoundEntered(declaration, score_declaration(declaration, line.rules if line else self.current.rules)),
            number,
        )

    def change(self, rules: RuleSet, through: int | None = None) -> "LedgerBuilder":
        """Play on under other rules, from the next round on or from the one after ``through``."""
        return self.add(RulesChanged(rules, self.current.next_round - 1 if through is None else through))

    def play_for(self, stakes: Stakes | None) -> "LedgerBuilder":
        return self.add(StakesSet(stakes))

    def void(self, number: int, game: int | None = None) -> "LedgerBuilder":
        return self.add(RoundVoided(), number, game)

    def undo(self) -> "LedgerBuilder":
        """Undo the newest entry in effect, under its own game and round as the table does."""
        newest = self.sheet.next_undo
        assert newest is not None
        return self.add(EntryUndone(newest.revision), newest.round, newest.game)

    def swap(self, one: int, other: int) -> "LedgerBuilder":
        return self.add(SeatsSwapped(one, other))

    def finish(self, through: int | None = None) -> "LedgerBuilder":
        return self.add(GameFinished(self.current.next_round - 1 if through is None else through))

    def reopen(self) -> "LedgerBuilder":
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


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a game: the dealer, the first player, its points, and points and boxes by seat after it."""

    dealer: int
    first_to_act: int
    points: Mapping[int, int]
    cumulative: Mapping[int, int]
    cumulative_boxes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A list of hands as a game. ``final`` is None until it is over, except where every hand is settled on its own."""

    hands: tuple[PlayedHand, ...]
    standing: Score
    over: bool
    final: GameResult | None


def play(rules: RuleSet, seats: int, dealer: int, results: Sequence[RoundResult]) -> PlayedGame:
    """The game that ``results``, by side, make at a table of ``seats`` seats, ``dealer`` dealing first.

    Raises ValueError with the number of hands played when hands are left after the game is over.
    """
    tally, hands, final = GameTally(rules, seats, dealer), list[PlayedHand](), None
    for result in results:
        if final is not None:
            raise ValueError(len(hands))
        dealt, first = tally.deal.dealer, tally.first_to_act
        tally.add(result)
        hands.append(PlayedHand(dealt, first, result.points, dict(tally.cumulative), dict(tally.boxes)))
        final = tally.final()
    over = final is not None
    if rules.target is None:
        final = settle(rules, tally.standing)
    return PlayedGame(tuple(hands), tally.standing, over, final)
