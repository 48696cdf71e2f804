"""What the page with the drawings of a season is given."""

from dataclasses import dataclass

from games.pages.bars import BarChart
from games.pages.league import SeasonNav


@dataclass(frozen=True, slots=True)
class Trail:
    """The line of one entrant through the nights, and where it ends: ``place`` ("2="), and the line of the table.

    ``url`` sets the line of ``entrant`` (primary key) off from the others; ``chosen`` tells that it is. ``places`` are
    after each night, "" for none.
    """

    entrant: int
    name: str
    place: str
    url: str
    chosen: bool
    path: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Places after each night. ``title`` says what is to be seen, ``told`` what is to be known of the drawing.

    ``lines`` are the heights of the lines of the table; ``blanks`` are those at its foot on which nobody stands now.
    ``columns`` name the nights, ``first`` and ``last`` the ends of the drawing. ``chosen`` is who is set off, and
    in words how he moved. ``compact``: the names stand too close together to be hit; ``url`` takes one from a list.
    """

    title: str
    told: tuple[str, ...]
    chosen: tuple[str, str]
    width: int
    height: int
    lines: tuple[int, ...]
    trails: tuple[Trail, ...]
    blanks: range
    columns: tuple[str, ...]
    first: str
    last: str
    url: str
    compact: bool


@dataclass(frozen=True, slots=True)
class Met:
    """What one came to against another: "3–1" won and lost; ``kind`` from "won-0" to "won-4", "not-met" or "self"."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """One line of the grid; ``number`` stands above the column of the same entrant."""

    number: int
    name: str
    chosen: bool
    cells: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Everybody against everybody: ``title`` says how much of it was played, ``about`` what a cell says."""

    title: str
    about: str
    rows: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class Knocking:
    """What was done with knocks: deadwood at the knock, how often that was undercut, and what the others had left.

    ``about`` says of which games. The drawings are None where nothing can be drawn yet, and ``empty`` says when.
    """

    about: str
    empty: str
    deadwood: BarChart | None
    undercut: BarChart | None
    caught: BarChart | None


@dataclass(frozen=True, slots=True)
class SeasonPicturesPage:
    """``hidden`` says why there is nothing to see, ``error`` what was wrong with who was asked for.

    ``places`` and ``grid`` are None where nothing was played yet; ``waiting`` says then what will be there.
    """

    nav: SeasonNav
    title: str
    hidden: str
    error: str
    waiting: str
    places: Places | None
    grid: Grid | None
    knocking: Knocking | None
