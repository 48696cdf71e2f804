"""The text itself: characters that phones put in the place of others, the pieces of a line, and where faults go."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from games.rules.faults import Fault
from games.rules.notation.values import HIGHEST_AMOUNT, LONGEST_REMARK, MOST_FAULTS, TextFault, Wrong

_LONGEST_PIECE: Final = 40
"""Characters of the text that a fault quotes."""
_NUMBER: Final = re.compile(r"[0-9]{1,7}|[0-9]{1,3}(?:'[0-9]{3}){1,2}")
_PIECE: Final = re.compile(r"(?:[^\s,:/&=()-]|(?<=[Ww][1-5])=(?=[0-9]))+|[,:/&=()-]")
"""A word, or a mark of its own. In ``W1=7`` the mark is part of the word."""
_INVISIBLE: Final = "\u200c\u200d\u200e\u200f"
_SUITS: Final = {0x2660: "s", 0x2664: "s", 0x2665: "h", 0x2661: "h", 0x2666: "d", 0x2662: "d", 0x2663: "c", 0x2667: "c"}
_MINUS: Final = dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212], "-")
_APOSTROPHES: Final = dict.fromkeys([0x2018, 0x2019, 0x02BC, 0x00B4, 0x0060], "'")


class Stop(Exception):  # noqa: N818 - no error: the rest of a piece says nothing once this is wrong
    """The piece of the text that is being read ends here."""


class Full(Exception):  # noqa: N818 - no error of a program
    """There are as many faults as anybody wants to see."""


@dataclass(slots=True)
class Faults:
    """The faults found so far."""

    found: list[TextFault] = field(default_factory=list)

    def add(
        self, at: "Token", code: Wrong, text: str | None = None, *, wanted: str = "", fault: Fault | None = None
    ) -> None:
        """Note a fault at ``at``, about ``text``, by default what stands there. Raises Full when it is the last."""
        quoted = (at.raw if text is None else text)[:_LONGEST_PIECE]
        self.found.append(TextFault(at.line, at.column, code, quoted, wanted, fault))
        if len(self.found) >= MOST_FAULTS:
            raise Full

    def stop(self, at: "Token", code: Wrong, text: str | None = None, *, wanted: str = "") -> NoReturn:
        """Note a fault and raise Stop."""
        self.add(at, code, text, wanted=wanted)
        raise Stop


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line: ``text`` in plain characters, ``raw`` as it was typed, and where it begins."""

    line: int
    column: int
    text: str
    raw: str

    @property
    def word(self) -> str:
        """The text in small letters."""
        return self.text.lower()

    @property
    def as_end(self) -> "Token":
        """The same place as the end of what is before it."""
        return Token(self.line, self.column, "", self.raw)

    def part(self, start: int, end: int | None = None) -> "Token":
        """The characters from ``start`` to ``end``, without white space around them."""
        text, raw = self.text[start:end], self.raw[start:end]
        left, kept = len(text) - len(text.lstrip()), len(text.strip())
        shown = slice(left, left + kept)
        return Token(self.line, self.column + start + left, text[shown], raw[shown])

    def split(self, mark: str) -> list["Token"]:
        """The parts between ``mark``."""
        parts, start = list[Token](), 0
        for end in [*(found.start() for found in re.finditer(re.escape(mark), self.text)), None]:
            parts.append(self.part(start, end))
            start = (end or 0) + 1
        return parts

    def pieces(self) -> "Pieces":
        """Its words and marks."""
        end = Token(self.line, self.column + len(self.text), "", "")
        return Pieces([self.part(*found.span()) for found in _PIECE.finditer(self.text)], end)


@dataclass(slots=True)
class Pieces:
    """Words and marks, read one after the other; ``end`` stands where the last one ends."""

    tokens: list[Token]
    end: Token
    at: int = 0

    @property
    def next(self) -> Token:
        """The next piece; at the end, one without text."""
        return self.tokens[self.at] if self.at < len(self.tokens) else self.end

    def take(self) -> Token:
        """The next piece, and on to the one after it."""
        token = self.next
        self.at += 1
        return token

    def took(self, *words: str) -> bool:
        """Whether the next piece is one of ``words``; then it is taken."""
        if self.next.word not in words:
            return False
        self.at += 1
        return True

    def until(self, mark: str) -> "Pieces":
        """What stands before the next ``mark``; it is taken."""
        start = self.at
        while self.next.text not in ("", mark):
            self.at += 1
        return Pieces(self.tokens[start : self.at], self.next.as_end)

    def split(self, mark: str) -> list["Pieces"]:
        """What stands between the marks, from here on."""
        groups, tokens = list[Pieces](), list[Token]()
        for token in self.tokens[self.at :]:
            if token.text == mark:
                groups.append(Pieces(tokens, token.as_end))
                tokens = []
            else:
                tokens.append(token)
        return [*groups, Pieces(tokens, self.end)]


class _Plain(dict[int, str]):
    """Character to the plain one that is meant by it, one for one, so that columns stay what they are."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if 0xFF01 <= code <= 0xFF5E:
            character = chr(code - 0xFEE0)
        elif unicodedata.category(character) in ("Zs", "Cf") or character == "\t":
            character = " "
        elif character.isdecimal():
            character = str(unicodedata.decimal(character))
        self[code] = character
        return character


def lines_of(text: str) -> Iterator[Token]:
    """The lines of ``text``, in plain characters and as they are."""
    plain = _Plain(_SUITS | _MINUS | _APOSTROPHES)
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        yield Token(number, 1, raw.translate(plain), raw)


def number(token: Token, faults: Faults, *, most: int = HIGHEST_AMOUNT) -> int:
    """The whole number that ``token`` is, thousands with or without an apostrophe. Raises Stop with a fault noted."""
    if not _NUMBER.fullmatch(token.text):
        faults.stop(token, Wrong.NOT_A_NUMBER)
    value = int(token.text.replace("'", ""))
    if value > most:
        faults.stop(token, Wrong.NOT_A_NUMBER, wanted=str(most))
    return value


def clean_remark(text: str) -> str:
    """``text`` as a remark: without white space around it, tabs as spaces.

    Raises ValueError ("too_long", "characters") for more than LONGEST_REMARK characters and for such as show nothing.

    >>> clean_remark(" eleven cards ")
    'eleven cards'
    """
    remark = text.replace("\t", " ").strip()
    if len(remark) > LONGEST_REMARK:
        raise ValueError("too_long")
    if not all(c.isprintable() or c in _INVISIBLE or unicodedata.category(c) == "Zs" for c in remark):
        raise ValueError("characters")
    return remark
