"""What the pages are given on which an organiser runs a season, and makes its matches."""

from dataclasses import dataclass

from games.pages.league import SeasonNav
from games.pages.season_setup import FormField, Noted


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty that counts."""

    id: int
    text: str
    reason: str
    when: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """Everything that an organiser does in a season, each with how it stands."""

    nav: SeasonNav
    action: str
    key: str
    matches_url: str
    rules_url: str
    entrants: str
    """How many compete, in words."""
    entrants_url: str
    matches: str
    """How many matches there are, in words."""
    draw_url: str
    """Empty where the season is closed."""
    draw_text: str
    penalties: tuple[PenaltyView, ...]
    penalty: tuple[FormField, ...]
    withdrawal: tuple[FormField, ...]
    hidden: str
    """Until when the table is hidden, in words; empty where it is not."""
    hide: tuple[FormField, ...]
    closed: str
    """Since when the season is closed; empty where it is open."""
    open_form: str
    """Which of the forms was sent and has something wrong."""
    errors: tuple[str, ...]
    history: tuple[Noted, ...]


@dataclass(frozen=True, slots=True)
class LineFaultView:
    """What is wrong with one line that was written."""

    line: int
    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The forms that make a season's matches: drawn ones, missing ones, written ones."""

    nav: SeasonNav
    action: str
    key: str
    lead: tuple[str, ...]
    """What is drawn and how it stands."""
    fields: tuple[FormField, ...]
    draw: str
    """The button that draws; empty where nothing is drawn in such a season."""
    again: str
    """The button that draws the last round once more; empty where it was begun."""
    missing: str
    """The button that gives everybody the matches he has not got; empty where nobody lacks one."""
    errors: tuple[str, ...]
    script: FormField
    faults: tuple[LineFaultView, ...]
    script_open: bool
