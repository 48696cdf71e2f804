"""What each template is given: frozen values, ready to be shown. No template does arithmetic or asks the database.

Amounts are points unless a field says otherwise; ``*_url`` are paths on this server; texts are plain, not HTML.
"""

from games.pages.entry import Choice, ConflictView, EntryForm, EntrySeat, Preview
from games.pages.game import (
    Attention,
    BonusLine,
    Cell,
    FinalSeat,
    FinalView,
    GameView,
    OtherGame,
    RoundView,
    SeatView,
    Version,
)
from games.pages.other import JoinPage, LinksPage, LinkView, ProblemPage, RulesPage
from games.pages.start import NameField, PresetChoice, RecentTable, StartPage
from games.pages.table import Notice, RoundPage, SeatsPage, TablePage, Undo

__all__ = [
    "Attention",
    "BonusLine",
    "Cell",
    "Choice",
    "ConflictView",
    "EntryForm",
    "EntrySeat",
    "FinalSeat",
    "FinalView",
    "GameView",
    "JoinPage",
    "LinkView",
    "LinksPage",
    "NameField",
    "Notice",
    "OtherGame",
    "PresetChoice",
    "Preview",
    "ProblemPage",
    "RecentTable",
    "RoundPage",
    "RoundView",
    "RulesPage",
    "SeatView",
    "SeatsPage",
    "StartPage",
    "TablePage",
    "Undo",
    "Version",
]
