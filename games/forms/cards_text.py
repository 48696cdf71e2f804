"""A hand as it is typed and ticked: "7h 8h 9h / 5555 / Ks", letters of all languages, suits' signs, and boxes.

What is not understood becomes a sentence; nothing typed here ever raises. The notation of whole games is stricter.

**Letters.** A rank may have the letter of any language (``RANK_LETTERS``), whichever is in force; a suit is s, h, d or
c, or its sign. The rank comes first: "KD" is the king of diamonds, "DC" the queen of clubs, "DD" the queen of diamonds.
Only with a sign may the suit come first, as no sign is a rank: "\u2665D". What can be read in two ways:

* C is clubs. Only in a word of one card, before its suit, it is the caballo or cavallo, which is our queen: "Ch". "CD"
  may mean a queen of either suit and is refused.
* D behind a rank is diamonds or a queen: "7Dh" has a queen, as there is no other way. Where there is, a small d among
  capitals is diamonds ("KdBh"), and so is all that would make no run ("7DKh"). In a run upwards of three or more it is
  a queen ("10BDKh"); but where the jack is a J, which nobody writes who has a D for the queen, it is refused ("JDKh").
  Of runs downwards those are refused whose jack is none ("KDBh"); with a J ("KDJh") it is diamonds.

Refused is what a sentence then says: both readings, and how to write them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.arrangement import MOST, best_arrangement
from games.rules.cards import (
    DECKS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    RANK_LETTERS,
    RANKS,
    RUMSKI_COLOURS,
    RUMSKI_WILDS,
    Card,
)
from games.rules.declaration import ShownHand
from games.rules.melds import FEWEST, NotAMeld, meld_of, order
from games.rules.ruleset import RuleSet
from games.wording import as_typed, card_names, listed

LONGEST: Final = 300
"""Characters of a field: a hand takes fifty."""
LONGEST_WORD: Final = 40
_MOST_TICKED: Final = 70
"""Cards of the largest deck."""

_SIGNS: Final = "\u2660\u2665\u2666\u2663"
"""The suits' signs, in the order of their letters."""
_BLACK: Final = str.maketrans("\u2664\u2661\u2662\u2667", _SIGNS)
_LETTERS: Final = str.maketrans(_SIGNS, FRENCH_SUITS)
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_CABALLO: Final = "C"
_RANK_LETTERS: Final = FRENCH_RANKS + "".join(letter for letter in RANK_LETTERS if letter.isalpha())
_PLAIN_RANKS: Final = frozenset(_RANK_LETTERS) - frozenset("D23456789")
"""Letters of ranks that are never a suit."""
_RANK: Final = f"10|[{_RANK_LETTERS}]"
_FOUR: Final = re.compile(rf"({_RANK})\1\1\1", re.IGNORECASE)
_THREE: Final = re.compile(rf"({_RANK})\1{{1,2}}", re.IGNORECASE)
_RANGE: Final = re.compile(rf"({_RANK})([shdc{_SIGNS}]?)-({_RANK})([shdc{_SIGNS}])", re.IGNORECASE)
_SIGN_LAST: Final = re.compile(rf"(?:(?:{_RANK})+[{_SIGNS}])+|C[{_SIGNS}]", re.IGNORECASE)
_SIGN_FIRST: Final = re.compile(rf"(?:[{_SIGNS}](?:{_RANK})+)+|[{_SIGNS}]C", re.IGNORECASE)
_SIGN_FIRST_RANGE: Final = re.compile(rf"([{_SIGNS}])({_RANK})-\1?({_RANK})", re.IGNORECASE)
_CABALLO_OF: Final = re.compile(rf"{_CABALLO}([shdc{_SIGNS}])", re.IGNORECASE)
_SUIT_FIRST: Final = re.compile(rf"([shdc])({_RANK})", re.IGNORECASE)
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
            self.faults.append(_("That is too long: at most %(number)d characters.") % {"number": LONGEST})
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
        if twice := [as_typed(card.text) for card, times in Counter(self.cards).items() if times > 1]:
            said = ngettext("%(cards)s is there twice.", "%(cards)s are there twice.", len(twice))
            self.faults.append(said % {"cards": listed(twice)})
        most = self.rules.hand_size + 1
        if len(cards) > most:
            said = ngettext(
                "That is %(number)d card: a hand has at most %(most)d.",
                "That is %(number)d cards: a hand has at most %(most)d.",
                len(cards),
            )
            self.faults.append(said % {"number": len(cards), "most": most})

    def _wilds(self) -> list[Card]:
        return [Card(0, "W", n) for n in range(1, RUMSKI_WILDS + 1)] if self.rules.deck == "rumski70" else []

    def _unknown(self, word: str) -> tuple[Card, ...]:
        shown = "".join(c for c in word if c.isprintable())[:LONGEST_WORD]
        self.faults.append(_("\u201c%(word)s\u201d is no card of this deck.") % {"word": shown})
        return ()

    def _word(self, word: str, wilds: Iterator[Card]) -> tuple[Card, ...]:
        if len(word) > LONGEST_WORD:
            return self._unknown(word)
        if self.rules.deck == "rumski70":
            wild = _WILD.fullmatch(word)
            return self._wild(word, wild, wilds) if wild else _rumski(word) or self._unknown(word)
        readings = _french(word)
        if len(readings) == 1:
            return readings[0]
        if readings:
            one, other = (as_typed(card_names(cards)) for cards in readings)
            said = _("\u201c%(word)s\u201d can be %(one)s or %(other)s: type it like one of these.")
            self.faults.append(said % {"word": word, "one": one, "other": other})
        elif _THREE.fullmatch(word):
            said = _("\u201c%(word)s\u201d does not say which suits: four of a rank are written 5555.")
            self.faults.append(said % {"word": word})
        elif turned := _SUIT_FIRST.fullmatch(word):
            card = Card(_rank(turned[2]), _suit(turned[1]))
            said = _("\u201c%(word)s\u201d: type the rank first, then the suit, as in %(card)s.")
            self.faults.append(said % {"word": word, "card": as_typed(card.text)})
        else:
            return self._unknown(word)
        return ()

    def _wild(self, word: str, found: re.Match[str], wilds: Iterator[Card]) -> tuple[Card, ...]:
        name, number = found[1], found[2]
        if name:
            card = DECKS["rumski70"].get(f"W{name}")
        else:
            card = next(wilds, None)
            if card is None:
                self.faults.append(_("There are only %(number)d wilds.") % {"number": RUMSKI_WILDS})
                return ()
        if card is None:
            return self._unknown(word)
        if number:
            if not 1 <= int(number) <= RANKS:
                said = _("\u201c%(word)s\u201d: a wild stands for a number from 1 to %(most)d.")
                self.faults.append(said % {"word": word, "most": RANKS})
                return (card,)
            self.numbers[card] = int(number)
        return (card,)


