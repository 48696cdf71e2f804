"""Audit leagues: recompute matches, standings and ratings from the results that the audit of tables has checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby, zip_longest
from math import isclose
from operator import attrgetter, itemgetter
from typing import Any, Final

from django.db.models import Count

from games.models import COUNTING, League, Match, MatchSide, MatchState, RatingBook, RatingStep, Season
from games.rules.audit import Difference
from games.rules.league.results import RequestedBye, with_walkover
from games.rules.league.season import InvalidSeasonRulesError, season_rules
from games.rules.league.standings import MatchResult, Outcome, Record, SideResult, tally
from games.selectors.league.rating_steps import Rating, compute_steps, matches_to_rate, rated_matches
from games.selectors.operating.audit_parts import error_text, run_part
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_tally import season_tally

_SIDE_FIELDS: Final = (
    *(
        "match_id",
        "match__number",
        "match__night",
        "match__state",
        "match__final",
        "match__round",
        "match__requested_bye",
    ),
    *("entrant_id", "opponent_id", "outcome", "points", "against", "boxes", "gins", "shutouts", "led_boxes", "games"),
)
_RATING_TOLERANCE: Final = 1e-9
"""Relative tolerance for ratings: floating-point results differ slightly between processors."""


@dataclass(frozen=True, slots=True)
class LeagueAudit:
    """The differences found in one league, and the number of its seasons."""

    seasons: int
    differences: Sequence[Difference]


def audit_leagues() -> Iterator[LeagueAudit]:
    """Yield the audit of each league; the first item holds what concerns all leagues."""
    differences = list(run_part(_counted_twice))
    keys: list[int] = []

    def listed() -> Iterator[Difference]:
        keys.extend(League.objects.order_by("pk").values_list("pk", flat=True))
        yield from ()

    differences += run_part(listed)
    yield LeagueAudit(0, differences)
    for key in keys:
        yield _audit_league(key)


def _audit_league(key: int) -> LeagueAudit:
    """Audit one league, season by season."""
    about: dict[str, Any] = {"league": f"in row {key}"}
    seasons: list[int] = []

    def listed() -> Iterator[Difference]:
        about["league"] = str(League.objects.filter(pk=key).values_list("public_id", flat=True)[0])
        seasons.extend(Season.objects.filter(league=key).order_by("pk").values_list("pk", flat=True))
        yield from ()

    differences = list(run_part(listed))
    for season in seasons:
        differences += _audit_season(season)
    differences += [
        difference.located(**about) for difference in run_part(lambda: _ratings(League.objects.get(pk=key)))
    ]
    return LeagueAudit(len(seasons), differences)


def _audit_season(key: int) -> Iterator[Difference]:
    """Audit one season; if it can't be read, yield a difference that says so."""
    about: dict[str, Any] = {"season": f"in row {key}"}

    def season_differences() -> Iterator[Difference]:
        about["season"] = str(Season.objects.filter(pk=key).values_list("public_id", flat=True)[0])
        yield from _season(Season.objects.select_related("league").get(pk=key))

    for difference in run_part(season_differences):
        yield difference.located(**about)


def _counted_twice() -> Iterator[Difference]:
    """Check that each table belongs to at most one match."""
    tables = Match.objects.exclude(table=None).order_by("table").values("table__public_id")
    for row in tables.annotate(times=Count("pk")).filter(times__gt=1):
        yield Difference("table_counted_twice", {"table": row["table__public_id"]}, {"times": row["times"]})


