"""Measure the pairing algorithms: their run time, and how evenly tables of three meet.

    python -m tests.benchmarks.bench_pairings

One core, no server. Of a tournament the processor time of all its rounds together; of tables of three also the least
and the most often that two meet, and how many never do.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations

from games.rules.pairings import Round
from games.rules.pairings.circle import add_newcomer, round_robin
from games.rules.pairings.knockout import bracket, next_round
from games.rules.pairings.swiss import SwissPlayer, swiss_pairings
from games.rules.pairings.trios import trios

SIZES = (8, 16, 32, 64)


def timed(name: str, work: Callable[[], object]) -> None:
    """Print the processor time of one call of ``work``."""
    began = time.process_time()
    work()
    print(f"  {name:34} {1000 * (time.process_time() - began):9.2f} ms")


def swiss(size: int, rounds: int) -> list[float]:
    """A tournament with results by lot: the seconds that each round took to pair."""
    chance, took = random.Random(1), []
    score, byes = Counter[int](), Counter[int]()
    met: dict[int, list[int]] = {entrant: [] for entrant in range(size)}
    dealt: dict[int, list[bool]] = {entrant: [] for entrant in range(size)}
    for _ in range(rounds):
        players = [
            SwissPlayer(
                entrant=e,
                score=score[e],
                opponents=tuple(met[e]),
                first_deals=sum(dealt[e]),
                matches=len(dealt[e]),
                byes=byes[e],
                seed=e,
                recent_first_deals=tuple(dealt[e][-2:]),
            )
            for e in range(size)
        ]
        began = time.process_time()
        pairings = swiss_pairings(players)
        took.append(time.process_time() - began)
        for pairing in pairings:
            if len(pairing) == 1:
                byes[pairing[0]] += 1
                score[pairing[0]] += 2
                continue
            share = chance.choice((0, 1, 2))
            for entrant, other, points, first in (
                (pairing[0], pairing[1], share, True),
                (pairing[1], pairing[0], 2 - share, False),
            ):
                score[entrant] += points
                met[entrant].append(other)
                dealt[entrant].append(first)
    return took


def knockout(size: int) -> None:
    """A whole knock-out, in which those who deal first win."""
    rounds: list[Round] = [bracket(range(size))]
    while coming := next_round(rounds, [pairing[0] for pairing in rounds[-1]], third_place=True):
        rounds.append(coming)


def threes(size: int) -> None:
    """Tables of three for so many."""
    began = time.process_time()
    rounds = trios(range(size))
    took = time.process_time() - began
    met = Counter(two for pairings in rounds for table in pairings for two in combinations(sorted(table), 2))
    times = [met[two] for two in combinations(range(size), 2)]
    print(
        f"  {size:3} entrants {len(rounds):3} rounds {1000 * took:9.2f} ms"
        f"   two meet {min(times)} to {max(times)} times, {times.count(0)} of {len(times)} never"
    )


def main() -> None:
    """Measure and print."""
    print("round robins")
    for size in SIZES:
        timed(f"{size} entrants, double", lambda size=size: round_robin(range(size), double=True))  # type: ignore[misc]
    half = round_robin(range(63))
    timed("one joins 63 at half-time", lambda: add_newcomer(half, range(63), 63, played=31))
    print("Swiss, 9 rounds (fewer for fewer)")
    for size in (8, 9, 16, 32, 63, 64):
        took = swiss(size, min(9, size // 2))
        print(f"  {size:3} entrants {1000 * sum(took):9.2f} ms in all, {1000 * max(took):8.2f} ms the slowest round")
    print("knock-outs")
    for size in SIZES:
        timed(f"{size} entrants, all rounds", lambda size=size: knockout(size))  # type: ignore[misc]
    print("tables of three")
    for size in range(3, 65):
        threes(size)


if __name__ == "__main__":
    main()
