"""The database models: tables and their ledgers, accounts and access, leagues, seasons, nights, and seals."""

from games.models.access import AccessLink, Device, Pass, Role
from games.models.account import Account, AccountSession, ApiToken, Scope
from games.models.chain import ChainKey
from games.models.codes import GamesMove, JoinCode, JoinRequest, JoinState
from games.models.entry import Entry, EntryKind
from games.models.house_rules import HouseRules, RulesUse
from games.models.league import Duty, League, LeagueEvent, LeagueLink, LeaguePass, LinkTarget, Member, Office, Place
from games.models.match import COUNTING, Match, MatchSeat, MatchSide, MatchState, RoundCheck, Verdict
from games.models.night import Attendance, ClockEnd, RefereeCall, RoundClock
from games.models.own_hand import OwnHand, OwnSeat
from games.models.rating import RatingBook, RatingStep
from games.models.report import Decision, Report
from games.models.seal import Seal, SealKind
from games.models.season import Entrant, Pairing, Penalty, Season, Teammate
from games.models.settled import SettledSeat
from games.models.shared_game import SharedGame
from games.models.table import Player, Seat, Table
from games.models.upload import SheetUpload

__all__ = [
    "COUNTING",
    "AccessLink",
    "Account",
    "AccountSession",
    "ApiToken",
    "Attendance",
    "ChainKey",
    "ClockEnd",
    "Decision",
    "Device",
    "Duty",
    "Entrant",
    "Entry",
    "EntryKind",
    "GamesMove",
    "HouseRules",
    "JoinCode",
    "JoinRequest",
    "JoinState",
    "League",
    "LeagueEvent",
    "LeagueLink",
    "LeaguePass",
    "LinkTarget",
    "Match",
    "MatchSeat",
    "MatchSide",
    "MatchState",
    "Member",
    "Office",
    "OwnHand",
    "OwnSeat",
    "Pairing",
    "Pass",
    "Penalty",
    "Place",
    "Player",
    "RatingBook",
    "RatingStep",
    "RefereeCall",
    "Report",
    "Role",
    "RoundCheck",
    "RoundClock",
    "RulesUse",
    "Scope",
    "Seal",
    "SealKind",
    "Season",
    "Seat",
    "SettledSeat",
    "SharedGame",
    "SheetUpload",
    "Table",
    "Teammate",
    "Verdict",
]
