"""Report how far the draw of a season's matches has come."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Max, Min, Q

from games.models import Entrant, Match, MatchState, Pairing, Season
from games.models.season import BRACKETS, DRAWN_BY_ROUND
from games.selectors.season.entrant_names import entrant_name

MOST_IN_BRACKET: Final = 256
_BEGUN: Final = Q(table__isnull=False) | ~Q(state__in=(MatchState.PLANNED, MatchState.BYE))


@dataclass(frozen=True, slots=True)
class DrawState:
    """How many matches were drawn, how many are still to be played, and how far the last round is.

    ``last_round`` is its number (0: none is drawn), ``open_in_last_round`` how many of its matches aren't over,
    ``last_round_begun`` whether any of them was started. ``open_round`` is the first round with a match that isn't over
    (0: there is none), and ``open_matches`` how many of its matches that are. ``last_night`` is the last night with a
    match.
    """

    matches: int
    unplayed: int
    last_round: int
    open_in_last_round: int
    last_round_begun: bool
    last_night: date | None
    open_round: int = 0
    open_matches: int = 0


def draw_state(season: Season) -> DrawState:
    """Return how far the draw of a season's matches has come."""
    unplayed = Q(state__in=(MatchState.PLANNED, MatchState.RUNNING))
    totals = season.matches.aggregate(
        matches=Count("pk", filter=~Q(state__in=(MatchState.BYE, MatchState.CANCELED))),
        left=Count("pk", filter=unplayed),
        last=Max("round"),
        open=Min("round", filter=unplayed),
        night=Max("night"),
    )
    last_round = season.matches.filter(round=totals["last"]).aggregate(
        open=Count("pk", filter=unplayed),
        begun=Count("pk", filter=_BEGUN & ~Q(state=MatchState.CANCELED)),
    )
    return DrawState(
        totals["matches"],
        totals["left"],
        totals["last"] or 0,
        last_round["open"],
        last_round["begun"] > 0,
        totals["night"],
        totals["open"] or 0,
        season.matches.filter(unplayed, round=totals["open"]).count() if totals["open"] else 0,
    )


def has_begun(match: Match) -> bool:
    """Return whether a match has a table or a result, so that it stays when matches are drawn again."""
    return match.table_id is not None or match.state not in (MatchState.PLANNED, MatchState.BYE)


def forfeited_on_leaving(season: Season, *, played: bool = False) -> Q:
    """Return which matches of an entrant are forfeited if that entrant withdraws, so that the opponent has the win.

    That is what is open in a round of a Swiss system or a bracket. With ``played``, so that played matches don't count
    any more, it is also what was played in the last round of a bracket: somebody has to advance.
    """
    if season.pairing not in DRAWN_BY_ROUND:
        return Q(pk__in=[])
    states = Q(state__in=(MatchState.PLANNED, MatchState.RUNNING))
    if played and season.pairing in BRACKETS:
        last = season.matches.aggregate(round=Max("round"))["round"]
        states |= Q(state=MatchState.PLAYED, round=last)
    return states & Q(round__isnull=False)


def fewest_entrants(season: Season) -> int:
    """Return how many entrants a draw of the season needs at least."""
    return {Pairing.TRIOS: 3, Pairing.GROUPS: 4}.get(Pairing(season.pairing), 2)


def has_missing_matches(season: Season) -> bool:
    """Return whether an entrant of a drawn round robin lacks some of their matches."""
    turns = {Pairing.ROUND_ROBIN: 1, Pairing.DOUBLE: 2}.get(Pairing(season.pairing), 0)
    competing = set(season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True))
    matches_of: Counter[int] = Counter()
    sides = season.matches.exclude(state__in=(MatchState.CANCELED, MatchState.BYE)).values_list("pk", "sides__entrant")
    matches: dict[int, set[int]] = {}
    for match, entrant in sides:
        matches.setdefault(match, set()).add(entrant)
    for pair in matches.values():
        if pair <= competing:
            matches_of.update(pair)
    return bool(turns and matches) and any(matches_of[entrant] < turns * (len(competing) - 1) for entrant in competing)


def entrants_by_name(season: Season) -> Mapping[str, Entrant]:
    """Return the entrants who haven't withdrawn, by name."""
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    return {entrant_name(entrant): entrant for entrant in entrants}
