"""The table page, and the pages below it that change a round or the seats."""

from dataclasses import dataclass

from games.pages.entry import EntryForm
from games.pages.game import GameView, RoundView
from games.pages.match import MatchAtTable
from games.pages.question import QuestionView
from games.pages.stakes import EveningView


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what just happened. ``tone`` is "good", "warn" or "bad"."""

    tone: str
    text: str


@dataclass(frozen=True, slots=True)
class UndoMove:
    """A score that an undo moves: whose, and how ("87 \u2192 62")."""

    name: str
    steps: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The one-tap undo: what it takes back, what that changes, and the revision it names."""

    text: str
    """"Undo round 5"."""
    moves: tuple[UndoMove, ...]
    what: str
    """What changes besides, "the game goes on"; empty where the moves say it all."""
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class Tryout:
    """That a table is one to play with: when it closes ("29 November 2026"), and where one of one's own is started."""

    closes: str
    own_url: str


@dataclass(frozen=True, slots=True)
class MenuView:
    """What the menu of a table leads to. An address is empty for whoever may not go there, or when it says nothing."""

    table_url: str
    rules_url: str
    links_url: str
    """Empty but for the owner."""
    compare_url: str
    """The game under other rules; empty before its first round."""
    print_url: str
    export_url: str
    hand_url: str
    """Where somebody enters the own hand; empty for somebody who only watches, and in teams."""
    seats_url: str
    """Where two seats are swapped; empty for somebody who only watches."""
    stakes_url: str
    """Where stakes are set; empty for somebody who only watches."""
    finish_url: str
    """Where a game that has a target is ended before it is reached."""
    strict_url: str
    """Where the strict mode is switched; empty but for the owner, and on an earlier game."""
    strict: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table page. ``entry`` is None for somebody who only watches, and once the game is over."""

    title: str
    table_url: str
    moved_url: str
    live_url: str
    poll_url: str
    rules_url: str
    menu: MenuView
    menu_stays: bool
    """Whether a round, or an undo, has left the menu as it was before."""
    handover_url: str
    """Where this phone takes over the scoring; empty where it may not, or no other phone would lose anything."""
    new_game_url: str
    finish_url: str
    reopen_url: str
    revision: int
    game: GameView
    entry: EntryForm | None
    undo: Undo | None
    notice: Notice | None
    evening: EveningView | None
    """What all finished games come to; None where the table plays for nothing."""
    may_score: bool
    current: bool
    """Whether ``game`` is the table's current game, not an earlier one being looked at."""
    said: int
    """How much was said of rounds beside the ledger; with ``revision`` it tells what the page shows."""
    questions: tuple[QuestionView, ...]
    """Rounds of which two phones said different things, but the one that ``entry`` asks about itself."""
    match: MatchAtTable | None
    """The match of a season that is played here; None at all other tables."""
    tryout: Tryout | None
    """None at all tables that are not to play with."""


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round to change or void."""

    table_title: str
    table_url: str
    round: RoundView
    entry: EntryForm
    void_url: str
    may_void: bool


@dataclass(frozen=True, slots=True)
class HandoverPage:
    """Take over the scoring: what it does, and a button, or one for each player whose phone this could be."""

    table_title: str
    table_url: str
    action: str
    key: str
    told: tuple[str, ...]
    players: tuple[tuple[int, str], ...]
    """Number at the table and name, whose phone it is as far as known first; empty for the owner's phone."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Two seats entered the wrong way round: choose which."""

    table_title: str
    table_url: str
    action: str
    revision: int
    seats: tuple[tuple[int, str], ...]
    pairs: tuple[tuple[str, str], ...]
    """Form value ("0-1") and sentence ("Ann and Ben change places")."""
    errors: tuple[str, ...]
