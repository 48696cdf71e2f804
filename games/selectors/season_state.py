"""How far a season is."""

from games.models import FixtureState, Season


def is_under_way(season: Season) -> bool:
    """Whether a table was opened or a match forfeited, so that its rule set stays what it is."""
    opened = season.fixtures.filter(table__isnull=False)
    return opened.exists() or season.fixtures.filter(state=FixtureState.FORFEITED).exists()
