"""Measure a season's standings at 2,500, 5,000 and 10,000 matches: adding up, ranking and outlooks.

    python -m tests.benchmarks.bench_standings [--entrants 200]

One core, no server and no database. Adding up must grow with the matches and no faster; ranking must hardly grow at
all. An outlook goes through every ending of the last eight matches, and tells bounds before. Compare the ratios of one
run, not the milliseconds of two machines.
"""

import argparse
import random

from games.rules.league.needs import RemainingMatch, outlook
from games.rules.league.season import SeasonRules
from games.rules.league.standings import MatchResult, Outcome, SideResult, standings, tally
from tests.benchmarks.measuring import median_ms

SIZES = (2_500, 5_000, 10_000)
REPEATS = 9
RULES = {
    "usual": SeasonRules(),
    "all tie-breaks": SeasonRules(
        order=(
            *("points", "head_to_head", "buchholz", "sonneborn_berger", "wins", "fewest_losses"),
            *("point_difference", "boxes", "gins", "lot"),
        )
    ),
    "best 20 nights": SeasonRules(best_nights=20),
}


def season(matches: int, entrants: int) -> list[MatchResult]:
    """The results of so many matches of two: every night everybody plays three, whom chance gives."""
    chance, results = random.Random(5), list[MatchResult]()
    while len(results) < matches:
        night = len(results) // (3 * entrants // 2)
        order = chance.sample(range(entrants), entrants)
        for one, other in zip(order[::2], order[1::2], strict=False):
            score = chance.sample(range(200), 2)
            boxes = chance.choices(range(9), k=2)
            sides = (
                SideResult(one, Outcome.WIN, max(score), min(score), boxes[0], 1, box_lead=boxes[0] > boxes[1]),
                SideResult(other, Outcome.LOSS, min(score), max(score), boxes[1], 0, box_lead=boxes[1] > boxes[0]),
            )
            results.append(MatchResult(len(results), night, sides))
    return results[:matches]


def measure_outlooks() -> None:
    """Print what an outlook takes in a round robin, with the last matches left and with half of them."""
    for entrants in (8, 16, 64):
        pairs = [(one, other) for one in range(entrants) for other in range(one)]
        random.Random(6).shuffle(pairs)
        for count in (6, 8, len(pairs) // 2):
            left = [RemainingMatch(number, pair) for number, pair in enumerate(pairs[:count])]
            won = [(SideResult(a, Outcome.WIN, 50, 20), SideResult(b, Outcome.LOSS, 20, 50)) for a, b in pairs[count:]]
            played_totals = tally(MatchResult(number, 1, sides) for number, sides in enumerate(won))
            for name in ("usual", "all tie-breaks"):
                work = lambda e=entrants, t=played_totals, r=RULES[name], m=left: outlook(range(e), t, r, m)  # noqa: E731
                what = f"outlook, {entrants} entrants, {count} matches left, {name}"
                print(f"{what:60}{median_ms(work, REPEATS):8.1f} ms")


def line(what: str, times: list[float]) -> None:
    """Print the milliseconds at each size, and the ratio of the last to the first."""
    print(f"{what:28}" + "".join(f"{ms:10.2f}" for ms in times) + f"{times[-1] / times[0]:9.2f} times")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=200)
    arguments = parser.parse_args()
    everything = [season(size, arguments.entrants) for size in SIZES]
    print(f"{arguments.entrants} entrants, ms".ljust(28) + "".join(f"{size:10,}" for size in SIZES))
    line("added up", [median_ms(lambda r=results: tally(r), REPEATS) for results in everything])  # type: ignore[misc]
    tallies = [tally(results) for results in everything]
    for name, rules in RULES.items():
        ranked = [
            median_ms(lambda t=t, rules=rules: standings(range(arguments.entrants), t, rules), REPEATS)  # type: ignore[misc]
            for t in tallies
        ]
        line(f"ranked, {name}", ranked)
    measure_outlooks()
