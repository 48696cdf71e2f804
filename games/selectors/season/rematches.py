"""Find the matches of a Swiss season in which two meet who have met before."""

from collections.abc import Collection, Mapping

from games.models import Match, MatchSide, MatchState, Pairing, Season


def earlier_meetings(season: Season, matches: Collection[Match]) -> Mapping[int, tuple[list[int], int]]:
    """Return the rematches among ``matches`` of a season, by primary key: who meets, and in which round they last did.

    Empty unless the season is a Swiss system: only there a rematch means that there was no other way.
    """
    if season.pairing != Pairing.SWISS or not matches:
        return {}
    sides = MatchSide.objects.filter(match__season=season, opponent__isnull=False).order_by()
    met = sides.exclude(match__state=MatchState.CANCELED).values_list("entrant", "opponent", "match__round")
    rounds: dict[tuple[int, int | None], list[int]] = {}
    for entrant, opponent, number in met:
        rounds.setdefault((entrant, opponent), []).append(number or 0)
    found = {}
    pairs = sides.filter(match__in=matches, position=0).order_by("match__number")
    for pk, number, entrant, opponent in pairs.values_list("match", "match__round", "entrant", "opponent"):
        earlier = [before for before in rounds.get((entrant, opponent), ()) if 0 < before < (number or 0)]
        if earlier:
            found[pk] = ([entrant, opponent or 0], max(earlier))
    return found
