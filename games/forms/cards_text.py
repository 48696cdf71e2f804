"""A hand as it is typed and ticked: "7h 8h 9h / 5555 / Ks", German letters, suits' signs, and the grid's boxes.

What is not understood becomes a sentence; nothing typed here ever raises. The notation of whole games is stricter.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from django.utils.datastructures import MultiValueDict

from games.rules.arrangement import MOST, best_arrangement
from games.rules.cards import DECKS, FRENCH_RANKS, FRENCH_SUITS, RANKS, RUMSKI_COLOURS, RUMSKI_WILDS, Card
from games.rules.declaration import ShownHand
from games.rules.melds import FEWEST, NotAMeld, meld_of, order
from games.rules.ruleset import RuleSet
from games.wording import listed

LONGEST: Final = 300
"""Characters of a field: a hand takes fifty."""
LONGEST_WORD: Final = 40
_MOST_TICKED: Final = 70
"""Cards of the largest deck."""

_SIGNS: Final = str.maketrans("\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667", "sshhddcc")
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_RANK_LETTERS: Final = FRENCH_RANKS + "BD"
_GERMAN: Final = {"B": "J", "D": "Q", "10": "T"}
_FOUR: Final = re.compile(r"(10|[2-9TJQKABD])\1\1\1", re.IGNORECASE)
_THREE: Final = re.compile(r"(10|[2-9TJQKABD])\1{1,2}", re.IGNORECASE)
_RANGE: Final = re.compile(r"(10|[2-9TJQKABD])([shdc]?)-(10|[2-9TJQKABD])([shdc])", re.IGNORECASE)
_RUMSKI_RANGE: Final = re.compile(r"([RBGYP])(1[0-3]|[1-9])-\1?(1[0-3]|[1-9])", re.IGNORECASE)
_RUMSKI_CARDS: Final = re.compile(r"(?:[RBGYP]{1,5}(?:1[0-3]|[1-9]))+", re.IGNORECASE)
_RUMSKI_CARD: Final = re.compile(r"([RBGYP]+)(1[0-3]|[1-9])", re.IGNORECASE)
_WILD: Final = re.compile(r"W([0-9]*)(?:=([0-9]{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CardsTyped:
    """A hand as it was entered.

    ``cards`` are all that were understood, each once; ``groups`` those that were put together (a single card is not
    put with others), () where nobody grouped them; ``numbers`` the ranks that wilds were said to be. ``faults`` are
    sentences, all of them. ``text`` is what the field is to show: the cards in one plain form, or with faults what was
    typed. ``named`` are the cards that stand in what was typed, ticked or not.
    """

    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    numbers: Mapping[Card, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    text: str = ""
    named: tuple[Card, ...] = ()


def cards_typed(data: MultiValueDict[str, str], name: str, rules: RuleSet) -> CardsTyped:
    """The hand in a form's fields ``cards-<name>``, ``card-<name>`` and ``seen-<name>``, as the grid makes them."""
    return read_cards_field(
        data.get(f"cards-{name}", ""), data.getlist(f"card-{name}"), rules, data.get(f"seen-{name}", "")
    )


def read_cards_field(text: str, ticked: Sequence[str], rules: RuleSet, seen: str = "") -> CardsTyped:
    """The hand that was typed and ticked, under ``rules``.

    ``seen`` are the cards that the text showed when the form was made. One of these that went from the text or from the
    boxes is taken away, any other card that is in either is in the hand.

    >>> [card.text for card in read_cards_field("7-9h", ["Ks"], RuleSet()).cards]
    ['7h', '8h', '9h', 'Ks']
    """
    read = _Reader(rules)
    read.read(text)
    boxes = read.ticks(ticked)
    before = _cards_of(seen, rules)
    typed = list(dict.fromkeys(read.cards))
    gone = {card for card in before if card not in typed or card not in boxes}
    added = [card for card in boxes if card not in typed and card not in gone]
    cards = tuple(card for card in (*typed, *added) if card not in gone)
    read.check(cards)
    groups = tuple(kept for group in read.groups if (kept := tuple(card for card in group if card not in gone)))
    if read.groups:
        groups += tuple((card,) for card in added)
    else:
        cards = tuple(sorted(cards, key=order))
    numbers = {card: rank for card, rank in read.numbers.items() if card in cards}
    faults = tuple(dict.fromkeys(read.faults))
    shown = text[:LONGEST] if faults else _in_groups(groups, numbers) if groups else _words(cards, numbers)
    return CardsTyped(cards, groups, numbers, faults, shown, tuple(sorted(typed, key=order)))


