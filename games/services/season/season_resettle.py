"""Derive the results of all fixtures of a season from their tables again."""

from games.models import Season
from games.selectors.league.rating_steps import in_rating_order
from games.selectors.season.fixture_result import COMPUTED_STATES
from games.selectors.table.ledger import sheet_of
from games.services.league.ratings import rating_position, recompute_ratings
from games.services.season.results import write_result


def resettle(season: Season) -> None:
    """Derive all results of a locked season again, after its rules changed or it was reopened."""
    fixtures = season.fixtures.select_for_update(of=("self",)).filter(table__isnull=False, state__in=COMPUTED_STATES)
    for fixture in fixtures.select_related("table"):
        if fixture.table:
            fixture.season = season
            write_result(fixture, sheet_of(fixture.table), rate=False)
    if first := in_rating_order(season.fixtures.all()).first():
        recompute_ratings(season.league, rating_position(first))
