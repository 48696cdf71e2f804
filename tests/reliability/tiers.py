"""How much a reliability test does: the short tier runs with every test run, the long one by `RELIABILITY=long`."""

import os

TIERS = ("short", "long")


def amount(short: int, long: int) -> int:
    """Return `short`, or `long` where the environment says `RELIABILITY=long`.

    Raises ValueError for any other tier: who misspells the long one would believe it had passed.
    """
    tier = os.environ.get("RELIABILITY") or "short"
    if tier not in TIERS:
        raise ValueError(f"RELIABILITY is {tier!r}; it can be {' or '.join(TIERS)}.")
    return long if tier == "long" else short
