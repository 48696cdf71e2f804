"""Template context of the desk: the page from which a night of a season is run."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.season.clock import ClockLine
from games.pages.season.match import QueuedRound
from games.pages.season.season_setup import FieldOption, FormField


@dataclass(frozen=True, slots=True)
class DeskCall:
    """A table that calls the referee."""

    id: int
    number: int
    place: str
    title: str
    time: str
    """Since when: "9:40 PM"."""
    url: str
    answer_url: str


@dataclass(frozen=True, slots=True)
class DeskSide:
    """A side of a match with its score; ``ahead`` if it leads or has won."""

    name: str
    score: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class DeskMatch:
    """A match of the night: its table, sides and score, and what it is at."""

    number: int
    place: str
    sides: tuple[DeskSide, ...]
    state: str
    """"Round 4", "to be played", "final"."""
    url: str
    alert: str
    """What needs somebody: "Referee called", "Disputed"; empty if nothing does."""


@dataclass(frozen=True, slots=True)
class DeskGroup:
    """The matches that are being played, still to start, or over."""

    id: str
    title: str
    matches: tuple[DeskMatch, ...]


@dataclass(frozen=True, slots=True)
class DeskPerson:
    """An entrant who is in the room, or missing."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class DeskDraw:
    """The next round: the button that draws it, or why it can't be drawn yet."""

    text: str
    """The button's text; empty if the round can't be drawn yet."""
    waiting: str
    """What the draw waits for; empty if it can be drawn."""
    action: str
    key: str
    absent: str
    """Who is not here, for the choice to leave them out; empty where nobody is missing, or nobody can be left out."""
    absentees: tuple[FormField, ...]
    """Those who can be left out, each with the question which bye they asked for."""
    players_url: str
    """Where players are added; empty if there are enough for a draw."""
    third_place: bool
    """Whether a match for third place can be chosen."""
    more_url: str
    """The page with all choices of a draw."""


@dataclass(frozen=True, slots=True)
class DeskClock:
    """The clock on the desk. ``line`` is None while it is off; ``url`` is empty for those who may not run it."""

    url: str
    line: ClockLine | None
    last_hand: bool
    minutes: int
    at_end: tuple[FieldOption, ...]
    matches: tuple[FieldOption, ...]
    """The matches that can be given extra time."""
    extra: tuple[str, ...]
    """The matches that have it."""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The desk of a season's night."""

    nav: SeasonNav
    night: str
    calls: tuple[DeskCall, ...]
    disputed: tuple[QueuedRound, ...]
    checks_url: str
    """Where disputed rounds are approved; empty if the user may not."""
    groups: tuple[DeskGroup, ...]
    draw: DeskDraw | None
    clock: DeskClock | None
    here: tuple[DeskPerson, ...]
    missing: tuple[DeskPerson, ...]
    here_url: str
    """Where people are checked in; empty in a closed season."""
    results_url: str
    """Where results from paper are entered; empty if the user may not."""
    hall_url: str
    live_url: str
    poll_url: str
    moved_url: str
    revision: int
