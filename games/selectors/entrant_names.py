"""What entrants are called."""

from games.models import Entrant, Season


def called(entrant: Entrant) -> str:
    """A team by its own name, a member by his; the entrant comes with its member."""
    return entrant.name or (entrant.member.name if entrant.member else "")


def names_in(season: Season) -> dict[int, str]:
    """The names of a season's entrants by primary key, as they came."""
    return {entrant.pk: called(entrant) for entrant in season.entrants.select_related("member")}
