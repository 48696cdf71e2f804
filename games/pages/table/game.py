"""Template context of a game: the totals of each side, the rounds on the score sheet, and the end of the game."""

from dataclasses import dataclass

from games.pages.cards.cards_round import ShownLine
from games.pages.rulebook.terms import TermContext, TermLink
from games.pages.table.achievements import AchievementContext
from games.pages.table.players import PersonTotal


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
class MemberContext:
    """A player of a side."""

    name: str
    sits_out: bool


@dataclass(frozen=True, slots=True)
class SeatContext:
    """The score of one side: a player, a team ("Ann & Cleo") or the captain's opponents. ``seat`` is the side."""

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
    members: tuple[MemberContext, ...]
    captain: bool
    """Whether it is the captain, who plays against all others."""
    columns: tuple[ColumnScore, ...]
    """Its score in each column of a Hollywood sheet; empty without one."""


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """A side's cell in a Hollywood column on a round's line; empty unless the round was ``entered`` there."""

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
    """None for a team, and if it was not entered."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a round: what was entered, by which device, when, and why."""

    what: str
    by: str
    time: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """A change of rules in mid-game on the sheet: "From round 4", what changed, by which device, and when."""

    since: str
    what: tuple[str, ...]
    by: str
    time: str


@dataclass(frozen=True, slots=True)
class HandoverContext:
    """The scoring moved to another phone: "22:41", and who is keeping score now."""

    time: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundMark:
    """Whether a round of a league match is confirmed: ``sentence`` says it, ``flag`` is a word if it needs attention.

    ``value`` names the round and its revision in forms; empty if it cannot be disputed here.
    """

    sentence: str
    flag: str
    value: str


@dataclass(frozen=True, slots=True)
class RoundContext:
    """One line of the sheet. ``state`` is "counts", "void" or "after_end"."""

    number: int
    event: str
    """A short word: Knock, Gin, Big gin, Undercut, Dead hand, Ginski …"""
    event_code: str
    what: str
    """For instance "Ann knocked with 7"."""
    reason: str
    """Why there was a misdeal, or what was wrong with a knock; empty if no reason was given."""
    cells: tuple[Cell, ...]
    gains: tuple[Cell, ...]
    """The cells of the sides that scored in the round."""
    columns: tuple[ColumnPart, ...]
    """The columns of a Hollywood sheet; empty without one."""
    arithmetic: tuple[tuple[str, str], ...]
    """Each number of the score with where it comes from."""
    state: str
    edited: bool
    edited_note: str
    """For instance "Changed at 22:41 by Ben's phone. It was: Ann knocked with 8, Ben 20"."""
    versions: tuple[Version, ...]
    edit_url: str
    """Empty for users who may only watch."""
    deals: str
    by: str
    time: str
    changes: tuple[ChangeContext, ...]
    """The changes of rules that were made before this round and after the one below it."""
    handovers: tuple[HandoverContext, ...]
    """How the scoring went to another phone in that time, newest first."""
    shown: tuple[ShownLine, ...]
    """The hands that were entered card by card; empty if only deadwood counts were entered."""
    cards_url: str
    """Where its cards are added or changed; empty for users who may only watch, and between teams."""
    terms: tuple[TermLink, ...] = ()
    """The terms it is about, for explanations."""
    people: tuple[str, ...] = ()
    """The players' names by seat."""
    mark: RoundMark | None = None
    """Its confirmation in a league match; None elsewhere."""
    also_entered_text: str = ""
    """"also entered by Ben's phone"; empty if no second phone entered the same."""
    other_versions: tuple[str, ...] = ()
    """Differing versions from other phones and what was decided, a sentence or two each."""
    has_open_question: bool = False
    """Whether it has differing versions that nobody has decided yet."""


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
    bonus: int = 0
    """What the end of the game added to the points of the rounds."""


@dataclass(frozen=True, slots=True)
class FinalContext:
    """How a game ended. ``headline`` for instance "Ann wins by 160"; ``why`` one sentence more."""

    headline: str
    result: str
    """The winner and the final score: "Ann wins 290–130"."""
    highlight: str
    """Its biggest hand: "Biggest hand: Ann +55 (Gin, round 3)"; empty if nobody scored."""
    why: str
    seats: tuple[FinalSeat, ...]
    shutout: bool
    terms: tuple[TermLink, ...]
    """The terms its lines are about, for explanations."""
    adds_bonuses: bool
    """Whether the final score differs from the points of the rounds."""


@dataclass(frozen=True, slots=True)
class AfterEndDecision:
    """Rounds that were entered after the round that now ends the game: a person decides."""

    text: str
    void_text: str
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
    """Each side's settlement of the column line by line, once it is closed."""
    sum: str
    """The arithmetic of its credit: "185 − 45 = 140, × 2 = 280"; empty while open."""


@dataclass(frozen=True, slots=True)
class GameContext:
    """One game as the table page shows it."""

    number: int
    columns: tuple["ColumnHead", ...]
    """The columns of a Hollywood sheet; empty without one."""
    rules_title: str
    target: int | None
    seats: tuple[SeatContext, ...]
    rounds: tuple[RoundContext, ...]
    """Newest first."""
    undone: tuple[RoundContext, ...]
    """Undone rounds at the end of the sheet that were not entered again, newest first; shown folded."""
    people: tuple[str, ...]
    """The players' names by seat."""
    deal_sentence: str
    """"Ben deals, Ann plays first; Cleo sits out"; empty once the game is over."""
    next_columns_text: str
    """"Ann's next win goes into games 1 and 2, Ben's into game 1"; empty without open columns."""
    changes: tuple[ChangeContext, ...]
    """The changes of rules from the next round on, newest first."""
    handovers: tuple[HandoverContext, ...]
    """How the scoring went to another phone since the last round, newest first."""
    pairs: tuple[str, ...]
    """Who plays whom between teams: "Ann plays Ben"; empty otherwise."""
    teams: bool
    """Whether sides have several members."""
    boxes: bool
    """Whether these rules give boxes at all."""
    opening: str
    """The score it began with: "From paper: Ann 54, Ben 3, boxes 4 and 0", or "Handicap: Ann 20"; empty without."""
    final: FinalContext | None
    attention: AfterEndDecision | None
    other_games: tuple[OtherGame, ...]
    games_won: tuple[tuple[str, int], ...]
    """Games won at this table by name, where more than one was played."""
    series: str
    """The same in one line, between two players: "Ann 2–1 Ben"; else empty."""
    totals: tuple[PersonTotal, ...]
    """What each person won in all finished games, where not the same people played all games; else empty."""
    next_players_text: str
    """Who plays the next game once this one is over, if others do: "Ann, Ben and Cleo · Ginski"; else empty."""
    terms: tuple[TermContext, ...]
    """The terms that have a meaning under its rules."""
    achievements: tuple[AchievementContext, ...]
    """Its players' achievements; empty until it is over."""
    terms_may_change: bool
    """Whether the table's rules were ever changed, so that live updates must include the terms."""

    @property
    def term(self) -> dict[str, TermContext]:
        """The terms by id."""
        return {term.id: term for term in self.terms}
