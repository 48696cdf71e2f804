"""The audit of leagues: matches, standings and ratings, from the results that the audit of tables proved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby, zip_longest
from math import isclose
from operator import attrgetter, itemgetter
from typing import Final

from django.db.models import Count

from games.models import COUNTING, Fixture, FixtureSide, FixtureState, League, RatingBook, RatingStep, Season
from games.rules.audit import Difference
from games.rules.season import season_rules
from games.rules.standings import MatchResult, Outcome, Record, SideResult, tally
from games.selectors.nights import today
from games.selectors.rating_steps import Rating, rated_fixtures, rated_matches, steps_of
from games.selectors.season_tally import season_tally

_SIDE: Final = (
    *("fixture_id", "fixture__number", "fixture__night", "fixture__state", "fixture__final"),
    *("entrant_id", "opponent_id", "outcome", "points", "against", "boxes", "gins", "shutouts", "led_boxes"),
)
_CLOSE: Final = 1e-9
"""Two ratings that differ by less are the same: another processor rounds otherwise."""


@dataclass(frozen=True, slots=True)
class AuditedLeague:
    """What was found in one league, in how many seasons."""

    seasons: int
    differences: Sequence[Difference]


def audit_leagues() -> Iterator[AuditedLeague]:
    """The audit of every league in turn; what concerns them all comes with the first."""
    yield AuditedLeague(0, list(_counted_twice()))
    for league in League.objects.order_by("pk").iterator():
        found: list[Difference] = []
        seasons = list(Season.objects.filter(league=league).order_by("pk").select_related("league"))
        for season in seasons:
            found += [one.at(season=season.public_id) for one in _season(season)]
        found += [one.at(league=league.public_id) for one in _ratings(league)]
        yield AuditedLeague(len(seasons), found)


def _counted_twice() -> Iterator[Difference]:
    """A table is that of one match at the most."""
    tables = Fixture.objects.exclude(table=None).order_by("table").values("table__public_id")
    for row in tables.annotate(times=Count("pk")).filter(times__gt=1):
        yield Difference("table_counted_twice", {"table": row["table__public_id"]}, {"times": row["times"]})


def _season(season: Season) -> Iterator[Difference]:
    """Matches have what they need, and the table of the season is the sum of them."""
    played = season.fixtures.filter(state__in=(FixtureState.RUNNING, FixtureState.PLAYED), table=None, imported="")
    for number in played.values_list("number", flat=True):
        yield Difference("match_without_table", {"match": number})
    results: list[MatchResult] = []
    tonight = today(season.league)
    rows = FixtureSide.objects.filter(fixture__season=season).order_by("fixture_id", "position").values_list(*_SIDE)
    for (_, number, night, state, final), of_match in groupby(rows.iterator(chunk_size=2_000), itemgetter(*range(5))):
        sides = [row[5:] for row in of_match]
        if wrong := _opponents([row[:2] for row in sides]):
            yield Difference("opponent_wrong", {"match": number}, {"entrants": wrong})
        early = state == FixtureState.BYE and night is not None and night > tonight
        if state in COUNTING and not early:
            told = tuple(SideResult(entrant, *row) for entrant, _, *row in sides)
            if any(side.outcome not in set(Outcome) for side in told):
                yield Difference("match_without_outcome", {"match": number})
            else:
                results.append(MatchResult(number, night.toordinal() if night else -number, told, final=final))
    yield from _standings(season, results)


def _opponents(sides: Sequence[tuple[int, int | None]]) -> list[int]:
    """The entrants for whom somebody else is stored as the opponent than whom they met; nobody is always right."""
    if len(sides) != 2:
        return [entrant for entrant, opponent in sides if opponent is not None]
    (one, met), (other, met_too) = sides
    return [who for who, said, truly in ((one, met, other), (other, met_too, one)) if said not in (None, truly)]


def _standings(season: Season, results: Sequence[MatchResult]) -> Iterator[Difference]:
    """What the database adds up is what the rules make of the single results."""
    rules = season_rules(season.rules)
    added, single = season_tally(season, rules, tonight=today(season.league)), tally(results)
    for entrant in sorted({*added.records, *single.records}):
        shown, true = added.records.get(entrant, Record()), single.records.get(entrant, Record())
        wrong = {
            field.name: [getattr(shown, field.name), getattr(true, field.name)]
            for field in fields(Record)
            if getattr(shown, field.name) != getattr(true, field.name)
        }
        if wrong:
            yield Difference("standings_wrong", {"entrant": entrant}, {"wrong": wrong})
    if (added.pairs and added.pairs != single.pairs) or (added.nights and added.nights != single.nights):
        yield Difference("standings_wrong", told={"wrong": {}})


def _ratings(league: League) -> Iterator[Difference]:
    """The ratings are what the final results of the league come to, from the first match on."""
    stored = RatingStep.objects.filter(book=league.pk).order_by("night", "fixture_id", "member_id")
    for there, true in zip_longest(stored.iterator(chunk_size=2_000), _computed(league)):
        step = there or true
        if step and not _same(there, true):
            yield Difference("rating_wrong", {"member": step.member_id}, {"fixture": step.fixture_id})
            return  # all that comes after it follows from it


def _computed(league: League) -> Iterator[RatingStep]:
    book, ratings = RatingBook(league=league), dict[int, Rating]()
    for match in rated_matches(rated_fixtures(league).exclude(sides__outcome="")):
        yield from sorted(steps_of(match, ratings, book), key=attrgetter("member_id"))


def _same(one: RatingStep | None, other: RatingStep | None) -> bool:
    if one is None or other is None or _place(one) != _place(other):
        return False
    return isclose(one.mu, other.mu, rel_tol=_CLOSE) and isclose(one.sigma, other.sigma, rel_tol=_CLOSE)


_place = attrgetter("night", "fixture_id", "member_id", "number")
