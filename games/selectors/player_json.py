"""A player's page and a league's ratings as JSON for the API."""

from datetime import date
from typing import Any

from games.models import FixtureSide, Member, RatingStep
from games.permissions import LeagueAccess
from games.selectors.league_json import name_json
from games.selectors.people import people_of
from games.selectors.player_matches import (
    Matches,
    Met,
    Narrowed,
    at_the_table,
    longest_runs,
    opponents,
    outcomes,
    record,
)
from games.selectors.player_page import member_of, newest
from games.selectors.rating_line import range_of
from games.selectors.rating_steps import UNDATED
from games.selectors.ratings import by_night, last_steps
from games.wording.ratings import FEWEST, about

_FORM_LENGTH = 10
"""How many of the last outcomes are listed."""


def player_json(access: LeagueAccess, member: Member, match_filter: Narrowed) -> dict[str, Any]:
    """Return the numbers of the page of ``member`` for the ``match_filter`` matches. A constant number of queries."""
    matches = Matches(access, people_of(member), match_filter)
    match_outcomes = outcomes(matches)
    runs = longest_runs(match_outcomes)
    return name_json(member) | {
        "record": record(matches),
        "at_the_table": at_the_table(matches),
        "form": {
            "last": match_outcomes[-_FORM_LENGTH:],
            "run": runs["now"],
            "longest_wins": runs["win"],
            "longest_draws": runs["draw"],
            "longest_losses": runs["loss"],
        },
        "opponents": [_opponent(met) for met in opponents(matches)],
        "matches": [_match(side, matches.ids) for side in newest(matches)],
    }


def _opponent(met: Met) -> dict[str, Any]:
    return {
        "id": met.member,
        "name": met.name,
        "played": met.played,
        "wins": met.wins,
        "draws": met.draws,
        "losses": met.losses,
    }


def _match(side: FixtureSide, member_ids: frozenset[int]) -> dict[str, Any]:
    fixture = side.fixture
    seats = fixture.seats.all()
    others = [seat.member for seat in seats if seat.side_id != side.pk and seat.member_id not in member_ids]
    return {
        "season": fixture.season.public_id,
        "number": fixture.number,
        "night": fixture.night.isoformat() if fixture.night else None,
        "state": fixture.state,
        "final": fixture.final,
        "opponents": [name_json(member) for member in others],
        "outcome": side.outcome or None,
        "points": side.points,
        "against": side.against,
        "boxes": side.boxes,
    }


def ratings_json(access: LeagueAccess) -> dict[str, Any]:
    """Return all ratings, highest first, and who has played too few matches to have one. One query."""
    steps = last_steps(access.league)
    return {
        "ratings": [_rated(step) | {"member": name_json(step.member)} for step in steps if step.number >= FEWEST],
        "too_few": [
            {"member": name_json(step.member), "matches": step.number} for step in steps if step.number < FEWEST
        ],
        "fewest": FEWEST,
        "about": list(about()),
    }


def rating_json(access: LeagueAccess, number: int) -> dict[str, Any]:
    """Return a member's rating after every night, oldest first; none if too few. Raises Refused ("not_found")."""
    member = member_of(access, number)
    steps = list(RatingStep.objects.filter(member=member).order_by("number"))
    last = by_night(steps) if len(steps) >= FEWEST else []
    nights = [_rated(step) | {"night": _day(step.night)} for step in last]
    return {"member": name_json(member), "matches": len(steps), "nights": nights}


def _rated(step: RatingStep) -> dict[str, Any]:
    rating, low, high = range_of(step)
    return {"rating": rating, "low": low, "high": high, "matches": step.number}


def _day(night: date) -> str | None:
    return None if night == UNDATED else night.isoformat()