def _plain(text: str) -> str:
    """``text`` with dashes and digits as they are on a keyboard, suits' signs in black, and commas as spaces."""
    text = unicodedata.normalize("NFKC", text.translate(_BLACK))[:LONGEST].translate(_DASHES)
    shown = (c for c in text if c not in "\ufe0e\ufe0f" and unicodedata.category(c) != "Cf")
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else " " if c in ",;+" else c for c in shown)


_Cards = tuple[Card, ...]


def _french(word: str) -> list[_Cards]:
    """What one word can be: several cards of a suit ("789h"), a stretch ("7-Jh"), a rank of all suits ("5555").

    Empty for no such word, two where nobody can say which of them is meant.
    """
    plain = _letters(word)
    if word.isascii() or not (signed := _signed(word)) or plain == [signed]:
        return plain
    # A letter was a suit in one reading, while signs stand for suits in the other.
    return [signed] if not plain or signed in plain else [signed, plain[0]]


def _signed(word: str) -> _Cards:
    """The cards of a word in which a sign and nothing else is a suit, all of them last or all of them first."""
    if found := _SIGN_FIRST_RANGE.fullmatch(word):
        return _stretch(_rank(found[2]), _rank(found[3]), _suit(found[1]))
    if _SIGN_FIRST.fullmatch(word):
        groups = [(sign, ranks) for sign, ranks in re.findall(rf"([{_SIGNS}])([^{_SIGNS}]+)", word)]
    elif _SIGN_LAST.fullmatch(word):
        groups = [(sign, ranks) for ranks, sign in re.findall(rf"([^{_SIGNS}]+)([{_SIGNS}])", word)]
    else:
        return ()
    return tuple(Card(_rank(letter), _suit(sign)) for sign, ranks in groups for letter in ranks.replace("10", "T"))


