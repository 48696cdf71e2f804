"""A player's page and a league's ratings as JSON for the API."""

from datetime import date
from typing import Any

from games.models import MatchSide, Member, RatingStep
from games.pages.league.player_page import current_member, newest_matches
from games.pages.league.rating_line import rating_range
from games.pages.league.ratings_page import by_night, last_steps
from games.permissions import LeagueAccess
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import (
    OpponentRecord,
    PlayerMatches,
    PlayerMatchFilter,
    longest_runs,
    match_record,
    opponents,
    outcomes_of,
    table_statistics,
)
from games.selectors.league.rating_steps import UNDATED, visible_steps
from games.wording.league.ratings import MIN_MATCHES, rating_explanation

_FORM_LENGTH = 10
"""How many of the last outcomes are listed."""


def player_json(access: LeagueAccess, member: Member, match_filter: PlayerMatchFilter) -> dict[str, Any]:
    """Return the numbers of the page of ``member`` for the ``match_filter`` matches. A constant number of queries."""
    matches = PlayerMatches(access, merged_member_ids(member), match_filter)
    match_outcomes = outcomes_of(matches)
    runs = longest_runs(match_outcomes)
    return {
        "id": member.pk,
        "name": member.name,
        "record": match_record(matches),
        "at_the_table": table_statistics(matches),
        "form": {
            "last": match_outcomes[-_FORM_LENGTH:],
            "run": runs["now"],
            "longest_wins": runs["win"],
            "longest_draws": runs["draw"],
            "longest_losses": runs["loss"],
        },
        "opponents": [_opponent(met) for met in opponents(matches)],
        "matches": [_match(side, matches.ids) for side in newest_matches(matches)],
    }


def _opponent(met: OpponentRecord) -> dict[str, Any]:
    return {
        "id": met.member,
        "name": met.name,
        "played": met.played,
        "wins": met.wins,
        "draws": met.draws,
        "losses": met.losses,
    }


def _match(side: MatchSide, member_ids: frozenset[int]) -> dict[str, Any]:
    match = side.match
    seats = match.seats.all()
    others = [seat.member for seat in seats if seat.side_id != side.pk and seat.member_id not in member_ids]
    return {
        "season": match.season.public_id,
        "number": match.number,
        "night": match.night,
        "state": match.state,
        "final": match.final,
        "opponents": others,
        "outcome": side.outcome or None,
        "points": side.points,
        "against": side.against,
        "boxes": side.boxes,
    }


def ratings_json(access: LeagueAccess) -> dict[str, Any]:
    """Return all ratings, highest first, and who has played too few matches to have one. One query."""
    steps = last_steps(access)
    return {
        "ratings": [_rated(step) | {"member": step.member} for step in steps if step.number >= MIN_MATCHES],
        "too_few": [{"member": step.member, "matches": step.number} for step in steps if step.number < MIN_MATCHES],
        "fewest": MIN_MATCHES,
        "about": list(rating_explanation()),
    }


def rating_json(access: LeagueAccess, number: int) -> dict[str, Any]:
    """Return a member's rating after every night, oldest first; none if too few. Raises RefusedError ("not_found")."""
    member = current_member(access, number)
    steps = list(visible_steps(access).filter(member=member).order_by("number"))
    last = by_night(steps) if len(steps) >= MIN_MATCHES else []
    nights = [_rated(step) | {"night": _day(step.night)} for step in last]
    return {"member": member, "matches": len(steps), "nights": nights}


def _rated(step: RatingStep) -> dict[str, Any]:
    rating, low, high = rating_range(step)
    return {"rating": rating, "low": low, "high": high, "matches": step.number}


def _day(night: date) -> date | None:
    return None if night == UNDATED else night
