"""Measure the card engine, against open_spiel and rlcard where they are installed.

    uv run --with open_spiel==2.0.2 --with rlcard==1.2.0 python -m tests.benchmarks.bench_cards [--hands 20000]

The engine needs nothing but Python, so any interpreter that has the two will do as well. The same hands go to all, in
one process, in turns, and processor time is counted: compare the ratios, not the microseconds of two machines.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.cards import DECKS, Card, card
from games.rules.hands.arrangement import all_best, best_arrangement, best_discard
from games.rules.hands.deck import french_hands
from games.rules.hands.layoffs import best_defence
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet, with_house_rules

SEED = 20_051_113
STANDARD = RuleSet()
GINSKI = rule_set("ginski")
TURNS = 15
# The slowest that a search by small changes found, for each number of cards. Dense, two wilds or one, few suits.
SLOW = {
    10: ["B10 B11 B12 B13 G10 G11 G12 R13 W2 W5", "Y8 Y9 Y10 Y11 B8 B9 B10 B11 W1 W2"],
    11: ["B8 B9 B10 B11 B12 G8 G9 G10 G11 G12 W1", "B9 B11 B12 B13 Y9 Y10 Y11 Y12 Y13 W2 W3"],
    14: ["B6 B7 B8 B9 B10 B11 Y6 Y7 Y8 Y9 Y10 Y11 W2 W5", "P5 P6 P7 P8 P9 P10 G5 G6 G7 G8 G9 G10 W1 W2"],
}
# As As 2s ...: with the 3s thrown, aces, twos and fours are three sets: gin.
SET_OF_THREES = "As 2s 3s 4s 2c 4c Ad 2d Ah 2h 4h"

Operation = Callable[[list[int]], object]


def in_turns(hands: Sequence[list[int]], operations: dict[str, Operation]) -> dict[str, float]:
    """Ask all functions about all hands, turn by turn; the median microseconds of processor time for a hand."""
    taken: dict[str, list[float]] = {name: [] for name in operations}
    for _ in range(TURNS):
        for name, function in operations.items():
            start = time.process_time()
            for hand in hands:
                function(hand)
            taken[name].append((time.process_time() - start) / len(hands) * 1e6)
    return {name: statistics.median(times) for name, times in taken.items()}


def open_spiel() -> Any:
    """Return open_spiel's gin rummy helpers, None without it."""
    try:
        from pyspiel import gin_rummy
    except ImportError:
        return None
    return gin_rummy.GinRummyUtils(13, 4, 10)


def rlcard() -> Operation | None:
    """Return rlcard's way from ten ints to their deadwood, None without it."""
    try:
        from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters
        from rlcard.games.gin_rummy.utils.utils import card_from_card_id, get_deadwood_count
    except ImportError:
        return None

    def deadwood(hand: list[int]) -> object:
        cards = [card_from_card_id(number) for number in hand]
        clusters = get_best_meld_clusters(cards)
        return get_deadwood_count(cards, clusters[0] if clusters else [])

    return deadwood


def print_times(what: str, times: dict[str, float], aims: dict[str, float]) -> None:
    """Print the times, and how many times as fast as the others we are beside what was aimed at."""
    print(f"\n{what}")
    for name, microseconds in times.items():
        ratio = f"   {microseconds / times['ours']:5.2f} times ours, aim {aims[name]}" if name in aims else ""
        print(f"  {name:11}{microseconds:8.2f} µs{ratio}")