def _letters(word: str) -> list[_Cards]:
    """What a word can be in which letters are suits, too."""
    if four := _FOUR.fullmatch(word):
        return [tuple(Card(_rank(four[1]), suit) for suit in FRENCH_SUITS)]
    if found := _RANGE.fullmatch(word):
        suit = _suit(found[4])
        return [_stretch(_rank(found[1]), _rank(found[3]), suit)] if found[2] == "" or _suit(found[2]) == suit else []
    if found := _CABALLO_OF.fullmatch(word):
        caballo = (Card(_rank(_CABALLO), _suit(found[1])),)
        return [caballo, (Card(_rank("D"), "c"),)] if found[1] in "dD" else [caballo]
    return _chunks(word)


def _chunks(word: str) -> list[_Cards]:
    """Ranks each time followed by their suit, in one way or two; none where the word is anything else.

    Where D is a queen or diamonds, the rules at the head of this module tell.
    """
    capitals = any(c in _PLAIN_RANKS for c in word) and not any(c.islower() and c.upper() in _PLAIN_RANKS for c in word)
    word = word.replace("10", "T")
    # From the end on: what the rest of the word may be read as, so that nothing is tried twice.
    rest: dict[int, list[_Cards]] = {len(word): [()]}
    for start in range(len(word) - 1, -1, -1):
        ends = list[int]()
        for end in range(start + 1, len(word)):
            if word[end - 1].upper() not in _RANK_LETTERS:
                break
            if _suit(word[end]) in FRENCH_SUITS and end + 1 in rest:
                ends.append(end)
        if capitals:
            ends = [end for end in ends if "d" not in word[start:end]] or ends
        found = [
            (*(Card(_rank(letter), _suit(word[end])) for letter in word[start:end]), *after)
            for end in _likely_ends(word, start, ends)
            for after in rest[end + 1]
        ]
        if found:
            rest[start] = found[:2]
    return rest.get(0, [])


def _likely_ends(word: str, start: int, ends: Sequence[int]) -> Sequence[int]:
    """Of the places where a suit may end the ranks from ``start`` on, the one that is meant, or two that may be."""
    ranks = {end: [_rank(letter) for letter in word[start:end]] for end in ends if end - start >= FEWEST}
    up = [end for end, of in ranks.items() if _in_a_row(of)]
    down = [end for end, of in ranks.items() if _in_a_row(of[::-1])]
    if up and up[-1] != ends[0]:
        return [ends[0], up[-1]] if "J" in word[start : up[-1]].upper() else up[-1:]
    if down and down[-1] != ends[0] and "J" not in word[start : down[-1]].upper():
        return [ends[0], down[-1]]
    return ends[:1]


def _in_a_row(ranks: Sequence[int]) -> bool:
    return all(after == before % RANKS + 1 for before, after in pairwise(ranks))


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
    return FRENCH_RANKS.index("Q" if text == _CABALLO else RANK_LETTERS.get(text, text)) + 1


def _suit(text: str) -> str:
    return text.translate(_LETTERS).lower()
