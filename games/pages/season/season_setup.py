"""Template context of a season's form fields, its rules form with preview, and the page with its rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.pages.league.league import SeasonNav
from games.pages.table.start import PresetChoice, PresetGroup


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One option of a field."""

    value: str
    text: str
    chosen: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field with its value and error.

    ``kind`` is "text", "number", "date", "time", "select", "options", "radio", "several", "yes" or "lines"; ``unit`` is
    shown after a number.
    """

    name: str
    label: str
    kind: str = "text"
    value: str = ""
    options: tuple[FieldOption, ...] = ()
    note: str = ""
    error: str = ""
    unit: str = ""
    most: int = 60
    """The most characters of a text."""
    form: str = ""
    """The id of its form, if the page has several forms with a field of this name."""

    @property
    def id(self) -> str:
        """The HTML id."""
        return f"{self.form}-{self.name}" if self.form else self.name


def fields_of(form: str, fields: Iterable[FormField]) -> tuple[FormField, ...]:
    """Return ``fields`` marked as belonging to one of several forms on a page."""
    return tuple(replace(field, form=form) for field in fields)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A collapsible group of fields; ``open`` if unfolded, ``summary`` summarizes what is chosen."""

    id: str
    title: str
    summary: str
    fields: tuple[FormField, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """An entrant in the preview of changed rules: rank ("3", or "" without one) and league points before and after.

    ``direction`` is "up", "down" or "".
    """

    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    direction: str


@dataclass(frozen=True, slots=True)
class SeasonFormPage:
    """The form for the rules of a new season, or for a change of rules (with ``nav`` and a preview)."""

    title: str
    action: str
    back_url: str
    back_text: str
    key: str
    name: FormField
    pairing: FormField | None
    teams: FormField | None
    parts: tuple[FieldGroup, ...]
    recent: tuple[PresetChoice, ...]
    groups: tuple[PresetGroup, ...]
    """The rule sets to choose from, besides ``recent``."""
    errors: tuple[str, ...]
    button: str
    nav: SeasonNav | None = None
    fixed: str = ""
    """Why some of it cannot be changed any more."""
    reason: FormField | None = None
    rules_now: str = ""
    """The title of the chosen rule set."""
    present_rules: str = ""
    """The title of the season's present rule set; empty for a new season."""
    keeps_rules: bool = False
    """Whether the present rule set is kept."""
    preview_id: str = ""
    """A value that identifies the preview, sent with the form that saves it."""
    standings_changes: tuple[StandingsChange, ...] = ()
    changes_text: str = ""
    """The preview in one sentence; empty without a preview."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A line of a history: what was decided, when, by whom, why, and details."""

    text: str
    when: str
    by: str
    reason: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonRulesPage:
    """The page with a season's rules in sentences."""

    nav: SeasonNav
    name: str
    pairing: str
    pairing_sentences: tuple[str, ...]
    sentences: tuple[str, ...]
    game_title: str
    game_url: str
    penalties: tuple[HistoryEntry, ...]
    history: tuple[HistoryEntry, ...]
    change_url: str
    """Empty if the user may not change them, or the season is closed."""
    closed: str
