"""Query the matches of a player, optionally filtered, and aggregate them in SQL: record, statistics, opponents."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import COUNTING, MatchSeat, MatchSide, MatchState, Member, SettledSeat
from games.permissions import LeagueAccess

_SUMMED_FIELDS: Final = (
    *("hands", "knocks", "knock_deadwood", "gins", "big_gins", "undercuts", "undercut_by", "caught", "caught_points"),
    *("shown", "missed"),
)


@dataclass(frozen=True, slots=True)
class PlayerMatchFilter:
    """A filter for matches: season (public id), opponent (all members of that person), preset, first and last night."""

    season: str = ""
    opponent: frozenset[int] = frozenset()
    rules: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class PlayerMatches:
    """The matches of one person, as ``access`` may see them; ``ids`` are all members merged into that person."""

    access: LeagueAccess
    ids: frozenset[int]
    match_filter: PlayerMatchFilter

    def sides(self) -> QuerySet[MatchSide]:
        """Return the sides that the person played for, byes excluded."""
        seats = MatchSeat.objects.filter(member__in=self.ids)
        sides = MatchSide.objects.filter(pk__in=seats.values("side"), match__state__in=COUNTING)
        return sides.exclude(match__state=MatchState.BYE).filter(self._where("match__"))

    def settled(self) -> QuerySet[SettledSeat]:
        """Return the person's settled games in these matches."""
        games = SettledSeat.objects.filter(player__member__in=self.ids, table__match__state__in=COUNTING)
        return games.filter(self._where("table__match__"), from_paper=False)

    def _where(self, match: str) -> Q:
        filters, league = self.match_filter, self.access.league
        where = Q(**{f"{match}season__league": league})
        if not self.access.may("manage_league"):
            hidden = f"{match}season__hidden_until"
            where &= Q(**{f"{hidden}__isnull": True}) | Q(**{f"{hidden}__lte": timezone.now()})
        if filters.season:
            where &= Q(**{f"{match}season__public_id": filters.season})
        if filters.rules:
            where &= Q(**{f"{match}season__preset": filters.rules})
        if filters.since:
            where &= Q(**{f"{match}night__gte": filters.since})
        if filters.until:
            where &= Q(**{f"{match}night__lte": filters.until})
        if filters.opponent:
            opponent_seats = MatchSeat.objects.filter(member__in=filters.opponent).exclude(member__in=self.ids)
            where &= Q(**{f"{match}in": opponent_seats.values("match")})
        return where


def match_record(matches: PlayerMatches) -> dict[str, int]:
    """Return the numbers of matches, wins, draws and losses, points for and against, boxes and shutouts."""
    totals = matches.sides().aggregate(
        played=Count("pk"),
        wins=Count("pk", filter=Q(outcome="win")),
        draws=Count("pk", filter=Q(outcome="draw")),
        losses=Count("pk", filter=Q(outcome="loss")),
        points=Sum("points"),
        against=Sum("against"),
        boxes=Sum("boxes"),
        shutouts=Sum("shutouts"),
    )
    return {name: amount or 0 for name, amount in totals.items()}


def table_statistics(matches: PlayerMatches) -> dict[str, int]:
    """Return the sums of the person's statistics in finished games, and the biggest round and comeback."""
    totals = matches.settled().aggregate(
        games=Count("pk"),
        biggest=Max("biggest"),
        comeback=Max("comeback"),
        **{f"all_{name}": Sum(name) for name in _SUMMED_FIELDS},
    )
    return {name.removeprefix("all_"): amount or 0 for name, amount in totals.items()}


def outcomes_of(matches: PlayerMatches) -> list[str]:
    """Return the outcomes of the matches, oldest first: "win", "draw", "loss"."""
    return list(matches.sides().order_by("match__night", "match__number", "pk").values_list("outcome", flat=True))


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """An opponent, with the wins, draws and losses against them."""

    member: int
    name: str
    wins: int
    draws: int
    losses: int

    @property
    def played(self) -> int:
        """The number of matches against this opponent."""
        return self.wins + self.draws + self.losses


def opponents(matches: PlayerMatches) -> list[OpponentRecord]:
    """Return everyone the person played against, most frequent opponents first.

    Seats are queried separately instead of joined: a person has hundreds of matches, a league tens of thousands.
    """
    own_sides = {
        match: (side, outcome) for match, side, outcome in matches.sides().values_list("match", "pk", "outcome")
    }
    seats = MatchSeat.objects.filter(match__in=own_sides).exclude(member__in=matches.ids)
    counts: dict[int, Counter[str]] = {}
    for match, side, member in seats.values_list("match", "side", Coalesce("member__merged_into", "member")):
        if side != own_sides[match][0]:
            counts.setdefault(member, Counter())[own_sides[match][1]] += 1
    names = Member.objects.in_bulk(counts)
    records = [
        OpponentRecord(member, names[member].name, count["win"], count["draw"], count["loss"])
        for member, count in counts.items()
    ]
    return sorted(records, key=lambda opponent: (-opponent.played, names[opponent.member].folded, opponent.member))


def longest_runs(match_outcomes: Sequence[str]) -> dict[str, int]:
    """Return the longest run of each outcome, and under "now" the length of the current run."""
    runs = [(outcome, len(list(group))) for outcome, group in groupby(match_outcomes)]
    longest = {outcome: max(_lengths(runs, outcome), default=0) for outcome in ("win", "draw", "loss")}
    return longest | {"now": runs[-1][1] if runs else 0}


def _lengths(runs: Iterable[tuple[str, int]], wanted: str) -> list[int]:
    return [length for outcome, length in runs if outcome == wanted]
