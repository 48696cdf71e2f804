"""Ratings as they follow from the final results of a league in their order, and from nothing else.

The model is Plackett-Luce as openskill computes it, with its usual parameters, for two and more sides of one player or
several. A match of two is won, lost or drawn; where three or more sat down, the losers are told apart by their game
points. Forfeits and byes rate nothing. Whoever sat at the table is rated, a substitute too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import F, QuerySet
from openskill.models import PlackettLuce

from games.models import Fixture, FixtureSide, FixtureState, League, RatingBook, RatingStep
from games.rules.standings import Outcome

UNDATED: Final = date.min
"""The night of a match without a date: before all others."""
AT_ONCE: Final = 2_000
"""Rows read or written in one go."""
_RANKS: Final[dict[str, int]] = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 2}
_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match to be rated: its fixture and night, and its sides' members (primary keys) with their ranks."""

    fixture: int
    night: date
    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[float, ...]


@dataclass(slots=True)
class Rating:
    """What a member's rating is, after so many matches."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    number: int = 0


def rated_fixtures(league: League) -> QuerySet[Fixture]:
    """The fixtures of a league that ratings are made of."""
    return Fixture.objects.filter(season__league=league, state=FixtureState.PLAYED, final=True)


def in_order_of_rating(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Fixtures in the order in which they are rated."""
    return fixtures.order_by(F("night").asc(nulls_first=True), "pk")


def rated_matches(fixtures: QuerySet[Fixture]) -> Iterator[RatedMatch]:
    """The matches of ``fixtures`` in their order, without those of which it is not known who sat for each side."""
    order = (F("fixture__night").asc(nulls_first=True), "fixture", "position", "seats__seat")
    rows = FixtureSide.objects.filter(fixture__in=fixtures).order_by(*order)
    found = rows.values_list(
        "fixture", "fixture__night", "position", "outcome", "points", "entrant__member", "seats__member"
    )
    for (fixture, night), of_match in groupby(found.iterator(chunk_size=AT_ONCE), itemgetter(0, 1)):
        sides: list[tuple[int, ...]] = []
        results: list[tuple[int, int]] = []
        for _, of_side in groupby(of_match, itemgetter(2)):
            seats = list(of_side)
            *_, outcome, points, entrant, _ = seats[0]
            sat = [member for *_, member in seats if member is not None]
            sides.append(tuple(sat) or ((entrant,) if entrant else ()))
            results.append((_RANKS[outcome], -points if outcome == Outcome.LOSS else 0))
        people = [member for side in sides for member in side]
        if len(sides) > 1 and all(sides) and len(set(people)) == len(people):
            ranks = tuple(float(sum(other < own for other in results)) for own in results)
            yield RatedMatch(fixture, night or UNDATED, tuple(sides), ranks)


def steps_of(match: RatedMatch, ratings: dict[int, Rating], book: RatingBook) -> Iterator[RatingStep]:
    """The steps of one match; ``ratings`` are what they are after it."""
    before = [[ratings.setdefault(member, Rating()) for member in side] for side in match.sides]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in before]
    after = _MODEL.rate(teams, ranks=list(match.ranks))
    for members, side in zip(match.sides, after, strict=True):
        for member, rated in zip(members, side, strict=True):
            now = ratings[member] = Rating(rated.mu, rated.sigma, ratings[member].number + 1)
            yield RatingStep(
                book=book,
                member_id=member,
                fixture_id=match.fixture,
                night=match.night,
                number=now.number,
                mu=now.mu,
                sigma=now.sigma,
            )
