"""Members and results that were kept elsewhere, taken over: all of them or none, and never twice."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Entrant, Fixture, FixtureSeat, FixtureSide, FixtureState, League, Member, Season, SheetUpload
from games.models.fixture import sides_for
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.names import folded
from games.rules.standings import Outcome
from games.selectors.rating_steps import in_order_of_rating
from games.services.leagues import note
from games.services.members import new_member
from games.services.ratings import place_of, rate_from
from games.services.seasons import enter, open_season


@dataclass(frozen=True, slots=True)
class KeptSide:
    """One side of a result that was kept elsewhere: a clean name, points, and counts."""

    name: str
    points: int
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A match that was kept elsewhere. ``winner`` is a position where the points do not say it; ``drawn``: nobody."""

    night: date
    sides: tuple[KeptSide, ...]
    winner: int | None = None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What taking a file over would do: who is new, how many results are, and how many are here already.

    ``planned`` of the results are of matches that were planned and not begun.

    ``unknown`` are names that are no team, in a season of teams: then nothing can be taken over.
    """

    members: tuple[str, ...]
    entrants: tuple[str, ...]
    results: int
    planned: int
    known: int
    unknown: tuple[str, ...]


def plan_import(season: Season, names: Sequence[str], results: Sequence[KeptResult]) -> ImportPlan:
    """What taking over ``names`` (clean) and ``results`` would do. Nothing is written."""
    named = list(dict.fromkeys([*names, *(side.name for result in results for side in result.sides)]))
    distinct = {folded(name): name for name in reversed(named)}
    here = {folded(name): name for name in _entrants(season)}
    missing = [name for fold, name in distinct.items() if fold not in here][::-1]
    members = set(_members(season.league))
    fresh = [result for _, result in _fresh(season, results)]
    waiting = _Waiting(season)
    by_name = {folded(name): entrant.pk for name, entrant in _entrants(season).items()}
    planned = sum(
        1 for result in fresh if waiting.take([by_name.get(folded(s.name)) for s in result.sides], result.night)
    )
    return ImportPlan(
        members=() if season.teams else tuple(name for name in missing if folded(name) not in members),
        entrants=() if season.teams else tuple(missing),
        results=len(fresh),
        planned=planned,
        known=len(results) - len(fresh),
        unknown=tuple(missing) if season.teams else (),
    )


def keep_upload(*, access: LeagueAccess, season: Season, text: str) -> SheetUpload:
    """Keep a file's text until it is taken over. Those older than a day go. Raises Refused ("not_your_duty")."""
    access.demand("manage_league")
    if access.account is None:
        raise Refused("sign_in")
    with transaction.atomic(durable=True):
        SheetUpload.objects.filter(created_at__lt=timezone.now() - timedelta(days=1)).delete()
        return SheetUpload.objects.create(season=season, account=access.account, text=text)


def take_over(
    *, access: LeagueAccess, season: Season, names: Sequence[str], results: Sequence[KeptResult]
) -> ImportPlan:
    """Take over members and results in one go; what is here already stays as it is.

    Raises Refused ("not_your_duty", "season_closed", "not_found" for names that are no team, "too_many").
    """
    with open_season(access, season, with_league=True) as book:
        league = book.league
        plan = plan_import(book, names, results)
        if plan.unknown:
            raise Refused("not_found")
        members = _members(league)
        for name in plan.entrants:
            member = members.get(folded(name)) or new_member(access, league, name)
            enter(access, book, member)
        entrants = {folded(name): entrant for name, entrant in _entrants(book).items()}
        last = Fixture.objects.filter(season=book).order_by("-number").values_list("number", flat=True).first() or 0
        waiting = _Waiting(book)
        for key, result in _fresh(book, results):
            sides = [entrants[folded(side.name)] for side in result.sides]
            fixture = waiting.take([entrant.pk for entrant in sides], result.night)
            if fixture is None:
                last += 1
                fixture = Fixture.objects.create(season=book, number=last)
                FixtureSide.objects.bulk_create(sides_for(fixture, sides))
            _write(fixture, key, result, sides)
        written = Fixture.objects.filter(season=book).exclude(imported="")
        if first := in_order_of_rating(written).first():
            rate_from(league, place_of(first))
        note(access, "imported", season=book, facts={"members": len(plan.members), "results": plan.results})
    return plan


