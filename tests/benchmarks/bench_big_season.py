"""Measure what a season of 200 players costs: its pages, its files, and its draws.

    python -m tests.benchmarks.bench_big_season [--players 200] [--matches 750 3000] [--target 100]
    DATABASE_URL=postgresql://... python -m tests.benchmarks.bench_big_season

One core, no server: requests go through all of Django, headers and compression included. Each page and file is asked
for with empty caches, in a season with a quarter of the matches and in one with all of them. Draws are of half of the
players and of all of them; a round robin is of as many as a season has room for. Nothing may grow faster than the
matches do, except the draw of a round robin, which grows as they do, with the square of the players. Compare the ratios
of one run, not the milliseconds of two machines.
"""

import argparse
import secrets
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.benchmarks.measuring import median_ms, new_account, own_database, vacuumed

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Account, Season

REPEATS = 7
SWISS_ROUNDS = 9
MOST_IN_ROUND_ROBIN = 140
"""Their 9,730 matches are nearly all that a season may have."""


def main() -> None:
    """Measure pages and files of both seasons, then the draws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--matches", type=int, nargs=2, default=[750, 3000])
    parser.add_argument("--target", type=int, default=100)
    options = parser.parse_args()
    with own_database():
        measure_answers(options)
        measure_draws(options.players)


def line(what: str, times: list[float]) -> None:
    """Print the milliseconds at both sizes, and their ratio."""
    print(f"{what:28}" + "".join(f"{ms:10.1f}" for ms in times) + f"{times[-1] / times[0]:9.2f} times", flush=True)


def measure_answers(options: Any) -> None:
    """Print a row for each page and file."""
    from games.selectors.caching import clear_caches
    from games.selectors.sharing.json_stream import archive_pieces
    from games.selectors.sharing.league_archive import league_archive
    from games.services.league.demo import Demo, make_demo
    from games.services.sharing.league_archive import import_league

    account = new_account("Bench")
    sizes = [Demo(options.players, matches, options.target, date(2026, 1, 6)) for matches in options.matches]
    seasons = [make_demo(account=account, size=size) for size in sizes]
    vacuumed()
    print(f"{options.players} players, ms".ljust(28) + "".join(f"{size.matches:10,}" for size in sizes))
    for what, asks in zip(answers(seasons[0]), zip(*(answers(s).values() for s in seasons), strict=True), strict=True):
        line(what, [median_ms(ask, REPEATS, before=clear_caches) for ask in asks])
    archives = ["".join(archive_pieces(league_archive(season.league))) for season in seasons]
    # By somebody else: the league's own organizer would get the league that is there.
    other = new_account("Other")
    line("archive imported", [median_ms(lambda a=a: import_league(account=other, text=a), 1) for a in archives])  # type: ignore[misc]


def answers(season: "Season") -> dict[str, Callable[[], object]]:
    """What is asked of a season, by name."""
    from games.selectors.sharing.json_stream import archive_pieces
    from games.selectors.sharing.league_archive import league_archive

    page = f"/s/{season.public_id}/"
    addresses = {
        "standings": page,
        "standings and Buchholz": f"{page}?column=buchholz",
        "standings after a night": f"{page}?on={date(2026, 1, 20)}",
        "standings by the API": f"/api/v1/seasons/{season.public_id}/standings/",
        "wall screen": f"{page}screen/",
        "charts": f"{page}pictures/",
        "standings as CSV": f"{page}data/table.csv",
        "results as CSV": f"{page}data/results.csv",
        "results as XLSX": f"{page}data/results.xlsx",
    }
    asks: dict[str, Callable[[], object]] = {what: lambda a=address: ask(a) for what, address in addresses.items()}  # type: ignore[misc]
    return asks | {"archive of the league": lambda: sum(map(len, archive_pieces(league_archive(season.league))))}


@cache
def client() -> "Client":
    """One for all requests: the first one loads the middleware, as a server does when it starts."""
    from django.test import Client

    return Client(headers={"accept-encoding": "gzip"}, SERVER_NAME="localhost")


def ask(address: str) -> int:
    """Ask for a page or a file to its end; return its bytes."""
    answer = client().get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return sum(map(len, answer.streaming_content if answer.streaming else [answer.content]))


def measure_draws(players: int) -> None:
    """Print a row for each format: the slowest round of a Swiss tournament, the first of the others."""
    from games.models import Pairing

    account = new_account("Draws")
    sizes = (players // 2, players)
    slowest_draw(account, Pairing.SWISS, 4, 1)  # what is read once is read before
    print(f"\n{'draws, ms':28}" + "".join(f"{size:10}" for size in sizes))
    for pairing in (Pairing.SWISS, Pairing.KNOCKOUT, Pairing.CONSOLATION, Pairing.DOUBLE_ELIMINATION):
        rounds = SWISS_ROUNDS if pairing == Pairing.SWISS else 1
        line(str(pairing), [slowest_draw(account, pairing, size, rounds) for size in sizes])
    fitting = [min(MOST_IN_ROUND_ROBIN // part, players // part) for part in (2, 1)]
    line(f"round robin of {fitting[0]}, {fitting[1]}", [slowest_draw(account, "round_robin", n, 1) for n in fitting])


def slowest_draw(account: "Account", pairing: str, players: int, rounds: int) -> float:
    """The milliseconds of the slowest of so many rounds, each decided by lot before the next is drawn."""
    from games.models import Pairing
    from games.rules.league.season import season_rules
    from games.selectors.league.league_access import access_to_league
    from games.services.league.leagues import create_league
    from games.services.league.members import add_members
    from games.services.season.draws import PairingPlan, draw
    from games.services.season.seasons import enter_members, start_season

    key = secrets.token_hex(16)
    league = create_league(account=account, name="Draws", place="", zone="UTC", public=True, key=key)
    access = access_to_league(league, account, None)
    season = start_season(
        access=access,
        name=f"{pairing} of {players}",
        preset="standard",
        house_rules={},
        rules=season_rules({}),
        pairing=Pairing(pairing),
        key=key,
    )
    members = add_members(access=access, names=[f"Player {number}" for number in range(players)])
    enter_members(access=access, season=season, members=members)
    plan, times = PairingPlan(first=date(2026, 1, 6)), []
    for number in range(rounds):
        work = lambda n=number: draw(access=access, season=season, plan=plan, key=f"{key}{n}")  # type: ignore[misc]  # noqa: E731
        times.append(median_ms(work, 1))
        decide(season)
    return max(times)


def decide(season: "Season") -> None:
    """Let the first and the second side win the open matches in turn."""
    from django.db import transaction

    from games.models import Match, MatchSide

    with transaction.atomic():
        planned = list(season.matches.filter(state="planned").values_list("pk", "number"))
        for pk, number in planned:
            winner, sides = number % 2, MatchSide.objects.filter(match=pk)
            sides.filter(position=winner).update(outcome="win", points=100, against=number % 90)
            sides.filter(position=1 - winner).update(outcome="loss", points=number % 90, against=100)
        Match.objects.filter(pk__in=[pk for pk, _ in planned]).update(state="played", final=True)


if __name__ == "__main__":
    main()
