"""Read one word of a typed hand as cards: "7h", "789h", "7-9h", "5555", "\u2665D", "R5", "RBG5".

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
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS, RANK_LETTERS, RANKS, RUMSKI_COLORS, Card
from games.rules.hands.melds import MIN_MELD_SIZE

SUIT_SIGNS: Final = "\u2660\u2665\u2666\u2663"
"""The suits' signs, in the order of their letters."""
_LETTERS: Final = str.maketrans(SUIT_SIGNS, FRENCH_SUITS)
_CABALLO: Final = "C"
_RANK_LETTERS: Final = FRENCH_RANKS + "".join(letter for letter in RANK_LETTERS if letter.isalpha())
_PLAIN_RANKS: Final = frozenset(_RANK_LETTERS) - frozenset("D23456789")
"""Rank letters that are never a suit."""
_RANK: Final = f"10|[{_RANK_LETTERS}]"
_FOUR: Final = re.compile(rf"({_RANK})\1\1\1", re.IGNORECASE)
_THREE: Final = re.compile(rf"({_RANK})\1{{1,2}}", re.IGNORECASE)
_RANGE: Final = re.compile(rf"({_RANK})([shdc{SUIT_SIGNS}]?)-({_RANK})([shdc{SUIT_SIGNS}])", re.IGNORECASE)
_SIGN_LAST: Final = re.compile(rf"(?:(?:{_RANK})+[{SUIT_SIGNS}])+|C[{SUIT_SIGNS}]", re.IGNORECASE)
_SIGN_FIRST: Final = re.compile(rf"(?:[{SUIT_SIGNS}](?:{_RANK})+)+|[{SUIT_SIGNS}]C", re.IGNORECASE)
_SIGN_FIRST_RANGE: Final = re.compile(rf"([{SUIT_SIGNS}])({_RANK})-\1?({_RANK})", re.IGNORECASE)
_CABALLO_OF: Final = re.compile(rf"{_CABALLO}([shdc{SUIT_SIGNS}])", re.IGNORECASE)
_SUIT_FIRST: Final = re.compile(rf"([shdc])({_RANK})", re.IGNORECASE)
_RUMSKI_RANGE: Final = re.compile(r"([RBGYP])(1[0-3]|[1-9])-\1?(1[0-3]|[1-9])", re.IGNORECASE)
_RUMSKI_CARDS: Final = re.compile(r"(?:[RBGYP]{1,5}(?:1[0-3]|[1-9]))+", re.IGNORECASE)
_RUMSKI_CARD: Final = re.compile(r"([RBGYP]+)(1[0-3]|[1-9])", re.IGNORECASE)
WILD: Final = re.compile(r"W([0-9]*)(?:=([0-9]{1,4}))?", re.IGNORECASE)

_Cards = tuple[Card, ...]


def french_readings(word: str) -> list[_Cards]:
    """Return the readings of one word: cards of a suit ("789h"), a range ("7-Jh"), a rank in all suits ("5555").

    Empty if it cannot be read, two readings if it is ambiguous.
    """
    readings = _lettered_readings(word)
    if word.isascii() or not (signed := _signed_cards(word)) or readings == [signed]:
        return readings
    # One reading takes a letter for a suit, the other takes only signs for suits.
    return [signed] if not readings or signed in readings else [signed, readings[0]]


def lacks_suits(word: str) -> bool:
    """Return whether a word is a rank two or three times without a suit ("555")."""
    return _THREE.fullmatch(word) is not None


def suit_first_card(word: str) -> Card | None:
    """Return the card that was meant by a suit's letter and a rank in the wrong order ("h7"), else None."""
    match = _SUIT_FIRST.fullmatch(word)
    return Card(_rank(match[2]), _suit(match[1])) if match else None


def _signed_cards(word: str) -> _Cards:
    """Return the cards of a word whose suits are all signs, each after its ranks or each before them."""
    if match := _SIGN_FIRST_RANGE.fullmatch(word):
        return _stretch(_rank(match[2]), _rank(match[3]), _suit(match[1]))
    if _SIGN_FIRST.fullmatch(word):
        groups = [(sign, ranks) for sign, ranks in re.findall(rf"([{SUIT_SIGNS}])([^{SUIT_SIGNS}]+)", word)]
    elif _SIGN_LAST.fullmatch(word):
        groups = [(sign, ranks) for ranks, sign in re.findall(rf"([^{SUIT_SIGNS}]+)([{SUIT_SIGNS}])", word)]
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


def rumski_cards(word: str) -> tuple[Card, ...]:
    """Return the cards of a word: "R5", several ("R5B5"), a number in several colors ("RBG5"), a range ("R5-8")."""
    if match := _RUMSKI_RANGE.fullmatch(word):
        return _stretch(int(match[2]), int(match[3]), match[1].upper())
    if not _RUMSKI_CARDS.fullmatch(word):
        return ()
    groups = (part.groups() for part in _RUMSKI_CARD.finditer(word.upper()))
    cards = tuple(Card(int(rank), color) for colors, rank in groups for color in colors)
    return cards if all(card.suit in RUMSKI_COLORS for card in cards) else ()


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
