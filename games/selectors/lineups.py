"""Who may sit for whom: the members of each side of a fixture, and the order in which they sit."""

from collections.abc import Iterable, Sequence

from games.models import Entrant, FixtureSide, Member, Teammate


def entrant_name(entrant: Entrant) -> str:
    """What an entrant is called: the team, or the member who competes. He is to be loaded with it."""
    return entrant.name or (entrant.member.name if entrant.member else "")


def regulars(sides: Iterable[FixtureSide]) -> dict[int, list[Member]]:
    """The members who play for each side (by its primary key) without being substitutes, longest in the team first."""
    found: dict[int, list[Member]] = {}
    whose = {side.entrant_id: side.pk for side in sides}
    for side in sides:
        found[side.pk] = [side.entrant.member] if side.entrant.member else []
    team = Teammate.objects.filter(entrant__in=whose, left_on=None).select_related("member")
    for mate in team:
        found[whose[mate.entrant_id]].append(mate.member)
    return found


def sitting_order(members: Sequence[Sequence[Member]]) -> list[tuple[int, Member]]:
    """Side and member by seat: the first of each side, then the second of each, so that partners sit across."""
    most = max(len(some) for some in members)
    return [(side, some[at]) for at in range(most) for side, some in enumerate(members) if at < len(some)]
