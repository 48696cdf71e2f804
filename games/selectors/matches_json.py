"""Matches of a season as the API tells them: in a list, and one of them with who sits there and its rounds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from games.models import Fixture, FixtureSeat, FixtureSide, Season
from games.selectors.game_view import names_in, players_at
from games.selectors.league_access import FixtureAccess
from games.selectors.ledger import sheet_of
from games.selectors.lineups import entrant_name
from games.selectors.match_change import line_up_of
from games.selectors.match_rounds import side_names_of, standing_words
from games.selectors.matches import with_sides
from games.selectors.round_checks import CheckedRound, MatchSheet
from games.selectors.table_json import score_json
from games.wording import side_names

Shape = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are asked for: all that everything that is given is true of. ``entrant`` and ``place`` are keys."""

    night: date | None = None
    round: int | None = None
    entrant: int | None = None
    place: int | None = None
    state: str | None = None


def wanted_matches(season: Season, wanted: Wanted) -> QuerySet[Fixture]:
    """The matches that are wanted, for ``match_line``: two queries, however many they are."""
    told = {
        "night": wanted.night,
        "round": wanted.round,
        "place": wanted.place,
        "state": wanted.state,
        "sides__entrant": wanted.entrant,
    }
    fixtures = with_sides(season.fixtures.all()).select_related("place", "table")
    return fixtures.filter(**{name: value for name, value in told.items() if value is not None})


def match_line(fixture: Fixture) -> Shape:
    """A match in a list; the fixture comes from ``with_sides``, with its table."""
    return {
        "number": fixture.number,
        "round": fixture.round,
        "night": fixture.night.isoformat() if fixture.night else None,
        "at": f"{fixture.at:%H:%M}" if fixture.at else None,
        "place": {"id": fixture.place.pk, "name": fixture.place.name} if fixture.place else None,
        "state": fixture.state,
        "final": fixture.final,
        "stopped": fixture.stopped,
        "imported": bool(fixture.imported),
        "table": fixture.table.public_id if fixture.table else None,
        "sides": [_side(side) for side in fixture.sides.all()],
    }


def match_json(at: FixtureAccess) -> Shape:
    """One match: who sits or would sit there, and its rounds as they stand. The same queries for however many."""
    fixture = with_sides(at.season.fixtures.all()).select_related("place", "table").get(pk=at.fixture.pk)
    fixture.season = at.season
    sheet = MatchSheet(fixture, at.seats, sheet_of(fixture.table)) if fixture.table else None
    players = players_at(fixture.table) if fixture.table else ()
    return match_line(fixture) | {
        "season": at.season.public_id,
        "revision": at.season.revision,
        "seats": _seats(at, fixture),
        "rounds": [round_json(one, players, at.seats) for one in sheet.rounds] if sheet else [],
    }


def round_json(one: CheckedRound, players: Sequence[str], seats: Sequence[FixtureSeat]) -> Shape:
    """A round that counts for a match, and how it stands; ``players`` are the names at the table."""
    names, entrants = names_in(one.game, players), _entrants(seats)
    score = score_json(one.line.told.result, names, side_names(one.line.rules, names))
    return {
        "game": one.game.number,
        "round": one.line.number,
        "revision": one.line.revision,
        "event": score["event"],
        "points": score["points"],
        "boxes": score["boxes"],
        "entered_by": one.line.history[-1].by,
        "entered_at": one.line.history[-1].at.isoformat(),
        "standing": one.standing.value,
        "says": standing_words(one, side_names_of(seats)),
        "awaited": [entrants[side] for side in one.awaited],
        "disputes": [
            {
                "entrant": None if check.side is None else entrants[check.side],
                "by": check.by,
                "reason": check.reason,
            }
            for check in one.disputes
        ],
        "approved_by": one.approved.by if one.approved else None,
        "ticked": one.ticked,
    }


def positions_of(seats: Iterable[FixtureSeat]) -> Mapping[int, int]:
    """The position of each entrant (primary key) who sits at a match."""
    return {seat.side.entrant_id: seat.side.position for seat in seats}


def _entrants(seats: Iterable[FixtureSeat]) -> dict[int, int]:
    return {position: entrant for entrant, position in positions_of(seats).items()}


def _side(side: FixtureSide) -> Shape:
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


def _seats(at: FixtureAccess, fixture: Fixture) -> list[Shape]:
    """Who sits there by side, as was said; where nobody said, the usual ones, which is then told."""
    said = {seat.member_id: seat for seat in at.seats}
    sides = list(fixture.sides.all())
    return [
        {
            "entrant": side.entrant_id,
            "member": member.pk,
            "name": member.name,
            "substitute": member.pk in said and said[member.pk].substitute,
            "said": member.pk in said,
        }
        for side, (_, _, sitting) in zip(sides, line_up_of(at, fixture), strict=True)
        for member in sitting
        if member is not None
    ]
