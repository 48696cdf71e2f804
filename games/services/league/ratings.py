"""Update ratings in the transaction that changes a result, from the first affected match on (see ``rating_steps``)."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q

from games.models import League, Match, MatchSide, MatchState, RatingBook, RatingStep
from games.selectors.league.rating_steps import (
    AT_ONCE,
    UNDATED,
    compute_steps,
    in_rating_order,
    latest_ratings,
    matches_to_rate,
    rated_matches,
)

RatingPosition = tuple[date, int]
"""The position of a match in rating order: its night and primary key."""


def is_rated(match: Match) -> bool:
    """Whether a match's result counts for ratings."""
    return match.state == MatchState.PLAYED and match.final


def rating_position(match: Match) -> RatingPosition:
    """Return the position of a match in rating order."""
    return match.night or UNDATED, match.pk


def rating_input(match: Match, sides: Iterable[MatchSide]) -> tuple[RatingPosition, tuple[tuple[str, int], ...]] | None:
    """Return what ratings depend on: a match's position and the results of its ``sides``; None if it is not rated."""
    if not is_rated(match):
        return None
    return rating_position(match), tuple((side.outcome, side.points) for side in sides)


def recompute_member_ratings(league: League, members: Iterable[int]) -> None:
    """Recompute ratings from the first match of these members (primary keys) on, after a merge or its undo.

    Call it in the transaction of that change.
    """
    people = list(members)
    involved = Q(seats__member__in=people) | Q(sides__entrant__member__in=people)
    first = in_rating_order(matches_to_rate(league).filter(involved)).values_list("night", "pk").first()
    starts = [(first[0] or UNDATED, first[1])] if first else []
    steps = RatingStep.objects.filter(rating_book=league.pk, member__in=people).order_by("night", "match")
    starts += steps.values_list("night", "match")[:1]
    if starts:
        recompute_ratings(league, min(starts))


def recompute_ratings(league: League, start: RatingPosition | None = None) -> None:
    """Recompute the ratings of a league from ``start`` on, in rating order; None: from the first match.

    Call it in the transaction that changed a result there. For the newest match this is one step.
    """
    rating_book, _ = RatingBook.objects.select_for_update().get_or_create(league=league)
    steps, matches = RatingStep.objects.filter(rating_book=rating_book), matches_to_rate(league)
    if start is not None:
        night, pk = start
        steps = steps.filter(night__gte=night).filter(Q(night__gt=night) | Q(match__gte=pk))
        if night == UNDATED:
            matches = matches.filter(Q(night__isnull=False) | Q(pk__gte=pk))
        else:
            matches = matches.filter(night__gte=night).filter(Q(night__gt=night) | Q(pk__gte=pk))
    steps.delete()
    rated = list(rated_matches(matches))
    ratings = latest_ratings({member for match in rated for side in match.sides for member in side})
    made = [step for match in rated for step in compute_steps(match, ratings, rating_book)]
    RatingStep.objects.bulk_create(made, batch_size=AT_ONCE)
