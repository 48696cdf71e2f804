"""The names of a match's sides, and its title."""

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureSide
from games.selectors.season.entrant_names import entrant_name


def with_sides(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Load fixtures with their place, sides, entrants and members."""
    sides = FixtureSide.objects.select_related("entrant__member")
    return fixtures.select_related("place").prefetch_related(Prefetch("sides", sides))


def match_names(fixture: Fixture) -> tuple[str, ...]:
    """Return the names of a fixture's sides in order; the fixture comes from ``with_sides``."""
    return tuple(entrant_name(side.entrant) for side in fixture.sides.all())


def match_title(fixture: Fixture) -> str:
    """Return the title of a match: "Ann \u2013 Ben", or "Ann has a bye"."""
    names = match_names(fixture)
    return _("%(name)s has a bye") % {"name": names[0]} if len(names) == 1 else " \u2013 ".join(names)
