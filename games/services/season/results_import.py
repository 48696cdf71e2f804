"""Import members and results that were recorded elsewhere: all or none, and none twice."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Entrant, League, Match, MatchSeat, MatchSide, MatchState, Member, Season, SheetUpload
from games.models.match import sides_for
from games.models.season import BRACKETS
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.standings import Outcome
from games.rules.league.typed_result import level_or_won
from games.rules.names import folded_name
from games.rules.similar_names import similar_names
from games.selectors.league.rating_steps import in_rating_order
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.match_titles import with_sides
from games.services.league.leagues import record_event
from games.services.league.members import new_member
from games.services.league.ratings import rating_position, recompute_ratings
from games.services.season.seasons import enter_member, open_season


@dataclass(frozen=True, slots=True)
class ImportedSide:
    """One side of an imported result: a clean name, points, and counts."""

    name: str
    points: int
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """An imported match. ``winner`` is a position, where the points do not decide; ``drawn`` means nobody won.

    ``line`` is where it is in its file.
    """

    night: date
    sides: tuple[ImportedSide, ...]
    winner: int | None = None
    drawn: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do: the new members and entrants, how many results are new, and how many are known.

    ``planned`` of the new results belong to matches that are planned and have not begun; in a bracket, ``undrawn`` are
    those that belong to none. ``unknown`` are names without
    a team, in a season of teams: then nothing can be imported. ``mirrored`` are lines that repeat another one with the
    sides swapped: (line, the other line).
    """

    members: tuple[str, ...]
    entrants: tuple[str, ...]
    results: int
    planned: int
    known: int
    unknown: tuple[str, ...]
    mirrored: tuple[tuple[int, int], ...] = ()
    added: tuple[ImportedResult, ...] = ()
    """The new results."""
    undrawn: tuple[ImportedResult, ...] = ()

    @property
    def joining(self) -> tuple[str, ...]:
        """The entrants who are members already, but not in this season."""
        return tuple(name for name in self.entrants if name not in self.members)


def plan_import(season: Season, names: Sequence[str], results: Sequence[ImportedResult]) -> ImportPlan:
    """Return what importing ``names`` (clean) and ``results`` would do. Nothing is written."""
    named = list(dict.fromkeys([*names, *(side.name for result in results for side in result.sides)]))
    distinct = {folded_name(name): name for name in reversed(named)}
    known_names = {folded_name(name): name for name in _entrants(season)}
    missing = [name for folded_name, name in distinct.items() if folded_name not in known_names][::-1]
    members = set(_members(season.league))
    distinct_results, mirrored = _without_mirrored(results)
    new_results = [result for _, result in _new_results(season, distinct_results)]
    waiting = _PlannedMatches(season)
    by_name = {folded_name(name): entrant.pk for name, entrant in _entrants(season).items()}
    unplanned = [
        result
        for result in new_results
        if not waiting.take([by_name.get(folded_name(side.name)) for side in result.sides], result.night)
    ]
    return ImportPlan(
        members=() if season.teams else tuple(name for name in missing if folded_name(name) not in members),
        entrants=() if season.teams else tuple(missing),
        results=len(new_results),
        planned=len(new_results) - len(unplanned),
        known=len(distinct_results) - len(new_results),
        unknown=tuple(missing) if season.teams else (),
        mirrored=mirrored,
        added=tuple(new_results),
        undrawn=tuple(unplanned) if season.pairing in BRACKETS else (),
    )


