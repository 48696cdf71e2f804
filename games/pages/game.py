"""A game as pages show it: the tally, the sheet, the end."""

from dataclasses import dataclass

from games.pages.achievements import AchievementView
from games.pages.cards_round import ShownLine
from games.pages.terms import TermLink, TermView


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """One side's score in one column of a Hollywood sheet. ``credit`` is what a won column is worth, else None."""

    number: int
    points: int
    boxes: int
    percent: int
    to_go: int
    """Points to the target."""
    open: bool
    reached: bool
    """Whether the side's next win goes into it."""
    started: bool
    """Whether the side has an entry in it."""
    leads: bool
    won: bool
    credit: int | None


@dataclass(frozen=True, slots=True)
class MemberView:
    """A player of a side."""

    name: str
    sits_out: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One side in the tally: a player, a team ("Ann & Cleo") or the captain's opponents. ``seat`` is the side."""

    seat: int
    name: str
    total: int
    boxes: int
    percent: int
    """Progress to the target, 0 to 100."""
    to_go: int | None
    """Points to the target; None where there is none."""
    deals: bool
    plays_first: bool
    leads: bool
    won: bool
    sits_out: bool
    """Whether none of the side's players plays the next round."""
    members: tuple[MemberView, ...]
    captain: bool
    """Whether it is the one who plays against all the others."""
    columns: tuple[ColumnScore, ...]
    """Its score in each column of a Hollywood sheet; empty without one."""


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """A side's place in one Hollywood column on a round's line; empty but where the round was ``entered`` there."""

    name: str
    total: int
    entered: bool
    won: bool
    """Whether this entry won the column."""


