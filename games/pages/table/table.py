"""Template context of the table page, and of the pages that change a round, the seats or the scoring phone."""

from dataclasses import dataclass

from games.pages.season.match import MatchAtTable
from games.pages.sharing.join_code import JoinQuestion
from games.pages.sharing.seals import SealNote
from games.pages.table.entry import EndNotes, EntryForm, OpenAgainChoice
from games.pages.table.game import GameContext, RoundContext
from games.pages.table.question import QuestionContext
from games.pages.table.stakes import EveningContext
from games.pages.table.tally_data import TallyData


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what just happened. ``tone`` is "good", "warn" or "bad"."""

    tone: str
    text: str


@dataclass(frozen=True, slots=True)
class UndoScoreChange:
    """A score that an undo changes: the side's name, and the change ("87 \u2192 62")."""

    name: str
    steps: str


@dataclass(frozen=True, slots=True)
class UndoButton:
    """The undo button: what it undoes, how scores change, and the revision it undoes."""

    text: str
    """"Undo round 5"."""
    score_changes: tuple[UndoScoreChange, ...]
    other_changes: str
    """What else changes, "the game continues"; empty if nothing does."""
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class Tryout:
    """The note on a table for trying the app: when it closes ("November 29, 2026"), and where to start a real one."""

    closes: str
    own_url: str


@dataclass(frozen=True, slots=True)
class OpenAgainQuestion:
    """A game that has lost its end by a correction, and the choice about it."""

    number: int
    text: str
    choice: OpenAgainChoice
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class MenuContext:
    """The links of a table's menu; one is empty if the user may not go there, or if it does not apply."""

    table_url: str
    board_url: str
    rules_url: str
    links_url: str
    """Empty but for the owner."""
    compare_url: str
    """The game under other rules; empty before its first round."""
    export_url: str
    """Where the game is printed, copied as text and stored as files."""
    hand_url: str
    """Where players enter their own hands; empty for users who may only watch, and in team games."""
    seats_url: str
    """Where two seats are swapped; empty for users who may only watch."""
    players_url: str
    """Where people join and leave; empty for users who may only watch, and in a league match."""
    stakes_url: str
    """Where stakes are set; empty for users who may only watch."""
    finish_url: str
    """Where a game that has a target is ended before it is reached."""
    strict_url: str
    """Where the strict mode is switched; empty but for the owner, and on an earlier game."""
    strict: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table page. ``entry`` is None for users who may only watch, and once the game is over."""

    title: str
    table_url: str
    moved_url: str
    live_url: str
    poll_url: str
    rules_url: str
    picture_url: str
    """The page's game as a picture; of the current game it stays that of the current game when the next one begins."""
    game_picture_url: str
    """The picture of this game, also when the next one has begun."""
    story_url: str
    menu: MenuContext
    tally: TallyData | None
    """What a phone that scores needs to compute the score itself meanwhile; None on others."""
    menu_unchanged: bool
    """Whether the last change left the menu as it was, so that it need not be sent again."""
    handover_url: str
    """Where this phone takes over the scoring; empty if it may not, or if no other phone scores."""
    new_game_url: str
    finish_url: str
    reopen_url: str
    revision: int
    game: GameContext
    entry: EntryForm | None
    undo: UndoButton | None
    notice: Notice | None
    evening: EveningContext | None
    """The settlement of all finished games; None without stakes."""
    may_score: bool
    current: bool
    """Whether ``game`` is the table's current game, not an earlier one being looked at."""
    report_count: int
    """The number of changes beside the ledger, such as reports; with ``revision`` it identifies what the page shows."""
    joins: tuple[JoinQuestion, ...]
    """Phones that ask to join; empty for users who may only watch."""
    questions: tuple[QuestionContext, ...]
    """Rounds that phones entered differently, except the one that ``entry`` itself asks about."""
    match: MatchAtTable | None
    """The league match that is played here; None at all other tables."""
    tryout: Tryout | None
    """None at all tables but those for trying the app."""
    seal: SealNote | None
    """The game's seal, once it is over."""
    open_again: tuple[OpenAgainQuestion, ...]
    """The games that have lost their end, for a person to decide; empty for users who may only watch."""
    waits_text: str
    """That a later game waits for this one, or this one for an earlier one; else empty."""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return self.game.people


@dataclass(frozen=True, slots=True)
class RoundPage:
    """The page that changes or deletes a round."""

    table_title: str
    table_url: str
    round: RoundContext
    entry: EntryForm
    tally: TallyData
    """The round's game, to compute the score itself meanwhile."""
    void_url: str
    may_void: bool
    voiding: EndNotes
    """What deleting the round does to the end of its game."""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return self.round.people


@dataclass(frozen=True, slots=True)
class HandoverPage:
    """The page that takes over the scoring, with a button for each player whose phone this could be."""

    table_title: str
    table_url: str
    action: str
    key: str
    sentences: tuple[str, ...]
    players: tuple[tuple[int, str], ...]
    """Seat number and name, the phone's likely player first; empty for the owner's phone."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The page that swaps two seats that were entered the wrong way round."""

    table_title: str
    table_url: str
    action: str
    revision: int
    seats: tuple[tuple[int, str], ...]
    pairs: tuple[tuple[str, str], ...]
    """Form value ("0-1") and sentence ("Swap Ann and Ben")."""
    errors: tuple[str, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return tuple(name for _, name in self.seats)
