"""The table of a season as its results stand, and what pairings have to know of the matches so far."""

from collections import defaultdict
from collections.abc import Mapping

from games.models import COUNTING, FixtureSide, FixtureState, Season
from games.rules.season import SeasonRules, season_rules
from games.rules.standings import MatchResult, Outcome, Penalty, Row, SideResult, Tally, standings, tally


def season_rows(season: Season, rules: SeasonRules | None = None) -> tuple[Row, ...]:
    """The rows of the table, by other ``rules`` than the season's own where they are given."""
    entrants = list(season.entrants.values_list("pk", flat=True))
    taken = season.penalties.filter(lifted_at=None).values_list("entrant", "points")
    return standings(
        entrants,
        season_tally(season),
        rules or season_rules(season.rules),
        penalties=[Penalty(entrant, points) for entrant, points in taken],
        seed=season.public_id,
    )


def season_tally(season: Season) -> Tally:
    """The results of a season, added up."""
    rows = FixtureSide.objects.filter(fixture__season=season, fixture__state__in=COUNTING).order_by("fixture_id")
    matches: defaultdict[int, list[SideResult]] = defaultdict(list)
    about: dict[int, tuple[int, bool, bool]] = {}
    for row in rows.select_related("fixture"):
        if not row.outcome:
            continue
        fixture = row.fixture
        night = fixture.night.toordinal() if fixture.night else 0
        about[fixture.pk] = night, fixture.final, fixture.state == FixtureState.FORFEITED
        matches[fixture.pk].append(
            SideResult(
                row.entrant_id,
                Outcome(row.outcome),
                row.points,
                row.against,
                row.boxes,
                row.gins,
                row.shutouts,
                row.led_boxes,
            )
        )
    return tally(
        MatchResult(match, night, tuple(sides), final=final, forfeit=forfeit)
        for match, sides in matches.items()
        for night, final, forfeit in (about[match],)
    )


def points_of(season: Season) -> Mapping[int, int]:
    """The league points of each entrant (primary key) as the table stands."""
    return {row.entrant: row.points for row in season_rows(season)}
