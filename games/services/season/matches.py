"""The matches of a season: make, reschedule, forfeit or cancel one, and say who plays."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any, Final

from django.db.models import Max

from games.models import Entrant, Match, MatchSeat, MatchSide, MatchState, Member, Place, Season
from games.models.match import sides_for
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.rules.league.standings import Outcome
from games.rules.match import NO_RESULT
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.lineups import regulars_by_side, sitting_order
from games.selectors.season.pairing_fit import sides_fit
from games.services.league.leagues import record_event
from games.services.league.ratings import is_rated, rating_position, recompute_ratings
from games.services.season.seasons import open_season

MOST_MATCHES: Final = 10_000
"""Matches of a season."""


def add_match(
    *,
    access: LeagueAccess,
    season: Season,
    entrants: Sequence[Entrant],
    night: date | None = None,
    start_time: time | None = None,
    place: Place | None = None,
    number_in_draw: int | None = None,
) -> Match:
    """Add a match; the first of ``entrants`` deals first. One entrant alone has a bye.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found" for entrants of another season, "not_playable").
    """
    with open_season(access, season) as locked:
        match = make_match(
            locked, entrants, round_number=number_in_draw, night=night, start_time=start_time, place=place
        )
        record_event(access, "match_added", match=match)
    return match


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be made: its entrants (the first deals first; one alone has a bye), round, date, time and place.

    ``bracket_match`` is its number in the plan of a bracket that has one, ``requested_bye`` the kind of a bye that the
    entrant asked for.
    """

    entrants: Sequence[Entrant]
    round_number: int | None = None
    night: date | None = None
    start_time: time | None = None
    place: Place | None = None
    bracket_match: int | None = None
    requested_bye: RequestedBye | None = None


def make_match(
    season: Season,
    entrants: Sequence[Entrant],
    *,
    round_number: int | None = None,
    night: date | None = None,
    start_time: time | None = None,
    place: Place | None = None,
) -> Match:
    """Make one match in a locked season. Raises as ``add_match`` does."""
    return make_matches(season, [NewMatch(entrants, round_number, night, start_time, place)])[0]


def make_matches(season: Season, planned: Sequence[NewMatch], *, after: int = 0) -> list[Match]:
    """Make matches in a locked season, numbered after its last one and after ``after``: all or none.

    Raises as ``add_match`` does.
    """
    for plan in planned:
        _check(season, plan)
    for sides in {len(plan.entrants) for plan in planned} - {1}:
        if not sides_fit(season, sides):
            raise RefusedError("not_playable", what="so_many")
    # Checked in the database: the caller may have read the entrants before one of them withdrew.
    entrant_ids = {entrant.pk for plan in planned for entrant in plan.entrants}
    if entrant_ids & set(season.entrants.exclude(withdrawn_on=None).values_list("pk", flat=True)):
        raise RefusedError("not_playable", what="withdrawn")
    last = max(after, season.matches.aggregate(last=Max("number"))["last"] or 0)
    if last + len(planned) > MOST_MATCHES:
        raise RefusedError("too_many", most=MOST_MATCHES, what="matches")
    matches = Match.objects.bulk_create(
        Match(
            season=season,
            number=number,
            round=plan.round_number,
            bracket_match=plan.bracket_match,
            night=plan.night,
            at=plan.start_time,
            place=plan.place,
            state=MatchState.BYE if len(plan.entrants) == 1 else MatchState.PLANNED,
            final=len(plan.entrants) == 1,
            requested_bye=plan.requested_bye or "",
        )
        for number, plan in enumerate(planned, last + 1)
    )
    MatchSide.objects.bulk_create(
        side for match, plan in zip(matches, planned, strict=True) for side in sides_for(match, plan.entrants)
    )
    return matches


def _check(season: Season, plan: NewMatch) -> None:
    entrants, place = plan.entrants, plan.place
    if any(entrant.season_id != season.pk for entrant in entrants) or (place and place.league_id != season.league_id):
        raise RefusedError("not_found")
    if not entrants or len({entrant.pk for entrant in entrants}) < len(entrants):
        raise RefusedError("not_playable", what="himself")


def reschedule(
    *,
    access: LeagueAccess,
    season: Season,
    number: int,
    changed: Mapping[str, date | time | Place | None],
    reason: str = "",
) -> Match:
    """Move a match to another date, time or place: ``changed`` has some of the keys "night", "at" and "place".

    Raises RefusedError ("not_found", "not_playable" once it was played, "invalid_value" for a time without a date).
    """
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if match.state not in (MatchState.PLANNED, MatchState.RUNNING):
            raise RefusedError("not_playable", what=match.state)
        place = changed.get("place")
        if isinstance(place, Place) and place.league_id != locked.league_id:
            raise RefusedError("not_found")
        before = {"night": _text(match.night), "at": _text(match.at), "place": match.place_id}
        for name, value in changed.items():
            setattr(match, name, value)
        if match.at and not match.night:
            raise RefusedError("invalid_value", what="night")
        match.save(update_fields=["night", "at", "place"])
        record_event(access, "rescheduled", match=match, facts=before, reason=reason)
    return match


