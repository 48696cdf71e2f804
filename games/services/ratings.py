"""Ratings: a statistic beside the tables, made of all final results of a league in their order, and of nothing else.

The model is Plackett-Luce as openskill computes it, with its usual parameters, for two and more sides of one player or
several. A match of two is won, lost or drawn; where three or more sat down, the losers are told apart by their game
points. Forfeits and byes rate nothing. Whoever sat at the table is rated, a substitute too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from openskill.models import PlackettLuce

from games.models import Fixture, FixtureSide, FixtureState, League, Member, RatingBook, RatingStep
from games.rules.standings import Outcome

_UNDATED: Final = date.min
"""The night of a match without a date: before all others."""
_RANKS: Final[dict[str, int]] = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 2}
_AT_ONCE: Final = 2_000
_MODEL: Final = PlackettLuce()

At = tuple[date, int]
"""Where a match stands in the order of rating: its night, and its fixture's primary key."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A match to be rated: its fixture and night, and its sides' members (primary keys) with their ranks."""

    fixture: int
    night: date
    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[float, ...]


@dataclass(slots=True)
class _Rating:
    """What a member's rating is, after so many matches."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    number: int = 0


def is_rated(fixture: Fixture) -> bool:
    """Whether a fixture's result is one that ratings are made of."""
    return fixture.state == FixtureState.PLAYED and fixture.final


def place_of(fixture: Fixture) -> At:
    """Where a fixture stands in the order of rating."""
    return fixture.night or _UNDATED, fixture.pk


def rated_as(fixture: Fixture, sides: Iterable[FixtureSide]) -> tuple[At, tuple[tuple[str, int], ...]] | None:
    """What ratings are made of a fixture: where it stands and what its ``sides`` came to; None where they are not."""
    if not is_rated(fixture):
        return None
    return place_of(fixture), tuple((side.outcome, side.points) for side in sides)


def rate_members(league: League, members: Iterable[int]) -> None:
    """Rate anew from the first match of these members (primary keys) on: who they are has changed.

    To be called in the transaction in which it does.
    """
    people = list(members)
    sat = Q(seats__member__in=people) | Q(sides__entrant__member__in=people)
    first = in_order_of_rating(_rated(league).filter(sat)).values_list("night", "pk").first()
    starts = [(first[0] or _UNDATED, first[1])] if first else []
    steps = RatingStep.objects.filter(book=league.pk, member__in=people).order_by("night", "fixture")
    starts += steps.values_list("night", "fixture")[:1]
    if starts:
        rate_from(league, min(starts))


def rate_from(league: League, start: At | None = None) -> None:
    """Rate all matches of a league anew from ``start`` on, in their order; None: from the first one.

    To be called in the transaction that changed a result there. For a match that is the newest this is one step.
    """
    book, _ = RatingBook.objects.select_for_update().get_or_create(league=league)
    steps, fixtures = RatingStep.objects.filter(book=book), _rated(league)
    if start is not None:
        night, pk = start
        steps = steps.filter(night__gte=night).filter(Q(night__gt=night) | Q(fixture__gte=pk))
        if night == _UNDATED:
            fixtures = fixtures.filter(Q(night__isnull=False) | Q(pk__gte=pk))
        else:
            fixtures = fixtures.filter(night__gte=night).filter(Q(night__gt=night) | Q(pk__gte=pk))
    steps.delete()
    matches = list(_matches(fixtures))
    ratings = _before({member for match in matches for side in match.sides for member in side})
    made = [step for match in matches for step in _rate(match, ratings, book)]
    RatingStep.objects.bulk_create(made, batch_size=_AT_ONCE)


def _rated(league: League) -> QuerySet[Fixture]:
    return Fixture.objects.filter(season__league=league, state=FixtureState.PLAYED, final=True)


def in_order_of_rating(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Fixtures in the order in which they are rated."""
    return fixtures.order_by(F("night").asc(nulls_first=True), "pk")


def _matches(fixtures: QuerySet[Fixture]) -> Iterator[_Match]:
    """The matches of ``fixtures`` in their order, without those of which it is not known who sat for each side."""
    order = (F("fixture__night").asc(nulls_first=True), "fixture", "position", "seats__seat")
    rows = FixtureSide.objects.filter(fixture__in=fixtures).order_by(*order)
    found = rows.values_list(
        "fixture", "fixture__night", "position", "outcome", "points", "entrant__member", "seats__member"
    )
    for (fixture, night), of_match in groupby(found.iterator(chunk_size=_AT_ONCE), itemgetter(0, 1)):
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
            yield _Match(fixture, night or _UNDATED, tuple(sides), ranks)


def _rate(match: _Match, ratings: dict[int, _Rating], book: RatingBook) -> Iterator[RatingStep]:
    """The steps of one match; ``ratings`` are what they are after it."""
    before = [[ratings.setdefault(member, _Rating()) for member in side] for side in match.sides]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in before]
    after = _MODEL.rate(teams, ranks=list(match.ranks))
    for members, side in zip(match.sides, after, strict=True):
        for member, rated in zip(members, side, strict=True):
            now = ratings[member] = _Rating(rated.mu, rated.sigma, ratings[member].number + 1)
            yield RatingStep(
                book=book,
                member_id=member,
                fixture_id=match.fixture,
                night=match.night,
                number=now.number,
                mu=now.mu,
                sigma=now.sigma,
            )


def _before(members: Iterable[int]) -> dict[int, _Rating]:
    """The ratings of these members (primary keys) by their last steps."""
    own = RatingStep.objects.filter(member=OuterRef("pk")).order_by("-number").values("pk")[:1]
    last = Member.objects.filter(pk__in=members).values_list(Subquery(own), flat=True)
    steps = RatingStep.objects.filter(pk__in=last)
    return {step.member_id: _Rating(step.mu, step.sigma, step.number) for step in steps}
