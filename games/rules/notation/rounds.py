"""A line of a round: what it says, whether it can be, and whether it scores what is written there."""

from contextlib import suppress
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Fault
from games.rules.notation.clauses import HandFacts, HandReader, read_card
from games.rules.notation.results import ResultRead, read_result
from games.rules.notation.scorer import Scorer, result_text, side_names
from games.rules.notation.tokens import Faults, Pieces, Stop, Token
from games.rules.notation.values import LETTERS, RoundNote, Wrong
from games.rules.ruleset import Deck, RuleSet
from games.rules.scoring import RoundResult
from games.rules.shown import Shown, count_shown
from games.rules.sides import pairings


@dataclass(slots=True)
class Game:
    """A game while its rounds are read.

    Without a ``scorer``, where its rules are not known, lines are only read. ``lost`` tells that a round could not be
    scored: what the later ones add up to is not known either.
    """

    seats: int
    deck: Deck | None
    scorer: Scorer | None
    faults: Faults
    lost: bool = False

    def read_round(self, line: Token, number: int, remark: str) -> RoundNote | None:
        """The round on ``line``, its number and remark taken off. None where it cannot be; every fault is noted."""
        note = None
        with suppress(Stop):
            note = self._read(line.pieces(), number, remark)
        self.lost = self.lost or note is None
        return note

    def _read(self, pieces: Pieces, number: int, remark: str) -> RoundNote | None:
        start = pieces.next
        void = pieces.took("void")
        card = read_card(pieces, self.deck, self.faults) if pieces.took("card") else None
        facts, *results = pieces.split("=")
        reader = HandReader(self.seats, self.deck, self.faults)
        hands = [reader.read(hand.split(",")) for hand in facts.split("&")]
        if len(results) > 1:
            self.faults.stop(results[0].end, Wrong.TWICE)
        if self.scorer is None or any(hand.broken for hand in hands):
            return None
        told = self._told(hands, card, number, self.scorer)
        scored = self.scorer.add(number, told, void=void)
        for fault in scored.faults:
            self.faults.add(_place(fault, hands, start), Wrong.ILLEGAL, fault=fault)
        if scored.result is None:
            return None
        if results:
            names = side_names(self.scorer.rules, self.seats)
            said = read_result(results[0], names, self.faults)
            self._compare(said, scored.result, scored.totals, self.scorer.rules)
        return RoundNote(number, told, void, remark)

    def _told(self, hands: list[HandFacts], card: Card | None, number: int, scorer: Scorer) -> Told:
        """The facts of the round. Raises Stop with faults noted."""
        first, rules = hands[0], scorer.rules
        if rules.seating != "teams":
            if len(hands) > 1:
                self.faults.stop(hands[1].start, Wrong.PAIRS)
            return self._hand(first, self._active(first, scorer.turn), card, rules)
        if len(hands) == 1 and first.ending is Ending.MISDEAL:
            return self._hand(first, scorer.turn, card, rules)
        pairs = [tuple(sorted(pair)) for pair in pairings(self.seats, number)]
        if len(hands) == 1 and first.ending is Ending.DEAD and not first.places:
            return TeamDeal(tuple(Declaration(pair, Ending.DEAD, None, {}, card) for pair in pairs))
        wanted = " ".join("".join(LETTERS[seat] for seat in pair) for pair in pairs)
        left = set(pairs)
        for hand in hands:
            pair = tuple(sorted(hand.places))
            if pair not in left:
                self.faults.stop(hand.start, Wrong.PAIRS, wanted=wanted)
            left.remove(pair)
        if left:
            self.faults.stop(first.start, Wrong.PAIRS, wanted=wanted)
        return TeamDeal(tuple(self._hand(hand, tuple(sorted(hand.places)), card, rules) for hand in hands))

    def _active(self, facts: HandFacts, turn: tuple[int, ...]) -> tuple[int, ...]:
        """Who played: those whose turn it was, unless as many others are named. Raises Stop with a fault noted."""
        named = tuple(sorted(facts.places))
        if set(named) <= set(turn):
            return turn
        if len(named) != len(turn):
            self.faults.stop(facts.start, Wrong.WHO_PLAYED, wanted=str(len(turn)))
        return named

    def _hand(self, facts: HandFacts, active: tuple[int, ...], card: Card | None, rules: RuleSet) -> Declaration:
        """One hand; cards tell the counts that are not written. Raises Stop with faults noted."""
        shown, layoffs = {seat: hand.shown for seat, hand in facts.hands.items()}, tuple(facts.layoffs)
        counted = count_shown(Shown(facts.ending, facts.ender, shown, layoffs), rules)
        for fault in counted.faults:
            self.faults.add(facts.place_of(fault), Wrong.ILLEGAL, fault=fault)
        if counted.faults:
            raise Stop
        counts = {**counted.deadwood, **facts.counts}
        if facts.ender is not None and facts.ending in (Ending.GIN, Ending.BIG_GIN):
            counts.setdefault(facts.ender, 0)
        return Declaration(active, facts.ending, facts.ender, counts, card, shown, layoffs)

    def _compare(self, said: ResultRead, result: RoundResult, totals: tuple[int, ...], rules: RuleSet) -> None:
        """Note where points and totals are not what is written."""
        scores = {side: points for side, points in result.points.items() if points}
        if said.points is not None and said.points != scores:
            wanted = result_text(scores, rules, self.seats)
            self.faults.add(said.at, Wrong.POINTS_DIFFER, result_text(said.points, rules, self.seats), wanted=wanted)
        if said.totals is not None and said.totals != totals and not self.lost:
            text, wanted = (":".join(map(str, amounts)) for amounts in (said.totals, totals))
            self.faults.add(said.totals_at, Wrong.TOTALS_DIFFER, text, wanted=wanted)


def _place(fault: Fault, hands: list[HandFacts], start: Token) -> Token:
    return next((hand.place_of(fault) for hand in hands if fault.seat in hand.places), start)
