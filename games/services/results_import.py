"""Members and results that were kept elsewhere, taken over: all of them or none, and never twice."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Entrant, Fixture, FixtureSeat, FixtureSide, FixtureState, League, Member, Season, SheetUpload
from games.models.fixture import sides_for
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.names import folded
from games.rules.standings import Outcome
from games.services.leagues import note
from games.services.members import new_member
from games.services.ratings import in_order_of_rating, place_of, rate_from
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

    ``unknown`` are names that are no team, in a season of teams: then nothing can be taken over.
    """

    members: tuple[str, ...]
    entrants: tuple[str, ...]
    results: int
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
    return ImportPlan(
        members=() if season.teams else tuple(name for name in missing if folded(name) not in members),
        entrants=() if season.teams else tuple(missing),
        results=len(fresh),
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
        for number, (key, result) in enumerate(_fresh(book, results), last + 1):
            _write(book, number, key, result, [entrants[folded(side.name)] for side in result.sides])
        written = Fixture.objects.filter(season=book, number__gt=last)
        if first := in_order_of_rating(written).first():
            rate_from(league, place_of(first))
        note(access, "imported", season=book, facts={"members": len(plan.members), "results": plan.results})
    return plan


def _write(season: Season, number: int, key: str, result: KeptResult, entrants: Sequence[Entrant]) -> None:
    fixture = Fixture.objects.create(
        season=season, number=number, night=result.night, state=FixtureState.PLAYED, final=True, imported=key
    )
    points, boxes = [side.points for side in result.sides], [side.boxes for side in result.sides]
    sides = sides_for(fixture, entrants)
    for at, (side, told, outcome) in enumerate(zip(sides, result.sides, _outcomes(result), strict=True)):
        side.outcome, side.points, side.against = outcome, told.points, max(points[:at] + points[at + 1 :])
        side.boxes, side.gins, side.shutouts = told.boxes, told.gins, told.shutouts
        side.led_boxes = told.boxes == max(boxes) and boxes.count(told.boxes) == 1
    FixtureSide.objects.bulk_create(sides)
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, side=side, member=side.entrant.member, seat=side.position)
        for side in sides
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
