"""What the pages are given on which a season is set up, ruled and run."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.pages.league import SeasonNav
from games.pages.start import PresetChoice, PresetGroup


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One of several to choose from."""

    value: str
    text: str
    chosen: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form as it is shown, with what is typed and what is wrong.

    ``kind`` is "text", "number", "date", "time", "select", "options", "radio", "several", "yes" or "lines"; ``unit``
    stands behind a number.
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
    """What tells it from fields of that name in other forms of the page."""

    @property
    def id(self) -> str:
        """What the page calls it."""
        return f"{self.form}-{self.name}" if self.form else self.name


def fields_of(form: str, fields: Iterable[FormField]) -> tuple[FormField, ...]:
    """``fields`` as those of one of several forms on a page."""
    return tuple(replace(field, form=form) for field in fields)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Some fields under a heading; ``open`` where it is unfolded, ``now`` says in short what is chosen there."""

    id: str
    title: str
    now: str
    fields: tuple[FormField, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody's line in a preview: places ("3", or "" without one) and league points, before and after.

    ``way`` is "up", "down" or "".
    """

    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    way: str


@dataclass(frozen=True, slots=True)
class SeasonFormPage:
    """The form with a season's rules: to begin one, or to change one (then ``nav`` is there, and a preview)."""

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
    """With ``recent``, the rule sets to choose from."""
    errors: tuple[str, ...]
    button: str
    nav: SeasonNav | None = None
    fixed: str = ""
    """Why some of it cannot be changed any more."""
    reason: FormField | None = None
    rules_now: str = ""
    """The title of the rule set that is chosen."""
    kept: str = ""
    """The title of the one that a season has already; empty on the page of a new one."""
    keep: bool = False
    """Whether that is what is chosen."""
    seen: str = ""
    """What the preview showed, to be sent with the form that saves it."""
    movers: tuple[Mover, ...] = ()
    moved: str = ""
    """What the preview comes to, in a sentence; empty where there is no preview."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A line of a history: what was decided, when and by whom, why, and details."""

    text: str
    when: str
    by: str
    reason: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonRulesPage:
    """The rules of a season in sentences, for everybody."""

    nav: SeasonNav
    name: str
    pairing: str
    pairing_sentences: tuple[str, ...]
    sentences: tuple[str, ...]
    game_title: str
    game_url: str
    penalties: tuple[Noted, ...]
    history: tuple[Noted, ...]
    change_url: str
    """Empty for who may not change them, or where the season is closed."""
    closed: str
