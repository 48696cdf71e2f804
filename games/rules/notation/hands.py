"""Cards in notation, and a hand of them: melds, what is left, and the numbers that wilds were said to be."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.rules.cards import DECKS, FRENCH_SUITS, RANK_LETTERS, RANKS, Card
from games.rules.declaration import ShownHand
from games.rules.melds import Meld, meld_of, order
from games.rules.notation.tokens import Faults, Pieces, Token
from games.rules.notation.values import MOST_CARDS, Wrong
from games.rules.ruleset import Deck, RuleSet

_FRENCH: Final = re.compile(r"(10|[2-9TJQKABVWFDR])([shdc])\ufe0f?", re.IGNORECASE)
_FOUR: Final = re.compile(r"(10|[2-9TJQKABVWFDR])\1\1\1", re.IGNORECASE)
_RUMSKI: Final = re.compile(r"W([1-5])(?:=([0-9]{1,2}))?|([RBGYP])(1[0-3]|[1-9])", re.IGNORECASE)


@dataclass(slots=True)
class Cards:
    """Cards as they were read, with the last place of each and the numbers said of wilds."""

    at: dict[str, Token] = field(default_factory=dict)
    numbers: dict[Card, int] = field(default_factory=dict)

    def read(self, token: Token, deck: Deck | None, faults: Faults) -> tuple[Card, ...]:
        """The cards of one word: one, several written together, or a rank four times. Raises Stop for another word.

        Where the ``deck`` is not known, cards of either are taken.
        """
        found = () if deck == "rumski70" else self._french(token)
        if deck != "french52":
            found = found or self._rumski(token)
        if not found:
            faults.stop(token, Wrong.UNKNOWN_CARD)
        for card in found:
            self.at[card.text] = token
        return found

    def _french(self, token: Token) -> tuple[Card, ...]:
        deck = DECKS["french52"]
        if four := _FOUR.fullmatch(token.text):
            return tuple(deck[_rank(four[1]) + suit] for suit in FRENCH_SUITS)
        return tuple(deck[_rank(found[1]) + found[2].lower()] for found in _run_through(_FRENCH, token.text))

    def _rumski(self, token: Token) -> tuple[Card, ...]:
        found = _run_through(_RUMSKI, token.text)
        cards = tuple(DECKS["rumski70"][_rumski_name(match)] for match in found)
        said = {card: int(match[2]) for card, match in zip(cards, found, strict=True) if match[2]}
        if not all(1 <= rank <= RANKS for rank in said.values()):
            return ()
        self.numbers |= said
        return cards


def _rank(text: str) -> str:
    return RANK_LETTERS.get(text.upper(), text.upper())


def _rumski_name(found: re.Match[str]) -> str:
    return f"W{found[1]}" if found[1] else f"{found[3].upper()}{found[4]}"


def _run_through(card: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """The cards that make up all of ``text``, at most a hand of them; none where something else is in it."""
    found, at = list[re.Match[str]](), 0
    while at < len(text) and len(found) <= MOST_CARDS:
        match = card.match(text, at)
        if match is None:
            return []
        found.append(match)
        at = match.end()
    return found


@dataclass(slots=True)
class HandRead:
    """A hand as far as it was read; cards laid off come to it later, whether they are among those left or not."""

    melds: list[tuple[Card, ...]]
    left: tuple[Card, ...]
    cards: Cards
    laid: list[Card] = field(default_factory=list)
    discard: Card | None = None

    @property
    def size(self) -> int:
        """How many cards it has by now."""
        return sum(map(len, self.melds)) + len(self.left) + len(self.laid)

    def lay_off(self, cards: tuple[Card, ...]) -> None:
        """Take ``cards`` out of those that are left."""
        self.left = tuple(card for card in self.left if card not in cards)
        self.laid += cards

    @property
    def shown(self) -> ShownHand:
        """The hand as a value."""
        cards = [*(card for meld in self.melds for card in meld), *self.left, *self.laid]
        melds = tuple(tuple(sorted(meld, key=order)) for meld in self.melds)
        return ShownHand(tuple(sorted(cards, key=order)), melds, self.discard, dict(self.cards.numbers))


def read_hand(pieces: Pieces, deck: Deck | None, faults: Faults) -> HandRead:
    """A hand: melds between ``/``, then what is left after ``-``. Raises Stop with a fault noted."""
    cards, melds, left = Cards(), list[tuple[Card, ...]](), tuple[Card, ...]()
    if pieces.next.text != "-":
        melds.append(read_cards(pieces, deck, cards, faults))
        while pieces.took("/"):
            melds.append(read_cards(pieces, deck, cards, faults))
    if pieces.took("-") and pieces.next.text:
        left = read_cards(pieces, deck, cards, faults)
    return HandRead(melds, left, cards)


def read_cards(pieces: Pieces, deck: Deck | None, cards: Cards, faults: Faults) -> tuple[Card, ...]:
    """One card or more, up to a mark or the word "on". Raises Stop with a fault noted."""
    found = list[Card]()
    while True:
        token = pieces.next
        if token.text in ("", "/", "-") or token.word == "on":
            break
        found += cards.read(pieces.take(), deck, faults)
        if len(found) > MOST_CARDS:
            faults.stop(token, Wrong.TOO_MANY, wanted=str(MOST_CARDS))
    if not found:
        faults.stop(pieces.next, Wrong.UNEXPECTED, wanted="card")
    return tuple(found)


def hand_text(hand: ShownHand, laid: Collection[Card], rules: RuleSet) -> str:
    """A hand as it is written: melds as they are laid, then what is left, but for what was ``laid`` off."""
    melds = " / ".join(_cards_text(_as_laid(meld, hand, rules), hand.numbers) for meld in hand.melds)
    apart = {card for meld in hand.melds for card in meld} | set(laid)
    left = _cards_text([card for card in hand.cards if card not in apart], hand.numbers)
    rest = f"- {left}".rstrip() if left or not melds else ""
    return f"{melds} {rest}".strip()


def _as_laid(cards: Sequence[Card], hand: ShownHand, rules: RuleSet) -> Sequence[Card]:
    meld = meld_of(cards, rules, hand.numbers)
    return meld.cards if isinstance(meld, Meld) else cards


def _cards_text(cards: Sequence[Card], numbers: Mapping[Card, int]) -> str:
    return " ".join(f"{card.text}={numbers[card]}" if card in numbers else card.text for card in cards)
