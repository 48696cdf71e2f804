"""Template context of a season's standings: the page, the wall screen, and what each entrant still needs."""

from dataclasses import dataclass
from datetime import date

from games.pages.league.league import NavLink, SeasonNav
from games.pages.sharing.seals import SealNote
from games.rules.league.standings import StandingsRow


@dataclass(frozen=True, slots=True)
class OutcomeMark:
    """The outcome of one match, "won", "drawn" or "lost", with its letter and word; ``provisional`` if not final."""

    outcome: str
    letter: str
    word: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class RankArrow:
    """How a row moved: ``direction`` is "up", "down", "same" or "new", ``places`` how many ranks, ``text`` says it."""

    direction: str
    places: int
    text: str


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """The value of one tie-break criterion for a row."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class StandingsTableRow:
    """One line of the standings; ``place`` is the rank, "" without one. Numbers are formatted text.

    ``decided_by`` says what decided against the row above, ``missing_text`` what an unranked entrant lacks; ``notes``
    are sentences about penalties, byes, and nights that do not count.
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
    form: tuple[OutcomeMark, ...]
    arrow: RankArrow | None
    provisional: str
    decided_by: str
    values: tuple[CriterionValue, ...]
    notes: tuple[str, ...]
    missing_text: str
    row: StandingsRow
    """The row of values that all of this was made from."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a season now or at a past date; ``hidden`` says why there are only unranked ``names``.

    ``sentences`` are printed below: what the arrows compare with, what may still change.
    """

    rows: tuple[StandingsTableRow, ...]
    unranked: tuple[StandingsTableRow, ...]
    names: tuple[str, ...]
    hidden: str
    sentences: tuple[str, ...]
    who: str
    """The heading of the names: "Player" or "Team"."""
    nights: tuple[date, ...]
    """The nights with matches, newest first."""


@dataclass(frozen=True, slots=True)
class SeasonTablePage:
    """The page of a season's standings; a ``*_url`` is "" if it does not apply.

    ``as_of`` is the date of past standings, ``as_of_text`` that date in words; ``error`` says what is wrong with it.
    """

    nav: SeasonNav
    title: str
    heading: str
    table: StandingsTable
    nights: tuple[NavLink, ...]
    as_of: str
    as_of_text: str
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
    seal: SealNote | None
    """The season's seal, once it is closed."""


@dataclass(frozen=True, slots=True)
class EntrantNeeds:
    """What one entrant still needs to win, in sentences."""

    entrant: int
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NeedsPage:
    """What each entrant still needs, in the order of the standings; ``about`` says what this is based on.

    ``first`` are the leader and those close behind, ``rest`` all others. ``empty_text`` says why both are empty.
    """

    nav: SeasonNav
    title: str
    first: tuple[EntrantNeeds, ...]
    rest: tuple[EntrantNeeds, ...]
    hidden: bool
    about: str
    empty_text: str
    url: str
    table_url: str


@dataclass(frozen=True, slots=True)
class ScreenSide:
    """A side of a match on the wall screen; ``ahead`` if it leads or has won."""

    name: str
    points: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class ScreenMatch:
    """A match on the wall screen: its table, its state, and its sides."""

    place: str
    state: str
    live: bool
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """The page for the wall screen: the standings, tonight's matches, and the next ones."""

    league: str
    season: str
    table: StandingsTable
    provisional: bool
    tonight: tuple[ScreenMatch, ...]
    next_title: str
    next: tuple[ScreenMatch, ...]
    live_url: str
    poll_url: str
    moved_url: str
    revision: int
