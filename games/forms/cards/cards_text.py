"""Read a hand of cards from a text field ("7h 8h 9h / 5555 / Ks") and from checkboxes.

Rank letters of every language and the suits' signs are understood. What cannot be read becomes an error sentence; no
input raises. The notation of whole games (``games.rules.notation``) is stricter.

**Letters.** A rank may be written with the letter of any language (``RANK_LETTERS``), whatever the page's language is;
a suit is s, h, d or c, or its sign. The rank comes first: "KD" is the king of diamonds, "DC" the queen of clubs, "DD"
the queen of diamonds. Only a sign may come before the rank, as no sign is a rank: "\u2665D". What can be read in two
ways:

* C is clubs. Only in a word of one card, before its suit, it is the Spanish caballo or Italian cavallo, the queen of a
  French deck: "Ch". "CD" could mean two queens and is refused.
* D behind a rank is diamonds or a queen (German Dame). "7Dh" has a queen, as nothing else makes sense. Otherwise a
  small d among capitals is diamonds ("KdBh"), and so is any D that would not make a run ("7DKh"). In an ascending run
  of three or more it is a queen ("10BDKh"), unless the jack is a J, which goes with Q and not with D: that is refused
  ("JDKh"). A descending run is refused if its jack is not a J ("KDBh"); with a J ("KDJh") the D is diamonds.

A refused word gets a sentence with both readings and how to write them.
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
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement
from games.rules.hands.melds import MIN_MELD_SIZE, card_sort_key
from games.rules.ruleset import RuleSet
from games.wording.cards import as_typed, card_names
from games.wording.words import listed

MAX_TEXT_LENGTH: Final = 300
"""Characters of a text field; a hand takes about fifty."""
MAX_WORD_LENGTH: Final = 40
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
"""Rank letters that are never a suit."""
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
class SubmittedHand:
    """A hand as it was entered.

    ``cards`` are all cards that were understood, each once; ``groups`` the same as they were grouped, a single card
    being one that is in no meld, and () if the hand was not grouped; ``numbers`` the ranks given to wilds. ``faults``
    are error sentences. ``text`` is what the field shows again: the cards in a plain form, or with faults what was
    typed. ``cards_in_text`` are the cards in the typed text, ticked or not.
    """

    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    numbers: Mapping[Card, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    text: str = ""
    cards_in_text: tuple[Card, ...] = ()


def read_submitted_hand(data: MultiValueDict[str, str], name: str, rules: RuleSet) -> SubmittedHand:
    """Read a hand from the grid's form fields ``cards-<name>``, ``card-<name>`` and ``seen-<name>``."""
    return read_cards_field(
        data.get(f"cards-{name}", ""), data.getlist(f"card-{name}"), rules, data.get(f"seen-{name}", "")
    )


def read_cards_field(text: str, ticked: Sequence[str], rules: RuleSet, seen: str = "") -> SubmittedHand:
    """Read a hand from its text and its ticked boxes, under ``rules``.

    ``seen`` are the cards that the text showed when the form was made. A card of these that is gone from the text or
    from the boxes was removed; any other card that is in either belongs to the hand.

    >>> [card.text for card in read_cards_field("7-9h", ["Ks"], RuleSet()).cards]
    ['Ks', '7h', '8h', '9h']
    """
    reader = _HandTextReader(rules)
    reader.read(text)
    boxes = reader.ticks(ticked)
    seen_cards = _cards_of(seen, rules)
    typed = list(dict.fromkeys(reader.cards))
    removed = {card for card in seen_cards if card not in typed or card not in boxes}
    added = [card for card in boxes if card not in typed and card not in removed]
    cards = tuple(card for card in (*typed, *added) if card not in removed)
    reader.check(cards)
    groups = tuple(
        remaining for group in reader.groups if (remaining := tuple(card for card in group if card not in removed))
    )
    if reader.groups:
        groups += tuple((card,) for card in added)
    else:
        cards = tuple(sorted(cards, key=card_sort_key))
    numbers = {card: rank for card, rank in reader.numbers.items() if card in cards}
    faults = tuple(dict.fromkeys(reader.faults))
    shown = text[:MAX_TEXT_LENGTH] if faults else _in_groups(groups, numbers) if groups else _words(cards, numbers)
    return SubmittedHand(cards, groups, numbers, faults, shown, tuple(sorted(typed, key=card_sort_key)))