def compare_ints(number: int) -> None:
    """Deadwood, melds and discards of French hands given as ints."""
    luck = random.Random(SEED)
    ten = [luck.sample(range(52), 10) for _ in range(number)]
    eleven = [luck.sample(range(52), 11) for _ in range(number)]
    start = time.process_time()
    ours = french_hands(STANDARD)
    print(f"tables made in {(time.process_time() - start) * 1e3:.0f} ms")
    spiel, other = open_spiel(), rlcard()
    deadwood: dict[str, Operation] = {"ours": ours.deadwood}
    melds: dict[str, Operation] = {"ours": ours.melds}
    discard: dict[str, Operation] = {"ours": ours.discard}
    if spiel:
        wrong = sum(ours.deadwood(hand) != spiel.min_deadwood(hand) for hand in ten)
        print(f"open_spiel: {wrong} of {number} hands of ten differ")
        deadwood["open_spiel"] = discard["open_spiel"] = spiel.min_deadwood
        melds["open_spiel"] = spiel.best_meld_group
        prove(spiel)
    else:
        print("open_spiel is not installed: no comparison")
    if other:
        wrong = sum(ours.deadwood(hand) != other(hand) for hand in ten[:500])
        print(f"rlcard: {wrong} of {len(ten[:500])} hands of ten differ")
        deadwood["rlcard"] = other
    else:
        print("rlcard is not installed: no comparison")
    print_times("Deadwood of ten", in_turns(ten, deadwood), {"open_spiel": 1.5, "rlcard": 15})
    print_times("Deadwood of ten, with the melds", in_turns(ten, melds), {"open_spiel": 1.0})
    print_times("Best discard of eleven", in_turns(eleven, discard), {"open_spiel": 1.3})


def prove(spiel: Any) -> None:
    """Show a hand of eleven where open_spiel misses the best discard: it throws from one best arrangement of eleven."""
    order = "shdc"
    hand = [card(text, "french52") for text in SET_OF_THREES.split()]
    thrown, remaining = best_discard(hand, STANDARD)
    theirs = spiel.min_deadwood([order.index(c.suit) * 13 + c.rank - 1 for c in hand])
    shown = " / ".join(" ".join(c.text for c in meld) for meld in remaining.melds)
    print(f"open_spiel on {SET_OF_THREES}: {theirs}. Without the {thrown.text}: {shown}, deadwood {remaining.deadwood}")


def slowest(hands: Sequence[list[Card]], function: Callable[[list[Card]], object]) -> tuple[float, float]:
    """The median and the worst milliseconds over ``hands``; each is the best of three, without the clock's hiccups."""
    taken = []
    for hand in hands:
        times = []
        for _ in range(3):
            start = time.process_time()
            function(hand)
            times.append(time.process_time() - start)
        taken.append(min(times) * 1e3)
    return statistics.median(taken), max(taken)


def whole_engine(number: int) -> None:
    """Hands as cards, with melds in the order they are shown: what a page or the API waits for."""
    luck = random.Random(SEED)
    lay_off = with_house_rules(GINSKI, {"layoff": "always"})
    print(f"\nWhole answers, milliseconds (median, worst of {number} hands: random, dense and the slowest known)")
    for rules in (STANDARD, GINSKI):
        for size in (10, 11, 14):
            hands = [luck.sample(list(DECKS[rules.deck].values()), size) for _ in range(number // 2)]
            dense = [c for c in DECKS[rules.deck].values() if c.wild or 5 <= c.rank <= 9]
            hands += [luck.sample(dense, size) for _ in range(number // 2)]
            hands += [[card(text, rules.deck) for text in slow.split()] for slow in SLOW[size] if rules is GINSKI]
            operations: dict[str, Callable[[list[Card]], object]] = {
                "arrangement": lambda hand, rules=rules: best_arrangement(hand, rules),
                "discard": lambda hand, rules=rules: best_discard(hand, rules),
                "all best": lambda hand, rules=rules: all_best(hand, rules),
            }
            for name, function in operations.items():
                median, worst = slowest(hands, function)
                print(f"  {rules.deck} {size:2} cards {name:12}{median:7.2f} {worst:7.2f}")
    for rules in (STANDARD, lay_off):
        deck = [c for c in DECKS[rules.deck].values() if c.wild or 4 <= c.rank <= 10]
        pairs = []
        for _ in range(number):
            both = luck.sample(deck, 24)
            pairs.append((both[:14], best_arrangement(both[14:], rules).melds))
        taken = []
        for hand, melds in pairs:
            start = time.process_time()
            best_defence(hand, melds, rules, ender_went_gin=False)
            taken.append((time.process_time() - start) * 1e3)
        print(f"  {rules.deck} 14 cards defence     {statistics.median(taken):7.2f} {max(taken):7.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, seed {SEED}, {arguments.hands} hands")
    compare_ints(arguments.hands)
    whole_engine(min(arguments.hands, 400))
