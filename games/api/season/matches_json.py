"""Matches of a season as JSON for the API: in a list, or one with its line-up and rounds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from games.evaluate.score_json import score_json
from games.models import Match, MatchSeat, MatchSide, Season
from games.pages.season.match_change import line_up_of
from games.pages.season.match_form import allowed_actions
from games.pages.season.match_page import may_play
from games.pages.season.match_rounds import side_names_of, standing_words
from games.selectors.league.league_access import MatchAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.match_titles import with_sides
from games.selectors.season.round_checks import CheckedRound, MatchSheet
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.wording.words import side_names

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MatchCriteria:
    """A filter for matches; criteria that are given must all hold. ``entrant`` and ``place`` are primary keys."""

    night: date | None = None
    round: int | None = None
    entrant: int | None = None
    place: int | None = None
    state: str | None = None


def filtered_matches(season: Season, wanted: MatchCriteria) -> QuerySet[Match]:
    """Return the filtered matches, loaded for ``match_summary_json``. Two queries."""
    criteria = {
        "night": wanted.night,
        "round": wanted.round,
        "place": wanted.place,
        "state": wanted.state,
        "sides__entrant": wanted.entrant,
    }
    matches = with_sides(season.matches.all()).select_related("place", "table")
    return matches.filter(**{name: value for name, value in criteria.items() if value is not None})


def match_summary_json(match: Match) -> JsonObject:
    """Return a match for a list; it comes from ``with_sides``, with its table."""
    return {
        "number": match.number,
        "round": match.round,
        "night": match.night.isoformat() if match.night else None,
        "at": f"{match.at:%H:%M}" if match.at else None,
        "place": {"id": match.place.pk, "name": match.place.name} if match.place else None,
        "state": match.state,
        "final": match.final,
        "stopped": match.stopped,
        "imported": bool(match.imported),
        "table": match.table.public_id if match.table else None,
        "typed_result": _typed_result(match),
        "sides": [_side(side) for side in match.sides.all()],
    }


def match_json(match_access: MatchAccess) -> JsonObject:
    """Return one match with its line-up and rounds, and what the client may do with it.

    The number of queries doesn't depend on them.
    """
    match = with_sides(match_access.season.matches.all()).select_related("place", "table").get(pk=match_access.match.pk)
    match.season = match_access.season
    sheet = MatchSheet(match, match_access.seats, sheet_of(match.table)) if match.table else None
    players = player_names(match.table) if match.table else ()
    return match_summary_json(match) | {
        "season": match_access.season.public_id,
        "revision": match_access.season.revision,
        "seats": _seats(match_access, match),
        "rounds": [round_json(checked, players, match_access.seats) for checked in sheet.rounds] if sheet else [],
        "may": _allowed_actions(match_access),
    }


def round_json(checked: CheckedRound, players: Sequence[str], seats: Sequence[MatchSeat]) -> JsonObject:
    """Return a round that counts for a match, with its confirmation; ``players`` are the names at the table."""
    names, entrants = names_by_seat(checked.game, players), _entrants(seats)
    score = score_json(checked.line.latest.result, names, side_names(checked.line.rules, names))
    return {
        "game": checked.game.number,
        "round": checked.line.number,
        "revision": checked.line.revision,
        "event": score["event"],
        "points": score["points"],
        "boxes": score["boxes"],
        "entered_by": checked.line.history[-1].by,
        "entered_at": checked.line.history[-1].at.isoformat(),
        "standing": checked.standing.value,
        "says": standing_words(checked, side_names_of(seats)),
        "awaited": [entrants[side] for side in checked.awaited],
        "disputes": [
            {
                "entrant": None if check.side is None else entrants[check.side],
                "by": check.by,
                "reason": check.reason,
            }
            for check in checked.disputes
        ],
        "approved_by": checked.approved.by if checked.approved else None,
        "ticked": checked.ticked,
    }


def positions_of(seats: Iterable[MatchSeat]) -> Mapping[int, int]:
    """Return the position of each entrant (primary key) seated at a match."""
    return {seat.side.entrant_id: seat.side.position for seat in seats}


def _entrants(seats: Iterable[MatchSeat]) -> dict[int, int]:
    return {position: entrant for entrant, position in positions_of(seats).items()}


def _side(side: MatchSide) -> JsonObject:
    return {
        "entrant": side.entrant_id,
        "name": entrant_name(side.entrant),
        "outcome": side.outcome or None,
        "points": side.points,
        "against": side.against,
        "boxes": side.boxes,
        "gins": side.gins,
        "shutouts": side.shutouts,
        "games": side.games,
    }


def _typed_result(match: Match) -> list[JsonObject] | None:
    if match.typed_result is None:
        return None
    return [
        {"entrant": side.entrant_id} | numbers
        for side, numbers in zip(match.sides.all(), match.typed_result, strict=True)
    ]


def _allowed_actions(match_access: MatchAccess) -> list[str]:
    play = ["play"] if may_play(match_access) else ["watch"] if match_access.match.table else []
    closed = match_access.season.closed_at is not None
    return play if closed else [*play, *allowed_actions(match_access.access, match_access.match)]


def _seats(match_access: MatchAccess, match: Match) -> list[JsonObject]:
    """Return the line-up by side; "chosen" is false for regular players where no line-up was set."""
    seat_of_member = {seat.member_id: seat for seat in match_access.seats}
    sides = list(match.sides.all())
    return [
        {
            "entrant": side.entrant_id,
            "member": member.pk,
            "name": member.name,
            "substitute": member.pk in seat_of_member and seat_of_member[member.pk].substitute,
            "chosen": member.pk in seat_of_member,
        }
        for side, (_, _, sitting) in zip(sides, line_up_of(match_access, match), strict=True)
        for member in sitting
        if member is not None
    ]