def arranged_hand(typed: SubmittedHand, rules: RuleSet, discard: Card | None = None) -> ShownHand:
    """Return the entered hand with its melds: groups of three or more, legal or not; if ungrouped, arranged best.

    A wild with a number is arranged as that card only. ``discard`` is left out of the hand, even if it was entered.
    """
    cards = tuple(card for card in typed.cards if card != discard)
    numbers = {card: rank for card, rank in typed.numbers.items() if card != discard}
    if typed.groups:
        groups = (tuple(card for card in group if card != discard) for group in typed.groups)
        return ShownHand(cards, tuple(group for group in groups if len(group) >= MIN_MELD_SIZE), discard, numbers)
    melds = best_arrangement(cards, rules, numbers).melds if 0 < len(cards) <= MAX_CARDS else ()
    return ShownHand(cards, melds, discard, numbers)


def cards_text(hand: ShownHand) -> str:
    """Return a hand as text that reads back as the same hand, without its discard.

    >>> cards_text(ShownHand(tuple(Card(7, suit) for suit in "shd")))
    '- 7s 7h 7d'
    """
    return _in_groups((*hand.melds, *((card,) for card in hand.unmelded)), hand.numbers)


def _in_groups(groups: Iterable[Sequence[Card]], numbers: Mapping[Card, int]) -> str:
    together = [group for group in groups if len(group) > 1]
    single_cards = [card for group in groups if len(group) == 1 for card in group]
    text = " / ".join(_words(group, numbers) for group in together)
    # A single group gets a mark too, which tells it from an ungrouped hand.
    mark = "-" if len(single_cards) > 1 or not together else "/" if single_cards or len(together) == 1 else ""
    return f"{text} {mark} {_words(single_cards, numbers)}".strip()


def _words(cards: Iterable[Card], numbers: Mapping[Card, int]) -> str:
    return " ".join(f"{card.text}={numbers[card]}" if card in numbers else card.text for card in cards)


def _cards_of(text: str, rules: RuleSet) -> tuple[Card, ...]:
    """Return the cards of a field that this program wrote; anything else in it is ignored."""
    deck = DECKS[rules.deck]
    return tuple(deck[word] for word in text[:MAX_TEXT_LENGTH].split() if word in deck)


