"""The entrants of a season, as the page and the API list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Prefetch, Q, QuerySet

from games.models import Entrant, MatchState, Season, Teammate

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class MatchCounts(TypedDict):
    """What is counted of an entrant: its matches, and those still to be played."""

    matches: int
    left: int


def entrants_of(season: Season) -> QuerySet[WithAnnotations[Entrant, MatchCounts]]:
    """Return all entrants in the order they joined, withdrawn ones included, with members and teammates.

    It takes two queries.
    """
    teammates = Prefetch("teammates", Teammate.objects.select_related("member"))
    planned = Q(sides__match__state=MatchState.PLANNED)
    return (
        season.entrants.select_related("member")
        .prefetch_related(teammates)
        .annotate(matches=Count("sides"), left=Count("sides", filter=planned))
        .order_by("pk")
    )
