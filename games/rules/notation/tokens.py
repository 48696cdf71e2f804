"""Split the text of gin notation into lines and tokens, normalize its characters, and collect faults."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from games.rules.faults import Fault
from games.rules.notation.values import HIGHEST_AMOUNT, LONGEST_REMARK, MOST_FAULTS, TextFault, TextFaultCode

_LONGEST_QUOTE: Final = 40
"""The most characters of the text that a fault quotes."""
_NUMBER: Final = re.compile(r"[0-9]{1,7}|[0-9]{1,3}(?:'[0-9]{3}){1,2}")
_TOKEN: Final = re.compile(r"(?:[^\s,:/&=()-]|(?<=[Ww][1-5])=(?=[0-9]))+|[,:/&=()-]")
"""A word or a single mark. In ``W1=7`` the mark is part of the word."""
_INVISIBLE: Final = "\u200c\u200d\u200e\u200f"
_SUITS: Final = {0x2660: "s", 0x2664: "s", 0x2665: "h", 0x2661: "h", 0x2666: "d", 0x2662: "d", 0x2663: "c", 0x2667: "c"}
_MINUS: Final = dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212], "-")
_APOSTROPHES: Final = dict.fromkeys([0x2018, 0x2019, 0x02BC, 0x00B4, 0x0060], "'")


class ParseError(Exception):
    """The rest of this part of the text can't be parsed; the fault has already been added."""


class TooManyFaultsError(Exception):
    """MOST_FAULTS faults were found, so parsing stops."""


@dataclass(slots=True)
class Faults:
    """The faults found so far."""

    found: list[TextFault] = field(default_factory=list)

    def add(
        self,
        token: "Token",
        code: TextFaultCode,
        text: str | None = None,
        *,
        wanted: str = "",
        fault: Fault | None = None,
    ) -> None:
        """Add a fault at ``token`` about ``text`` (default: its own). Raises TooManyFaultsError at the limit."""
        quoted = (token.raw if text is None else text)[:_LONGEST_QUOTE]
        self.found.append(TextFault(token.line, token.column, code, quoted, wanted, fault))
        if len(self.found) >= MOST_FAULTS:
            raise TooManyFaultsError

    def stop(self, token: "Token", code: TextFaultCode, text: str | None = None, *, wanted: str = "") -> NoReturn:
        """Add a fault and raise ParseError."""
        self.add(token, code, text, wanted=wanted)
        raise ParseError


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a line: ``text`` in normalized characters, ``raw`` as it was typed, and where it starts."""

    line: int
    column: int
    text: str
    raw: str

    @property
    def word(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @property
    def as_end(self) -> "Token":
        """An empty token at the same place, which marks the end of the tokens before it."""
        return Token(self.line, self.column, "", self.raw)

    def part(self, start: int, end: int | None = None) -> "Token":
        """Return the characters from ``start`` to ``end``, without surrounding white space."""
        text, raw = self.text[start:end], self.raw[start:end]
        leading, length = len(text) - len(text.lstrip()), len(text.strip())
        inner = slice(leading, leading + length)
        return Token(self.line, self.column + start + leading, text[inner], raw[inner])

    def split(self, mark: str) -> list["Token"]:
        """Return the parts separated by ``mark``."""
        parts, start = list[Token](), 0
        for end in [*(found.start() for found in re.finditer(re.escape(mark), self.text)), None]:
            parts.append(self.part(start, end))
            start = (end or 0) + 1
        return parts

    def tokenize(self) -> "TokenStream":
        """Return its words and marks as tokens."""
        end = Token(self.line, self.column + len(self.text), "", "")
        return TokenStream([self.part(*found.span()) for found in _TOKEN.finditer(self.text)], end)


@dataclass(slots=True)
class TokenStream:
    """A stream of tokens (words and marks); ``end`` is an empty token after the last one."""

    tokens: list[Token]
    end: Token
    position: int = 0

    @property
    def next(self) -> Token:
        """The next token; at the end, an empty one."""
        return self.tokens[self.position] if self.position < len(self.tokens) else self.end

    def take(self) -> Token:
        """Return the next token and move on."""
        token = self.next
        self.position += 1
        return token

    def took(self, *words: str) -> bool:
        """If the next token is one of ``words``, move on and return True."""
        if self.next.word not in words:
            return False
        self.position += 1
        return True

    def until(self, mark: str) -> "TokenStream":
        """Return the tokens before the next ``mark``, and move on to the mark."""
        start = self.position
        while self.next.text not in ("", mark):
            self.position += 1
        return TokenStream(self.tokens[start : self.position], self.next.as_end)

    def split(self, mark: str) -> list["TokenStream"]:
        """Return the remaining tokens in groups separated by ``mark``."""
        groups, tokens = list[TokenStream](), list[Token]()
        for token in self.tokens[self.position :]:
            if token.text == mark:
                groups.append(TokenStream(tokens, token.as_end))
                tokens = []
            else:
                tokens.append(token)
        return [*groups, TokenStream(tokens, self.end)]


class _Plain(dict[int, str]):
    """A translation table from characters to normalized ones, one for one, so that columns don't change."""

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
    """Yield the lines of ``text``, normalized and as typed."""
    plain = _Plain(_SUITS | _MINUS | _APOSTROPHES)
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        yield Token(number, 1, raw.translate(plain), raw)


def number(token: Token, faults: Faults, *, most: int = HIGHEST_AMOUNT) -> int:
    """Return the number that ``token`` is, thousands with or without an apostrophe.

    Raises ParseError after adding a fault.
    """
    if not _NUMBER.fullmatch(token.text):
        faults.stop(token, TextFaultCode.NOT_A_NUMBER)
    value = int(token.text.replace("'", ""))
    if value > most:
        faults.stop(token, TextFaultCode.NOT_A_NUMBER, wanted=str(most))
    return value


def clean_remark(text: str) -> str:
    """Return ``text`` as a remark, stripped, with tabs as spaces.

    Raises ValueError: "too_long" for more than LONGEST_REMARK characters, "characters" for invisible ones.

    >>> clean_remark(" eleven cards ")
    'eleven cards'
    """
    remark = text.replace("\t", " ").strip()
    if len(remark) > LONGEST_REMARK:
        raise ValueError("too_long")
    if not all(c.isprintable() or c in _INVISIBLE or unicodedata.category(c) == "Zs" for c in remark):
        raise ValueError("characters")
    return remark
