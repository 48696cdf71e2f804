"""Parse and write the cards of a hand in gin notation: melds, unmelded cards, and the declared ranks of wilds."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.rules.cards import DECKS, FRENCH_SUITS, RANK_LETTERS, RANKS, Card
from games.rules.declaration import ShownHand
from games.rules.hands.melds import Meld, card_sort_key, meld_of
from games.rules.notation.tokens import Faults, Token, TokenStream
from games.rules.notation.values import MOST_CARDS, TextFaultCode
from games.rules.ruleset import Deck, RuleSet

_FRENCH: Final = re.compile(r"(10|[2-9TJQKABVWFDR])([shdc])\ufe0f?", re.IGNORECASE)
_FOUR: Final = re.compile(r"(10|[2-9TJQKABVWFDR])\1\1\1", re.IGNORECASE)
_RUMSKI: Final = re.compile(r"W([1-5])(?:=([0-9]{1,2}))?|([RBGYP])(1[0-3]|[1-9])", re.IGNORECASE)


@dataclass(slots=True)
class ParsedCards:
    """Cards parsed so far: the last token of each, and the declared ranks of wilds."""

    token_of: dict[str, Token] = field(default_factory=dict)
    numbers: dict[Card, int] = field(default_factory=dict)

    def read(self, token: Token, deck: Deck | None, faults: Faults) -> tuple[Card, ...]:
        """Return the cards of one word: one card, several written together, or a rank four times.

        If the ``deck`` isn't known, cards of both are accepted. Raises ParseError for any other word.
        """
        found = () if deck == "rumski70" else self._french(token)
        if deck != "french52":
            found = found or self._rumski(token)
        if not found:
            faults.stop(token, TextFaultCode.UNKNOWN_CARD)
        for card in found:
            self.token_of[card.text] = token
        return found

    def _french(self, token: Token) -> tuple[Card, ...]:
        deck = DECKS["french52"]
        if four := _FOUR.fullmatch(token.text):
            return tuple(deck[_rank(four[1]) + suit] for suit in FRENCH_SUITS)
        return tuple(deck[_rank(match[1]) + match[2].lower()] for match in _all_matches(_FRENCH, token.text))

    def _rumski(self, token: Token) -> tuple[Card, ...]:
        found = _all_matches(_RUMSKI, token.text)
        cards = tuple(DECKS["rumski70"][_rumski_name(match)] for match in found)
        wild_ranks = {card: int(match[2]) for card, match in zip(cards, found, strict=True) if match[2]}
        if not all(1 <= rank <= RANKS for rank in wild_ranks.values()):
            return ()
        self.numbers |= wild_ranks
        return cards


def _rank(text: str) -> str:
    return RANK_LETTERS.get(text.upper(), text.upper())


def _rumski_name(found: re.Match[str]) -> str:
    return f"W{found[1]}" if found[1] else f"{found[3].upper()}{found[4]}"


def _all_matches(card: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return matches of ``card`` that make up all of ``text``, [] if there is anything else in it.

    It stops after a hand of cards.
    """
    found, position = list[re.Match[str]](), 0
    while position < len(text) and len(found) <= MOST_CARDS:
        match = card.match(text, position)
        if match is None:
            return []
        found.append(match)
        position = match.end()
    return found


@dataclass(slots=True)
class ParsedHand:
    """A hand as far as it was parsed; cards laid off are added later, whether they are among the unmelded or not."""

    melds: list[tuple[Card, ...]]
    unmelded: tuple[Card, ...]
    cards: ParsedCards
    laid: list[Card] = field(default_factory=list)
    discard: Card | None = None

    @property
    def size(self) -> int:
        """The number of its cards so far."""
        return sum(map(len, self.melds)) + len(self.unmelded) + len(self.laid)

    def lay_off(self, cards: tuple[Card, ...]) -> None:
        """Move ``cards`` from the unmelded ones to those laid off."""
        self.unmelded = tuple(card for card in self.unmelded if card not in cards)
        self.laid += cards

    @property
    def shown(self) -> ShownHand:
        """The hand as a value."""
        cards = [*(card for meld in self.melds for card in meld), *self.unmelded, *self.laid]
        melds = tuple(tuple(sorted(meld, key=card_sort_key)) for meld in self.melds)
        return ShownHand(tuple(sorted(cards, key=card_sort_key)), melds, self.discard, dict(self.cards.numbers))


def read_hand(tokens: TokenStream, deck: Deck | None, faults: Faults) -> ParsedHand:
    """Parse a hand: melds separated by ``/``, then unmelded cards after ``-``. Raises ParseError on faults."""
    cards, melds, unmelded = ParsedCards(), list[tuple[Card, ...]](), tuple[Card, ...]()
    if tokens.next.text != "-":
        melds.append(read_cards(tokens, deck, cards, faults))
        while tokens.took("/"):
            melds.append(read_cards(tokens, deck, cards, faults))
    if tokens.took("-") and tokens.next.text:
        unmelded = read_cards(tokens, deck, cards, faults)
    return ParsedHand(melds, unmelded, cards)


def read_cards(tokens: TokenStream, deck: Deck | None, cards: ParsedCards, faults: Faults) -> tuple[Card, ...]:
    """Parse one or more cards, up to a mark or the word "on". Raises ParseError after adding a fault."""
    found = list[Card]()
    while True:
        token = tokens.next
        if token.text in ("", "/", "-") or token.word == "on":
            break
        found += cards.read(tokens.take(), deck, faults)
        if len(found) > MOST_CARDS:
            faults.stop(token, TextFaultCode.TOO_MANY, wanted=str(MOST_CARDS))
    if not found:
        faults.stop(tokens.next, TextFaultCode.UNEXPECTED, wanted="card")
    return tuple(found)


def hand_text(hand: ShownHand, laid: Collection[Card], rules: RuleSet) -> str:
    """Return a hand as text: its melds, then the unmelded cards without those ``laid`` off."""
    melds = " / ".join(_cards_text(_as_laid(meld, hand, rules), hand.numbers) for meld in hand.melds)
    elsewhere = {card for meld in hand.melds for card in meld} | set(laid)
    unmelded = _cards_text([card for card in hand.cards if card not in elsewhere], hand.numbers)
    tail = f"- {unmelded}".rstrip() if unmelded or not melds else ""
    return f"{melds} {tail}".strip()


def _as_laid(cards: Sequence[Card], hand: ShownHand, rules: RuleSet) -> Sequence[Card]:
    meld = meld_of(cards, rules, hand.numbers)
    return meld.cards if isinstance(meld, Meld) else cards


def _cards_text(cards: Sequence[Card], numbers: Mapping[Card, int]) -> str:
    return " ".join(f"{card.text}={numbers[card]}" if card in numbers else card.text for card in cards)