def _season(season: Season) -> Iterator[Difference]:
    """Check that played matches have a table and results, and that the standings are their sum."""
    played = season.matches.filter(state__in=(MatchState.RUNNING, MatchState.PLAYED), table=None, imported="")
    for number in played.values_list("number", flat=True):
        yield Difference("match_without_table", {"match": number})
    over: list[MatchResult] = []
    running: list[MatchResult] = []
    league_today = date_in_league(season.league)
    rows = MatchSide.objects.filter(match__season=season).order_by("match_id", "position").values_list(*_SIDE_FIELDS)
    for (_, number, night, state, final, drawn, bye), of_match in groupby(
        rows.iterator(chunk_size=2_000), itemgetter(*range(7))
    ):
        sides = [row[7:] for row in of_match]
        if wrong := _opponents([row[:2] for row in sides]):
            yield Difference("opponent_wrong", {"match": number}, {"entrants": wrong})
        early = state == MatchState.BYE and night is not None and night > league_today
        if state in COUNTING and not early:
            match_sides = tuple(SideResult(entrant, *row) for entrant, _, *row in sides)
            if any(side.outcome not in set(Outcome) for side in match_sides):
                yield Difference("match_without_outcome", {"match": number})
            else:
                night_number = night.toordinal() if night else -number
                of_state = running if state == MatchState.RUNNING else over
                of_state.append(
                    MatchResult(
                        *(number, night_number, match_sides),
                        final=final,
                        forfeit=state == MatchState.FORFEITED,
                        round=drawn,
                        requested_bye=RequestedBye(bye) if bye else None,
                    )
                )
    yield from _standings(season, over, running)


def _opponents(sides: Sequence[tuple[int, int | None]]) -> list[int]:
    """Return the entrants whose stored opponent isn't the one they met; no stored opponent is always right."""
    if len(sides) != 2:
        return [entrant for entrant, opponent in sides if opponent is not None]
    (first, first_opponent), (second, second_opponent) = sides
    wrong = [first] if first_opponent not in (None, second) else []
    return [*wrong, second] if second_opponent not in (None, first) else wrong


def _standings(season: Season, over: Sequence[MatchResult], running: Sequence[MatchResult]) -> Iterator[Difference]:
    """Check that the tally computed in SQL equals the tally that the rules compute from single results."""
    try:
        rules = season_rules(season.rules)
    except (InvalidSeasonRulesError, AttributeError, TypeError) as error:
        yield Difference("rules_unreadable", details={"error": error_text(error)})
        return
    counting = [*over, *running] if rules.running == "at_once" else over
    results = [with_walkover(result, rules) for result in counting]
    sql_tally, rules_tally = season_tally(season, rules, tonight=date_in_league(season.league)), tally(results)
    for entrant in sorted({*sql_tally.records, *rules_tally.records}):
        stored, computed = sql_tally.records.get(entrant, Record()), rules_tally.records.get(entrant, Record())
        wrong = {
            field.name: [getattr(stored, field.name), getattr(computed, field.name)]
            for field in fields(Record)
            if getattr(stored, field.name) != getattr(computed, field.name)
        }
        if wrong:
            yield Difference("standings_wrong", {"entrant": entrant}, {"wrong": wrong})
    parts = ("pairs", "nights", "steps", "forfeits", "scored")
    if any(getattr(sql_tally, part) not in ({}, getattr(rules_tally, part)) for part in parts):
        yield Difference("standings_wrong", details={"wrong": {}})


def _ratings(league: League) -> Iterator[Difference]:
    """Check the stored ratings against those recomputed from all final results of the league."""
    stored = RatingStep.objects.filter(rating_book=league.pk).order_by("night", "match_id", "member_id")
    for actual, computed in zip_longest(stored.iterator(chunk_size=2_000), _computed(league)):
        step = actual or computed
        if step and not _same_step(actual, computed):
            yield Difference("rating_wrong", {"member": step.member_id}, {"match": step.match_id})
            return  # every later rating depends on this one


def _computed(league: League) -> Iterator[RatingStep]:
    book, ratings = RatingBook(league=league), dict[int, Rating]()
    for rated in rated_matches(matches_to_rate(league).exclude(sides__outcome="")):
        yield from sorted(compute_steps(rated, ratings, book), key=attrgetter("member_id"))


def _same_step(one: RatingStep | None, other: RatingStep | None) -> bool:
    if one is None or other is None or _step_key(one) != _step_key(other):
        return False
    return isclose(one.mu, other.mu, rel_tol=_RATING_TOLERANCE) and isclose(
        one.sigma, other.sigma, rel_tol=_RATING_TOLERANCE
    )


_step_key = attrgetter("night", "match_id", "member_id", "number")
