"""Derive the results of all fixtures of a season from their tables again."""

from games.models import Season
from games.selectors.fixture_result import FROM_THE_TABLE
from games.selectors.ledger import sheet_of
from games.selectors.rating_steps import in_order_of_rating
from games.services.ratings import place_of, rate_from
from games.services.results import write_result


def resettle(season: Season) -> None:
    """Derive all results of a locked season again, after its rules changed or it was reopened."""
    fixtures = season.fixtures.select_for_update(of=("self",)).filter(table__isnull=False, state__in=FROM_THE_TABLE)
    for fixture in fixtures.select_related("table"):
        if fixture.table:
            fixture.season = season
            write_result(fixture, sheet_of(fixture.table), rate=False)
    if first := in_order_of_rating(season.fixtures.all()).first():
        rate_from(season.league, place_of(first))
