"""Whether a season has begun, so that its rule set is fixed."""

from games.models import FixtureState, Season


def is_under_way(season: Season) -> bool:
    """Return whether a table was opened or a match forfeited; from then on the rule set can't be changed."""
    opened = season.fixtures.filter(table__isnull=False)
    return opened.exists() or season.fixtures.filter(state=FixtureState.FORFEITED).exists()
