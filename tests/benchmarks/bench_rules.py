"""Measure the rules: a round scored from counts, a sheet folded, and the table page under Hollywood.

    python -m tests.benchmarks.bench_rules [--rounds 20000]

One core, no server. Rounds are scored under every preset by turns; sheets are folded at four lengths, so that their
cost can be seen to grow with the rounds and no faster; the page is rendered as a browser is given it, from a database
in memory. Compare the rows of one run, not two runs.
"""

import argparse
import os
import random
from collections.abc import Callable
from datetime import UTC, datetime

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending
from games.rules.ledger import GameStarted, LedgerEntry, RoundEntered
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import score_round
from games.rules.sheet import fold
from tests.benchmarks.measuring import median_ms

SIZES = (50, 200, 400, 800)
REPEATS = 9
FAR = 10_000
"""A target that no sheet here reaches."""


def seconds_of(work: Callable[[], object]) -> float:
    """The median seconds of processor time of one call of ``work``."""
    return median_ms(work, REPEATS) / 1000


def a_round(rules: RuleSet, chance: random.Random) -> Declaration:
    """A legal round for two under ``rules``."""
    card = Card(chance.randint(2, 13), "s" if rules.deck == "french52" else "R")
    ender = chance.randrange(2)
    deadwood = {ender: 0, 1 - ender: chance.randint(0, 60)}
    ending = Ending.GIN
    if rules.knock_limit != 0 and chance.random() < 0.8:
        ending, deadwood[ender] = Ending.KNOCK, chance.randint(1, min(rules.knock_limit or 10, card.rank, 10))
    return Declaration((0, 1), ending, ender, deadwood, card)


def measure_scoring(rounds: int) -> float:
    """Rounds scored in a second, over all presets."""
    chance = random.Random(1)
    every = [preset.rules for preset in presets().values()]
    rounds_and_rules = [(a_round(rules, chance), rules) for rules in every for _ in range(rounds // len(every))]

    def work() -> None:
        for declaration, rules in rounds_and_rules:
            score_round(declaration, rules)

    return len(rounds_and_rules) / seconds_of(work)


def ledger(rules: RuleSet, rounds: int) -> list[LedgerEntry]:
    """The ledger of a game of so many rounds."""
    chance, now = random.Random(2), datetime(2026, 11, 20, 21, tzinfo=UTC)
    entries = [LedgerEntry(1, 1, None, GameStarted(rules, "standard", 0), "Ann's phone", now)]
    for number in range(1, rounds + 1):
        declaration = a_round(rules, chance)
        body = RoundEntered(declaration, score_round(declaration, rules))
        entries.append(LedgerEntry(number + 1, 1, number, body, "Ann's phone", now))
    return entries


def measure_folds() -> dict[str, dict[int, float]]:
    """Seconds of a fold by rules and number of rounds."""
    found: dict[str, dict[int, float]] = {}
    for name in ("standard", "hollywood", "tournament"):
        rules = with_house_rules(presets()[name].rules, {"target": FAR})
        found[name] = {}
        for size in SIZES:
            entries = ledger(rules, size)
            found[name][size] = seconds_of(lambda entries=entries: fold(entries, 2))  # type: ignore[misc]
    return found


def measure_pages() -> dict[str, dict[int, float]]:
    """Seconds of the table page by rules and number of rounds, sheet folded anew each time."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings_for_tests")
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    return {name: measure_page(name) for name in ("standard", "hollywood")}


def measure_page(name: str) -> dict[int, float]:
    """Seconds of the table page of preset ``name`` by number of rounds."""
    from games.selectors import caching
    from games.services.table.rounds import enter_round
    from tests.makers import start

    found, chance = dict[int, float](), random.Random(3)
    phone = start(preset=name, target=FAR)
    browser, number = phone.browser(), 0

    def page() -> None:
        caching.clear_caches()
        answer = browser.get(phone.url)
        if answer.status_code != 200:
            raise RuntimeError(answer.status_code)

    for size in (10, 50, 200):
        while number < size:
            number += 1
            declaration = a_round(presets()[name].rules, chance)
            enter_round(access=phone.access, key=f"k{number}", game=1, round_number=number, declaration=declaration)
        found[size] = seconds_of(page)
    return found


def print_rows(rows: dict[str, dict[int, float]]) -> None:
    """One row for each of the rules and sizes, with the ratio to the first."""
    for name, sizes in rows.items():
        first = next(iter(sizes))
        for size, seconds in sizes.items():
            ratio = seconds / sizes[first]
            print(
                f"  {name:11} {size:4} rounds {1000 * seconds:8.2f} ms   x {ratio:5.2f} for x {size / first:.0f} rounds"
            )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    options = parser.parse_args()
    print(f"rounds scored from counts: {measure_scoring(options.rounds):,.0f} a second")
    print("a sheet folded")
    print_rows(measure_folds())
    print("the table page")
    print_rows(measure_pages())


if __name__ == "__main__":
    main()
