"""Draw the matches of a season: everything at once, or the next round, or what the organiser wrote himself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max

from games.models import Entrant, Fixture, FixtureSide, FixtureState, Pairing, Place, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.pairings import Pairing as Who
from games.rules.pairings import Round
from games.rules.pairings.circle import round_robin
from games.rules.pairings.redraw import left_of
from games.rules.pairings.trios import trios
from games.services.fixtures import Planned, make_fixtures
from games.services.leagues import note
from games.services.next_rounds import knockout_round, swiss_round
from games.services.seasons import locked_season, open_season

MOST_IN_THREES: Final = 100
"""Entrants whose tables of three are looked for while somebody waits: about a second."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When and where drawn matches are played.

    ``first`` is the first night (None: dates are left open), every ``weeks`` weeks there is another, with
    ``per_night`` rounds each; play begins ``at``; ``places`` are given out in turn within a round. ``rounds`` is how
    many rounds of threes there are (None: until everybody has met everybody), ``third_place`` whether the losers of
    the last four meet. ``again`` draws the last round of a Swiss system or a knock-out anew, if none of
    it was begun.
    """

    first: date | None = None
    weeks: int = 1
    per_night: int = 1
    at: time | None = None
    places: tuple[Place, ...] = ()
    rounds: int | None = None
    third_place: bool = False
    again: bool = False

    def planned(self, entrants: Sequence[Entrant], number: int, index: int, table: int) -> Planned:
        """A match of round ``number``, the ``index``-th (from 0) that is drawn now, as its ``table``-th match."""
        night = self.first + timedelta(weeks=self.weeks * (index // self.per_night)) if self.first else None
        place = self.places[table % len(self.places)] if self.places and len(entrants) > 1 else None
        return Planned(entrants, number, night, self.at if night else None, place)


def draw(*, access: LeagueAccess, season: Season, plan: Plan, key: str) -> int:
    """Draw the season's matches, or its next round; what was drawn before and not begun is drawn again.

    Returns how many matches there are more than before the draw was made, byes included. ``key`` makes a retry draw
    nothing. Raises Refused ("not_your_duty", "season_closed", "too_many", "invalid_value" for a season in which nothing
    is drawn, "not_playable" with too few entrants, while a round is open, or where there is no further round).
    """
    with open_season(access, season) as book:
        if _done(book, "drawn", key):
            return 0
        made = _drawn(book, plan)
        note(access, "drawn", season=book, facts={"key": key, "fixtures": len(made)})
    return len(made)


def try_draw(*, access: LeagueAccess, season: Season, plan: Plan) -> list[Planned]:
    """The matches that ``draw`` would make now, in their order. Nothing is changed. Raises Refused as it does."""
    access.demand("manage_league")
    with transaction.atomic(durable=True):
        book = locked_season(season.pk)
        if book.closed_at is not None:
            raise Refused("season_closed")
        made = _drawn(book, plan)
        sides = FixtureSide.objects.filter(fixture__in=made).select_related("entrant__member")
        entrants: dict[int, list[Entrant]] = {}
        for side in sides.order_by("fixture__number", "position"):
            entrants.setdefault(side.fixture_id, []).append(side.entrant)
        transaction.set_rollback(True)
    return [Planned(entrants[one.pk], one.round, one.night, one.at, one.place) for one in made]


def _drawn(season: Season, plan: Plan) -> list[Fixture]:
    how = _DRAWS.get(Pairing(season.pairing))
    if how is None:
        raise Refused("invalid_value", what="pairing")
    return how(season, plan)


def add_script(*, access: LeagueAccess, season: Season, lines: Sequence[Planned], key: str) -> int:
    """Add the matches that the organiser wrote, and return how many; ``key`` makes a retry add nothing.

    Raises Refused as ``services.fixtures.add_fixture`` does; then none is added.
    """
    with open_season(access, season) as book:
        if _done(book, "scripted", key):
            return 0
        made = make_fixtures(book, lines)
        note(access, "scripted", season=book, facts={"key": key, "fixtures": len(made)})
    return len(made)


def _done(season: Season, kind: str, key: str) -> bool:
    return bool(key) and season.events.filter(kind=kind, facts__key=key).exists()


def _all_at_once(season: Season, plan: Plan) -> list[Fixture]:
    """Rounds in which everybody meets everybody; of those there are, what was not begun goes."""
    entrants = seeded(season)
    ids = list(entrants)
    threes = season.pairing == Pairing.TRIOS
    if len(ids) < (3 if threes else 2):
        raise Refused("not_playable", what="too_few")
    if threes and len(ids) > MOST_IN_THREES:
        raise Refused("too_many", most=MOST_IN_THREES, what="players in threes")
    fixtures = list(season.fixtures.prefetch_related("sides"))
    kept = [fixture for fixture in fixtures if begun(fixture)]
    played = [sides(fixture) for fixture in kept if fixture.state != FixtureState.CANCELLED]
    rounds = trios(ids, rounds=plan.rounds) if threes else round_robin(ids, double=season.pairing == Pairing.DOUBLE)
    last = max((fixture.number for fixture in fixtures), default=0)
    season.fixtures.exclude(pk__in=[fixture.pk for fixture in kept]).delete()
    start = 1 + max((fixture.round or 0 for fixture in kept), default=0)
    return make_fixtures(season, _planned(left_of(rounds, played), entrants, plan, start), after=last)


def _next_round(season: Season, plan: Plan) -> list[Fixture]:
    """The next round of a Swiss system or of a knock-out."""
    entrants = seeded(season)
    if len(entrants) < 2:
        raise Refused("not_playable", what="too_few")
    last = season.fixtures.aggregate(round=Max("round"), number=Max("number"))
    if plan.again and last["round"]:
        latest = season.fixtures.filter(round=last["round"])
        if any(map(begun, latest)):
            raise Refused("not_playable", what="round_open")
        latest.delete()
    if season.pairing == Pairing.SWISS:
        number, pairs = swiss_round(season, entrants)
    else:
        number, pairs = knockout_round(season, entrants, third_place=plan.third_place)
    return make_fixtures(season, _planned((pairs,), entrants, plan, number), after=last["number"] or 0)


def _planned(rounds: Sequence[Round], entrants: Mapping[int, Entrant], plan: Plan, start: int) -> list[Planned]:
    return [
        plan.planned([entrants[one] for one in pairing], start + index, index, table)
        for index, matches in enumerate(rounds)
        for table, pairing in enumerate(matches)
    ]


def seeded(season: Season) -> dict[int, Entrant]:
    """Who competes and did not withdraw, by primary key: the seeded first, then as they came."""
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    return {one.pk: one for one in sorted(entrants, key=lambda one: (one.seed is None, one.seed or 0, one.pk))}


def begun(fixture: Fixture) -> bool:
    """Whether something came of a fixture already, so that it stays when matches are drawn again."""
    return fixture.table_id is not None or fixture.state not in (FixtureState.PLANNED, FixtureState.BYE)


def sides(fixture: Fixture) -> Who:
    """The entrants of a fixture (primary keys), in order."""
    return tuple(side.entrant_id for side in fixture.sides.all())


_DRAWS: Final[Mapping[Pairing, Callable[[Season, Plan], list[Fixture]]]] = {
    Pairing.ROUND_ROBIN: _all_at_once,
    Pairing.DOUBLE: _all_at_once,
    Pairing.TRIOS: _all_at_once,
    Pairing.SWISS: _next_round,
    Pairing.KNOCKOUT: _next_round,
}
