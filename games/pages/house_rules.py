"""Rules on a page of their own: as a card, and in the editor of house rules."""

from dataclasses import dataclass

from games.pages.terms import TermView


@dataclass(frozen=True, slots=True)
class RuleChange:
    """Rules that changed in mid-game: what, from which round on, and who changed it when."""

    what: tuple[str, ...]
    through: int
    """The round after which the new rules hold; 0 for the first."""
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game, of a preset or of a house, in sentences, fit to be printed on one page."""

    title: str
    subtitle: str
    """What they are made from, "Gin rummy, 3 changes"; empty for a preset."""
    back_url: str
    back_text: str
    weak: str
    sentences: tuple[str, ...]
    changed: tuple[str, ...]
    """What differs from the preset, in words."""
    history: tuple[RuleChange, ...]
    """What was changed in mid-game, the oldest first."""
    readings: tuple[str, ...]
    source: str
    note: str
    start_url: str
    """Starts a table with these rules; empty at a table."""
    change_url: str
    """The editor; empty for who may not change these rules."""
    print_url: str
    """Where a blank sheet for them is printed; empty for the rules of a game at a table."""
    share_url: str
    """The whole address to pass on; empty for what is no house rules."""
    qr: str
    """The same as a picture, a data URI."""
    copy_url: str
    """Where a copy of one's own is made; empty for one's own."""
    delete_url: str
    """Where they are deleted; empty for those of others."""
    terms: tuple[TermView, ...] = ()
    """The words of the game, by these rules."""
    guide_url: str = ""
    """Where the guide for the notice board is printed; empty for the rules of a game."""


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A named house rule, switched on or off by one tap."""

    id: str
    title: str
    text: str
    on: bool


@dataclass(frozen=True, slots=True)
class RuleOption:
    """One of the values of a parameter; ``value`` is what the form sends."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RuleField:
    """One parameter in the editor.

    ``kind`` is "number", "numbers", "choice", "several" (boxes to tick) or "seats"; ``name`` is the form's.
    """

    name: str
    title: str
    help: str
    kind: str
    text: str
    """What is typed, where something is typed."""
    unit: str
    options: tuple[RuleOption, ...]
    """What there is to choose from."""
    parts: tuple[tuple[str, str, str], ...]
    """Of "seats" the three fields: name, label, and what is typed."""
    instead: str
    """What no number at all means, "not played"; empty where there must be one."""
    usual: str
    """What it is in the rules changed here, "Big gin: 31 points", where that is something else; else empty."""
    error: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Parameters that belong together; ``differs`` are those that are changed, in words."""

    id: str
    title: str
    differs: tuple[str, ...]
    fields: tuple[RuleField, ...]
    faulty: bool


@dataclass(frozen=True, slots=True)
class EditorPage:
    """The editor of house rules; at a table (``mid_game``) what is changed holds from the next round on.

    ``base_title`` is what is changed, ``title`` what the changed rules are to be called.
    """

    heading: str
    base_title: str
    action: str
    back_url: str
    back_text: str
    title: str
    title_error: str
    switches: tuple[RuleSwitch, ...]
    groups: tuple[RuleGroup, ...]
    changed: tuple[str, ...]
    count: str
    """For instance "3 changes"."""
    sentences: tuple[str, ...]
    """Empty where the rules as typed cannot be."""
    errors: tuple[str, ...]
    faults: int
    """How many fields hold what cannot be."""
    mid_game: bool
    key: str
    revision: str
