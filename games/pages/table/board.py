"""Template context of a table's scoreboard, for a television or a tablet in the middle of the table."""

from dataclasses import dataclass

from games.pages.table.game import MemberContext


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A side's score in one column of a Hollywood sheet; ``total`` is empty before its first entry there."""

    title: str
    """"Game 3, counts double"."""
    total: str
    status: str
    """"25 to go, 3 boxes"; once it is closed, what it is worth to its winner."""
    open: bool
    leads: bool
    won: bool
    next: bool
    """Whether the side's next win goes into it."""


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One side: a player, a team or the captain's opponents."""

    members: tuple[MemberContext, ...]
    total: str
    gain: str
    """What the last round brought it: "+13"; empty where that was nothing."""
    status: str
    """"75 to go"; once the game is over, what stood before the bonuses."""
    boxes: int
    games: str
    """Games it won at this table; empty during the first."""
    deals: bool
    plays_first: bool
    sits_out: bool
    leads: bool
    won: bool
    captain: bool
    columns: tuple[BoardColumn, ...]
    """Its score in each column of a Hollywood sheet; empty without one."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The scoreboard of a table's current game."""

    title: str
    heading: str
    """The rules, and how far it goes."""
    stage: str
    """Which game it is: of this table, or of the match."""
    sides: tuple[BoardSide, ...]
    digits: int
    """The number of characters of the longest score, which sets the size of all."""
    name_length: str
    """The length of the longest name: "short", "middling", "long" or "longest"."""
    boxes: bool
    people: tuple[str, ...]
    """The players' names by seat."""
    headline: str
    """Who won; empty while the game goes on."""
    last_round: str
    """The last round in a sentence, or why the game is over; empty before the first round."""
    open_question: str
    """"Round 7: two versions, not decided yet"; empty where no two phones differ."""
    rotated: bool
    """Whether the tablet lies in the middle of the table, so that each side is turned toward its player."""
    live_url: str
    poll_url: str
    moved_url: str
    revision: int
    report_count: int
