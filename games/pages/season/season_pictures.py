"""Template context of a season's charts: ranks night by night, head-to-head results, and knocking statistics."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.season.bar_chart import BarChart


@dataclass(frozen=True, slots=True)
class RankLine:
    """One entrant's line in the rank chart; ``place`` is the rank now ("2="), ``places`` the ranks after each night.

    ``url`` highlights the line of ``entrant`` (primary key); ``chosen`` if it is highlighted.
    """

    entrant: int
    name: str
    place: str
    url: str
    chosen: bool
    path: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankChart:
    """The chart of ranks after each night; ``title`` describes it, ``remarks`` are remarks about it.

    ``rank_heights`` are the y positions of the ranks; ``skipped_ranks`` are those above the last name, if it's further
    down than the others; ``empty_ranks`` are the ones at the foot that no entrant has now. ``choices`` are all who can
    be followed: entrant (primary key), name, and whether it's the highlighted one.
    ``columns`` are the nights, ``first`` and ``last`` the labels at the ends. ``chosen`` is the highlighted entrant,
    and how they moved in words. ``compact`` if the names are too close together to be tapped; then ``url`` takes one
    from a list.
    """

    title: str
    remarks: tuple[str, ...]
    chosen: tuple[str, str]
    width: int
    height: int
    rank_heights: tuple[int, ...]
    trails: tuple[RankLine, ...]
    skipped_ranks: range
    empty_ranks: range
    choices: tuple[tuple[int, str, bool], ...]
    columns: tuple[str, ...]
    first: str
    last: str
    url: str
    compact: bool


@dataclass(frozen=True, slots=True)
class HeadToHeadCell:
    """A cell of the head-to-head grid: "3–1" won and lost; ``kind`` is "won-0" to "won-4", "not-met" or "self"."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class HeadToHeadRow:
    """One entrant's line of the grid; ``number`` is also the heading of their column."""

    number: int
    name: str
    chosen: bool
    cells: tuple[HeadToHeadCell, ...]


@dataclass(frozen=True, slots=True)
class HeadToHeadGrid:
    """The head-to-head grid of all entrants; ``title`` says how much was played, ``about`` how to read a cell."""

    title: str
    about: str
    rows: tuple[HeadToHeadRow, ...]


@dataclass(frozen=True, slots=True)
class KnockCharts:
    """Knocking statistics: deadwood at knocks, undercuts, and deadwood caught.

    ``about`` says which games are counted. The charts are None while there is no data; then ``empty`` explains it.
    """

    about: str
    empty: str
    deadwood: BarChart | None
    undercut: BarChart | None
    caught: BarChart | None


@dataclass(frozen=True, slots=True)
class SeasonPicturesPage:
    """The page of a season's charts; ``hidden`` says why they are hidden, ``error`` what is wrong with the query.

    ``places`` and ``grid`` are None if nothing was played yet; then ``waiting`` says what will be there.
    """

    nav: SeasonNav
    title: str
    hidden: str
    error: str
    waiting: str
    places: RankChart | None
    grid: HeadToHeadGrid | None
    knocking: KnockCharts | None
