"""Measure what sealing costs: the processor time of saving a round with and without the chain, in interleaved pairs.

    python -m tests.benchmarks.bench_seals [--pairs 1000] [--match]

One process saves the same rounds at two tables through the whole of Django, in turns and in random order: at one of
them the signal receivers are disconnected. With ``--match`` both are matches of a league. The result is the mean
difference of a pair, without the tenth of pairs that differ most either way (those met the garbage collector, or
another program), in percent of the median save without the chain; the interval is a bootstrap's.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.benchmarks.measuring import own_database

WARM_UP = 50


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--match", action="store_true", help="at matches of a league")
    options = parser.parse_args()
    with own_database():
        times = measured(options.pairs, match=options.match)
        audited()
    without, sealed = ([1000 * one for one in some] for some in times)
    low, high = interval(without, sealed)
    print(
        f"{options.pairs} pairs, {'a match' if options.match else 'a table'}: "
        f"{statistics.median(without):.3f} ms of processor time a save without, "
        f"{statistics.median(sealed):.3f} ms with; "
        f"{dearer(without, sealed):+.1f} % (95 %: {low:+.1f} to {high:+.1f} %)"
    )


def measured(pairs: int, *, match: bool) -> tuple[list[float], list[float]]:
    """Seconds of each save, without the chain and with it."""
    with unheard():
        other = tables(match)
    own = tables(match)
    draw = random.Random(1)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(1, pairs + WARM_UP + 1):
        for sealed in draw.sample((False, True), 2):
            if sealed:
                took = save(own, number)
            else:
                with unheard():
                    took = save(other, number)
            if number > WARM_UP:
                times[sealed].append(took)
    return times


def tables(match: bool) -> tuple[Any, dict[str, Any]]:
    """A client and what it needs for saving at a new table."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    if match:
        from tests.leagues import club

        some = club(house_rules={"target": 10_000})
        phone = some.phone("Ann")
        table = some.table(some.fixture("Ann", "Ben"), phone)
        link = table.link
        from games.selectors.secrets import secret_of

        return client, {"id": table.table.public_id, "token": secret_of(link), "names": ("Ann", "Ben")}
    body = {"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": 10_000}}
    made = client.post("/api/v1/tables/", body, content_type="application/json").json()
    return client, {"id": made["id"], "token": made["score_token"], "names": ("Ann", "Ben")}


def save(table: tuple[Any, dict[str, Any]], number: int) -> float:
    """Save a round; seconds of processor time."""
    client, about = table
    ender, other = about["names"] if number % 2 else about["names"][::-1]
    body = {"game": 1, "round": number, "declared": "knock", "ender": ender}
    body["deadwood_after_layoffs"] = {ender: 1, other: 2}
    headers = {"Authorization": f"Bearer {about['token']}", "Idempotency-Key": f"bench-{number}"}
    began = time.process_time()
    answer = client.post(
        f"/api/v1/tables/{about['id']}/rounds/", body, content_type="application/json", headers=headers
    )
    took = time.process_time() - began
    if answer.status_code != 201:
        raise RuntimeError(answer.content.decode())
    return took


@contextmanager
def unheard() -> Iterator[None]:
    """Disconnect the signal receivers, as if there were no chain of seals."""
    from django.db.models.signals import post_delete, post_save, pre_delete

    from games.models.stored import change_is_sealed, rows_written

    signals = (post_save, post_delete, pre_delete, rows_written, change_is_sealed)
    receivers_before = [signal.receivers for signal in signals]
    for signal in signals:
        signal.receivers = []
        signal.sender_receivers_cache.clear()
    try:
        yield
    finally:
        for signal, receivers in zip(signals, receivers_before, strict=True):
            signal.receivers = receivers
            signal.sender_receivers_cache.clear()


def audited() -> None:
    """Every round that was to be sealed is, and no other."""
    from games.models import Entry, EntrySeal

    entries, seals = Entry.objects.count(), EntrySeal.objects.count()
    if seals * 2 != entries:
        raise RuntimeError(f"{seals} of {entries} entries are sealed")


def dearer(without: Sequence[float], sealed: Sequence[float]) -> float:
    """How much dearer a save is, in percent."""
    apart = sorted(other - one for one, other in zip(without, sealed, strict=True))
    cut = len(apart) // 20
    return 100 * statistics.fmean(apart[cut : len(apart) - cut]) / statistics.median(without)


def interval(without: Sequence[float], sealed: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of the means of 1,000 resamples of the pairs."""
    draw, pairs = random.Random(2), list(zip(without, sealed, strict=True))
    found = sorted(dearer(*zip(*draw.choices(pairs, k=len(pairs)), strict=True)) for _ in range(1000))
    return found[25], found[974]


if __name__ == "__main__":
    main()
