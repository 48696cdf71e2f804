"""What each template is given: frozen values, ready to be shown. No template does arithmetic or asks the database.

Amounts are points unless a field says otherwise; ``*_url`` are paths on this server; texts are plain, not HTML.
"""

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


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player in the tally."""

    seat: int
    name: str
    total: int
    boxes: int
    percent: int
    """Progress to the target, 0 to 100."""
    to_go: int | None
    """Points to the target; None where there is none."""
    deals: bool
    plays_first: bool
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's part of a round on the sheet."""

    seat: int
    name: str
    points: int
    total: int
    boxes: int
    won: bool
    deadwood: int | None


@dataclass(frozen=True, slots=True)
class Version:
    """One entry about a round: what was said, by which device, when, and why."""

    what: str
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """One line of the sheet. ``state`` is "counts", "void" or "after_end"."""

    number: int
    event: str
    """A short word: Knock, Gin, Big gin, Undercut, Dead hand, Ginski …"""
    event_code: str
    what: str
    """For instance "Ann knocked with 7"."""
    cells: tuple[Cell, ...]
    arithmetic: tuple[str, ...]
    """Each number of the score with where it comes from."""
    state: str
    edited: bool
    edited_note: str
    """For instance "Changed at 22:41 by Ben's phone. It was: Ann knocked with 8, Ben 20"."""
    versions: tuple[Version, ...]
    edit_url: str
    """Empty for somebody who only watches."""
    deals: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One line of the end of a game: "Game bonus", 100."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """A player at the end of a game: every line and the total."""

    seat: int
    name: str
    lines: tuple[BonusLine, ...]
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinalView:
    """How a game ended. ``headline`` for instance "Ann wins by 165"; ``why`` one sentence more."""

    headline: str
    why: str
    seats: tuple[FinalSeat, ...]
    shutout: bool
    early: bool


@dataclass(frozen=True, slots=True)
class Attention:
    """Rounds that were entered after the round that now ends the game: a person decides."""

    text: str
    strike_text: str
    keep_text: str
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game played earlier at this table."""

    number: int
    headline: str
    url: str


@dataclass(frozen=True, slots=True)
class GameView:
    """One game as the table page shows it."""

    number: int
    rules_title: str
    target: int | None
    seats: tuple[SeatView, ...]
    rounds: tuple[RoundView, ...]
    """Newest first."""
    undone: tuple[RoundView, ...]
    """Void rounds at the end of the sheet, newest first: taken back, not yet entered again. Folded away."""
    deal_sentence: str
    """"Ben deals, Ann plays first"; empty once the game is over."""
    final: FinalView | None
    attention: Attention | None
    others: tuple[OtherGame, ...]
    games_won: tuple[tuple[str, int], ...]
    """Games won at this table by name, where more than one was played."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One chip of a player's strip. ``value`` goes into the form's ``end`` field, for instance "0:knock:7"."""

    value: str
    label: str
    spoken: str
    """For a screen reader: "Ann knocks with 7"."""
    kind: str
    """"big_gin", "gin" or "knock"."""
    amount: int
    checked: bool
    disabled: bool
    reason: str


@dataclass(frozen=True, slots=True)
class EntrySeat:
    """One player on the round form: the strip, and the field for the deadwood when somebody else ended the round."""

    seat: int
    name: str
    choices: tuple[Choice, ...]
    field: str
    """The form field's name: "deadwood-0"."""
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What the round would score, before it is saved. ``tone`` is "win", "undercut", "dead", "error" or "wait"."""

    tone: str
    sentence: str
    """"Ann +13: 20 − 7 · 54 → 67 · 4 boxes"."""
    arithmetic: tuple[str, ...]
    ask: str
    """A question about something unlikely; empty where nothing is. Saving then needs the form's ``confirm`` = yes."""
    errors: tuple[str, ...]
    ready: bool
    """Whether the round could be saved as it stands."""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two phones said different things of one round: both are shown, a person decides."""

    text: str
    saved: str
    saved_by: str
    typed: str
    change_url: str
    """Where the form goes if the typed version is right; ``revision`` goes with it."""
    revision: int
    as_next: str
    """What a button says that saves the typed version as the next round instead (form field ``as_next`` = yes).

    Both were played, then. Empty where the game is over.
    """


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The round form: new round or correction. Hidden fields: game, round, key, seating, revision (corrections)."""

    action: str
    preview_url: str
    title: str
    """"Round 6", or "Change round 3"."""
    game: int
    round: int
    key: str
    seating: int
    revision: int | None
    ending: str
    """The checked value of ``end``: "", "dead" or a Choice's value."""
    seats: tuple[EntrySeat, ...]
    most_deadwood: int
    hints: tuple[str, ...]
    """Why chips are disabled, one sentence each."""
    preview: Preview | None
    errors: tuple[str, ...]
    conflict: ConflictView | None
    reason: str
    """Why it is changed, on a correction; up to 200 characters."""
    correction: bool
    field_note: str = ""
    """What stands under "Ben's deadwood": "after layoffs"; empty where nothing may be laid off."""
    gin_note: str = ""
    """The same once somebody went gin: "no layoffs after gin", or as ``field_note``."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what just happened. ``tone`` is "good", "warn" or "bad"."""

    tone: str
    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The one-tap undo: what it would take back, and the revision it names."""

    text: str
    """"Undo round 5"."""
    what: str
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table page. ``entry`` is None for somebody who only watches, and once the game is over."""

    title: str
    table_url: str
    moved_url: str
    live_url: str
    poll_url: str
    rules_url: str
    links_url: str
    """Empty but for the owner."""
    seats_url: str
    """Where two seats are swapped; empty for somebody who only watches."""
    new_game_url: str
    finish_url: str
    reopen_url: str
    revision: int
    game: GameView
    entry: EntryForm | None
    undo: Undo | None
    notice: Notice | None
    may_score: bool
    may_own: bool
    current: bool
    """Whether ``game`` is the table's current game, not an earlier one being looked at."""


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round to change or void."""

    table_title: str
    table_url: str
    round: RoundView
    entry: EntryForm
    void_url: str
    may_void: bool


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Two seats entered the wrong way round: choose which."""

    table_title: str
    table_url: str
    action: str
    revision: int
    seats: tuple[tuple[int, str], ...]
    pairs: tuple[tuple[str, str], ...]
    """Form value ("0-1") and sentence ("Ann and Ben change places")."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """One link to the table. ``url`` and ``qr`` are empty where the link can no longer be shown or is switched off."""

    id: int
    role: str
    """"watch", "score" or "owner"."""
    title: str
    explains: str
    label: str
    url: str
    qr: str
    """The QR code as a data URI of an SVG image, for an ``img`` element."""
    revoke_url: str
    revoked: bool
    used: str


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The owner's links: to watch, to score, and those switched off."""

    table_title: str
    table_url: str
    links: tuple[LinkView, ...]
    create_url: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """What a link opens: one button. Nothing is changed by opening it, and no name is shown."""

    action: str
    role: str
    """"watch", "score" or "owner"."""
    label: str
    """What this device will be called on the sheet, for instance "iPhone"; the person may change it."""
    error: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game, or of a preset, in sentences."""

    title: str
    back_url: str
    back_text: str
    sentences: tuple[str, ...]
    changed: tuple[str, ...]
    """What differs from the preset, in words."""
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """Something could not be done: a title and a sentence, and a way on."""

    status: int
    title: str
    text: str
    back_url: str
    back_text: str