@dataclass(slots=True)
class _Waiting:
    """The matches of a season that are planned and not begun, to be filled with results that were kept elsewhere."""

    season: Season
    left: dict[frozenset[int | None], list[Fixture]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        planned = Fixture.objects.filter(season=self.season, state=FixtureState.PLANNED, table=None)
        for fixture in planned.order_by("number").prefetch_related("sides"):
            self.left.setdefault(frozenset(side.entrant_id for side in fixture.sides.all()), []).append(fixture)

    def take(self, entrants: Sequence[int | None], night: date) -> Fixture | None:
        """The planned match of these entrants, that of the same night before any other; each is taken once."""
        found = self.left.get(frozenset(entrants), [])
        if not found:
            return None
        best = min(found, key=lambda fixture: fixture.night != night)
        found.remove(best)
        return best


def _write(fixture: Fixture, key: str, result: KeptResult, entrants: Sequence[Entrant]) -> None:
    fixture.night, fixture.state, fixture.final, fixture.imported = result.night, FixtureState.PLAYED, True, key
    fixture.save(update_fields=["night", "state", "final", "imported"])
    points, boxes = [side.points for side in result.sides], [side.boxes for side in result.sides]
    sides = {side.entrant_id: side for side in fixture.sides.select_related("entrant__member")}
    for at, (entrant, told, outcome) in enumerate(zip(entrants, result.sides, _outcomes(result), strict=True)):
        side = sides[entrant.pk]
        side.outcome, side.points, side.against = outcome, told.points, max(points[:at] + points[at + 1 :])
        side.boxes, side.gins, side.shutouts = told.boxes, told.gins, told.shutouts
        side.led_boxes = told.boxes == max(boxes) and boxes.count(told.boxes) == 1
        side.save()
    if not fixture.seats.exists():
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=fixture, side=side, member=side.entrant.member, seat=side.position)
            for side in sides.values()
            if side.entrant.member
        )


def _outcomes(result: KeptResult) -> list[Outcome]:
    points = [side.points for side in result.sides]
    first = [at for at, amount in enumerate(points) if amount == max(points)]
    if result.winner is not None:
        first = [result.winner]
    if result.drawn:
        return [Outcome.DRAW] * len(points)
    best = Outcome.WIN if len(first) == 1 else Outcome.DRAW
    return [best if at in first else Outcome.LOSS for at in range(len(points))]


def _fresh(season: Season, results: Sequence[KeptResult]) -> Iterator[tuple[str, KeptResult]]:
    """The results that no earlier file told, each with what it is known by: its n-th telling in one file."""
    known = set(Fixture.objects.filter(season=season).exclude(imported="").values_list("imported", flat=True))
    told = Counter[str]()
    for result in results:
        sides = [[folded(s.name), s.points, s.boxes, s.gins, s.shutouts] for s in result.sides]
        said = json.dumps([result.night.isoformat(), sides, result.winner, result.drawn])
        told[said] += 1
        key = hashlib.sha256(f"{told[said]}:{said}".encode()).hexdigest()
        if key not in known:
            yield key, result


def _entrants(season: Season) -> dict[str, Entrant]:
    """The entrants of a season by name, as people call them."""
    entrants = Entrant.objects.filter(season=season).select_related("member")
    return {entrant.member.name if entrant.member else entrant.name: entrant for entrant in entrants}


def _members(league: League) -> dict[str, Member]:
    """The members of a league by folded name, without those that were merged or erased."""
    return {member.folded: member for member in Member.objects.filter(league=league, merged_into=None, erased_at=None)}
