"""Template context of the start page: recent tables, the next matches, and the form that starts a table."""

from dataclasses import dataclass

from games.pages.season.match import NextMatch


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table this phone has been at."""

    url: str
    title: str
    status: str
    """For instance "Ann 67, Ben 54 · round 6", or "Ann won"."""
    when: str
    rules: str
    """For instance "Gin rummy, to 100"."""
    over: bool
    """Whether its last game has ended."""
    own_names: tuple[str, ...]
    """The names in the order of the seats, if this phone seated these people; else empty."""


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
    """A rule set on the start form, a preset or house rules, with sentences made from its parameters."""

    id: str
    """What the form sends for them."""
    title: str
    tagline: str
    """One short line: "upcard limit, to 150, boxes" with dots between."""
    players: str
    """How many can play, in figures: "2-4"."""
    players_text: str
    """The same in words: "2 to 4 players"."""
    more_than_two: bool
    """Whether more than two can play."""
    source_warning: str
    """A short mark for rules with a reconstructed or second-hand source; else empty."""
    changes: tuple[str, ...]
    """The changes of house rules to their preset, in words."""
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    """How unclear points of the source are interpreted."""
    seating: str
    """Who plays whom and who sits out; empty if simply all play."""
    source: str
    note: str
    """What is uncertain or disputed in the source; empty if nothing is."""
    target: int
    """0 where there is none."""
    css_classes: str
    """Classes for the stylesheet, which shows the name fields they need: "min-2 max-4 teams no-target"."""
    url: str
    """The page of these rules alone."""
    counts: tuple[int, ...]
    """The numbers of people who can play."""
    checked: bool


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """A rule set among those on the start page; the script shows it while as many people are to play as it is for."""

    choice: PresetChoice
    ends: str
    """How far the game goes: "to 100"; "no target" without a target."""
    line: str
    """Who plays in a round, and what else distinguishes them."""
    counts: tuple[int, ...]
    """The numbers of people for whom it is offered there, fewer than can play it."""
    shown: bool
    checked: bool


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """A group of rule sets under a heading; ``open`` if the chosen one is in it."""

    title: str
    presets: tuple[PresetChoice, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class StartPage:
    """The start page: the tables of this phone, and the form that starts a new one."""

    matches: tuple[NextMatch, ...]
    """The league matches of this phone's player that are due now or next."""
    tables: tuple[RecentTable, ...]
    names: tuple[NameField, ...]
    seats: int
    """How many of the name fields are shown; the others are for more players."""
    remembered: tuple[str, ...]
    rules: tuple[OfferedRules, ...]
    target: str
    usual_target: str
    """The target of the rules that are chosen, as text; empty where they have none."""
    target_error: str
    dealer: str
    """"draw", or the number of the name field that deals first, as text."""
    dealer_error: str
    errors: tuple[str, ...]
    key: str
    tryout_key: str
    """The idempotency key of the button that makes a table for trying the app."""
    has_account: bool
    """Whether the browser seems to be logged in; one that was logged out from another device still seems so."""

    @property
    def names_shown(self) -> frozenset[str]:
        """The names in the fields."""
        return frozenset(name.value.strip() for name in self.names)

    @property
    def any_rules(self) -> bool:
        """Whether there are rules for so many people."""
        return any(rules.shown for rules in self.rules)

    @property
    def running(self) -> RecentTable | None:
        """The newest table, if its game goes on."""
        return self.tables[0] if self.tables and not self.tables[0].over else None

    @property
    def earlier(self) -> tuple[RecentTable, ...]:
        """All tables but the running one."""
        return self.tables[1:] if self.running else self.tables

    @property
    def first_dealer(self) -> str:
        """The name of the player who deals first; empty if it is drawn."""
        return next((name.value for name in self.names if str(name.number) == self.dealer), "")


@dataclass(frozen=True, slots=True)
class MyGamesPage:
    """The tables of this phone, newest first; the addresses of newer and older ones, empty if there are none."""

    tables: tuple[RecentTable, ...]
    newer_url: str
    older_url: str
    moved: str
    """When the games of this phone were moved to another one; empty if they were not, or if it has others since."""
