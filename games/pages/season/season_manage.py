"""Template context of the organizer's pages: managing a season, and making its matches."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.season.season_setup import FormField, HistoryEntry


@dataclass(frozen=True, slots=True)
class PenaltyContext:
    """A penalty in force."""

    id: int
    text: str
    reason: str
    when: str


@dataclass(frozen=True, slots=True)
class SeasonManagePage:
    """The organizer's page for managing a season."""

    nav: SeasonNav
    action: str
    key: str
    matches_url: str
    print_url: str
    rules_url: str
    entrants: str
    """How many compete, in words."""
    entrants_url: str
    matches: str
    """How many matches there are, in words."""
    draw_url: str
    """Empty where the season is closed."""
    draw_text: str
    final_stage_url: str
    """Where the bracket after the groups is started; empty in a season without groups."""
    penalties: tuple[PenaltyContext, ...]
    penalty: tuple[FormField, ...]
    withdrawal: tuple[FormField, ...]
    hidden_until: str
    """Until when the standings are hidden, in words; empty if they are not."""
    hide: tuple[FormField, ...]
    closed_since: str
    """Since when the season is closed; empty where it is open."""
    submitted_form: str
    """The submitted form that has errors."""
    errors: tuple[str, ...]
    history: tuple[HistoryEntry, ...]


@dataclass(frozen=True, slots=True)
class LineFaultContext:
    """A faulty line of typed matches, with the error sentence."""

    line: int
    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The page that makes a season's matches: by drawing, by adding missing ones, or by typing them."""

    nav: SeasonNav
    action: str
    key: str
    lead: tuple[str, ...]
    """Sentences about how the season is drawn, and how far."""
    fields: tuple[FormField, ...]
    players_url: str
    """Where players are added; empty if there are enough for a draw."""
    draw_text: str
    """The label of the button that draws; empty if such a season is not drawn, or there are too few players."""
    redraw_text: str
    """The label of the button that redraws the last round; empty once it has begun."""
    add_missing_text: str
    """The label of the button that adds missing matches; empty if none are missing."""
    errors: tuple[str, ...]
    script: FormField
    faults: tuple[LineFaultContext, ...]
    script_open: bool
