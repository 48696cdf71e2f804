"""Import members and results that were recorded elsewhere: all or none, and none twice."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.models import Entrant, League, Match, MatchSeat, MatchSide, MatchState, Member, Season, SheetUpload
from games.models.match import sides_for
from games.models.season import BRACKETS
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.names import folded_name
from games.rules.similar_names import similar_names
from games.selectors.league.rating_steps import in_rating_order
from games.services.league.leagues import record_event
from games.services.league.members import new_members
from games.services.league.ratings import rating_position, recompute_ratings
from games.services.season.imported_lines import ComparedLines, DoubtfulLine, ImportedResult, compare_lines
from games.services.season.seasons import new_entrants, open_season


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do: the new members and entrants, how many results are new, and how many are known.

    ``planned`` of the new results belong to matches that are planned and have not begun; in a bracket, ``undrawn`` are
    those that belong to none. ``unknown`` are names without a team, in a season of teams: then nothing can be
    imported. ``doubtful`` lines aren't imported. The others are as in ``ComparedLines``.
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
    doubtful: tuple[DoubtfulLine, ...] = ()
    several: tuple[tuple[ImportedResult, ...], ...] = ()

    @property
    def joining(self) -> tuple[str, ...]:
        """The entrants who are members already, but not in this season."""
        return tuple(name for name in self.entrants if name not in self.members)


def plan_import(
    season: Season, names: Sequence[str], results: Sequence[ImportedResult], further: Collection[int] = ()
) -> ImportPlan:
    """Return what importing ``names`` (clean) and ``results`` would do. Nothing is written.

    ``further`` are the doubtful lines that are matches of their own.
    """
    return _plan(season, names, results, compare_lines(season, results, further))


def _plan(season: Season, names: Sequence[str], results: Sequence[ImportedResult], lines: ComparedLines) -> ImportPlan:
    named = list(dict.fromkeys([*names, *(side.name for result in results for side in result.sides)]))
    distinct = {folded_name(name): name for name in reversed(named)}
    known_names = {folded_name(name): name for name in _entrants(season)}
    missing = [name for folded_name, name in distinct.items() if folded_name not in known_names][::-1]
    members = set(_members(season.league))
    unplanned = [line.result for line in lines.new if line.planned is None]
    return ImportPlan(
        members=() if season.teams else tuple(name for name in missing if folded_name(name) not in members),
        entrants=() if season.teams else tuple(missing),
        results=len(lines.new),
        planned=len(lines.new) - len(unplanned),
        known=lines.known,
        unknown=tuple(missing) if season.teams else (),
        mirrored=lines.mirrored,
        added=tuple(line.result for line in lines.new),
        undrawn=tuple(unplanned) if season.pairing in BRACKETS else (),
        doubtful=lines.doubtful,
        several=lines.several,
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
    *,
    access: LeagueAccess,
    season: Season,
    names: Sequence[str],
    results: Sequence[ImportedResult],
    further: Collection[int] = (),
) -> ImportPlan:
    """Import members and results in one transaction; known ones stay as they are, and doubtful ones are left out.

    ``further`` are the doubtful lines that are matches of their own, and so are imported.
    Raises RefusedError ("not_your_duty", "season_closed", "not_found" for names without a team, "too_many").
    """
    with open_season(access, season, with_league=True) as locked:
        league = locked.league
        lines = compare_lines(locked, results, further)
        plan = _plan(locked, names, results, lines)
        if plan.unknown:
            raise RefusedError("not_found")
        members = _members(league)
        added = new_members(access, league, [name for name in plan.entrants if folded_name(name) not in members])
        members |= {member.folded: member for member in added}
        entered = new_entrants(access, locked, [members[folded_name(name)] for name in plan.entrants])
        journal = ImportJournal(entrants=[entrant.pk for entrant in entered], members=[member.pk for member in added])
        entrants = {folded_name(name): entrant for name, entrant in _entrants(locked).items()}
        last = Match.objects.filter(season=locked).order_by("-number").values_list("number", flat=True).first() or 0
        for line in lines.new:
            sides = [entrants[folded_name(side.name)] for side in line.result.sides]
            match = line.planned
            if match is None:
                last += 1
                match = Match.objects.create(season=locked, number=last)
                MatchSide.objects.bulk_create(sides_for(match, sides))
                journal.matches.append(match.number)
            else:
                night = match.night.isoformat() if match.night else None
                journal.planned.append((match.number, night, match.seats.exists()))
            _write(match, line.key, line.result, sides)
        written = Match.objects.filter(season=locked).exclude(imported="")
        if first := in_rating_order(written).first():
            recompute_ratings(league, rating_position(first))
        if not (plan.entrants or plan.results):
            return plan
        journal.newest = Match.objects.filter(season=locked).aggregate(newest=Max("pk"))["newest"] or 0
        facts = {"members": len(plan.members), "results": plan.results, "journal": asdict(journal)}
        record_event(access, "imported", season=locked, facts=facts)
    return plan


@dataclass(slots=True)
class ImportJournal:
    """What an import wrote, so that it can be taken back.

    ``matches`` are the numbers of added matches; ``planned`` those that were planned, each with its night before and
    whether members sat at it; ``entrants`` and ``members`` are primary keys, and so is ``newest``, the season's newest
    match by then (0: it had none).
    """

    matches: list[int] = field(default_factory=list)
    planned: list[tuple[int, str | None, bool]] = field(default_factory=list)
    entrants: list[int] = field(default_factory=list)
    members: list[int] = field(default_factory=list)
    newest: int = 0


def _write(match: Match, key: str, result: ImportedResult, entrants: Sequence[Entrant]) -> None:
    match.night, match.state, match.final, match.imported = result.night, MatchState.PLAYED, True, key
    match.save(update_fields=["night", "state", "final", "imported"])
    points, boxes = [side.points for side in result.sides], [side.boxes for side in result.sides]
    sides = {side.entrant_id: side for side in match.sides.select_related("entrant__member")}
    for index, (entrant, side_result, outcome) in enumerate(
        zip(entrants, result.sides, result.outcomes(), strict=True)
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


def _entrants(season: Season) -> dict[str, Entrant]:
    """Return the entrants of a season by name: the member's or the team's."""
    entrants = Entrant.objects.filter(season=season).select_related("member")
    return {entrant.member.name if entrant.member else entrant.name: entrant for entrant in entrants}


def _members(league: League) -> dict[str, Member]:
    """Return the members of a league by folded name, without merged and erased ones."""
    return {member.folded: member for member in league.members.active()}
