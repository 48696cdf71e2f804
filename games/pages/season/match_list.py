"""Template context of a season's list of matches, and of the page that changes one match."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.season.season_setup import FormField, HistoryEntry


@dataclass(frozen=True, slots=True)
class SideContext:
    """One side of a match in the list; ``points`` are its game points as text, "" while nothing counts."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match in the list; ``about`` is its number, time and table, ``state`` anything special.

    ``mine`` says whether the user plays.
    """

    number: int
    url: str
    change_url: str
    sides: tuple[SideContext, ...]
    about: str
    state: str
    mine: bool
    does_not_count: bool
    """Whether it does not count."""


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """The matches of one round or night, the user's own first; ``sitting_out_text`` says who sits out."""

    title: str
    note: str
    tonight: bool
    matches: tuple[MatchContext, ...]
    sitting_out_text: str


@dataclass(frozen=True, slots=True)
class ListFilter:
    """A filter of the list."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The form that starts a match in a season of free play."""

    action: str
    key: str
    fields: tuple[FormField, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """A season's matches."""

    nav: SeasonNav
    filters: tuple[ListFilter, ...]
    entrant_field: FormField
    show: str
    groups: tuple[MatchGroup, ...]
    nothing: str
    """The text shown if there are no matches."""
    more_url: str
    """The next page; empty on the last one."""
    play: PlayForm | None
    calendar_url: str
    own_calendar_url: str
    hidden: str
    """Why the matches have no scores, "" where they do."""
    draw_url: str
    print_url: str
    results_url: str
    """The page that enters results, for those who may."""


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """A form for one action on a match; its button sends ``action``."""

    action: str
    title: str
    lead: str
    fields: tuple[FormField, ...]
    button: str
    destructive: bool
    open: bool


@dataclass(frozen=True, slots=True)
class MatchChangePage:
    """The page that changes a match: the forms of all possible actions, and its history."""

    nav: SeasonNav
    title: str
    about: tuple[str, ...]
    url: str
    """The match's own page."""
    action: str
    forms: tuple[ChangeForm, ...]
    errors: tuple[str, ...]
    history: tuple[HistoryEntry, ...]
