"""Template context of export to and import from Gin notation, and of the form for games begun on paper."""

from dataclasses import dataclass

from games.forms.sharing.notation_form import NotationFault
from games.pages.table.start import NameField, PresetChoice, PresetGroup


@dataclass(frozen=True, slots=True)
class NotationPage:
    """A table in Gin notation; ``games`` is the number of games, ``preset`` that of the last one."""

    table_title: str
    table_url: str
    file_url: str
    """Where the text is downloaded as a file."""
    text: str
    games: int
    preset: str
    presets: tuple[tuple[str, str], ...]
    """The presets that a text may name: id and title."""


@dataclass(frozen=True, slots=True)
class NotationGame:
    """A game as it was read, shown before it is imported."""

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
    opening: str
    """The score it began with, as a sentence; empty without one."""
    lines: tuple[tuple[int, str], ...]
    """Each round's number and what happened in it, oldest first."""
    comments: int
    """The number of comments in the text, which are not imported."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The import form: the text, and either its faults or the games that were read from it."""

    text: str
    key: str
    errors: tuple[str, ...]
    faults: tuple[NotationFault, ...]
    games: tuple[NotationGame, ...]
    """Empty while the text has faults, and before it was read."""
    example: str
    presets: tuple[tuple[str, str], ...]
    """As in ``NotationPage``."""


@dataclass(frozen=True, slots=True)
class OpeningScoreRow:
    """A player's row on the form for a game from paper: the name and the score so far, as typed."""

    name: NameField
    points: str
    boxes: str
    won: str
    error: str


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The form that continues a game from paper; fields shared with ``StartPage`` are described there."""

    rows: tuple[OpeningScoreRow, ...]
    remembered: tuple[str, ...]
    recent: tuple[PresetChoice, ...]
    groups: tuple[PresetGroup, ...]
    target: str
    usual_target: str
    target_error: str
    dealer: str
    """The number of the name field that deals next, as text; empty if not chosen."""
    dealer_error: str
    errors: tuple[str, ...]
    key: str
