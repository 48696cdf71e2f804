"""What is stored: tables and their seats, the ledger, settled games, and who may see or score a table."""

from games.models.access import AccessLink, Device, Pass, Role
from games.models.entry import Entry, EntryKind
from games.models.settled import SettledSeat
from games.models.table import Player, Seat, Table

__all__ = ["AccessLink", "Device", "Entry", "EntryKind", "Pass", "Player", "Role", "Seat", "SettledSeat", "Table"]
