"""What the pages of a season's matches are given: the list, and one match as it is changed."""

from dataclasses import dataclass

from games.pages.league import SeasonNav
from games.pages.season_setup import FormField, Noted


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a match in the list: its name, its game points as text ("" while nothing counts), and if it won."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match in the list. ``about`` says time and table, ``state`` what is special about it; ``mine``: I play."""

    number: int
    url: str
    change_url: str
    sides: tuple[SideView, ...]
    about: str
    state: str
    mine: bool
    off: bool
    """Whether it counts nothing."""


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """The matches of a round on a night, one's own first; ``free`` says who sits out."""

    title: str
    note: str
    tonight: bool
    matches: tuple[MatchView, ...]
    free: str


@dataclass(frozen=True, slots=True)
class Filter:
    """A way to look at the list."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The form with which two sit down in free play."""

    action: str
    key: str
    fields: tuple[FormField, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """A season's matches."""

    nav: SeasonNav
    filters: tuple[Filter, ...]
    who: FormField
    show: str
    groups: tuple[MatchGroup, ...]
    nothing: str
    """What is said where there is no match."""
    more_url: str
    """The next of them; empty on the last page."""
    play: PlayForm | None
    calendar_url: str
    own_calendar_url: str
    draw_url: str


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """One thing that can be done about a match: a form whose button sends ``do``."""

    do: str
    title: str
    lead: str
    fields: tuple[FormField, ...]
    button: str
    grave: bool
    open: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One match: what it is, what can be done about it, and what was."""

    nav: SeasonNav
    title: str
    about: tuple[str, ...]
    url: str
    """Where it is played."""
    action: str
    forms: tuple[ChangeForm, ...]
    errors: tuple[str, ...]
    history: tuple[Noted, ...]
