"""Measure the page with a season's charts, and the parts it is made of.

    python -m tests.benchmarks.bench_season_pictures [--players 40] [--matches 780 5000] [--target 100] [--changed 3]
    DATABASE_URL=postgresql://... python -m tests.benchmarks.bench_season_pictures

One core, no server: requests go through all of Django, headers and compression included. "course" is the table after
each night and all pairs, as after each saved round; "knocks" the counts over all rounds, "game" the same once one more
game was settled; "first" the page with empty caches, "again" when nothing has changed. Of every ``--changed``
th game one round was corrected, so that its ledger is folded. Times are medians of one process; compare the rows of
one run, not of two.
"""

import argparse
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from tests.benchmarks.measuring import median_ms, new_account, own_database, vacuumed

REPEATS = 7


def main() -> None:
    """Make the seasons, then ask for their pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--matches", type=int, nargs="+", default=[780, 5000])
    parser.add_argument("--target", type=int, default=100)
    parser.add_argument("--changed", type=int, default=3)
    options = parser.parse_args()
    with own_database():
        measure(options)


def measure(options: Any) -> None:
    """Print a row for each season and part of its page."""
    from django.db import connection
    from django.test import Client

    from games.models import Entry, Season
    from games.pages.season.season_places import season_progress
    from games.selectors.caching import clear_caches
    from games.selectors.season.season_knocks import season_knocks
    from games.services.league.demo import Demo, make_demo

    account = new_account("Bench")
    client = Client(headers={"accept-encoding": "gzip"}, SERVER_NAME="localhost")
    print(f"{connection.vendor}; times in ms, median of {REPEATS}")
    print(f"{'matches':>8}{'rounds':>8}{'course':>9}{'knocks':>9}{'game':>9}{'first':>9}{'again':>9}{'KB':>6}")
    for matches in options.matches:
        before = Entry.objects.filter(kind="round").count()
        made = make_demo(account=account, size=Demo(options.players, matches, options.target, date(2026, 1, 6)))
        corrected(made, options.changed)
        rounds = Entry.objects.filter(kind="round").count() - before
        season = Season.objects.select_related("league").get(pk=made.pk)
        address = f"/s/{season.public_id}/pictures/"

        def page(address: str = address) -> int:
            answer = client.get(address)
            assert answer.status_code == 200
            return len(answer.content)

        vacuumed()
        timed = (
            median(lambda season=season: season_progress(season), clear_caches),
            median(lambda season=season: season_knocks(season), clear_caches),
            median(lambda season=season: season_knocks(season), lambda season=season: settled_anew(season)),
            median(page, clear_caches),
            median(page, lambda: None),
        )
        print(f"{matches:>8}{rounds:>8}{''.join(f'{one:>9.0f}' for one in timed)}{page() / 1000:>6.0f}")


def corrected(season: Any, each: int) -> None:
    """Tell the last round of every so many games once more, so that it is known to have been changed."""
    from django.db.models import F

    from games.models import Entry, Table

    last = Entry.objects.filter(table__match__season=season, revision=F("table__revision"))
    for entry in last.order_by("table")[::each]:
        entry.pk, entry.revision, entry.kind, entry.key = None, entry.revision + 1, "correction", "bench"
        entry.save()
        Table.objects.filter(pk=entry.table_id).update(revision=entry.revision)


def settled_anew(season: Any) -> None:
    """As if the newest game had been settled by a later entry."""
    from games.models import SettledSeat

    newest = SettledSeat.objects.filter(table__match__season=season).latest("pk")
    newest.revision += 1
    newest.save(update_fields=["revision"])


def median(call: Callable[[], object], before: Callable[[], None]) -> float:
    """The median time of asking (ms), each time after what goes ``before``; the first time does not count."""
    before()
    call()
    return median_ms(call, REPEATS, before=before, clock=time.perf_counter)


if __name__ == "__main__":
    main()
