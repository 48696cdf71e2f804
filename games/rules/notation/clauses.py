"""The clauses of a hand: how it ended, what each player was left with, what was laid off and thrown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff
from games.rules.faults import Fault
from games.rules.notation.hands import Cards, HandRead, read_cards, read_hand
from games.rules.notation.tokens import Faults, Pieces, Stop, Token, number
from games.rules.notation.values import LETTERS, MOST_CARDS, Wrong
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
    """One hand as it was read.

    ``ending`` is one that was said only where ``ended``; ``broken`` tells that something could not be read.
    """

    start: Token
    ending: Ending = Ending.DEAD
    ender: int | None = None
    ended: bool = False
    places: dict[int, Token] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    hands: dict[int, HandRead] = field(default_factory=dict)
    layoffs: list[Layoff] = field(default_factory=list)
    broken: bool = False

    def place_of(self, fault: Fault) -> Token:
        """Where in the text ``fault`` is: its first card, its player, or the whole hand."""
        name = fault.name.partition(" ")[0]
        holders = [self.hands[fault.seat]] if fault.seat in self.hands else list(self.hands.values())
        found = [hand.cards.at[name] for hand in holders if name in hand.cards.at]
        if found:
            return found[-1]
        return self.start if fault.seat is None else self.places.get(fault.seat, self.start)


def seat_of(token: Token, seats: int, faults: Faults) -> int:
    """The seat whose letter ``token`` is. Raises Stop with a fault noted."""
    letter = token.text.upper()
    if len(letter) != 1 or letter not in LETTERS[:seats]:
        faults.stop(token, Wrong.UNKNOWN_PLAYER, wanted=LETTERS[:seats])
    return LETTERS.index(letter)


def read_card(pieces: Pieces, deck: Deck | None, faults: Faults) -> Card:
    """One card and the comma after it: what limits the knock, or doubles. Raises Stop with a fault noted."""
    token = pieces.next
    cards = read_cards(pieces.until(","), deck, Cards(), faults)
    if len(cards) > 1:
        faults.stop(token, Wrong.TWICE)
    if not pieces.took(","):
        faults.stop(pieces.next, Wrong.UNEXPECTED, wanted=",")
    return cards[0]


@dataclass(slots=True)
class HandReader:
    """Reads hands of a table of ``seats`` seats; every fault in them is noted in ``faults``."""

    seats: int
    deck: Deck | None
    faults: Faults

    def read(self, clauses: list[Pieces]) -> HandFacts:
        """One hand. What was laid off and thrown is looked at last: the cards may come later in the line."""
        facts = HandFacts(clauses[0].next)
        later = list[tuple[int, Token, Pieces]]()
        for clause in clauses:
            try:
                if moved := self._clause(clause, facts):
                    later.append(moved)
            except Stop:
                facts.broken = True
        for seat, verb, rest in later:
            try:
                self._lays_or_throws(facts, seat, verb, rest)
            except Stop:
                facts.broken = True
        if not facts.ended and not facts.broken:
            self.faults.add(facts.start, Wrong.NO_ENDING)
            facts.broken = True
        return facts

    def _clause(self, clause: Pieces, facts: HandFacts) -> tuple[int, Token, Pieces] | None:
        """Read one clause. Returns player, verb and rest of one that tells what was done with cards."""
        first = clause.take()
        if first.word in _ALONE:
            self._end(facts, first, _ALONE[first.word], None)
            self._nothing_more(clause)
            return None
        if not first.text:
            self.faults.stop(first, Wrong.UNEXPECTED, wanted="player")
        seat = seat_of(first, self.seats, self.faults)
        if clause.next.word in ("lays", "throws"):
            return seat, clause.take(), clause
        if seat in facts.places:
            self.faults.stop(first, Wrong.TWICE)
        facts.places[seat] = first
        if ending := self._ending(clause):
            self._end(facts, first, ending, seat)
        if clause.next.text not in ("", ":"):
            facts.counts[seat] = number(clause.take(), self.faults)
        if clause.took(":"):
            facts.hands[seat] = read_hand(clause, self.deck, self.faults)
            if facts.hands[seat].size > MOST_CARDS:
                self.faults.stop(first, Wrong.TOO_MANY, wanted=str(MOST_CARDS))
        self._nothing_more(clause)
        return None

    def _ending(self, clause: Pieces) -> Ending | None:
        word = clause.next.word
        if word in _TWO_WORDS:
            clause.take()
            second, ending = _TWO_WORDS[word]
            if not clause.took(second):
                self.faults.stop(clause.next, Wrong.UNEXPECTED, wanted=second)
            return ending
        if word in _WORDS:
            clause.take()
        return _WORDS.get(word)

    def _end(self, facts: HandFacts, at: Token, ending: Ending, ender: int | None) -> None:
        if facts.ended:
            self.faults.stop(at, Wrong.TWICE, wanted="ending")
        facts.ended, facts.ending, facts.ender = True, ending, ender

    def _lays_or_throws(self, facts: HandFacts, seat: int, verb: Token, rest: Pieces) -> None:
        """Cards laid off on one of the ender's melds, or the card that the ender threw last."""
        hand = facts.hands.get(seat)
        if hand is None:
            if facts.broken:
                raise Stop
            self.faults.stop(verb, Wrong.NO_CARDS)
        cards = read_cards(rest, self.deck, hand.cards, self.faults)
        if verb.word == "throws":
            if len(cards) > 1 or hand.discard:
                self.faults.stop(verb, Wrong.TWICE)
            hand.discard = cards[0]
            return self._nothing_more(rest)
        if not rest.took("on"):
            self.faults.stop(rest.next, Wrong.UNEXPECTED, wanted="on")
        onto = number(rest.take(), self.faults)
        hand.lay_off(cards)
        if hand.size > MOST_CARDS:
            self.faults.stop(verb, Wrong.TOO_MANY, wanted=str(MOST_CARDS))
        facts.layoffs += [Layoff(seat, card, onto - 1) for card in cards]
        return self._nothing_more(rest)

    def _nothing_more(self, clause: Pieces) -> None:
        if clause.next.text:
            self.faults.stop(clause.next, Wrong.UNEXPECTED, wanted=", & =")
