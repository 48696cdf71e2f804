"""What is stored: tables, seats, the ledger, settled games, house rules, waiting hands, accounts, who may see."""

from games.models.access import AccessLink, Device, Pass, Role
from games.models.account import Account, AccountSession
from games.models.entry import Entry, EntryKind
from games.models.house_rules import HouseRules, RulesUse
from games.models.own_hand import OwnHand, OwnSeat
from games.models.settled import SettledSeat
from games.models.table import Player, Seat, Table

__all__ = [
    "AccessLink",
    "Account",
    "AccountSession",
    "Device",
    "Entry",
    "EntryKind",
    "HouseRules",
    "OwnHand",
    "OwnSeat",
    "Pass",
    "Player",
    "Role",
    "RulesUse",
    "Seat",
    "SettledSeat",
    "Table",
]
