"""What the table of a season is given, on phones and on the wall."""

from dataclasses import dataclass
from datetime import date

from games.pages.league import NavLink, SeasonNav
from games.rules.standings import Row


@dataclass(frozen=True, slots=True)
class Mark:
    """How one match came out: "won", "drawn" or "lost", its letter and word, and whether that is not final yet."""

    outcome: str
    letter: str
    word: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Shift:
    """Where a row came from: ``way`` is "up", "down", "same" or "new", ``by`` how many places, ``text`` says it."""

    way: str
    by: int
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """What one criterion says of a row."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the table. ``place`` is "" for who has none; numbers are written out as they are shown.

    ``why`` says what put the row below the one above, ``lacks`` what an unranked one lacks; ``notes`` are sentences of
    what is not plain from the numbers: penalties, byes, nights that do not count.
    """

    entrant: int
    place: str
    name: str
    url: str
    points: str
    played: int
    wins: int
    draws: int
    losses: int
    difference: str
    boxes: int
    form: tuple[Mark, ...]
    shift: Shift | None
    provisional: str
    why: str
    values: tuple[Value, ...]
    notes: tuple[str, ...]
    lacks: str
    row: Row
    """What all of it is written out from."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The table of a season as it stands, or stood. ``hidden`` says why there are only ``names``, in no order of rank.

    ``sentences`` stand below it: what the arrows compare with, what may still change.
    """

    rows: tuple[StandingRow, ...]
    unranked: tuple[StandingRow, ...]
    names: tuple[str, ...]
    hidden: str
    sentences: tuple[str, ...]
    who: str
    """What stands above the names: "Player" or "Team"."""
    nights: tuple[date, ...]
    """Those on which something was played, the newest first."""


@dataclass(frozen=True, slots=True)
class SeasonTablePage:
    """The page of a season's table. Addresses are "" where there is nothing to go to or to follow.

    ``on`` is the date that was asked for, ``on_text`` how it is spoken of; ``error`` what was wrong with it.
    """

    nav: SeasonNav
    title: str
    heading: str
    table: Standing
    nights: tuple[NavLink, ...]
    on: str
    on_text: str
    error: str
    url: str
    live_url: str
    poll_url: str
    moved_url: str
    needs_url: str
    screen_url: str
    hall_url: str
    rating_url: str
    revision: int


@dataclass(frozen=True, slots=True)
class Needed:
    """What one entrant still needs, in sentences."""

    entrant: int
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NeedsPage:
    """What each entrant still needs, in the order of the table; ``about`` says what the sentences rest on.

    ``first`` are the leader and those behind him, ``rest`` all others.
    """

    nav: SeasonNav
    title: str
    first: tuple[Needed, ...]
    rest: tuple[Needed, ...]
    hidden: bool
    about: str
    url: str
    table_url: str


@dataclass(frozen=True, slots=True)
class ScreenSide:
    """A side of a match on the wall; ``ahead`` where it leads or has won."""

    name: str
    points: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class ScreenMatch:
    """A match on the wall: where it is, how far it is, and who plays."""

    place: str
    state: str
    live: bool
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """The page for the wall of the room: the table, tonight's matches, and those to come."""

    league: str
    season: str
    table: Standing
    provisional: bool
    tonight: tuple[ScreenMatch, ...]
    next_title: str
    next: tuple[ScreenMatch, ...]
    live_url: str
    poll_url: str
    moved_url: str
    revision: int
