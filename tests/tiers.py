"""The three tiers of the test suite: how many cases each test tries in them, and with which seed.

* ``quick`` is what ``manage.py test`` runs: under five minutes on two cores. Tests marked ``full`` or ``long`` are left
  out, and Hypothesis tries few examples.
* ``full`` is what ``manage.py test --full`` and ``.ci/run`` run, and what runs of anything that is named on the command
  line: a folder, a file, a test, ``-k``, ``-m`` or ``--lf``. Only tests marked ``long`` are left out.
* ``long`` is ``manage.py test --long``: all tests, counts by the thousand, and random seeds, printed at the end.

This module is the one place that knows the tier. ``tests/tier_plugin.py`` chooses it from the command line before the
first test is imported; outside pytest it is ``full``.
"""

import os
from typing import Final, Literal

from hypothesis import HealthCheck, settings

Tier = Literal["quick", "full", "long"]
TIERS: Final[tuple[Tier, ...]] = ("quick", "full", "long")

# Hypothesis profiles. Each test asks for a number of examples in the full tier (`examples`); a profile's own number is
# what it makes of 100.
_EXAMPLES: Final[dict[Tier, int]] = {"quick": 10, "full": 100, "long": 2_000}
_FEWEST: Final = 5  # fewer would hardly leave the smallest cases

for _name, _number in _EXAMPLES.items():
    # The same examples every time, so that a run that fails here fails everywhere.
    settings.register_profile(
        _name,
        max_examples=_number,
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.register_profile(f"{_name}, seeded", settings.get_profile(_name), derandomize=False)


class _Run:
    """The choices for this run."""

    tier: Tier = "full"
    seed: int | None = None


def choose(tier: Tier, seed: int | None = None) -> None:
    """Set the tier, and the seed that everything random follows; without one, each test keeps its own."""
    _Run.tier, _Run.seed = tier, seed


def tier() -> Tier:
    """The tier of this run."""
    return _Run.tier


def profile() -> str:
    """The name of the Hypothesis profile of this run; with a seed, one that draws by it."""
    return _Run.tier if _Run.seed is None else f"{_Run.tier}, seeded"


def amount(full: int, long: int, quick: int | None = None) -> int:
    """The number for this run's tier. Without a number for the quick tier, it uses that of the full one."""
    return {"quick": full if quick is None else quick, "full": full, "long": long}[_Run.tier]


def examples(full: int) -> int:
    """How many examples Hypothesis tries in this run's tier where it tries `full` of them in the full tier."""
    return max(min(full, _FEWEST), full * _EXAMPLES[_Run.tier] // _EXAMPLES["full"])


def seed(own: int = 20_250_612) -> int:
    """The seed of a test: its `own`, so that it repeats itself, or the one drawn or chosen for this run."""
    return own if _Run.seed is None else _Run.seed


def chosen_by_environment() -> tuple[Tier | None, int | None]:
    """The tier of `RELIABILITY` and the seed of `RELIABILITY_SEED`, as they were chosen before there were options.

    Raises ValueError for any other tier: who misspells the long one would believe it had passed.
    """
    named = os.environ.get("RELIABILITY") or "short"
    if named not in ("short", "long"):
        raise ValueError(f"RELIABILITY is {named!r}; it can be short or long.")
    number = os.environ.get("RELIABILITY_SEED")
    return "long" if named == "long" else None, int(number) if number else None
