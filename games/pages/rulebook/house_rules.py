"""Template context of the page that explains a rule set, and of the house rules editor."""

from dataclasses import dataclass

from games.pages.rulebook.terms import TermContext


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change of rules in mid-game: what changed, from which round on, by which device, and when."""

    what: tuple[str, ...]
    last_old_round: int
    """The last round under the old rules; 0 if there is none."""
    by: str
    time: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A rule set in sentences, to be printed on one page: of a game, a preset or house rules."""

    title: str
    subtitle: str
    """The preset they are based on, "Gin rummy, 3 changes"; empty for a preset."""
    back_url: str
    back_text: str
    source_warning: str
    sentences: tuple[str, ...]
    changed: tuple[str, ...]
    """What differs from the preset, in words."""
    history: tuple[RuleChange, ...]
    """The changes in mid-game, oldest first."""
    readings: tuple[str, ...]
    source: str
    """The source of the rules, or of the preset they are based on, in one line."""
    note: str
    start_url: str
    """Starts a table with these rules; empty at a table."""
    change_url: str
    """The editor; empty if the user may not change these rules."""
    print_url: str
    """Where a blank sheet for them is printed; empty for the rules of a game at a table."""
    share_url: str
    """The absolute URL for sharing; empty unless they are house rules."""
    qr: str
    """Its QR code as a data URI."""
    copy_url: str
    """Where the user can make a copy; empty for the user's own rules."""
    delete_url: str
    """Where they are deleted; empty for other people's rules."""
    terms: tuple[TermContext, ...] = ()
    """The terms of the game, as these rules use them."""
    guide_url: str = ""
    """Where the guide for the bulletin board is printed; empty for the rules of a game at a table."""
    people: tuple[str, ...] = ()
    """The players' names; empty but for the rules of a game."""


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A named house rule, turned on or off by one tap."""

    id: str
    group: str
    """The heading that it is under."""
    title: str
    text: str
    usual: str
    """What it changes, as the rules had it: "Gin bonus: 25 points"."""
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
    """The text of an input field."""
    unit: str
    options: tuple[RuleOption, ...]
    """The options of a choice."""
    parts: tuple[tuple[str, str, str], ...]
    """The three fields of "seats": name, label, and text."""
    empty_meaning: str
    """What an empty field means, "not played"; empty if a number is required."""
    base_value: str
    """The value in the base rules, "Big gin: 31 points", if it was changed; else empty."""
    error: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """A group of parameters; ``differs`` are the changed ones, in words."""

    id: str
    title: str
    differs: tuple[str, ...]
    fields: tuple[RuleField, ...]
    faulty: bool


@dataclass(frozen=True, slots=True)
class EditorPage:
    """The house rules editor; at a table (``mid_game``) changes hold from the next round on.

    ``base_title`` is the title of the rules being changed, ``title`` that of the new rules.
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
    """Empty while the rules are invalid."""
    errors: tuple[str, ...]
    faults: int
    """The number of fields with errors."""
    mid_game: bool
    key: str
    revision: str
