"""Count how the knocks of a season ended, over its finished games.

Settled rows have the number of each player's knocks but not their deadwood, which is in the ledgers. A ledger without
corrections is counted in SQL; the others are folded into sheets. The result is cached until a game is settled anew, so
rounds of games under way cost nothing, and only changed ledgers are folded again.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.models import COUNTING, Entry, EntryKind, Match, Season, SettledSeat, Table
from games.rules.analysis.knocks import Knocks
from games.rules.scoring import Event
from games.selectors.caching import cached, cached_once
from games.selectors.table.ledger import sheets_of

MOST_MATCHES: Final = 2_000
"""How many of a season's newest matches are counted, so that the cost of the page is bounded."""
GameKey = tuple[int, int, int]
"""A table (primary key), the revision of its ledger, and the number of the game."""
_AT_ONCE: Final = 200
"""How many ledgers are in memory at a time."""
_UNCORRECTED_KINDS: Final = (
    *(EntryKind.START, EntryKind.ROUND, EntryKind.STAKES),
    *(EntryKind.SWAP, EntryKind.HANDOVER),
)
"""Kinds of entries that correct nothing: in a ledger with only these, every round counts as first entered."""


def season_knocks(season: Season) -> Knocks:
    """Return the knocks of a season's newest matches. The result is shared through a cache: don't modify it."""
    settled = _settled(season.pk).aggregate(
        rows=Count("pk"), keys=Coalesce(Sum("pk"), 0), revisions=Coalesce(Sum("revision"), 0)
    )
    return _counted(season.pk, settled["rows"], settled["keys"], settled["revisions"])


def _settled(season_id: int) -> QuerySet[SettledSeat]:
    """Return the settled rows of games that didn't begin on paper."""
    matches = Match.objects.filter(season=season_id, state__in=COUNTING, table__isnull=False)
    newest = matches.order_by("-night", "-number").values("table")[:MOST_MATCHES]
    return SettledSeat.objects.filter(table__in=newest, from_paper=False)


@cached_once
def _counted(season_id: int, rows: int, keys: int, revisions: int) -> Knocks:
    """Count the knocks. The other arguments are the cache key: they change with every new or changed settled row."""
    del rows, keys, revisions
    settled, knocks = _settled(season_id), Knocks()
    tables = settled.values("table")
    entries = Entry.objects.filter(table__in=tables)
    corrected = set(entries.exclude(kind__in=_UNCORRECTED_KINDS).values_list("table", flat=True).distinct().order_by())
    finished = SettledSeat.objects.filter(table=OuterRef("table"), game=OuterRef("game"), from_paper=False)
    plain_rounds = entries.filter(Exists(finished), kind=EntryKind.ROUND).exclude(table__in=corrected)
    groups = list(_grouped(plain_rounds))
    if any(event == Event.TEAM_DEAL for event, *_ in groups):
        # A team deal has several hands a round, which only the sheet tells apart.
        corrected = set(tables.values_list("table", flat=True))
        groups = []
    for event, ender, deadwood, times in groups:
        knocks.add(event, ender, {int(seat): left for seat, left in deadwood.items()}, times)
    games = settled.filter(table__in=corrected).order_by().values_list("table", "table__revision", "game").distinct()
    for game_knocks in _folded(season_id, set(games)):
        knocks.add_all(game_knocks)
    return knocks


def _grouped(rounds: QuerySet[Entry]) -> Iterable[tuple[Any, ...]]:
    """Group rounds by event, ender and deadwood, with their counts: at most some thousand different groups."""
    ways = rounds.order_by().values_list("result__event", "facts__ender", "result__deadwood")
    return ways.annotate(times=Count("pk")).iterator()


def _folded(season_id: int, games: set[GameKey]) -> Iterable[Knocks]:
    """Return the knocks of these games from their sheets; unchanged ledgers come from the cache."""
    cache = _folded_cache(season_id)
    for known in cache.keys() - games:
        del cache[known]
    revisions = {table: revision for table, revision, _ in games - cache.keys()}
    keys = sorted(revisions)
    for start in range(0, len(keys), _AT_ONCE):
        tables = list(Table.objects.filter(pk__in=keys[start : start + _AT_ONCE]).annotate(places=Count("seats")))
        for table, sheet in sheets_of(tables, {table.pk: table.places for table in tables}).items():
            for game in sheet.games:
                if (key := (table, revisions[table], game.number)) in games:
                    cache[key] = Knocks()
                    cache[key].add_game(game)
    return cache.values()


@cached(4)
def _folded_cache(season_id: int) -> dict[GameKey, Knocks]:
    """Return the cache of a season's folded games; only one thread at a time uses it."""
    del season_id
    return {}
