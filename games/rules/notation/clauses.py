"""Parse the clauses of a hand in gin notation: how it ended, each player's hand, layoffs and the discard."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff
from games.rules.faults import Fault
from games.rules.notation.hands import ParsedCards, ParsedHand, read_cards, read_hand
from games.rules.notation.tokens import Faults, ParseError, Token, TokenStream, number
from games.rules.notation.values import LETTERS, MOST_CARDS, TextFaultCode
from games.rules.ruleset import Deck

_ALONE: Final[Mapping[str, Ending]] = {"dead": Ending.DEAD, "misdeal": Ending.MISDEAL}
_WORDS: Final[Mapping[str, Ending]] = {
    "knock": Ending.KNOCK,
    "gin": Ending.GIN,
    "k": Ending.KNOCK,
    "g": Ending.GIN,
    "bg": Ending.BIG_GIN,
}
_TWO_WORDS: Final = {"big": ("gin", Ending.BIG_GIN), "false": ("knock", Ending.FALSE_KNOCK)}


@dataclass(slots=True)
class HandFacts:
    """The facts of one hand as far as they were parsed.

    ``ending`` is valid only if ``ended`` is True; ``broken`` is True if something could not be parsed.
    """

    start: Token
    ending: Ending = Ending.DEAD
    ender: int | None = None
    ended: bool = False
    places: dict[int, Token] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    hands: dict[int, ParsedHand] = field(default_factory=dict)
    layoffs: list[Layoff] = field(default_factory=list)
    broken: bool = False

    def place_of(self, fault: Fault) -> Token:
        """Return where ``fault`` is in the text: at its first card, its player, or the whole hand."""
        name = fault.name.partition(" ")[0]
        holders = [self.hands[fault.seat]] if fault.seat in self.hands else list(self.hands.values())
        found = [hand.cards.token_of[name] for hand in holders if name in hand.cards.token_of]
        if found:
            return found[-1]
        return self.start if fault.seat is None else self.places.get(fault.seat, self.start)


def seat_of(token: Token, seats: int, faults: Faults) -> int:
    """Return the seat whose letter ``token`` is. Raises ParseError after adding a fault."""
    letter = token.text.upper()
    if len(letter) != 1 or letter not in LETTERS[:seats]:
        faults.stop(token, TextFaultCode.UNKNOWN_PLAYER, wanted=LETTERS[:seats])
    return LETTERS.index(letter)


def read_card(tokens: TokenStream, deck: Deck | None, faults: Faults) -> Card:
    """Parse the card that limits the knock or doubles, and the comma after it.

    Raises ParseError after adding a fault.
    """
    token = tokens.next
    cards = read_cards(tokens.until(","), deck, ParsedCards(), faults)
    if len(cards) > 1:
        faults.stop(token, TextFaultCode.TWICE)
    if not tokens.took(","):
        faults.stop(tokens.next, TextFaultCode.UNEXPECTED, wanted=",")
    return cards[0]


@dataclass(slots=True)
class HandReader:
    """Parser for hands at a table of ``seats`` seats; every fault is added to ``faults``."""

    seats: int
    deck: Deck | None
    faults: Faults

    def read(self, clauses: list[TokenStream]) -> HandFacts:
        """Parse one hand; layoffs and discards come last, because the hand's cards may come later in the line."""
        facts = HandFacts(clauses[0].next)
        deferred = list[tuple[int, Token, TokenStream]]()
        for clause in clauses:
            try:
                if deferred_clause := self._clause(clause, facts):
                    deferred.append(deferred_clause)
            except ParseError:
                facts.broken = True
        for seat, verb, rest in deferred:
            try:
                self._lays_or_throws(facts, seat, verb, rest)
            except ParseError:
                facts.broken = True
        if not facts.ended and not facts.broken:
            self.faults.add(facts.start, TextFaultCode.NO_ENDING)
            facts.broken = True
        return facts

    def _clause(self, clause: TokenStream, facts: HandFacts) -> tuple[int, Token, TokenStream] | None:
        """Parse one clause; for a layoff or a discard return its seat, verb and the rest, to be parsed later."""
        first = clause.take()
        if first.word in _ALONE:
            self._end(facts, first, _ALONE[first.word], None)
            self._nothing_more(clause)
            return None
        if not first.text:
            self.faults.stop(first, TextFaultCode.UNEXPECTED, wanted="player")
        seat = seat_of(first, self.seats, self.faults)
        if clause.next.word in ("lays", "throws"):
            return seat, clause.take(), clause
        if seat in facts.places:
            self.faults.stop(first, TextFaultCode.TWICE)
        facts.places[seat] = first
        if ending := self._ending(clause):
            self._end(facts, first, ending, seat)
        if clause.next.text not in ("", ":"):
            facts.counts[seat] = number(clause.take(), self.faults)
        if clause.took(":"):
            facts.hands[seat] = read_hand(clause, self.deck, self.faults)
            if facts.hands[seat].size > MOST_CARDS:
                self.faults.stop(first, TextFaultCode.TOO_MANY, wanted=str(MOST_CARDS))
        self._nothing_more(clause)
        return None

    def _ending(self, clause: TokenStream) -> Ending | None:
        word = clause.next.word
        if word in _TWO_WORDS:
            clause.take()
            second, ending = _TWO_WORDS[word]
            if not clause.took(second):
                self.faults.stop(clause.next, TextFaultCode.UNEXPECTED, wanted=second)
            return ending
        if word in _WORDS:
            clause.take()
        return _WORDS.get(word)

    def _end(self, facts: HandFacts, token: Token, ending: Ending, ender: int | None) -> None:
        if facts.ended:
            self.faults.stop(token, TextFaultCode.TWICE, wanted="ending")
        facts.ended, facts.ending, facts.ender = True, ending, ender

    def _lays_or_throws(self, facts: HandFacts, seat: int, verb: Token, rest: TokenStream) -> None:
        """Parse cards laid off on one of the ender's melds, or the ender's discard."""
        hand = facts.hands.get(seat)
        if hand is None:
            if facts.broken:
                raise ParseError
            self.faults.stop(verb, TextFaultCode.NO_CARDS)
        cards = read_cards(rest, self.deck, hand.cards, self.faults)
        if verb.word == "throws":
            if len(cards) > 1 or hand.discard:
                self.faults.stop(verb, TextFaultCode.TWICE)
            hand.discard = cards[0]
            return self._nothing_more(rest)
        if not rest.took("on"):
            self.faults.stop(rest.next, TextFaultCode.UNEXPECTED, wanted="on")
        onto = number(rest.take(), self.faults)
        hand.lay_off(cards)
        if hand.size > MOST_CARDS:
            self.faults.stop(verb, TextFaultCode.TOO_MANY, wanted=str(MOST_CARDS))
        facts.layoffs += [Layoff(seat, card, onto - 1) for card in cards]
        return self._nothing_more(rest)

    def _nothing_more(self, clause: TokenStream) -> None:
        if clause.next.text:
            self.faults.stop(clause.next, TextFaultCode.UNEXPECTED, wanted=", & =")