def forfeit(*, access: LeagueAccess, season: Season, number: int, missing: Sequence[Entrant], reason: str) -> Match:
    """Forfeit a match: the ``missing`` entrants lose it and the other one wins; if all are missing, all lose.

    Raises RefusedError ("not_found", "not_playable" for a match that was played, or is a bye).
    """
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if match.state not in (MatchState.PLANNED, MatchState.CANCELED, MatchState.FORFEITED):
            raise RefusedError("not_playable", what=match.state)
        missing_ids = {entrant.pk for entrant in missing}
        if not missing_ids or not missing_ids <= {side.entrant_id for side in match.sides.all()}:
            raise RefusedError("not_found")
        forfeit_locked(access, match, missing_ids, reason=reason)
    return match


def forfeit_locked(
    access: LeagueAccess, match: Match, missing: Collection[int], *, left: bool = False, reason: str = ""
) -> None:
    """Forfeit a match that is locked, with its season; ``missing`` are entrants of it (primary keys).

    With ``left`` they have withdrawn.
    """
    sides = list(match.sides.all())
    outcome_of_present = Outcome.WIN if len(sides) - len(missing) == 1 else Outcome.DRAW
    for side in sides:
        side.outcome = Outcome.LOSS if side.entrant_id in missing else outcome_of_present
        side.save(update_fields=["outcome"])
    match.state, match.final = MatchState.FORFEITED, True
    match.night = match.night or date_in_league(access.league)
    match.save(update_fields=["state", "final", "night"])
    facts: dict[str, Any] = {"missing": sorted(missing)}
    if left:
        facts["left"] = True
    record_event(access, "forfeited", match=match, facts=facts, reason=reason)


def cancel(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Match:
    """Cancel a match: it counts nothing, whatever was played of it. Raises RefusedError ("not_found")."""
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        if match.state != MatchState.CANCELED:
            cancel_locked(match)
            record_event(access, "canceled", match=match, reason=reason)
    return match


def cancel_locked(match: Match) -> None:
    """Cancel a match that is locked, with its season."""
    rated = is_rated(match)
    match.state, match.final = MatchState.CANCELED, True
    match.save(update_fields=["state", "final"])
    match.sides.update(**NO_RESULT)
    if rated:
        recompute_ratings(match.season.league, rating_position(match))


def line_up(*, access: LeagueAccess, season: Season, number: int, members: Sequence[Sequence[Member]]) -> Match:
    """Set who plays a match, by side: regular members of the entrant, or substitutes.

    Raises RefusedError ("not_found" for members of another league, "not_playable" once its table is open, or for a
    member named twice).
    """
    with open_season(access, season, action="line_up") as locked:
        match = locked_match(locked, number)
        if match.table_id:
            # People sit there, also before the first round is entered.
            begun = MatchState.RUNNING if match.state == MatchState.PLANNED else match.state
            raise RefusedError("not_playable", what=begun)
        seat_members(match, members)
        record_event(access, "line_up", match=match)
    return match


def seat_members(match: Match, members: Sequence[Sequence[Member]]) -> None:
    """Seat members at a locked match, by side; members of one side sit opposite. Raises as ``line_up`` does."""
    sides = list(match.sides.select_related("entrant"))
    all_members = [member for some in members for member in some]
    if any(member.league_id != match.season.league_id or member.erased_at for member in all_members):
        raise RefusedError("not_found")
    if len(members) != len(sides) or not all(members) or len({m.pk for m in all_members}) < len(all_members):
        raise RefusedError("not_playable", what="line_up")
    match.seats.all().delete()
    regular_members = regulars_by_side(sides)
    MatchSeat.objects.bulk_create(
        MatchSeat(
            match=match,
            side=sides[side],
            member=member,
            seat=seat,
            substitute=member.pk not in {regular.pk for regular in regular_members[sides[side].pk]},
        )
        for seat, (side, member) in enumerate(sitting_order(members))
    )


def locked_match(season: Season, number: int) -> Match:
    """Return a match of a locked season, locked as well. Raises RefusedError ("not_found")."""
    match = Match.objects.select_for_update(of=("self",)).filter(season=season, number=number).first()
    if match is None:
        raise RefusedError("not_found")
    match.season = season
    return match


def _text(moment: date | time | None) -> str | None:
    return moment.isoformat() if moment else None
