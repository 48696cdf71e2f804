"""Find the regular players of each side of a match, and the order in which members sit."""

from collections.abc import Iterable, Sequence

from games.models import MatchSide, Member, Teammate


def regulars_by_side(sides: Iterable[MatchSide]) -> dict[int, list[Member]]:
    """Return the members who regularly play for each side (by primary key), longest in the team first."""
    members: dict[int, list[Member]] = {}
    side_of_entrant = {side.entrant_id: side.pk for side in sides}
    for side in sides:
        members[side.pk] = [side.entrant.member] if side.entrant.member else []
    team = Teammate.objects.filter(entrant__in=side_of_entrant, left_on=None).select_related("member")
    for mate in team:
        members[side_of_entrant[mate.entrant_id]].append(mate.member)
    return members


def sitting_order(members: Sequence[Sequence[Member]]) -> list[tuple[int, Member]]:
    """Return side and member for each seat: the first of each side, then the second, so that partners sit across."""
    most = max(len(players) for players in members)
    return [
        (side, players[index]) for index in range(most) for side, players in enumerate(members) if index < len(players)
    ]
