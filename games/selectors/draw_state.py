"""How far the matches of a season are made."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q

from games.models import Entrant, FixtureState, Pairing, Season
from games.selectors.lineups import entrant_name


@dataclass(frozen=True, slots=True)
class DrawState:
    """How many matches there are, how many of them are to be played, and how far the last round is.

    ``last`` is its number (0: none is drawn), ``open`` how many of its matches are not over, ``begun`` whether anything
    came of it. ``night`` is the last night on which something is planned.
    """

    matches: int
    left: int
    last: int
    open: int
    begun: bool
    night: date | None


def draw_state(season: Season) -> DrawState:
    """How far the matches of a season are made."""
    unplayed = Q(state__in=(FixtureState.PLANNED, FixtureState.RUNNING))
    told = season.fixtures.aggregate(
        matches=Count("pk", filter=~Q(state__in=(FixtureState.BYE, FixtureState.CANCELLED))),
        left=Count("pk", filter=unplayed),
        last=Max("round"),
        night=Max("night"),
    )
    latest = season.fixtures.filter(round=told["last"]).aggregate(
        open=Count("pk", filter=unplayed),
        begun=Count("pk", filter=Q(table__isnull=False) | ~Q(state__in=(FixtureState.PLANNED, FixtureState.BYE))),
    )
    return DrawState(
        told["matches"], told["left"], told["last"] or 0, latest["open"], latest["begun"] > 0, told["night"]
    )


def lacks_matches(season: Season) -> bool:
    """Whether somebody in a round robin that was drawn has not got all his matches."""
    turns = {Pairing.ROUND_ROBIN: 1, Pairing.DOUBLE: 2}.get(Pairing(season.pairing), 0)
    here = set(season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True))
    met: Counter[int] = Counter()
    sides = season.fixtures.exclude(state__in=(FixtureState.CANCELLED, FixtureState.BYE)).values_list(
        "pk", "sides__entrant"
    )
    fixtures: dict[int, set[int]] = {}
    for fixture, entrant in sides:
        fixtures.setdefault(fixture, set()).add(entrant)
    for both in fixtures.values():
        if both <= here:
            met.update(both)
    return bool(turns and fixtures) and any(met[one] < turns * (len(here) - 1) for one in here)


def entrants_by_name(season: Season) -> Mapping[str, Entrant]:
    """Who competes and did not withdraw, by name."""
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    return {entrant_name(entrant): entrant for entrant in entrants}
