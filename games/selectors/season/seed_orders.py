"""Orders of a season's entrants that seeds can be taken from: ratings, and the standings of the season before."""

from collections import defaultdict
from enum import StrEnum

from games.models import RatingStep, Season
from games.selectors.league.rating_steps import latest_ratings
from games.selectors.season.season_rows import season_rows


class SeedSource(StrEnum):
    """Where the seeds of a season can come from."""

    RATINGS = "ratings"
    SEASON_BEFORE = "season_before"


def seed_sources(season: Season) -> tuple[SeedSource, ...]:
    """Return where seeds can be taken from, though it may turn out that nobody of this season is known there."""
    rated = RatingStep.objects.filter(rating_book=season.league_id).exists()
    return (
        *((SeedSource.RATINGS,) if rated else ()),
        *((SeedSource.SEASON_BEFORE,) if _season_before(season) else ()),
    )


def seed_order(season: Season, source: SeedSource) -> list[int]:
    """Return the entrants whom ``source`` knows (primary keys), the best first."""
    return _by_rating(season) if source is SeedSource.RATINGS else _by_season_before(season)


def _by_rating(season: Season) -> list[int]:
    """Return the entrants who have a rating (primary keys), the best first; a team has the mean of its players."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for entrant, member in season.entrants.exclude(member=None).values_list("pk", "member"):
        members[entrant].append(member)
    for entrant, member in season.teammates.filter(left_on=None).values_list("entrant", "member"):
        members[entrant].append(member)
    ratings = latest_ratings(member for mates in members.values() for member in mates)
    means = {
        entrant: sum(known) / len(known)
        for entrant, mates in members.items()
        if (known := [ratings[member].mu for member in mates if member in ratings])
    }
    return sorted(means, key=lambda entrant: (-means[entrant], entrant))


def _season_before(season: Season) -> Season | None:
    """Return the season whose standings can seed this one: the last one before it with the same kind of entrants."""
    earlier = season.league.seasons.filter(pk__lt=season.pk, teams=season.teams, matches__isnull=False)
    return earlier.order_by("-pk").first()


def _by_season_before(season: Season) -> list[int]:
    """Return the entrants who have a place in the season before (primary keys), in its order; teams go by name."""
    before = _season_before(season)
    if before is None:
        return []
    identity = "name" if season.teams else "member"
    entrants = {key: pk for pk, key in season.entrants.values_list("pk", identity)}
    keys = dict(before.entrants.values_list("pk", identity))
    found = (entrants.get(keys[row.entrant]) for row in season_rows(before) if row.ranked)
    return [entrant for entrant in found if entrant is not None]
