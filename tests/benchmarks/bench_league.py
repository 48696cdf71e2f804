"""Measure a season's pages: the table, a player's page and a match's, as a browser is given them.

    python -m tests.benchmarks.bench_league [--matches 10000] [--players 64] [--target 190]
    DATABASE_URL=postgresql://... python -m tests.benchmarks.bench_league

One core, no server: requests go through all of Django, headers and compression included. On SQLite the database is a
file in a temporary folder, otherwise the one that is named, in which a league is left behind. Three seasons of the same
players are made: a tenth of the matches, all of them, and all of them with games a third as long, so that it can be
seen what grows with what. "moved" is the table worked out anew, as after each saved round. Times are medians of one
process; compare the rows of one run, not two runs.
"""

import argparse
import time
from datetime import date
from typing import Any

from tests.benchmarks.measuring import median_ms, new_account, own_database, vacuumed

REPEATS = 15


def main() -> None:
    """Make the seasons, then ask for their pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--target", type=int, default=350)
    options = parser.parse_args()
    with own_database():
        measure(options)


def measure(options: Any) -> None:
    """Print a row for each season and page."""
    from django.db import connection

    from games.models import Entry
    from games.services.league.demo import Demo, make_demo

    account = new_account("Bench")
    print(f"{connection.vendor}; times in ms, median of {REPEATS}")
    print(f"{'matches':>8}{'rounds':>9}  {'page':<10}{'ms':>8}{'queries':>9}{'made in s':>11}")
    sizes = (
        (options.matches // 10, options.target),
        (options.matches, options.target),
        (options.matches, options.target // 3),
    )
    for matches, target in sizes:
        before, began = Entry.objects.filter(kind="round").count(), time.perf_counter()
        season = make_demo(account=account, size=Demo(options.players, matches, target, date(2026, 1, 6)))
        made = time.perf_counter() - began
        rounds = Entry.objects.filter(kind="round").count() - before
        entrant = season.entrants.select_related("member").first()
        assert entrant
        assert entrant.member
        pages = {
            "table": f"/s/{season.public_id}/",
            "moved": f"/s/{season.public_id}/",
            "player": f"/l/{season.league.public_id}/players/{entrant.member.pk}/",
            "match": f"/s/{season.public_id}/matches/{matches // 2}/",
        }
        vacuumed()
        for name, address in pages.items():
            milliseconds, queries = timed_page(address, season if name == "moved" else None)
            print(f"{matches:>8}{rounds:>9}  {name:<10}{milliseconds:>8.1f}{queries:>9}{made:>11.0f}")


def timed_page(address: str, moving: Any = None) -> tuple[float, int]:
    """The median time of a page (ms) and the number of its queries; with a season that moves before each asking."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"accept-encoding": "gzip"}, SERVER_NAME="localhost")

    def ask() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    def move() -> None:
        if moving is not None:
            moving.revision += 1
            moving.save(update_fields=["revision"])

    ask()
    move()
    with CaptureQueriesContext(connection) as counted:
        ask()
        queries = len(counted)
    return median_ms(ask, REPEATS, before=move, clock=time.perf_counter), queries


if __name__ == "__main__":
    main()
