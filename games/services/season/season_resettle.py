"""Derive the results of all matches of a season again, from their tables and from what was typed."""

from django.db.models import Q

from games.models import Season
from games.rules.league.season import season_rules
from games.selectors.league.rating_steps import in_rating_order
from games.selectors.season.match_result import COMPUTED_STATES, result_from_paper
from games.selectors.table.ledger import sheet_of
from games.services.league.ratings import rating_position, recompute_ratings
from games.services.season.results import store_result, write_result


def resettle(season: Season) -> None:
    """Derive all results of a locked season again, after its rules changed or it was reopened."""
    known = Q(table__isnull=False) | Q(typed_result__isnull=False)
    matches = season.matches.select_for_update(of=("self",)).filter(known, state__in=COMPUTED_STATES)
    for match in matches.select_related("table"):
        match.season = season
        if match.table:
            write_result(match, sheet_of(match.table), rate=False)
        else:
            store_result(match, result_from_paper(match, season_rules(season.rules)), rate=False)
    if first := in_rating_order(season.matches.all()).first():
        recompute_ratings(season.league, rating_position(first))
