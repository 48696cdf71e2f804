"""Tables as text, text as tables, and games that began on paper."""

from dataclasses import dataclass

from games.pages.start import NameField, PresetChoice, PresetGroup


@dataclass(frozen=True, slots=True)
class NotationPage:
    """A table as text, with how it is to be read. ``games`` is how many there are, ``preset`` the last one's."""

    table_title: str
    table_url: str
    file_url: str
    """Where the text is as a file."""
    text: str
    games: int
    preset: str
    presets: tuple[tuple[str, str], ...]
    """What a text may name as played: each preset's id and title."""


@dataclass(frozen=True, slots=True)
class NotationFault:
    """One thing that is wrong with a text, and its line in three pieces: ``marked`` is what it is about."""

    line: int
    column: int
    sentence: str
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class NotationGame:
    """A game as it was understood, before anything is written."""

    number: int
    rules: str
    """"Gin rummy, to 100"."""
    players: tuple[str, ...]
    """By seat."""
    rounds: str
    """"7 rounds"."""
    score: str
    """"Ann 58, Ben 117"."""
    result: str
    """"Ben wins by 44", or who deals the next round."""
    paper: str
    """The score it began with on paper; empty where it did not."""
    lines: tuple[tuple[int, str], ...]
    """Each round's number and what happened in it, oldest first."""
    comments: int
    """Comments in the text, which a sheet has no place for."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Text to be made into a table: as typed, what is wrong with it, or what was understood of it."""

    text: str
    key: str
    errors: tuple[str, ...]
    faults: tuple[NotationFault, ...]
    games: tuple[NotationGame, ...]
    """Empty while there is something wrong, and before anything was read."""
    example: str
    presets: tuple[tuple[str, str], ...]
    """As on the page of a table as text."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A player on the form for a game from paper, with the score so far as typed."""

    name: NameField
    points: str
    boxes: str
    won: str
    error: str


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The form that goes on with a game from paper; what it shares with the start page is as there."""

    rows: tuple[PaperRow, ...]
    remembered: tuple[str, ...]
    recent: tuple[PresetChoice, ...]
    groups: tuple[PresetGroup, ...]
    target: str
    usual_target: str
    target_error: str
    dealer: str
    """The number of the name field that deals next, as text; empty while nobody said."""
    dealer_error: str
    errors: tuple[str, ...]
    key: str
