"""Fixtures, the matches of a season: make, reschedule, forfeit or cancel one, and say who plays."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Final

from django.db.models import Max

from games.models import Entrant, Fixture, FixtureSeat, FixtureSide, FixtureState, Member, Place, Season
from games.models.fixture import sides_for
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.standings import Outcome
from games.rules.match import NO_RESULT
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.lineups import regulars_by_side, sitting_order
from games.selectors.season.pairing_fit import sides_fit
from games.services.league.leagues import record_event
from games.services.league.ratings import is_rated, rating_position, recompute_ratings
from games.services.season.seasons import open_season

MOST_FIXTURES: Final = 10_000
"""Fixtures of a season."""


def add_fixture(
    *,
    access: LeagueAccess,
    season: Season,
    entrants: Sequence[Entrant],
    night: date | None = None,
    start_time: time | None = None,
    place: Place | None = None,
    number_in_draw: int | None = None,
) -> Fixture:
    """Add a fixture; the first of ``entrants`` deals first. One entrant alone has a bye.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found" for entrants of another season, "not_playable").
    """
    with open_season(access, season) as locked:
        fixture = make_fixture(
            locked, entrants, round_number=number_in_draw, night=night, start_time=start_time, place=place
        )
        record_event(access, "fixture_added", fixture=fixture)
    return fixture


@dataclass(frozen=True, slots=True)
class PlannedFixture:
    """A fixture to be made: its entrants (the first deals first; one alone has a bye), round, date, time and place.

    ``bracket_match`` is its number in the plan of a bracket that has one.
    """

    entrants: Sequence[Entrant]
    round_number: int | None = None
    night: date | None = None
    start_time: time | None = None
    place: Place | None = None
    bracket_match: int | None = None


def make_fixture(
    season: Season,
    entrants: Sequence[Entrant],
    *,
    round_number: int | None = None,
    night: date | None = None,
    start_time: time | None = None,
    place: Place | None = None,
) -> Fixture:
    """Make one fixture in a locked season. Raises as ``add_fixture`` does."""
    return make_fixtures(season, [PlannedFixture(entrants, round_number, night, start_time, place)])[0]


def make_fixtures(season: Season, planned: Sequence[PlannedFixture], *, after: int = 0) -> list[Fixture]:
    """Make fixtures in a locked season, numbered after its last one and after ``after``: all or none.

    Raises as ``add_fixture`` does.
    """
    for plan in planned:
        _check(season, plan)
    # Checked in the database: the caller may have read the entrants before one of them withdrew.
    entrant_ids = {entrant.pk for plan in planned for entrant in plan.entrants}
    if entrant_ids & set(season.entrants.exclude(withdrawn_on=None).values_list("pk", flat=True)):
        raise RefusedError("not_playable", what="withdrawn")
    last = max(after, season.fixtures.aggregate(last=Max("number"))["last"] or 0)
    if last + len(planned) > MOST_FIXTURES:
        raise RefusedError("too_many", most=MOST_FIXTURES, what="fixtures")
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            season=season,
            number=number,
            round=plan.round_number,
            bracket_match=plan.bracket_match,
            night=plan.night,
            at=plan.start_time,
            place=plan.place,
            state=FixtureState.BYE if len(plan.entrants) == 1 else FixtureState.PLANNED,
            final=len(plan.entrants) == 1,
        )
        for number, plan in enumerate(planned, last + 1)
    )
    FixtureSide.objects.bulk_create(
        side for fixture, plan in zip(fixtures, planned, strict=True) for side in sides_for(fixture, plan.entrants)
    )
    return fixtures


def _check(season: Season, plan: PlannedFixture) -> None:
    entrants, place = plan.entrants, plan.place
    if any(entrant.season_id != season.pk for entrant in entrants) or (place and place.league_id != season.league_id):
        raise RefusedError("not_found")
    if not entrants or len({entrant.pk for entrant in entrants}) < len(entrants):
        raise RefusedError("not_playable", what="himself")
    if len(entrants) > 1 and not sides_fit(season, len(entrants)):
        raise RefusedError("not_playable", what="so_many")


def reschedule(
    *,
    access: LeagueAccess,
    season: Season,
    number: int,
    changed: Mapping[str, date | time | Place | None],
    reason: str = "",
) -> Fixture:
    """Move a fixture to another date, time or place: ``changed`` has some of the keys "night", "at" and "place".

    Raises RefusedError ("not_found", "not_playable" once it was played, "invalid_value" for a time without a date).
    """
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if fixture.state not in (FixtureState.PLANNED, FixtureState.RUNNING):
            raise RefusedError("not_playable", what=fixture.state)
        place = changed.get("place")
        if isinstance(place, Place) and place.league_id != locked.league_id:
            raise RefusedError("not_found")
        before = {"night": _text(fixture.night), "at": _text(fixture.at), "place": fixture.place_id}
        for name, value in changed.items():
            setattr(fixture, name, value)
        if fixture.at and not fixture.night:
            raise RefusedError("invalid_value", what="night")
        fixture.save(update_fields=["night", "at", "place"])
        record_event(access, "rescheduled", fixture=fixture, facts=before, reason=reason)
    return fixture


def forfeit(*, access: LeagueAccess, season: Season, number: int, missing: Sequence[Entrant], reason: str) -> Fixture:
    """Forfeit a fixture: the ``missing`` entrants lose it and the other one wins; if all are missing, all lose.

    Raises RefusedError ("not_found", "not_playable" for a fixture that was played, or is a bye).
    """
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if fixture.state not in (FixtureState.PLANNED, FixtureState.CANCELED, FixtureState.FORFEITED):
            raise RefusedError("not_playable", what=fixture.state)
        missing_ids = {entrant.pk for entrant in missing}
        if not missing_ids or not missing_ids <= {side.entrant_id for side in fixture.sides.all()}:
            raise RefusedError("not_found")
        forfeit_locked(access, fixture, missing_ids, reason=reason)
    return fixture


def forfeit_locked(access: LeagueAccess, fixture: Fixture, missing: Collection[int], *, reason: str = "") -> None:
    """Forfeit a fixture that is locked, with its season; ``missing`` are entrants of it (primary keys)."""
    sides = list(fixture.sides.all())
    outcome_of_present = Outcome.WIN if len(sides) - len(missing) == 1 else Outcome.DRAW
    for side in sides:
        side.outcome = Outcome.LOSS if side.entrant_id in missing else outcome_of_present
        side.save(update_fields=["outcome"])
    fixture.state, fixture.final = FixtureState.FORFEITED, True
    fixture.night = fixture.night or date_in_league(access.league)
    fixture.save(update_fields=["state", "final", "night"])
    record_event(access, "forfeited", fixture=fixture, facts={"missing": sorted(missing)}, reason=reason)


def cancel(*, access: LeagueAccess, season: Season, number: int, reason: str) -> Fixture:
    """Cancel a fixture: it counts nothing, whatever was played of it. Raises RefusedError ("not_found")."""
    with open_season(access, season) as locked:
        fixture = locked_fixture(locked, number)
        if fixture.state != FixtureState.CANCELED:
            cancel_locked(fixture)
            record_event(access, "canceled", fixture=fixture, reason=reason)
    return fixture


def cancel_locked(fixture: Fixture) -> None:
    """Cancel a fixture that is locked, with its season."""
    rated = is_rated(fixture)
    fixture.state, fixture.final = FixtureState.CANCELED, True
    fixture.save(update_fields=["state", "final"])
    fixture.sides.update(**NO_RESULT)
    if rated:
        recompute_ratings(fixture.season.league, rating_position(fixture))


def line_up(*, access: LeagueAccess, season: Season, number: int, members: Sequence[Sequence[Member]]) -> Fixture:
    """Set who plays a fixture, by side: regular members of the entrant, or substitutes.

    Raises RefusedError ("not_found" for members of another league, "not_playable" once its table is open, or for a
    member named twice).
    """
    with open_season(access, season, action="score_fixtures") as locked:
        fixture = locked_fixture(locked, number)
        if fixture.table_id:
            raise RefusedError("not_playable", what=fixture.state)
        seat_members(fixture, members)
        record_event(access, "line_up", fixture=fixture)
    return fixture


def seat_members(fixture: Fixture, members: Sequence[Sequence[Member]]) -> None:
    """Seat members at a locked fixture, by side; members of one side sit opposite. Raises as ``line_up`` does."""
    sides = list(fixture.sides.select_related("entrant"))
    all_members = [member for some in members for member in some]
    if any(member.league_id != fixture.season.league_id or member.erased_at for member in all_members):
        raise RefusedError("not_found")
    if len(members) != len(sides) or not all(members) or len({m.pk for m in all_members}) < len(all_members):
        raise RefusedError("not_playable", what="line_up")
    fixture.seats.all().delete()
    regular_members = regulars_by_side(sides)
    FixtureSeat.objects.bulk_create(
        FixtureSeat(
            fixture=fixture,
            side=sides[side],
            member=member,
            seat=seat,
            substitute=member.pk not in {regular.pk for regular in regular_members[sides[side].pk]},
        )
        for seat, (side, member) in enumerate(sitting_order(members))
    )


def locked_fixture(season: Season, number: int) -> Fixture:
    """Return a fixture of a locked season, locked as well. Raises RefusedError ("not_found")."""
    fixture = Fixture.objects.select_for_update(of=("self",)).filter(season=season, number=number).first()
    if fixture is None:
        raise RefusedError("not_found")
    fixture.season = season
    return fixture


def _text(moment: date | time | None) -> str | None:
    return moment.isoformat() if moment else None