def hand_of(typed: CardsTyped, rules: RuleSet, discard: Card | None = None) -> ShownHand:
    """The hand that was entered: groups of three or more are its melds, legal or not; ungrouped it is laid out best.

    ``discard`` is not among its cards, also where it was entered with them.
    """
    cards = tuple(card for card in typed.cards if card != discard)
    numbers = {card: rank for card, rank in typed.numbers.items() if card != discard}
    if typed.groups:
        groups = (tuple(card for card in group if card != discard) for group in typed.groups)
        return ShownHand(cards, tuple(group for group in groups if len(group) >= FEWEST), discard, numbers)
    melds = best_arrangement(cards, rules).melds if 0 < len(cards) <= MOST else ()
    # Where nobody grouped, a wild is what it lies best as, whatever was said of it.
    elsewhere = {c for meld in melds if isinstance(meld_of(meld, rules, numbers), NotAMeld) for c in meld}
    return ShownHand(cards, melds, discard, {c: rank for c, rank in numbers.items() if c not in elsewhere})


def cards_text(hand: ShownHand) -> str:
    """A hand as text that reads back as the same hand, as it was declared; its discard is left out.

    >>> cards_text(ShownHand(tuple(Card(7, suit) for suit in "shd")))
    '- 7s 7h 7d'
    """
    return _in_groups((*hand.melds, *((card,) for card in hand.unmelded)), hand.numbers)


def _in_groups(groups: Iterable[Sequence[Card]], numbers: Mapping[Card, int]) -> str:
    together = [group for group in groups if len(group) > 1]
    left = [card for group in groups if len(group) == 1 for card in group]
    text = " / ".join(_words(group, numbers) for group in together)
    # A mark where there is one group only, too: that tells it from cards that nobody grouped.
    mark = "-" if len(left) > 1 or not together else "/" if left or len(together) == 1 else ""
    return f"{text} {mark} {_words(left, numbers)}".strip()


def _words(cards: Iterable[Card], numbers: Mapping[Card, int]) -> str:
    return " ".join(f"{card.text}={numbers[card]}" if card in numbers else card.text for card in cards)


def _cards_of(text: str, rules: RuleSet) -> tuple[Card, ...]:
    """The cards of a field that this program wrote; what else is in it is passed over."""
    deck = DECKS[rules.deck]
    return tuple(deck[word] for word in text[:LONGEST].split() if word in deck)


@dataclass(slots=True)
class _Reader:
    """What was found in a text so far."""

    rules: RuleSet
    cards: list[Card] = field(default_factory=list)
    groups: list[list[Card]] = field(default_factory=list)
    numbers: dict[Card, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Read all of a field."""
        if len(text) > LONGEST:
            self.faults.append(f"That is too long: at most {LONGEST} characters.")
        plain, cut = _plain(text[:LONGEST]), len(text) > LONGEST
        groups = [group.split() for group in re.split(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain)]
        marks = [mark.strip() for mark in re.findall(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain)]
        named = {word.upper()[:2] for group in groups for word in group}
        wilds = iter([c for c in self._wilds() if c.text not in named])
        for place, group in enumerate(groups):
            last = cut and place == len(groups) - 1
            found = [c for word in group[: len(group) - last] for c in self._word(word, wilds)]
            self.cards += found
            if not marks:
                continue
            # What stands after the dash is left over, each card for itself.
            apart = place > 0 and marks[place - 1] == "-"
            fresh = [c for c in dict.fromkeys(found) if not any(c in group for group in self.groups)]
            self.groups += [[c] for c in fresh] if apart else [fresh] if fresh else []

    def ticks(self, values: Sequence[str]) -> tuple[Card, ...]:
        """The cards whose boxes are ticked."""
        deck, found = DECKS[self.rules.deck], list[Card]()
        for value in values[:_MOST_TICKED]:
            if value in deck:
                found.append(deck[value])
            else:
                self._unknown(value)
        return tuple(dict.fromkeys(found))

    def check(self, cards: Sequence[Card]) -> None:
        """Note cards that were typed twice, and more of them than a hand may have."""
        if twice := [card.text for card, times in Counter(self.cards).items() if times > 1]:
            self.faults.append(f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} there twice.")
        most = self.rules.hand_size + 1
        if len(cards) > most:
            self.faults.append(f"That is {len(cards)} cards: a hand has at most {most}.")

    def _wilds(self) -> list[Card]:
        return [Card(0, "W", n) for n in range(1, RUMSKI_WILDS + 1)] if self.rules.deck == "rumski70" else []

    def _unknown(self, word: str) -> tuple[Card, ...]:
        shown = "".join(c for c in word if c.isprintable())[:LONGEST_WORD]
        self.faults.append(f"\u201c{shown}\u201d is no card of this deck.")
        return ()

    def _word(self, word: str, wilds: Iterator[Card]) -> tuple[Card, ...]:
        if len(word) > LONGEST_WORD:
            return self._unknown(word)
        if self.rules.deck == "rumski70":
            wild = _WILD.fullmatch(word)
            return self._wild(word, wild, wilds) if wild else _rumski(word) or self._unknown(word)
        if found := _french(word):
            return found
        if _THREE.fullmatch(word):
            self.faults.append(f"\u201c{word}\u201d does not say which suits: four of a rank are written 5555.")
            return ()
        return self._unknown(word)

    def _wild(self, word: str, found: re.Match[str], wilds: Iterator[Card]) -> tuple[Card, ...]:
        name, number = found[1], found[2]
        if name:
            card = DECKS["rumski70"].get(f"W{name}")
        else:
            card = next(wilds, None)
            if card is None:
                self.faults.append(f"There are only {RUMSKI_WILDS} wilds.")
                return ()
        if card is None:
            return self._unknown(word)
        if number:
            if not 1 <= int(number) <= RANKS:
                self.faults.append(f"\u201c{word}\u201d: a wild stands for a number from 1 to {RANKS}.")
                return (card,)
            self.numbers[card] = int(number)
        return (card,)


def _plain(text: str) -> str:
    """``text`` with suits' signs, dashes and digits as they are on a keyboard, and commas as spaces."""
    text = unicodedata.normalize("NFKC", text.translate(_SIGNS))[:LONGEST].translate(_DASHES)
    shown = (c for c in text if c not in "\ufe0e\ufe0f" and unicodedata.category(c) != "Cf")
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else " " if c in ",;+" else c for c in shown)


