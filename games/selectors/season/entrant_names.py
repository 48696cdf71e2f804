"""Display names of a season's entrants."""

from games.models import Entrant, Season


def entrant_name(entrant: Entrant) -> str:
    """Return the name of a team or a member; the entrant is loaded with its member."""
    return entrant.name or (entrant.member.name if entrant.member else "")


def names_of_entrants(season: Season) -> dict[int, str]:
    """Return the names of a season's entrants by primary key."""
    return {entrant.pk: entrant_name(entrant) for entrant in season.entrants.select_related("member")}