def similar_to_known(season: Season, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the clean ``names`` that would be new but look like others, each with those others."""
    known = list(_entrants(season))
    if not season.teams:
        known += [member.name for member in _members(season.league).values()]
    return similar_names(names, known)


def store_upload(*, access: LeagueAccess, season: Season, text: str) -> SheetUpload:
    """Store an uploaded file's text until it is imported; delete uploads older than a day. Raises RefusedError."""
    access.demand("manage_league")
    if access.account is None:
        raise RefusedError("sign_in")
    with transaction.atomic(durable=True):
        SheetUpload.objects.filter(created_at__lt=timezone.now() - timedelta(days=1)).delete()
        return SheetUpload.objects.create(season=season, account=access.account, text=text)


def import_results(
    *, access: LeagueAccess, season: Season, names: Sequence[str], results: Sequence[ImportedResult]
) -> ImportPlan:
    """Import members and results in one transaction; known ones stay as they are.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found" for names without a team, "too_many").
    """
    with open_season(access, season, with_league=True) as locked:
        league = locked.league
        plan = plan_import(locked, names, results)
        if plan.unknown:
            raise RefusedError("not_found")
        members, journal = _members(league), ImportJournal()
        for name in plan.entrants:
            member = members.get(folded_name(name))
            if member is None:
                member = new_member(access, league, name)
                journal.members.append(member.pk)
            journal.entrants.append(enter_member(access, locked, member).pk)
        entrants = {folded_name(name): entrant for name, entrant in _entrants(locked).items()}
        last = Match.objects.filter(season=locked).order_by("-number").values_list("number", flat=True).first() or 0
        waiting = _PlannedMatches(locked)
        for key, result in _new_results(locked, _without_mirrored(results)[0]):
            sides = [entrants[folded_name(side.name)] for side in result.sides]
            match = waiting.take([entrant.pk for entrant in sides], result.night)
            if match is None:
                last += 1
                match = Match.objects.create(season=locked, number=last)
                MatchSide.objects.bulk_create(sides_for(match, sides))
                journal.matches.append(match.number)
            else:
                night = match.night.isoformat() if match.night else None
                journal.planned.append((match.number, night, match.seats.exists()))
            _write(match, key, result, sides)
        written = Match.objects.filter(season=locked).exclude(imported="")
        if first := in_rating_order(written).first():
            recompute_ratings(league, rating_position(first))
        if not (plan.entrants or plan.results):
            return plan
        facts = {"members": len(plan.members), "results": plan.results, "journal": asdict(journal)}
        record_event(access, "imported", season=locked, facts=facts)
    return plan


@dataclass(frozen=True, slots=True)
class ImportJournal:
    """What an import wrote, so that it can be taken back.

    ``matches`` are the numbers of added matches; ``planned`` those that were planned, each with its night before and
    whether members sat at it; ``entrants`` and ``members`` are primary keys.
    """

    matches: list[int] = field(default_factory=list)
    planned: list[tuple[int, str | None, bool]] = field(default_factory=list)
    entrants: list[int] = field(default_factory=list)
    members: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _PlannedMatches:
    """The planned matches of a season that have not begun, to be filled with imported results."""

    season: Season
    left: dict[frozenset[int | None], list[Match]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        planned = Match.objects.filter(season=self.season, state=MatchState.PLANNED, table=None)
        for match in planned.order_by("number").prefetch_related("sides"):
            self.left.setdefault(frozenset(side.entrant_id for side in match.sides.all()), []).append(match)

    def take(self, entrants: Sequence[int | None], night: date) -> Match | None:
        """Take a planned match of these entrants, preferably of the same night; None if there is none left."""
        candidates = self.left.get(frozenset(entrants), [])
        if not candidates:
            return None
        best = min(candidates, key=lambda match: match.night != night)
        candidates.remove(best)
        return best


def _write(match: Match, key: str, result: ImportedResult, entrants: Sequence[Entrant]) -> None:
    match.night, match.state, match.final, match.imported = result.night, MatchState.PLAYED, True, key
    match.save(update_fields=["night", "state", "final", "imported"])
    points, boxes = [side.points for side in result.sides], [side.boxes for side in result.sides]
    sides = {side.entrant_id: side for side in match.sides.select_related("entrant__member")}
    for index, (entrant, side_result, outcome) in enumerate(
        zip(entrants, result.sides, _outcomes(result), strict=True)
    ):
        side = sides[entrant.pk]
        side.outcome, side.points, side.against = outcome, side_result.points, max(points[:index] + points[index + 1 :])
        side.boxes, side.gins, side.shutouts = side_result.boxes, side_result.gins, side_result.shutouts
        side.led_boxes = side_result.boxes == max(boxes) and boxes.count(side_result.boxes) == 1
        side.save()
    if not match.seats.exists():
        MatchSeat.objects.bulk_create(
            MatchSeat(match=match, side=side, member=side.entrant.member, seat=side.position)
            for side in sides.values()
            if side.entrant.member
        )


def _outcomes(result: ImportedResult) -> list[Outcome]:
    if result.drawn:
        return [Outcome.DRAW] * len(result.sides)
    if result.winner is not None:
        return [Outcome.WIN if index == result.winner else Outcome.LOSS for index in range(len(result.sides))]
    return level_or_won([side.points for side in result.sides])


def _without_mirrored(
    results: Sequence[ImportedResult],
) -> tuple[list[ImportedResult], tuple[tuple[int, int], ...]]:
    """Return the results without those that repeat an earlier line with the sides swapped, and the pairs of lines.

    Lists with a line for each player have every match twice. The same line twice is two matches.
    """
    distinct, mirrored = list[ImportedResult](), list[tuple[int, int]]()
    unpaired: dict[str, list[int]] = {}
    for result in results:
        twins = unpaired.get(_canonical_text(_swapped(result))) if len(result.sides) == 2 else None
        if twins:
            mirrored.append((result.line, twins.pop(0)))
        else:
            unpaired.setdefault(_canonical_text(result), []).append(result.line)
            distinct.append(result)
    return distinct, tuple(mirrored)


def _new_results(season: Season, results: Sequence[ImportedResult]) -> Iterator[tuple[str, ImportedResult]]:
    """Yield the results that were not imported before, each with its key.

    The key is a hash of the result and of how often the file has repeated it so far. A result that was imported with
    the sides swapped is known, too, and so is one that was played or typed here.
    """
    known = set(Match.objects.filter(season=season).exclude(imported="").values_list("imported", flat=True))
    played = _played_here(season)
    repetitions = Counter[str]()
    for result in results:
        canonical = _canonical_text(result)
        repetitions[canonical] += 1
        keys = [
            hashlib.sha256(f"{repetitions[canonical]}:{text}".encode()).hexdigest()
            for text in (canonical, _canonical_text(_swapped(result)))
        ]
        if not known.isdisjoint(keys):
            continue
        meeting = (result.night, frozenset((folded_name(side.name), side.points) for side in result.sides))
        if played[meeting]:
            played[meeting] -= 1
        else:
            yield keys[0], result


def _played_here(season: Season) -> Counter[tuple[date | None, frozenset[tuple[str, int]]]]:
    """Count the matches that were not imported, by night and by who scored how much."""
    matches = with_sides(Match.objects.filter(season=season, state=MatchState.PLAYED, imported=""))
    scores = (
        (match.night, [(entrant_name(side.entrant), side.points) for side in match.sides.all()]) for match in matches
    )
    return Counter((night, frozenset((folded_name(name), points) for name, points in sides)) for night, sides in scores)


def _canonical_text(result: ImportedResult) -> str:
    sides = [[folded_name(s.name), s.points, s.boxes, s.gins, s.shutouts] for s in result.sides]
    return json.dumps([result.night.isoformat(), sides, result.winner, result.drawn])


def _swapped(result: ImportedResult) -> ImportedResult:
    """Return a result of two sides as the other one would write it; any other as it is."""
    if len(result.sides) != 2:
        return result
    return replace(result, sides=result.sides[::-1], winner=None if result.winner is None else 1 - result.winner)


def _entrants(season: Season) -> dict[str, Entrant]:
    """Return the entrants of a season by name: the member's or the team's."""
    entrants = Entrant.objects.filter(season=season).select_related("member")
    return {entrant.member.name if entrant.member else entrant.name: entrant for entrant in entrants}


def _members(league: League) -> dict[str, Member]:
    """Return the members of a league by folded name, without merged and erased ones."""
    return {member.folded: member for member in Member.objects.filter(league=league, merged_into=None, erased_at=None)}
