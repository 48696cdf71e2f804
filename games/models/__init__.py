"""What is stored: tables and their ledgers, settled games, rules of one's own, who may see or score; and leagues."""

from games.models.access import AccessLink, Device, Pass, Role
from games.models.account import Account, AccountSession, ApiToken, Scope
from games.models.entry import Entry, EntryKind
from games.models.fixture import COUNTING, Fixture, FixtureSeat, FixtureSide, FixtureState, RoundCheck, Verdict
from games.models.house_rules import HouseRules, RulesUse
from games.models.league import Duty, League, LeagueEvent, LeagueLink, LeaguePass, Member, Office, Opens, Place
from games.models.own_hand import OwnHand, OwnSeat
from games.models.rating import RatingBook, RatingStep
from games.models.report import Decision, Report
from games.models.season import Entrant, Pairing, Penalty, Season, Teammate
from games.models.settled import SettledSeat
from games.models.shared_game import SharedGame
from games.models.table import Player, Seat, Table
from games.models.upload import SheetUpload
from games.models.webhook import Delivery, DeliveryState, HookEvent, OffWhy, Webhook

__all__ = [
    "COUNTING",
    "AccessLink",
    "Account",
    "AccountSession",
    "ApiToken",
    "Decision",
    "Delivery",
    "DeliveryState",
    "Device",
    "Duty",
    "Entrant",
    "Entry",
    "EntryKind",
    "Fixture",
    "FixtureSeat",
    "FixtureSide",
    "FixtureState",
    "HookEvent",
    "HouseRules",
    "League",
    "LeagueEvent",
    "LeagueLink",
    "LeaguePass",
    "Member",
    "OffWhy",
    "Office",
    "Opens",
    "OwnHand",
    "OwnSeat",
    "Pairing",
    "Pass",
    "Penalty",
    "Place",
    "Player",
    "RatingBook",
    "RatingStep",
    "Report",
    "Role",
    "RoundCheck",
    "RulesUse",
    "Scope",
    "Season",
    "Seat",
    "SettledSeat",
    "SharedGame",
    "SheetUpload",
    "Table",
    "Teammate",
    "Verdict",
    "Webhook",
]
