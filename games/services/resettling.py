"""What all fixtures of a season came to, derived from their tables once more."""

from games.models import Season
from games.selectors.fixture_result import FROM_THE_TABLE
from games.selectors.ledger import sheet_of
from games.selectors.rating_steps import in_order_of_rating
from games.services.ratings import place_of, rate_from
from games.services.results import write_result


def resettle(season: Season) -> None:
    """Write the results of a season that is locked anew: its rules changed, or its tables moved while it was closed."""
    fixtures = season.fixtures.select_for_update(of=("self",)).filter(table__isnull=False, state__in=FROM_THE_TABLE)
    for fixture in fixtures.select_related("table"):
        if fixture.table:
            fixture.season = season
            write_result(fixture, sheet_of(fixture.table), rate=False)
    if first := in_order_of_rating(season.fixtures.all()).first():
        rate_from(season.league, place_of(first))
