"""Lines sorted into blocks, one for each game: headers, rounds, changes, comments."""

import re
from dataclasses import dataclass, field
from typing import Final

from games.rules.notation.tokens import Faults, Token, clean_remark, lines_of
from games.rules.notation.values import LETTERS, MOST_GAMES, MOST_ROUNDS, Comment, Wrong

_KEY: Final = re.compile(r"\s*([A-Za-z]+)\s*:")
_ROUND: Final = re.compile(r"\s*([0-9]{1,7})\s*\.")
_RAW: Final = {"title", *LETTERS.lower()}
"""Headers whose text goes to the end of the line, whatever it is."""
_HEADERS: Final = {"rules", "deals", "paper", *_RAW}
_DECISIONS: Final = ("finish", "reopen")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game: ``key`` is the word before its colon, or empty, ``said`` the line without its remark."""

    key: str
    whole: Token
    said: Token
    remark: str

    @property
    def value(self) -> Token:
        """What stands after the colon."""
        return self.said.part(self.said.text.index(":") + 1)


@dataclass(frozen=True, slots=True)
class Move:
    """A line of a game's body: "round" or "change", with the round's number or that of the round before."""

    kind: str
    text: Token
    number: int
    remark: str = ""


@dataclass(slots=True)
class Block:
    """The lines of one game.

    ``headers`` are the whole lines of names and the title, of others what stands after the colon. ``decision`` is
    "finish" or "reopen", taken after round number ``through``; ``last`` is the number of the last round so far.
    """

    game: Token
    comments: list[Comment]
    headers: dict[str, Token] = field(default_factory=dict)
    body: list[Move] = field(default_factory=list)
    decision: str = ""
    through: int = 0
    last: int = 0
    changes: int = 0

    def put(self, line: Line, faults: Faults) -> None:
        """Put a line where it belongs."""
        if line.key in _HEADERS:
            self._header(line, faults)
        elif line.key == "change":
            self.changes += 1
            if self.changes > MOST_ROUNDS:
                faults.add(line.said, Wrong.TOO_MANY, wanted=str(MOST_ROUNDS))
            self.body.append(Move("change", line.value, self.last))
        elif line.said.word in _DECISIONS:
            if self.decision:
                faults.add(line.said, Wrong.TWICE)
            self.decision, self.through = line.said.word, self.last
        elif found := _ROUND.match(line.said.text):
            return self._round(int(found[1]), line.said.part(found.end()), line, faults)
        elif line.said.text:
            faults.add(line.said, Wrong.UNKNOWN_LINE)
        return self.comment(line.remark)

    def comment(self, text: str) -> None:
        """Keep a comment, if there is one, where it stands."""
        if text:
            self.comments.append(Comment(self.last, text))

    def _header(self, line: Line, faults: Faults) -> None:
        if line.key in self.headers:
            faults.add(line.said, Wrong.TWICE)
        elif self.body or self.decision:
            faults.add(line.said, Wrong.TOO_LATE)
        self.headers.setdefault(line.key, line.whole if line.key in _RAW else line.value)

    def _round(self, number: int, text: Token, line: Line, faults: Faults) -> None:
        if number > MOST_ROUNDS:
            faults.add(line.said, Wrong.TOO_MANY, str(number), wanted=str(MOST_ROUNDS))
        elif number != self.last + 1:
            faults.add(line.said, Wrong.ROUND_NUMBER, str(number), wanted=str(self.last + 1))
        self.body.append(Move("round", text, number, line.remark))
        self.last = number


def blocks_of(text: str, faults: Faults) -> list[Block]:
    """The games of ``text``, each a block of lines. Comments before the first game are its own."""
    blocks, early = list[Block](), list[Comment]()
    for whole in lines_of(text):
        line = _line(whole, faults)
        if line.key == "game":
            blocks.append(Block(line.value, early))
            early = []
            blocks[-1].comment(line.remark)
            if len(blocks) > MOST_GAMES:
                faults.add(line.said, Wrong.TOO_MANY, wanted=str(MOST_GAMES))
                return blocks[:MOST_GAMES]
        elif blocks:
            blocks[-1].put(line, faults)
        elif line.said.text:
            faults.add(line.said, Wrong.NO_GAME)
        elif line.remark:
            early.append(Comment(0, line.remark))
    return blocks


def _line(whole: Token, faults: Faults) -> Line:
    key = _KEY.match(whole.text)
    name = key[1].lower() if key else ""
    at = -1 if name in _RAW else whole.text.find(";")
    if at < 0:
        return Line(name, whole, whole.part(0), "")
    return Line(name, whole, whole.part(0, at), _remark(whole, at, faults))


def _remark(line: Token, semicolon: int, faults: Faults) -> str:
    try:
        return clean_remark(line.raw[semicolon + 1 :])
    except ValueError as bad:
        faults.add(line.part(semicolon), Wrong.BAD_TEXT, wanted=str(bad))
        return ""
