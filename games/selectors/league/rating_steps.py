"""Compute the ratings of a league's members from its final results, in order.

The model is Plackett-Luce from openskill with its default parameters, for two or more sides of one or more players.
A match of two is won, lost or drawn; with three or more sides, the losers are ranked by their game points. Forfeits
and byes don't count. Everyone who sat at the table is rated, substitutes too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from openskill.models import PlackettLuce

from games.models import League, Match, MatchSide, MatchState, Member, RatingBook, RatingStep
from games.permissions import LeagueAccess
from games.rules.league.standings import Outcome

UNDATED: Final = date.min
"""The night of a match without a date, which sorts before all others."""
AT_ONCE: Final = 2_000
"""How many rows are read or written in one batch."""
_RANKS: Final[dict[str, int]] = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 2}
_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match to rate: its primary key and night, and the members (primary keys) and rank of each side."""

    match: int
    night: date
    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[float, ...]


@dataclass(slots=True)
class Rating:
    """A member's rating after ``number`` matches."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    number: int = 0


def matches_to_rate(league: League) -> QuerySet[Match]:
    """Return the matches of a league that count for ratings."""
    return Match.objects.filter(season__league=league, state=MatchState.PLAYED, final=True)


def in_rating_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Order matches as they are rated."""
    return matches.order_by(F("night").asc(nulls_first=True), "pk")


def rated_matches(matches: QuerySet[Match]) -> Iterator[RatedMatch]:
    """Yield ``matches`` in order, without those whose line-ups aren't known completely."""
    order = (F("match__night").asc(nulls_first=True), "match", "position", "seats__seat")
    rows = MatchSide.objects.filter(match__in=matches).order_by(*order)
    values = rows.values_list(
        "match", "match__night", "position", "outcome", "points", "entrant__member", "seats__member"
    )
    for (match, night), of_match in groupby(values.iterator(chunk_size=AT_ONCE), itemgetter(0, 1)):
        sides: list[tuple[int, ...]] = []
        results: list[tuple[int, int]] = []
        for _, of_side in groupby(of_match, itemgetter(2)):
            seats = list(of_side)
            *_, outcome, points, entrant, _ = seats[0]
            seated = [member for *_, member in seats if member is not None]
            sides.append(tuple(seated) or ((entrant,) if entrant else ()))
            results.append((_RANKS[outcome], -points if outcome == Outcome.LOSS else 0))
        people = [member for side in sides for member in side]
        if len(sides) > 1 and all(sides) and len(set(people)) == len(people):
            ranks = tuple(float(sum(other < own for other in results)) for own in results)
            yield RatedMatch(match, night or UNDATED, tuple(sides), ranks)


def compute_steps(match: RatedMatch, ratings: dict[int, Rating], book: RatingBook) -> Iterator[RatingStep]:
    """Yield the rating steps of one match and update ``ratings``."""
    before = [[ratings.setdefault(member, Rating()) for member in side] for side in match.sides]
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma) for rating in side] for side in before]
    after = _MODEL.rate(teams, ranks=list(match.ranks))
    for members, side in zip(match.sides, after, strict=True):
        for member, rated in zip(members, side, strict=True):
            new = ratings[member] = Rating(rated.mu, rated.sigma, ratings[member].number + 1)
            yield RatingStep(
                rating_book=book,
                member_id=member,
                match_id=match.match,
                night=match.night,
                number=new.number,
                mu=new.mu,
                sigma=new.sigma,
            )


def visible_steps(access: LeagueAccess) -> QuerySet[RatingStep]:
    """Return the ratings after each match that the reader may see: none from a season whose standings are hidden."""
    steps = RatingStep.objects.all()
    if access.may("manage_league"):
        return steps
    hidden_until = "match__season__hidden_until"
    return steps.filter(Q(**{f"{hidden_until}__isnull": True}) | Q(**{f"{hidden_until}__lte": timezone.now()}))


def latest_ratings(members: Iterable[int]) -> dict[int, Rating]:
    """Return the latest ratings of these members, by primary key; members without a rated match are left out."""
    last_step = RatingStep.objects.filter(member=OuterRef("pk")).order_by("-number").values("pk")[:1]
    last = Member.objects.filter(pk__in=members).values_list(Subquery(last_step), flat=True)
    steps = RatingStep.objects.filter(pk__in=last)
    return {step.member_id: Rating(step.mu, step.sigma, step.number) for step in steps}
