"""What is stored: tables and their seats, the ledger, settled games, house rules, and who may see or score a table."""

from games.models.access import AccessLink, Device, Pass, Role
from games.models.entry import Entry, EntryKind
from games.models.house_rules import HouseRules, RulesUse
from games.models.settled import SettledSeat
from games.models.table import Player, Seat, Table

__all__ = [
    "AccessLink",
    "Device",
    "Entry",
    "EntryKind",
    "HouseRules",
    "Pass",
    "Player",
    "Role",
    "RulesUse",
    "Seat",
    "SettledSeat",
    "Table",
]
