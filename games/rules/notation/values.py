"""The values that gin notation is parsed into, the limits of a text, and its possible faults."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.declaration import RoundDeclaration
from games.rules.faults import Fault
from games.rules.ledger import GameFinished, GameReopened, RulesChanged
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score

MOST_CHARACTERS: Final = 100_000
"""The longest text that is accepted, with all its games."""
MOST_ROUNDS: Final = 1_000
"""The most rounds in a game, and the most changes of its rules."""
MOST_GAMES: Final = 100
MOST_FAULTS: Final = 100
"""Parsing stops after this many faults, because nobody corrects more at a time."""
MOST_CARDS: Final = 14
"""The most cards in a hand: one more than any rules deal."""
LONGEST_REMARK: Final = 200
"""The most characters of a remark, as in the ledger."""
HIGHEST_AMOUNT: Final = 1_000_000
"""The largest number in a text, of points, boxes or rounds."""
LETTERS: Final = "ABCDEFGH"
"""The seats' letters, in seat order."""


class TextFaultCode(StrEnum):
    """Stable codes of what can be wrong with a text. docs/notation.md has a sentence for each."""

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

    ``line`` and ``column`` count from 1, in characters. ``text`` is the part it is about, shortened if it is long,
    ``wanted`` what would be right there, if known. If ``code`` is ILLEGAL, ``fault`` is the fault that the rules found.
    """

    line: int
    column: int
    code: TextFaultCode
    text: str = ""
    wanted: str = ""
    fault: Fault | None = None


class InvalidNotationError(ValueError):
    """The text isn't valid gin notation. ``faults`` has every fault in the order of the text, at least one."""

    def __init__(self, faults: tuple[TextFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.line}:{fault.column} {fault.code}" for fault in faults[:5]))
        self.faults = faults


Opening = Score
"""The score of a game that began on paper: points, boxes and hands won, each by side.

The points are those on the paper sheet, including boxes if the rules pay them at once.
"""


@dataclass(frozen=True, slots=True)
class Comment:
    """A line of ``text`` after round number ``after`` (0: before the first)."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class NotatedRound:
    """A round: its declaration, and a ``remark`` such as the reason for a misdeal.

    In hands that were shown, cards and the cards of each meld are sorted by ``melds.order``, as in the ledger. Their
    seats have a deadwood count as well.
    """

    number: int
    declaration: RoundDeclaration
    void: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class NotatedGame:
    """One game as in gin notation: the facts of its entries in the ledger, without those that were undone.

    ``players`` are names in seat order, ``dealer`` is the seat that dealt first. ``rules`` are those of the first
    round, based on ``preset`` and called ``title`` if they are house rules. ``rounds`` are numbered from 1 without
    gaps. ``changes`` and ``comments`` are in the order of the rounds they follow, and every change has an effect.
    ``decision`` is the last decision of a person to finish or reopen the game.
    """

    players: tuple[str, ...]
    rules: RuleSet
    preset: str
    dealer: int = 0
    title: str = ""
    opening: Opening | None = None
    rounds: tuple[NotatedRound, ...] = ()
    changes: tuple[RulesChanged, ...] = ()
    decision: GameFinished | GameReopened | None = None
    comments: tuple[Comment, ...] = ()