@dataclass(frozen=True, slots=True)
class ColumnPart:
    """One Hollywood column on a round's line, a cell a side."""

    title: str
    """"Game 1"."""
    closed: bool
    """Whether it was closed before the round."""
    closes: bool
    """Whether the round closed it."""
    cells: tuple[ColumnCell, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's part of a round on the sheet."""

    seat: int
    name: str
    points: int
    total: int
    boxes: int
    won: bool
    deadwood: int | None
    """None for a team, and where it was not told."""


@dataclass(frozen=True, slots=True)
class Version:
    """One entry about a round: what was said, by which device, when, and why."""

    what: str
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of rules in mid-game, as the sheet tells it: "From round 4", what changed, by which device, when."""

    since: str
    what: tuple[str, ...]
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class HandoverView:
    """The scoring went to another phone: "22:41", and who keeps the score now."""

    at: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundMark:
    """Whether a round of a match stands: ``says`` in a sentence, ``flag`` in a word where somebody has to look at it.

    ``value`` is what a form sends for the round as it is; empty where it cannot be disputed here.
    """

    says: str
    flag: str
    value: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """One line of the sheet. ``state`` is "counts", "void" or "after_end"."""

    number: int
    event: str
    """A short word: Knock, Gin, Big gin, Undercut, Dead hand, Ginski …"""
    event_code: str
    what: str
    """For instance "Ann knocked with 7"."""
    reason: str
    """Why there was a misdeal, or what was wrong with a knock; empty where nobody said."""
    cells: tuple[Cell, ...]
    gains: tuple[Cell, ...]
    """Those of the cells that the round brought something."""
    columns: tuple[ColumnPart, ...]
    """The columns of a Hollywood sheet; empty without one."""
    arithmetic: tuple[str, ...]
    """Each number of the score with where it comes from."""
    state: str
    edited: bool
    edited_note: str
    """For instance "Changed at 22:41 by Ben's phone. It was: Ann knocked with 8, Ben 20"."""
    versions: tuple[Version, ...]
    edit_url: str
    """Empty for somebody who only watches."""
    deals: str
    by: str
    at: str
    changes: tuple[ChangeView, ...]
    """The changes of rules that were made before this round and after the one below it."""
    handovers: tuple[HandoverView, ...]
    """How the scoring went to another phone in that time, newest first."""
    shown: tuple[ShownLine, ...]
    """The hands that were entered card by card; empty where the round was told by its counts."""
    cards_url: str
    """Where its cards are added or changed; empty for somebody who only watches, and between teams."""
    terms: tuple[TermLink, ...] = ()
    """The words that it is about."""
    mark: RoundMark | None = None
    """How it stands in a match; None elsewhere."""
    also: str = ""
    """"also entered by Ben's phone"; empty where no second phone said the same."""
    apart: tuple[str, ...] = ()
    """What other phones said that was not what stood, and what became of it: a sentence or two each."""
    asked: bool = False
    """Whether two versions of it wait for somebody to decide."""


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One line of the end of a game: "Game bonus", 100."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """A player at the end of a game: every line and the total."""

    seat: int
    name: str
    lines: tuple[BonusLine, ...]
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinalView:
    """How a game ended. ``headline`` for instance "Ann wins by 165"; ``why`` one sentence more."""

    headline: str
    why: str
    seats: tuple[FinalSeat, ...]
    shutout: bool
    terms: tuple[TermLink, ...]
    """The words that its bills are about."""


@dataclass(frozen=True, slots=True)
class Attention:
    """Rounds that were entered after the round that now ends the game: a person decides."""

    text: str
    strike_text: str
    keep_text: str
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game played earlier at this table."""

    number: int
    headline: str
    url: str


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column of a Hollywood sheet: "Game 1", whether it is open, and once closed how it ended."""

    number: int
    title: str
    """"Game 3, counts double"."""
    open: bool
    ended: str
    """"Ann wins 185", or "Ann wins 185, shutout"; "not finished" where the game was given up; empty while open."""
    bills: tuple[FinalSeat, ...]
    """Once it is closed, what each side has in it, line by line."""
    sum: str
    """How the credit comes about: "185 − 45 = 140, × 2 = 280"; empty while open."""


@dataclass(frozen=True, slots=True)
class GameView:
    """One game as the table page shows it."""

    number: int
    columns: tuple["ColumnHead", ...]
    """The columns of a Hollywood sheet; empty without one."""
    rules_title: str
    target: int | None
    seats: tuple[SeatView, ...]
    rounds: tuple[RoundView, ...]
    """Newest first."""
    undone: tuple[RoundView, ...]
    """Void rounds at the end of the sheet, newest first: taken back, not yet entered again. Folded away."""
    deal_sentence: str
    """"Ben deals, Ann plays first; Cleo sits out"; empty once the game is over."""
    reach: str
    """"Ann's next win goes into games 1 and 2, Ben's into game 1"; empty without open columns."""
    changes: tuple[ChangeView, ...]
    """The changes of rules from the next round on, newest first."""
    handovers: tuple[HandoverView, ...]
    """How the scoring went to another phone since the last round, newest first."""
    pairs: tuple[str, ...]
    """Who plays whom between teams: "Ann plays Ben"; empty otherwise."""
    teams: bool
    """Whether sides have several members."""
    boxes: bool
    """Whether these rules give boxes at all."""
    from_paper: str
    """The score it began with, where it began on paper: "Ann 54, Ben 3, boxes 4 and 0"; empty where it did not."""
    final: FinalView | None
    attention: Attention | None
    others: tuple[OtherGame, ...]
    games_won: tuple[tuple[str, int], ...]
    """Games won at this table by name, where more than one was played."""
    terms: tuple[TermView, ...]
    """The words that mean something under its rules."""
    achievements: tuple[AchievementView, ...]
    """What its players can be proud of; empty while it is not over."""
    terms_move: bool
    """Whether the rules of this table were ever changed: then the words go along with whatever else moves."""

    @property
    def term(self) -> dict[str, TermView]:
        """The same words by id."""
        return {term.id: term for term in self.terms}
