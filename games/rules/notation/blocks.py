"""First step of parsing gin notation: sort lines into one block for each game, with headers, rounds and comments."""

import re
from dataclasses import dataclass, field
from typing import Final

from games.rules.notation.tokens import Faults, Token, clean_remark, lines_of
from games.rules.notation.values import LETTERS, MOST_GAMES, MOST_ROUNDS, Comment, TextFaultCode

_KEY: Final = re.compile(r"\s*([A-Za-z]+)\s*:")
_ROUND: Final = re.compile(r"\s*([0-9]{1,7})\s*\.")
_RAW: Final = {"title", *LETTERS.lower()}
"""Headers whose text goes to the end of the line and may have any characters."""
_HEADERS: Final = {"rules", "deals", "paper", "handicap", *_RAW}
_DECISIONS: Final = ("finish", "reopen")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a game: ``key`` is the word before its colon or "", ``statement`` the line without its remark."""

    key: str
    whole: Token
    statement: Token
    remark: str

    @property
    def value(self) -> Token:
        """The text after the colon."""
        return self.statement.part(self.statement.text.index(":") + 1)


@dataclass(frozen=True, slots=True)
class BodyLine:
    """A "round" or a "change" of rules in a game, with the number of the round or of the round before the change."""

    kind: str
    text: Token
    number: int
    remark: str = ""


@dataclass(slots=True)
class GameBlock:
    """The lines of one game.

    ``headers`` are whole lines for names and the title, and the text after the colon for others. ``decision`` is
    "finish" or "reopen" after round number ``through``; ``last`` is the number of the last round so far.
    """

    game: Token
    comments: list[Comment]
    headers: dict[str, Token] = field(default_factory=dict)
    body: list[BodyLine] = field(default_factory=list)
    decision: str = ""
    through: int = 0
    last: int = 0
    changes: int = 0

    def put(self, line: TextLine, faults: Faults) -> None:
        """Add a line where it belongs."""
        if line.key in _HEADERS:
            self._header(line, faults)
        elif line.key == "change":
            self.changes += 1
            if self.changes > MOST_ROUNDS:
                faults.add(line.statement, TextFaultCode.TOO_MANY, wanted=str(MOST_ROUNDS))
            self.body.append(BodyLine("change", line.value, self.last))
        elif line.statement.word in _DECISIONS:
            if self.decision:
                faults.add(line.statement, TextFaultCode.TWICE)
            self.decision, self.through = line.statement.word, self.last
        elif round_match := _ROUND.match(line.statement.text):
            return self._round(int(round_match[1]), line.statement.part(round_match.end()), line, faults)
        elif line.statement.text:
            faults.add(line.statement, TextFaultCode.UNKNOWN_LINE)
        return self.comment(line.remark)

    def comment(self, text: str) -> None:
        """Add a comment, if there is one, after the last round so far."""
        if text:
            self.comments.append(Comment(self.last, text))

    def _header(self, line: TextLine, faults: Faults) -> None:
        if line.key in self.headers:
            faults.add(line.statement, TextFaultCode.TWICE)
        elif self.body or self.decision:
            faults.add(line.statement, TextFaultCode.TOO_LATE)
        self.headers.setdefault(line.key, line.whole if line.key in _RAW else line.value)

    def _round(self, number: int, text: Token, line: TextLine, faults: Faults) -> None:
        if number > MOST_ROUNDS:
            faults.add(line.statement, TextFaultCode.TOO_MANY, str(number), wanted=str(MOST_ROUNDS))
        elif number != self.last + 1:
            faults.add(line.statement, TextFaultCode.ROUND_NUMBER, str(number), wanted=str(self.last + 1))
        self.body.append(BodyLine("round", text, number, line.remark))
        self.last = number


def blocks_of(text: str, faults: Faults) -> list[GameBlock]:
    """Return the games of ``text`` as blocks of lines; comments before the first game belong to it."""
    blocks, early = list[GameBlock](), list[Comment]()
    for whole in lines_of(text):
        line = _parse_line(whole, faults)
        if line.key == "game":
            blocks.append(GameBlock(line.value, early))
            early = []
            blocks[-1].comment(line.remark)
            if len(blocks) > MOST_GAMES:
                faults.add(line.statement, TextFaultCode.TOO_MANY, wanted=str(MOST_GAMES))
                return blocks[:MOST_GAMES]
        elif blocks:
            blocks[-1].put(line, faults)
        elif line.statement.text:
            faults.add(line.statement, TextFaultCode.NO_GAME)
        elif line.remark:
            early.append(Comment(0, line.remark))
    return blocks


def _parse_line(whole: Token, faults: Faults) -> TextLine:
    key_match = _KEY.match(whole.text)
    name = key_match[1].lower() if key_match else ""
    semicolon = -1 if name in _RAW else whole.text.find(";")
    if semicolon < 0:
        return TextLine(name, whole, whole.part(0), "")
    return TextLine(name, whole, whole.part(0, semicolon), _remark(whole, semicolon, faults))


def _remark(line: Token, semicolon: int, faults: Faults) -> str:
    try:
        return clean_remark(line.raw[semicolon + 1 :])
    except ValueError as error:
        faults.add(line.part(semicolon), TextFaultCode.BAD_TEXT, wanted=str(error))
        return ""
