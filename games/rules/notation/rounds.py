"""Parse the line of a round in gin notation, check that it is legal, and compare its score with the written one."""

from contextlib import suppress
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import Fault
from games.rules.hands.shown_hands import ShownHands, count_shown
from games.rules.notation.clauses import HandFacts, HandReader, read_card
from games.rules.notation.results import ParsedResult, read_result
from games.rules.notation.scorer import Scorer, result_text, side_names
from games.rules.notation.tokens import Faults, ParseError, Token, TokenStream
from games.rules.notation.values import LETTERS, NotatedRound, TextFaultCode
from games.rules.ruleset import Deck, RuleSet
from games.rules.scoring import RoundResult
from games.rules.sides import team_pairings


@dataclass(slots=True)
class GameReader:
    """Parser for the rounds of one game.

    Without a ``scorer``, when its rules aren't known, lines are only parsed. ``unscored`` is True after a round that
    could not be scored: then later totals aren't known either.
    """

    seats: int
    deck: Deck | None
    scorer: Scorer | None
    faults: Faults
    unscored: bool = False

    def read_round(self, line: Token, number: int, remark: str) -> NotatedRound | None:
        """Parse the round on ``line``, which has no number and remark any more; None if it has faults."""
        note = None
        with suppress(ParseError):
            note = self._read(line.tokenize(), number, remark)
        self.unscored = self.unscored or note is None
        return note

    def _read(self, tokens: TokenStream, number: int, remark: str) -> NotatedRound | None:
        start = tokens.next
        void = tokens.took("void")
        card = read_card(tokens, self.deck, self.faults) if tokens.took("card") else None
        facts, *results = tokens.split("=")
        reader = HandReader(self.seats, self.deck, self.faults)
        hands = [reader.read(hand.split(",")) for hand in facts.split("&")]
        if len(results) > 1:
            self.faults.stop(results[0].end, TextFaultCode.TWICE)
        if self.scorer is None or any(hand.broken for hand in hands):
            return None
        declaration = self._declaration(hands, card, number, self.scorer)
        scored = self.scorer.add(number, declaration, void=void)
        for fault in scored.faults:
            self.faults.add(_place(fault, hands, start), TextFaultCode.ILLEGAL, fault=fault)
        if scored.result is None:
            return None
        if results:
            names = side_names(self.scorer.rules, self.seats)
            written = read_result(results[0], names, self.faults)
            self._compare(written, scored.result, scored.totals, self.scorer.rules)
        return NotatedRound(number, declaration, void, remark)

    def _declaration(self, hands: list[HandFacts], card: Card | None, number: int, scorer: Scorer) -> RoundDeclaration:
        """Return the declaration of the round. Raises ParseError after adding faults."""
        first, rules = hands[0], scorer.rules
        if rules.seating != "teams":
            if len(hands) > 1:
                self.faults.stop(hands[1].start, TextFaultCode.PAIRS)
            return self._hand(first, self._active(first, scorer.turn), card, rules)
        if len(hands) == 1 and first.ending is Ending.MISDEAL:
            return self._hand(first, scorer.turn, card, rules)
        pairs = [tuple(sorted(pair)) for pair in team_pairings(self.seats, number)]
        if len(hands) == 1 and first.ending is Ending.DEAD and not first.places:
            return TeamDeal(tuple(Declaration(pair, Ending.DEAD, None, {}, card) for pair in pairs))
        wanted = " ".join("".join(LETTERS[seat] for seat in pair) for pair in pairs)
        unplayed = set(pairs)
        for hand in hands:
            pair = tuple(sorted(hand.places))
            if pair not in unplayed:
                self.faults.stop(hand.start, TextFaultCode.PAIRS, wanted=wanted)
            unplayed.remove(pair)
        if unplayed:
            self.faults.stop(first.start, TextFaultCode.PAIRS, wanted=wanted)
        return TeamDeal(tuple(self._hand(hand, tuple(sorted(hand.places)), card, rules) for hand in hands))

    def _active(self, facts: HandFacts, turn: tuple[int, ...]) -> tuple[int, ...]:
        """Return who played: those whose turn it was, unless the same number of others is named.

        Raises ParseError after adding a fault.
        """
        named = tuple(sorted(facts.places))
        if set(named) <= set(turn):
            return turn
        if len(named) != len(turn):
            self.faults.stop(facts.start, TextFaultCode.WHO_PLAYED, wanted=str(len(turn)))
        return named

    def _hand(self, facts: HandFacts, active: tuple[int, ...], card: Card | None, rules: RuleSet) -> Declaration:
        """Return one hand, with missing counts computed from its cards. Raises ParseError after adding faults."""
        shown, layoffs = {seat: hand.shown for seat, hand in facts.hands.items()}, tuple(facts.layoffs)
        counted = count_shown(ShownHands(facts.ending, facts.ender, shown, layoffs), rules)
        for fault in counted.faults:
            self.faults.add(facts.place_of(fault), TextFaultCode.ILLEGAL, fault=fault)
        if counted.faults:
            raise ParseError
        counts = {**counted.deadwood, **facts.counts}
        if facts.ender is not None and facts.ending in (Ending.GIN, Ending.BIG_GIN):
            counts.setdefault(facts.ender, 0)
        return Declaration(active, facts.ending, facts.ender, counts, card, shown, layoffs)

    def _compare(self, written: ParsedResult, result: RoundResult, totals: tuple[int, ...], rules: RuleSet) -> None:
        """Add faults where written points and totals differ from the computed ones."""
        scores = {side: points for side, points in result.points.items() if points}
        if written.points is not None and written.points != scores:
            wanted = result_text(scores, rules, self.seats)
            self.faults.add(
                written.token,
                TextFaultCode.POINTS_DIFFER,
                result_text(written.points, rules, self.seats),
                wanted=wanted,
            )
        if written.totals is not None and written.totals != totals and not self.unscored:
            text, wanted = (":".join(map(str, amounts)) for amounts in (written.totals, totals))
            self.faults.add(written.totals_token, TextFaultCode.TOTALS_DIFFER, text, wanted=wanted)


def _place(fault: Fault, hands: list[HandFacts], start: Token) -> Token:
    return next((hand.place_of(fault) for hand in hands if fault.seat in hand.places), start)
