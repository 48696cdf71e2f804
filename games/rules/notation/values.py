"""What a game in notation holds, and what can be wrong with the text of one."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.declaration import Told
from games.rules.faults import Fault
from games.rules.ledger import GameFinished, GameReopened, RulesChanged
from games.rules.ruleset import RuleSet
from games.rules.settlement import Standing

MOST_CHARACTERS: Final = 100_000
"""The longest text that is read, all its games together."""
MOST_ROUNDS: Final = 1_000
"""Rounds in a game, and changes of its rules."""
MOST_GAMES: Final = 100
MOST_FAULTS: Final = 100
"""Nobody mends more at a time; after these, reading stops."""
MOST_CARDS: Final = 14
"""Cards in a hand, the most that any rules deal and one more."""
LONGEST_REMARK: Final = 200
"""Characters, as in the ledger."""
HIGHEST_AMOUNT: Final = 1_000_000
"""The largest number in a text, of points, boxes or rounds."""
LETTERS: Final = "ABCDEFGH"
"""The seats' letters, in seat order."""


class Wrong(StrEnum):
    """Stable names of what can be wrong with a text. ``notation.md`` has a sentence for each."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    NO_GAME = "no_game"
    UNKNOWN_LINE = "unknown_line"
    TOO_LATE = "too_late"
    TWICE = "twice"
    MISSING = "missing"
    BAD_NAME = "bad_name"
    BAD_TEXT = "bad_text"
    SAME_NAME = "same_name"
    PLAYERS = "players"
    NOT_A_RULE = "not_a_rule"
    FIXED_RULE = "fixed_rule"
    NO_CHANGE = "no_change"
    PAPER_COLUMNS = "paper_columns"
    ROUND_NUMBER = "round_number"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_SIDE = "unknown_side"
    UNKNOWN_CARD = "unknown_card"
    NOT_A_NUMBER = "not_a_number"
    UNEXPECTED = "unexpected"
    NO_ENDING = "no_ending"
    WHO_PLAYED = "who_played"
    PAIRS = "pairs"
    NO_CARDS = "no_cards"
    POINTS_DIFFER = "points_differ"
    TOTALS_DIFFER = "totals_differ"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class TextFault:
    """One thing that is wrong with a text.

    ``line`` and ``column`` count from 1, in characters. ``text`` is the piece it is about, cut where it is long,
    ``wanted`` what would be right there, where that is known. ``fault`` is what the rules object to, where ``code`` is
    ILLEGAL; its seat is one of the game's.
    """

    line: int
    column: int
    code: Wrong
    text: str = ""
    wanted: str = ""
    fault: Fault | None = None


class BadNotation(ValueError):  # noqa: N818 - the word for the reader: bad notation
    """The text is no notation of games. ``faults`` holds every fault in the order of the text, never empty."""

    def __init__(self, faults: tuple[TextFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.line}:{fault.column} {fault.code}" for fault in faults[:5]))
        self.faults = faults


Opening = Standing
"""What a game brought along that began on paper: points, boxes and hands won, each by side.

The points are as they stood on the sheet, with boxes in them where the rules pay these at once.
"""


@dataclass(frozen=True, slots=True)
class Comment:
    """A line of ``text`` that stands after round number ``after``, 0 before the first."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class RoundNote:
    """A round: its facts as told, and a ``remark``, such as why it was a misdeal.

    Hands that were shown have their cards, and the cards of each meld, in the order of ``melds.order``, as the ledger
    keeps them; their seats have their deadwood, too.
    """

    number: int
    told: Told
    void: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class GameNotes:
    """One game: what its live facts in a table's ledger say, and nothing else.

    ``players`` are names in seat order, ``dealer`` is the seat that dealt first. ``preset`` is what ``rules``, those of
    the first round, were made from, ``title`` what the house calls its own. ``rounds`` are numbered from 1 without a
    gap. ``changes`` and ``comments`` are in the order of the rounds they follow, each change changes something, and
    ``decision`` is the last that a person took about the end of the game.
    """

    players: tuple[str, ...]
    rules: RuleSet
    preset: str
    dealer: int = 0
    title: str = ""
    opening: Opening | None = None
    rounds: tuple[RoundNote, ...] = ()
    changes: tuple[RulesChanged, ...] = ()
    decision: GameFinished | GameReopened | None = None
    comments: tuple[Comment, ...] = ()
