"""The matches of a member, narrowed to what a page asks for, and what they come to: all added up by the database."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import COUNTING, FixtureSeat, FixtureSide, FixtureState, Member, SettledSeat
from games.permissions import LeagueAccess

_SUMS: Final = (
    *("hands", "knocks", "knock_deadwood", "gins", "big_gins", "undercuts", "undercut_by", "caught", "caught_points"),
    *("shown", "missed"),
)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Which matches are meant: of a season (its id), against a person (all his members), by a preset, some nights."""

    season: str = ""
    opponent: frozenset[int] = frozenset()
    rules: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of one person: all members that he turned out to be (``ids``), as ``access`` may see them."""

    access: LeagueAccess
    ids: frozenset[int]
    narrowed: Narrowed

    def sides(self) -> QuerySet[FixtureSide]:
        """The sides he played for, where there was somebody to play."""
        seats = FixtureSeat.objects.filter(member__in=self.ids)
        sides = FixtureSide.objects.filter(pk__in=seats.values("side"), fixture__state__in=COUNTING)
        return sides.exclude(fixture__state=FixtureState.BYE).filter(self._where("fixture__"))

    def settled(self) -> QuerySet[SettledSeat]:
        """His settled games of these matches."""
        games = SettledSeat.objects.filter(player__member__in=self.ids, table__fixture__state__in=COUNTING)
        return games.filter(self._where("table__fixture__"), from_paper=False)

    def _where(self, fixture: str) -> Q:
        asked, league = self.narrowed, self.access.league
        where = Q(**{f"{fixture}season__league": league})
        if not self.access.may("manage_league"):
            hidden = f"{fixture}season__hidden_until"
            where &= Q(**{f"{hidden}__isnull": True}) | Q(**{f"{hidden}__lte": timezone.now()})
        if asked.season:
            where &= Q(**{f"{fixture}season__public_id": asked.season})
        if asked.rules:
            where &= Q(**{f"{fixture}season__preset": asked.rules})
        if asked.since:
            where &= Q(**{f"{fixture}night__gte": asked.since})
        if asked.until:
            where &= Q(**{f"{fixture}night__lte": asked.until})
        if asked.opponent:
            met = FixtureSeat.objects.filter(member__in=asked.opponent).exclude(member__in=self.ids)
            where &= Q(**{f"{fixture}in": met.values("fixture")})
        return where


def same_person(member: Member) -> frozenset[int]:
    """The member and all that were merged into him, by primary key."""
    found, fresh = {member.pk}, {member.pk}
    while fresh:
        fresh = set(Member.objects.filter(merged_into__in=fresh).values_list("pk", flat=True)) - found
        found |= fresh
    return frozenset(found)


def record(matches: Matches) -> dict[str, int]:
    """How many matches, wins, draws and losses, game points for and against, boxes and shutouts."""
    found = matches.sides().aggregate(
        played=Count("pk"),
        wins=Count("pk", filter=Q(outcome="win")),
        draws=Count("pk", filter=Q(outcome="draw")),
        losses=Count("pk", filter=Q(outcome="loss")),
        points=Sum("points"),
        against=Sum("against"),
        boxes=Sum("boxes"),
        shutouts=Sum("shutouts"),
    )
    return {name: amount or 0 for name, amount in found.items()}


def at_the_table(matches: Matches) -> dict[str, int]:
    """What he did himself in his finished games, added up; the biggest round and comeback as they are."""
    found = matches.settled().aggregate(
        games=Count("pk"),
        biggest=Max("biggest"),
        comeback=Max("comeback"),
        **{f"all_{name}": Sum(name) for name in _SUMS},
    )
    return {name.removeprefix("all_"): amount or 0 for name, amount in found.items()}


def outcomes(matches: Matches) -> list[str]:
    """How his matches came out, oldest first: "win", "draw", "loss"."""
    return list(matches.sides().order_by("fixture__night", "fixture__number", "pk").values_list("outcome", flat=True))


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, and how often one won, drew and lost against him."""

    member: int
    name: str
    wins: int
    draws: int
    losses: int

    @property
    def played(self) -> int:
        """How often they met."""
        return self.wins + self.draws + self.losses


def opponents(matches: Matches) -> list[Met]:
    """Everybody he met on another side, most often met first.

    Who sat there is read, not joined: of one person there are hundreds of matches, of a league tens of thousands.
    """
    own = {
        fixture: (side, outcome) for fixture, side, outcome in matches.sides().values_list("fixture", "pk", "outcome")
    }
    seats = FixtureSeat.objects.filter(fixture__in=own).exclude(member__in=matches.ids)
    told: dict[int, Counter[str]] = {}
    for fixture, side, who in seats.values_list("fixture", "side", Coalesce("member__merged_into", "member")):
        if side != own[fixture][0]:
            told.setdefault(who, Counter())[own[fixture][1]] += 1
    names = Member.objects.in_bulk(told)
    met = [Met(who, names[who].name, count["win"], count["draw"], count["loss"]) for who, count in told.items()]
    return sorted(met, key=lambda one: (-one.played, names[one.member].folded, one.member))


def longest_runs(told: Sequence[str]) -> dict[str, int]:
    """The longest run of each outcome, and under "now" how long the present one is."""
    runs = [(outcome, len(list(some))) for outcome, some in groupby(told)]
    longest = {outcome: max(_of(runs, outcome), default=0) for outcome in ("win", "draw", "loss")}
    return longest | {"now": runs[-1][1] if runs else 0}


def _of(runs: Iterable[tuple[str, int]], wanted: str) -> list[int]:
    return [length for outcome, length in runs if outcome == wanted]
