"""What the start page is given."""

from dataclasses import dataclass

from games.pages.match import NextMatch


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table this phone has been at."""

    url: str
    title: str
    status: str
    """For instance "Ann 67, Ben 54 · round 6", or "Ann won"."""
    when: str


@dataclass(frozen=True, slots=True)
class NameField:
    """One name on the start form. ``number`` counts from 1; ``optional`` ones are for rules with more seats."""

    number: int
    value: str
    error: str
    optional: bool
    team: int
    """1 or 2: the team of that place where partners play."""


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """Rules on the start form, a preset or people's own, in sentences made from their parameters."""

    id: str
    """What the form sends for them."""
    title: str
    tagline: str
    """One short line: "upcard limit, to 150, boxes" with dots between."""
    players: str
    """How many can play, in figures: "2-4"."""
    players_text: str
    """The same in words: "2 to 4 players"."""
    many: bool
    """Whether more than two can play."""
    weak: str
    """A short mark where the rules rest on a reconstruction or a second-hand source; empty where they do not."""
    changes: tuple[str, ...]
    """What people's own rules change in their preset, in words."""
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    """How the unclear points of the source are read."""
    seating: str
    """Who plays whom and who sits out, where that is not simply everybody; empty where it is."""
    source: str
    note: str
    """What in it rests on a reading of an unclear page; empty where nothing does."""
    target: int
    """0 where there is none."""
    marks: str
    """What the name fields depend on, for the stylesheet: "min-2 max-4 teams no-target"."""
    url: str
    """The page of these rules alone."""
    checked: bool


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """Some of the rules to choose from, under a heading; ``open`` where the chosen one is among them."""

    title: str
    presets: tuple[PresetChoice, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class StartPage:
    """The start page: the tables of this phone, and the form that starts one.

    ``recent`` are the rules this phone played last, the newest first, and are not in ``groups`` again.
    """

    matches: tuple[NextMatch, ...]
    """The league matches of whoever holds the phone that are to be played now, or next."""
    tables: tuple[RecentTable, ...]
    names: tuple[NameField, ...]
    remembered: tuple[str, ...]
    recent: tuple[PresetChoice, ...]
    groups: tuple[PresetGroup, ...]
    target: str
    usual_target: str
    """The target of the rules that are chosen, as text; empty where they have none."""
    target_error: str
    dealer: str
    """"draw", or the number of the name field that deals first, as text."""
    dealer_error: str
    errors: tuple[str, ...]
    key: str
    try_key: str
    """The key of the button that makes a table to play with."""
    has_account: bool
    """Whether somebody seems to be logged in: a browser that was logged out from afar still says so."""