def _french(word: str) -> tuple[Card, ...]:
    """The cards of one word: several of a suit ("789h"), a stretch ("7-Jh"), a rank of all suits; () for no such."""
    if four := _FOUR.fullmatch(word):
        return tuple(Card(_rank(four[1]), suit) for suit in FRENCH_SUITS)
    if found := _RANGE.fullmatch(word):
        suit = found[4].lower()
        return _stretch(_rank(found[1]), _rank(found[3]), suit) if found[2].lower() in ("", suit) else ()
    return _chunks(word.upper().replace("10", "T"))


def _chunks(word: str) -> tuple[Card, ...]:
    """Ranks each time followed by their suit; () where the word is anything else.

    D is a queen or diamonds: a queen in a run of three and more ("10BDKh"), else diamonds where the word comes out so.
    """
    # From the end on: what the rest of the word may be read as, so that nothing is tried twice.
    rest: dict[int, tuple[Card, ...]] = {len(word): ()}
    for start in range(len(word) - 1, -1, -1):
        found = list[tuple[Card, ...]]()
        for end in range(start + 1, len(word)):
            if word[end - 1] not in _RANK_LETTERS:
                break
            if word[end].lower() in FRENCH_SUITS and end + 1 in rest:
                found.append(tuple(Card(_rank(letter), word[end].lower()) for letter in word[start:end]))
        if found:
            run = [cards for cards in found if len(cards) >= FEWEST and _in_a_row(cards)]
            best = run[-1] if run else found[0]
            rest[start] = (*best, *rest[start + len(best) + 1])
    return rest.get(0, ())


def _in_a_row(cards: Sequence[Card]) -> bool:
    return all(after.rank == before.rank + 1 for before, after in pairwise(cards))


def _rumski(word: str) -> tuple[Card, ...]:
    """The cards of one word: "R5", several ("R5B5"), one number in several colours ("RBG5"), a stretch ("R5-8")."""
    if found := _RUMSKI_RANGE.fullmatch(word):
        return _stretch(int(found[2]), int(found[3]), found[1].upper())
    if not _RUMSKI_CARDS.fullmatch(word):
        return ()
    groups = (match.groups() for match in _RUMSKI_CARD.finditer(word.upper()))
    cards = tuple(Card(int(rank), colour) for colours, rank in groups for colour in colours)
    return cards if all(card.suit in RUMSKI_COLOURS for card in cards) else ()


def _stretch(first: int, last: int, suit: str) -> tuple[Card, ...]:
    """All cards from one rank to another, the shorter way: "Q-A" are three, "9-7" are three as well."""
    up = (last - first) % RANKS
    down = (first - last) % RANKS
    if up <= down or first < last:
        return tuple(Card((first + step - 1) % RANKS + 1, suit) for step in range(up + 1))
    return tuple(Card((last + step - 1) % RANKS + 1, suit) for step in range(down + 1))


def _rank(text: str) -> int:
    text = text.upper()
    return FRENCH_RANKS.index(_GERMAN.get(text, text)) + 1
