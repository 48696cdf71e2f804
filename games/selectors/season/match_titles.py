"""The names of a match's sides, and its title."""

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.models import Match, MatchSide
from games.selectors.season.entrant_names import entrant_name


def with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load matches with their place, sides, entrants and members."""
    sides = MatchSide.objects.select_related("entrant__member")
    return matches.select_related("place").prefetch_related(Prefetch("sides", sides))


def match_names(match: Match) -> tuple[str, ...]:
    """Return the names of a match's sides in order; the match comes from ``with_sides``."""
    return tuple(entrant_name(side.entrant) for side in match.sides.all())


def match_title(match: Match) -> str:
    """Return the title of a match: "Ann \u2013 Ben", or "Ann has a bye"."""
    names = match_names(match)
    return _("%(name)s has a bye") % {"name": names[0]} if len(names) == 1 else " \u2013 ".join(names)
