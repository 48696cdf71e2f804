"""How the knocks of a season came out, counted over its finished games.

Settled rows say how often each player knocked, not with how much. That is in the ledgers. A ledger of which nothing was
changed afterwards is counted by the database; the others, where what was entered is not what counts, are folded. The
answer is kept until a game is settled anew, so that rounds of games under way cost nothing; and of what was folded only
those ledgers are folded again that have moved.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.models import COUNTING, Entry, EntryKind, Fixture, Season, SettledSeat, Table
from games.rules.knocks import Knocks
from games.rules.scoring import Event
from games.selectors.ledger import sheets_of
from games.selectors.reckoned import kept, reckoned

MOST_MATCHES: Final = 2_000
"""The newest matches of a season that are counted: a page must not grow with all that was ever played."""
Game = tuple[int, int, int]
"""A table (primary key), the revision of its ledger, and the number of the game."""
_AT_ONCE: Final = 200
"""Ledgers in memory at a time."""
_AS_ENTERED: Final = (
    *(EntryKind.START, EntryKind.ROUND, EntryKind.STAKES),
    *(EntryKind.SWAP, EntryKind.HANDOVER),
)
"""A ledger with nothing but these counts every round as it was first entered."""


def season_knocks(season: Season) -> Knocks:
    """The knocks of the newest matches of a season. Nobody changes what is returned: others are given the same."""
    settled = _settled(season.pk).aggregate(
        rows=Count("pk"), keys=Coalesce(Sum("pk"), 0), revisions=Coalesce(Sum("revision"), 0)
    )
    return _counted(season.pk, settled["rows"], settled["keys"], settled["revisions"])


def _settled(season_id: int) -> QuerySet[SettledSeat]:
    """The settled rows of games that were played here from their beginning."""
    fixtures = Fixture.objects.filter(season=season_id, state__in=COUNTING, table__isnull=False)
    newest = fixtures.order_by("-night", "-number").values("table")[:MOST_MATCHES]
    return SettledSeat.objects.filter(table__in=newest, from_paper=False)


@reckoned
def _counted(season_id: int, rows: int, keys: int, revisions: int) -> Knocks:
    """What is counted while these are the settled rows: a new one has a new key, a changed one a later revision."""
    del rows, keys, revisions
    settled, found = _settled(season_id), Knocks()
    tables = settled.values("table")
    entries = Entry.objects.filter(table__in=tables)
    folded = set(entries.exclude(kind__in=_AS_ENTERED).values_list("table", flat=True).distinct().order_by())
    finished = SettledSeat.objects.filter(table=OuterRef("table"), game=OuterRef("game"), from_paper=False)
    first = entries.filter(Exists(finished), kind=EntryKind.ROUND).exclude(table__in=folded)
    alike = list(_alike(first))
    if any(event == Event.TEAM_DEAL for event, *_ in alike):
        # Several hands a round: each is on the sheet.
        folded = set(tables.values_list("table", flat=True))
        alike = []
    for event, ender, deadwood, times in alike:
        found.add(event, ender, {int(seat): left for seat, left in deadwood.items()}, times)
    games = settled.filter(table__in=folded).order_by().values_list("table", "table__revision", "game").distinct()
    for one in _folded(season_id, set(games)):
        found.add_all(one)
    return found


def _alike(rounds: QuerySet[Entry]) -> Iterable[tuple[Any, ...]]:
    """How rounds came out, each way once with how often: there are some thousands of ways, whatever was played."""
    ways = rounds.order_by().values_list("result__event", "facts__ender", "result__deadwood")
    return ways.annotate(times=Count("pk")).iterator()


def _folded(season_id: int, games: set[Game]) -> Iterable[Knocks]:
    """The knocks of these games by their sheets. Of a ledger that has not moved they are known from the last time."""
    shelf = _shelf(season_id)
    for known in shelf.keys() - games:
        del shelf[known]
    revisions = {table: revision for table, revision, _ in games - shelf.keys()}
    keys = sorted(revisions)
    for start in range(0, len(keys), _AT_ONCE):
        tables = list(Table.objects.filter(pk__in=keys[start : start + _AT_ONCE]).annotate(places=Count("seats")))
        for table, sheet in sheets_of(tables, {table.pk: table.places for table in tables}).items():
            for game in sheet.games:
                if (key := (table, revisions[table], game.number)) in games:
                    shelf[key] = Knocks()
                    shelf[key].add_game(game)
    return shelf.values()


@kept(4)
def _shelf(season_id: int) -> dict[Game, Knocks]:
    """Where the knocks of a season's folded games are kept; one thread at a time comes here."""
    del season_id
    return {}
