"""Tell who goes on from the groups of a season to its bracket."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.models import Season
from games.models.league import LeagueEvent
from games.rules.league.standings import StandingsRow
from games.rules.pairings.groups import crossed
from games.selectors.season.advancing import CannotDrawError
from games.selectors.season.draw_state import draw_state
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking
from games.selectors.season.season_tally import season_tally

MOST_ADVANCING = 16
"""The most who can go on from each group."""


@dataclass(frozen=True, slots=True)
class Qualification:
    """How many go on from each group, and how many of those in the next place, the best of all groups."""

    advance: int = 2
    best_next: int = 0


def qualified(season: Season, rule: Qualification) -> tuple[int, ...]:
    """Return the entrants of a season's groups (primary keys) who go on, in the order of their seeds in the bracket.

    Who has withdrawn doesn't go on. Those of one place are compared by the criteria of the season; where the groups
    differ in size, first by league points for each match. Raises CannotDrawError: the groups aren't drawn, a match is
    open, or a group has too few with a place.
    """
    state = draw_state(season)
    if state.open_round:
        raise CannotDrawError(what="round_open", round=state.open_round)
    ranking = Ranking.of(season)
    tally = season_tally(season, ranking.rules, tonight=date_in_league(season.league))
    playing = {entrant.pk for entrant in ranking.entrants if entrant.withdrawn_on is None}
    tables: dict[int, list[StandingsRow]] = {
        entrant.group: [] for entrant in ranking.entrants if entrant.group and entrant.pk in playing
    }
    for row in ranking.rows(tally):
        if row.group and row.ranked and row.entrant in playing:
            tables[row.group].append(row)
    if not any(tables.values()):
        raise CannotDrawError(what="no_groups_yet")
    if min(map(len, tables.values())) < rule.advance:
        raise CannotDrawError(what="too_few_in_group", most=rule.advance)

    def tier(place: int) -> list[int]:
        """Return those in a place, from 0, the best first."""
        rows = [table[place] for table in tables.values() if len(table) > place]
        order = [row.entrant for row in ranking.ranked_rows(tally, only=[row.entrant for row in rows])]
        if len({row.record.played for row in rows}) > 1:
            ratio = {row.entrant: Fraction(row.points, row.record.played or 1) for row in rows}
            order.sort(key=ratio.__getitem__, reverse=True)
        return order

    tiers = [tier(place) for place in range(rule.advance)]
    if next_best := tier(rule.advance)[: rule.best_next]:
        tiers.append(next_best)
    if sum(map(len, tiers)) < 2:
        raise CannotDrawError(what="too_few")
    group_of: Mapping[int, int] = {row.entrant: group for group, table in tables.items() for row in table}
    return crossed(tiers, group_of)


def qualification_of(bracket: Season) -> Qualification | None:
    """Return by which rule the entrants of a bracket came from their groups; None for another season."""
    event = LeagueEvent.objects.filter(season=bracket, kind="stage_begun").last()
    return Qualification(event.facts["advance"], event.facts["best_next"]) if event else None


def right_entrants(bracket: Season) -> set[int] | None:
    """Return who goes on to a bracket by its groups as they are now, as entrants of the groups (primary keys).

    None for another season, and while that can't be told.
    """
    rule, stage = qualification_of(bracket), bracket.group_stage
    if rule is None or stage is None:
        return None
    try:
        return set(qualified(stage, rule))
    except CannotDrawError:
        return None


def wrong_entrants(bracket: Season) -> tuple[set[int], set[int]]:
    """Return who is in a bracket but shouldn't be, and who should, by the groups as they are now.

    Both are entrants of the season of groups (primary keys). Nobody, while that can't be told.
    """
    stage, right = bracket.group_stage, right_entrants(bracket)
    if stage is None or right is None:
        return set(), set()
    identity = "name" if bracket.teams else "member"
    here = set(bracket.entrants.values_list(identity, flat=True))
    there = {pk for pk, key in stage.entrants.values_list("pk", identity) if key in here}
    return there - right, right - there
