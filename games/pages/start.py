"""What the start page is given."""

from dataclasses import dataclass


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
    """One name on the start form. ``number`` counts from 1; ``optional`` ones are for presets with more seats."""

    number: int
    value: str
    error: str
    optional: bool


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One preset on the start form, with its rules in sentences made from its parameters."""

    id: str
    title: str
    tagline: str
    """One short line: "two players, to 100, knock at 10 or less"."""
    sentences: tuple[str, ...]
    source: str
    note: str
    """What in it rests on a reading of an unclear page; empty where nothing does."""
    target: int
    seats_min: int
    seats_max: int
    checked: bool


@dataclass(frozen=True, slots=True)
class StartPage:
    """The start page: the tables of this phone, and the form that starts one."""

    tables: tuple[RecentTable, ...]
    names: tuple[NameField, ...]
    remembered: tuple[str, ...]
    presets: tuple[PresetChoice, ...]
    target: str
    target_error: str
    dealer: str
    """"draw", or the number of the name field that deals first, as text."""
    dealer_error: str
    errors: tuple[str, ...]
    key: str
