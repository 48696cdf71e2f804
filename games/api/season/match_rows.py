"""What the API's serializers show of a match: its rounds, who plays, and what the client may do with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import cached_property

from games.evaluate.score_json import score_json
from games.models import Match, MatchSeat, Table
from games.pages.season.checks_page import CheckQueue
from games.pages.season.match_change import line_up_of, loaded_match
from games.pages.season.match_form import allowed_actions
from games.pages.season.match_page import may_play
from games.pages.season.match_rounds import side_names_of, standing_words
from games.rules.ledger import LedgerEntry
from games.selectors.league.league_access import MatchAccess
from games.selectors.season.round_checks import CheckedRound, MatchSheet
from games.selectors.season.round_names import RoundNames, round_names
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.wording.words import side_names


@dataclass(frozen=True)
class MatchRow:
    """A match in a list; it comes from ``with_sides``, with its place and table. ``names`` are those of the rounds."""

    match: Match
    names: RoundNames

    @property
    def round_name(self) -> str | None:
        """The name of its round; None outside the draw."""
        return self.names.of_match(self.match) or None

    @property
    def typed_result(self) -> list[dict[str, int]] | None:
        """The numbers of each side of a result from paper; None without one."""
        if self.match.typed_result is None:
            return None
        sides = zip(self.match.sides.all(), self.match.typed_result, strict=True)
        return [{"entrant": side.entrant_id} | numbers for side, numbers in sides]


@dataclass(frozen=True)
class MatchDetails(MatchRow):
    """One match, as a client sees it. The number of queries doesn't depend on its line-up or rounds."""

    access: MatchAccess

    @classmethod
    def of(cls, access: MatchAccess) -> "MatchDetails":
        """Return the match of ``access``, loaded."""
        return cls(loaded_match(access), round_names(access.season), access)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The line-up by side: as set, or the regular players."""
        seat_of_member = {seat.member_id: seat for seat in self.access.seats}
        line_up = zip(self.match.sides.all(), line_up_of(self.access, self.match), strict=True)
        return [
            {
                "side": side,
                "member": member,
                "substitute": member.pk in seat_of_member and seat_of_member[member.pk].substitute,
                "chosen": member.pk in seat_of_member,
            }
            for side, (_, _, sitting) in line_up
            for member in sitting
            if member is not None
        ]

    @property
    def rounds(self) -> list["RoundRow"]:
        """The rounds that count."""
        table, seats = self.match.table, self.access.seats
        if table is None:
            return []
        players = player_names(table)
        rounds = MatchSheet(self.match, seats, sheet_of(table)).rounds
        return [RoundRow(self.match, table, players, seats, checked) for checked in rounds]

    @property
    def may(self) -> list[str]:
        """What the client may do with it now."""
        play = ["play"] if may_play(self.access) else ["watch"] if self.match.table else []
        closed = self.access.season.closed_at is not None
        return play if closed else [*play, *allowed_actions(self.access.access, self.access.match)]


@dataclass(frozen=True)
class RoundRow:
    """A round that counts for a match, with its state of confirmation; ``players`` are the names at the table."""

    match: Match
    table: Table
    players: Sequence[str]
    seats: Sequence[MatchSeat]
    checked: CheckedRound

    @cached_property
    def score(self) -> Mapping[str, Any]:
        """The points and boxes by name."""
        names = names_by_seat(self.checked.game, self.players)
        return score_json(self.checked.line.latest.result, names, side_names(self.checked.line.rules, names))

    @property
    def entry(self) -> LedgerEntry:
        """The newest entry about it."""
        return self.checked.line.history[-1]

    @property
    def says(self) -> str:
        """The state in a sentence."""
        return standing_words(self.checked, side_names_of(self.seats))

    @property
    def awaited(self) -> list[int]:
        """The entrants who still have to confirm it."""
        return [self._entrants[side] for side in self.checked.awaited]

    @property
    def disputes(self) -> list[dict[str, Any]]:
        """Its open disputes, each with the entrant; None for a referee."""
        return [
            {"entrant": None if check.side is None else self._entrants[check.side], "check": check}
            for check in self.checked.disputes
        ]

    @cached_property
    def _entrants(self) -> dict[int, int]:
        return {seat.side.position: seat.side.entrant_id for seat in self.seats}


def rows_of_queue(queue: CheckQueue) -> list[RoundRow]:
    """Return the rounds of a queue to check."""
    return [RoundRow(of.match, of.table, of.players, of.seats, checked) for of, checked in queue]
