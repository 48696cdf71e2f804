"""Measure what an export of a large account costs: time, and memory at its peak.

    python -m tests.benchmarks.bench_export [--matches 10000] [--players 64] [--target 350]
    DATABASE_URL=postgresql://... python -m tests.benchmarks.bench_export

A season is made, by default of about 200,000 rounds, in a database in a temporary folder or in the one
that is named. Then ``manage.py export_account`` writes it in a process of its own, and so does one for an account that
has nothing: the difference of their peaks is what the export needs. The results of the season as CSV are asked for in
such a process, too. Compare the rows of one run, not two runs.
"""

import argparse
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from tests.benchmarks.measuring import new_account, own_database

ROOT = Path(__file__).parents[2]
# A process begins with the memory of the one that starts it: between the two there is a small one.
BETWEEN = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(process.pid, 0)
print(used.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
CSV = """
from django.test import Client
answer = Client(SERVER_NAME="localhost").get("/s/{}/data/results.csv")
assert answer.status_code == 200
for piece in answer.streaming_content:
    print(piece.decode(), end="")
"""


def main() -> None:
    """Make the season, then export it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--target", type=int, default=350)
    options = parser.parse_args()
    with own_database() as folder:
        measure(options, folder)


def measure(options: Any, folder: Path) -> None:
    """Print a row for each export."""
    from django.db import connection

    from games.models import Entry
    from games.services.league.demo import Demo, make_demo

    accounts = [new_account(name) for name in ("nothing", "everything")]
    size = Demo(options.players, options.matches, options.target, date(2026, 1, 6))
    season = make_demo(account=accounts[1], size=size)
    season.league.public = True
    season.league.save(update_fields=["public"])
    rounds = Entry.objects.filter(kind="round").count()
    print(f"{connection.vendor}, {rounds} rounds in {options.matches} matches")
    connection.close()
    print(f"{'export':<22}{'MB written':>11}{'seconds':>9}{'MB at its peak':>16}")
    least = 0.0
    for what, command in (
        ("an empty account", ["export_account", accounts[0].email]),
        ("the account", ["export_account", accounts[1].email]),
        ("the league", ["export_league", season.league.public_id]),
        ("the results as CSV", ["shell", "-v0", "-c", CSV.format(season.public_id)]),
    ):
        written, seconds, peak = exported(command, folder / "export")
        least = least or peak
        print(f"{what:<22}{written:>11.1f}{seconds:>9.1f}{peak:>16.1f}  (+{peak - least:.1f})")


def exported(command: list[str], path: Path) -> tuple[float, float, float]:
    """MB written, seconds, and MB of memory at the peak of a process that runs a command of manage.py."""
    began = time.perf_counter()
    through = [sys.executable, "-c", BETWEEN, sys.executable, str(ROOT / "manage.py")]
    with path.open("wb") as out:
        done = subprocess.run([*through, *command], stdout=out, stderr=subprocess.PIPE, text=True, check=True)
    return path.stat().st_size / 1e6, time.perf_counter() - began, int(done.stderr.split()[-1]) / 1024


if __name__ == "__main__":
    main()