@dataclass(slots=True)
class _HandTextReader:
    """What was read from a hand's text so far."""

    rules: RuleSet
    cards: list[Card] = field(default_factory=list)
    groups: list[list[Card]] = field(default_factory=list)
    numbers: dict[Card, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Read all of a field."""
        if len(text) > MAX_TEXT_LENGTH:
            self.faults.append(_("That is too long: at most %(number)d characters.") % {"number": MAX_TEXT_LENGTH})
        plain_text, cut = _plain(text[:MAX_TEXT_LENGTH]), len(text) > MAX_TEXT_LENGTH
        groups = [group.split() for group in re.split(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain_text)]
        marks = [mark.strip() for mark in re.findall(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain_text)]
        named = {word.upper()[:2] for group in groups for word in group}
        wilds = iter([c for c in self._wilds() if c.text not in named])
        for place, group in enumerate(groups):
            last = cut and place == len(groups) - 1
            cards = [c for word in group[: len(group) - last] for c in self._word(word, wilds)]
            self.cards += cards
            if not marks:
                continue
            # What follows the dash is unmelded: each card is a group of its own.
            after_dash = place > 0 and marks[place - 1] == "-"
            new_cards = [c for c in dict.fromkeys(cards) if not any(c in group for group in self.groups)]
            self.groups += [[c] for c in new_cards] if after_dash else [new_cards] if new_cards else []

    def ticks(self, values: Sequence[str]) -> tuple[Card, ...]:
        """Return the cards whose boxes are ticked."""
        deck, cards = DECKS[self.rules.deck], list[Card]()
        for value in values[:_MOST_TICKED]:
            if value in deck:
                cards.append(deck[value])
            else:
                self._unknown(value)
        return tuple(dict.fromkeys(cards))

    def check(self, cards: Sequence[Card]) -> None:
        """Add faults for cards typed twice and for too many cards."""
        if repeated := [as_typed(card.text) for card, times in Counter(self.cards).items() if times > 1]:
            message = ngettext("%(cards)s is there twice.", "%(cards)s are there twice.", len(repeated))
            self.faults.append(message % {"cards": listed(repeated)})
        maximum = self.rules.hand_size + 1
        if len(cards) > maximum:
            message = ngettext(
                "That is %(number)d card: a hand has at most %(most)d.",
                "That is %(number)d cards: a hand has at most %(most)d.",
                len(cards),
            )
            self.faults.append(message % {"number": len(cards), "most": maximum})

    def _wilds(self) -> list[Card]:
        return [Card(0, "W", n) for n in range(1, RUMSKI_WILDS + 1)] if self.rules.deck == "rumski70" else []

    def _unknown(self, word: str) -> tuple[Card, ...]:
        shown = "".join(c for c in word if c.isprintable())[:MAX_WORD_LENGTH]
        self.faults.append(_("\u201c%(word)s\u201d is no card of this deck.") % {"word": shown})
        return ()

    def _word(self, word: str, wilds: Iterator[Card]) -> tuple[Card, ...]:
        if len(word) > MAX_WORD_LENGTH:
            return self._unknown(word)
        if self.rules.deck == "rumski70":
            wild = _WILD.fullmatch(word)
            return self._wild(word, wild, wilds) if wild else _rumski_cards(word) or self._unknown(word)
        readings = _french_readings(word)
        if len(readings) == 1:
            return readings[0]
        if readings:
            one, other = (as_typed(card_names(cards)) for cards in readings)
            message = _("\u201c%(word)s\u201d can be %(one)s or %(other)s: type it like one of these.")
            self.faults.append(message % {"word": word, "one": one, "other": other})
        elif _THREE.fullmatch(word):
            message = _("\u201c%(word)s\u201d does not say which suits: four of a rank are written 5555.")
            self.faults.append(message % {"word": word})
        elif turned := _SUIT_FIRST.fullmatch(word):
            card = Card(_rank(turned[2]), _suit(turned[1]))
            message = _("\u201c%(word)s\u201d: type the rank first, then the suit, as in %(card)s.")
            self.faults.append(message % {"word": word, "card": as_typed(card.text)})
        else:
            return self._unknown(word)
        return ()

    def _wild(self, word: str, match: re.Match[str], wilds: Iterator[Card]) -> tuple[Card, ...]:
        name, number = match[1], match[2]
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
                message = _("\u201c%(word)s\u201d: a wild stands for a number from 1 to %(most)d.")
                self.faults.append(message % {"word": word, "most": RANKS})
                return (card,)
            self.numbers[card] = int(number)
        return (card,)


def _plain(text: str) -> str:
    """Return ``text`` with plain dashes and digits, black suit signs, and spaces for commas."""
    text = unicodedata.normalize("NFKC", text.translate(_BLACK))[:MAX_TEXT_LENGTH].translate(_DASHES)
    visible = (c for c in text if c not in "\ufe0e\ufe0f" and unicodedata.category(c) != "Cf")
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else " " if c in ",;+" else c for c in visible)


_Cards = tuple[Card, ...]


def _french_readings(word: str) -> list[_Cards]:
    """Return the readings of one word: cards of a suit ("789h"), a range ("7-Jh"), a rank in all suits ("5555").

    Empty if it cannot be read, two readings if it is ambiguous.
    """
    readings = _lettered_readings(word)
    if word.isascii() or not (signed := _signed_cards(word)) or readings == [signed]:
        return readings
    # One reading takes a letter for a suit, the other takes only signs for suits.
    return [signed] if not readings or signed in readings else [signed, readings[0]]


def _signed_cards(word: str) -> _Cards:
    """Return the cards of a word whose suits are all signs, each after its ranks or each before them."""
    if match := _SIGN_FIRST_RANGE.fullmatch(word):
        return _stretch(_rank(match[2]), _rank(match[3]), _suit(match[1]))
    if _SIGN_FIRST.fullmatch(word):
        groups = [(sign, ranks) for sign, ranks in re.findall(rf"([{_SIGNS}])([^{_SIGNS}]+)", word)]
    elif _SIGN_LAST.fullmatch(word):
        groups = [(sign, ranks) for ranks, sign in re.findall(rf"([^{_SIGNS}]+)([{_SIGNS}])", word)]
    else:
        return ()
    return tuple(Card(_rank(letter), _suit(sign)) for sign, ranks in groups for letter in ranks.replace("10", "T"))


def _lettered_readings(word: str) -> list[_Cards]:
    """Return the readings of a word in which letters may be suits."""
    if four := _FOUR.fullmatch(word):
        return [tuple(Card(_rank(four[1]), suit) for suit in FRENCH_SUITS)]
    if match := _RANGE.fullmatch(word):
        suit = _suit(match[4])
        return [_stretch(_rank(match[1]), _rank(match[3]), suit)] if match[2] == "" or _suit(match[2]) == suit else []
    if match := _CABALLO_OF.fullmatch(word):
        caballo = (Card(_rank(_CABALLO), _suit(match[1])),)
        return [caballo, (Card(_rank("D"), "c"),)] if match[1] in "dD" else [caballo]
    return _chunk_readings(word)


def _chunk_readings(word: str) -> list[_Cards]:
    """Return up to two readings of a word made of ranks, each group followed by its suit; none for any other word.

    Whether D is a queen or diamonds is decided as the module docstring says.
    """
    capitals = any(c in _PLAIN_RANKS for c in word) and not any(c.islower() and c.upper() in _PLAIN_RANKS for c in word)
    word = word.replace("10", "T")
    # From the end backwards: the readings of each rest of the word, so that nothing is tried twice.
    readings_from: dict[int, list[_Cards]] = {len(word): [()]}
    for start in range(len(word) - 1, -1, -1):
        ends = list[int]()
        for end in range(start + 1, len(word)):
            if word[end - 1].upper() not in _RANK_LETTERS:
                break
            if _suit(word[end]) in FRENCH_SUITS and end + 1 in readings_from:
                ends.append(end)
        if capitals:
            ends = [end for end in ends if "d" not in word[start:end]] or ends
        readings = [
            (*(Card(_rank(letter), _suit(word[end])) for letter in word[start:end]), *after)
            for end in _likely_ends(word, start, ends)
            for after in readings_from[end + 1]
        ]
        if readings:
            readings_from[start] = readings[:2]
    return readings_from.get(0, [])


def _likely_ends(word: str, start: int, ends: Sequence[int]) -> Sequence[int]:
    """Return which of ``ends``, where a suit may close the ranks from ``start`` on, is meant; two if ambiguous."""
    ranks = {end: [_rank(letter) for letter in word[start:end]] for end in ends if end - start >= MIN_MELD_SIZE}
    ascending = [end for end, row in ranks.items() if _in_a_row(row)]
    descending = [end for end, row in ranks.items() if _in_a_row(row[::-1])]
    if ascending and ascending[-1] != ends[0]:
        return [ends[0], ascending[-1]] if "J" in word[start : ascending[-1]].upper() else ascending[-1:]
    if descending and descending[-1] != ends[0] and "J" not in word[start : descending[-1]].upper():
        return [ends[0], descending[-1]]
    return ends[:1]


def _in_a_row(ranks: Sequence[int]) -> bool:
    return all(after == before % RANKS + 1 for before, after in pairwise(ranks))


def _rumski_cards(word: str) -> tuple[Card, ...]:
    """Return the cards of a word: "R5", several ("R5B5"), a number in several colors ("RBG5"), a range ("R5-8")."""
    if match := _RUMSKI_RANGE.fullmatch(word):
        return _stretch(int(match[2]), int(match[3]), match[1].upper())
    if not _RUMSKI_CARDS.fullmatch(word):
        return ()
    groups = (part.groups() for part in _RUMSKI_CARD.finditer(word.upper()))
    cards = tuple(Card(int(rank), colour) for colours, rank in groups for colour in colours)
    return cards if all(card.suit in RUMSKI_COLOURS for card in cards) else ()


def _stretch(first: int, last: int, suit: str) -> tuple[Card, ...]:
    """Return all cards from one rank to another, the shorter way round: "Q-A" is three cards, and so is "9-7"."""
    upward = (last - first) % RANKS
    downward = (first - last) % RANKS
    if upward <= downward or first < last:
        return tuple(Card((first + step - 1) % RANKS + 1, suit) for step in range(upward + 1))
    return tuple(Card((last + step - 1) % RANKS + 1, suit) for step in range(downward + 1))


def _rank(text: str) -> int:
    text = text.upper()
    return FRENCH_RANKS.index("Q" if text == _CABALLO else RANK_LETTERS.get(text, text)) + 1


def _suit(text: str) -> str:
    return text.translate(_LETTERS).lower()
