"""Pytest plugin: chooses the tier, deselects tests outside it, and says so at the end of the run.

With several processes the tier is chosen in the one that the person started and handed to the others; each of them
leaves out the same tests and hands back how many.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest

from tests import tiers
from tests.tiers import TIERS, Tier

HERE: Final = Path(__file__).parent

MARKERS: Final = (
    "full: left out of the quick tier, as all is that ONLY_MARKED and STARTS_SERVERS name",
    "long: left out of the quick and the full tier",
    "quick: in the quick tier, though its folder or file is not",
)
# Of these folders, and of what starts servers by these fixtures, the quick tier takes only what is marked `quick`: one
# of each kind.
ONLY_MARKED: Final = ("browser", "reliability")
# A real browser and real streams wait for a clock that other work on the machine can hold up. Such a test is tried once
# more when it fails, and the end of the run names it. No other test is: a round lost once in two runs is lost.
SECOND_TRY: Final = ("browser", "live")
# Of a test with many cases the quick tier takes so many, spread over all of them; of one that asks the database, whose
# cases take a hundred times as long, the first and the last.
MOST_CASES: Final = 3
MOST_WITH_DATABASE: Final = 2
DATABASE: Final = frozenset({"db", "transactional_db"})
STARTS_SERVERS: Final = frozenset({"sites", "start_command", "redis_server"})

# Minutes of one process that the full tier may take for each part: about a fifth more than its processor time, which
# was measured test by test. Two processes have 50 in the 25 minutes that the tier is to take, and all of this is at
# most the same fifth more than that (`tests/test_tiers.py`).
BUDGET: Final[dict[str, float]] = {
    "api": 2.5,
    "browser": 12.5,
    "conformance": 2,
    "docs": 1,
    "evaluate": 0.5,
    "forms": 0.5,
    "languages": 0.5,
    "live": 1,
    "management": 1,
    "models": 0.5,
    "pages": 0.5,
    "reliability": 14,
    "rules": 2.5,
    "sealing": 1,
    "security": 5.5,
    "selectors": 1,
    "services": 3.5,
    "tests": 2.5,
    "views": 5,
    "web": 0.5,
    "webhooks": 1.5,
    "wording": 0.5,
}
QUICK_MINUTES: Final = 5


def add_options(parser: pytest.Parser) -> None:
    """Add the options of the tiers and `--seed`."""
    group = parser.getgroup("tiers", "Scorekeeper: how much to test")
    group.addoption("--quick", action="store_true", help="the quick tier, which is what runs when nothing is named")
    group.addoption("--full", action="store_true", help="the full tier, which CI runs, and what is named runs in")
    group.addoption("--long", action="store_true", help="the long tier: everything, by the thousand, with a new seed")
    group.addoption("--seed", type=int, help="the seed of everything random; the long tier draws one without it")


def part_of(nodeid: str) -> str:
    """The folder in tests/ that a test belongs to; "tests" for the files that are in none."""
    folders = nodeid.partition("::")[0].split("/")[1:-1]
    return folders[0] if folders else "tests"


class TierPlugin:
    """Registered for each run, in each process."""

    def __init__(self, config: pytest.Config) -> None:
        handed: dict[str, Any] | None = getattr(config, "workerinput", None)
        if handed is None:
            self.tier, self.seed = _chosen(config)
        else:
            self.tier, self.seed = handed["tier"], handed["tier_seed"]
        self._config = config
        self._started = time.monotonic()
        self._left_out: Counter[str] = Counter()
        self._ran: set[str] = set()
        self._tried_again: set[str] = set()
        self._seconds: Counter[str] = Counter()
        tiers.choose(self.tier, self.seed)
        if not config.option.hypothesis_profile:
            config.option.hypothesis_profile = tiers.profile()
        if self.seed is not None and config.option.hypothesis_seed is None:
            config.option.hypothesis_seed = str(self.seed)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Pass the chosen tier and seed to a worker."""
        node.workerinput |= {"tier": self.tier, "tier_seed": self.seed}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out the tests of the tiers above this one, of those that the command line asks for."""
        selected = [item for item in items if TIERS.index(tier_of(item)) <= TIERS.index(self.tier)]
        if self.tier == "quick":
            selected = list(_few_cases(selected))
        if len(selected) < len(items):
            remaining = set(selected)
            left_out = [item for item in items if item not in remaining]
            # A case of many that was not taken is of the full tier.
            above = (max("full", tier_of(item), key=TIERS.index) for item in left_out)
            self._left_out.update(f"{tier} {part_of(item.nodeid)}" for tier, item in zip(above, left_out, strict=True))
            config.hook.pytest_deselected(items=left_out)
            items[:] = selected
        for item in items:
            if part_of(item.nodeid) in SECOND_TRY:
                item.add_marker(pytest.mark.flaky(reruns=1))
        if hasattr(config, "workeroutput"):
            config.workeroutput["left_out"] = dict(self._left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the number of tests a worker deselected; it is the same for every worker."""
        self._left_out |= Counter(getattr(node, "workeroutput", {}).get("left_out", {}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the durations of the tests."""
        self._ran.add(report.nodeid)
        if report.outcome == "rerun":
            self._tried_again.add(report.nodeid)
        self._seconds[part_of(report.nodeid)] += report.duration

    def pytest_report_header(self) -> str:
        """Name the tier before the first test."""
        return f"tier: {self.tier}{'' if self.seed is None else f', seed {self.seed}'}"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
        """Print the tier, what it left out and what exceeded its budget, after everything else."""
        yield
        write = terminalreporter.write_line
        terminalreporter.write_sep("=", f"{self.tier} tier")
        loud = {"red": True, "bold": True}
        if self.tier == "full" and not _named(self._config):
            for part, minutes in sorted((part, seconds / 60) for part, seconds in self._seconds.items()):
                budget = BUDGET.get(part, 0)
                if minutes > budget:
                    write(f"OVER BUDGET: {part} took {minutes:.1f} minutes of one process; it has {budget:g}.", **loud)
                else:
                    write(f"{part}: {minutes:.1f} of {budget:g} minutes of one process")
            whole = self._seconds.total() / 60
            write(f"All: {whole:.1f} of {sum(BUDGET.values()):g} minutes of one process")
        took = (time.monotonic() - self._started) / 60
        if self.tier == "quick" and took > QUICK_MINUTES:
            write(
                f"OVER BUDGET: the quick tier took {took:.1f} minutes; {QUICK_MINUTES} are its, on two cores.", **loud
            )
        for nodeid in sorted(self._tried_again):
            write(f"TRIED TWICE: {nodeid} failed the first time.", **loud)
        if self.seed is not None:
            write(f"The seed was {self.seed}: --{self.tier} --seed {self.seed} draws the same again.")
        write(self._closing())

    def _closing(self) -> str:
        """Return the sentence about tests that didn't run."""
        ran = f"The {self.tier} tier ran {len(self._ran):,} test{'s' if len(self._ran) != 1 else ''}"
        if not self._left_out:
            return f"{ran} and left none out."
        by_tier, by_part = Counter[str](), Counter[str]()
        for key, count in self._left_out.items():
            tier, _, part = key.partition(" ")
            by_tier[tier] += count
            by_part[part] += count
        parts = ", ".join(f"{part} {count:,}" for part, count in sorted(by_part.items()))
        where = {"full": f"--full runs {by_tier['full']:,}", "long": f"--long runs {by_tier.total():,}"}
        more = " and ".join(where[tier] for tier in ("full", "long") if by_tier[tier])
        return f"{ran} and left {by_tier.total():,} out ({parts}); {more} of them."


def tier_of(item: pytest.Item) -> Tier:
    """The lowest tier that a test is in.

    That of its nearest markers: on its parameters and itself, on its class, on its file; else what holds for its
    folder and its fixtures. The quick tier starts no PostgreSQL: what a parameter sends there is `full`.
    """
    slow = part_of(item.nodeid) in ONLY_MARKED or STARTS_SERVERS.intersection(getattr(item, "fixturenames", ()))
    tier: Tier = "full" if slow else "quick"
    for node in reversed(item.listchain()):
        if marked := [name for name in TIERS if any(marker.name == name for marker in node.own_markers)]:
            tier = marked[-1]
            break
    callspec = getattr(item, "callspec", None)
    if tier == "quick" and callspec is not None:
        return "full" if any(isinstance(x, str) and x == "postgresql" for x in callspec.params.values()) else "quick"
    return tier


def _few_cases(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Drop most cases of tests with many parametrized cases, keeping the first and the last."""
    for _, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        most = MOST_WITH_DATABASE if asks_database(cases[0]) else MOST_CASES
        if len(cases) <= most:
            yield from cases
        else:
            step = (len(cases) - 1) / (most - 1)
            yield from (cases[round(number * step)] for number in range(most))


def asks_database(item: pytest.Item) -> bool:
    """Whether a test asks the database of its own process: it has the marker `django_db`, or one of its fixtures."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE.isdisjoint(fixtures)


def _chosen(config: pytest.Config) -> tuple[Tier, int | None]:
    """The tier and the seed that the command line and the environment ask for.

    Raises UsageError for two tiers, or one that does not exist.
    """
    try:
        by_environment, seed = tiers.chosen_by_environment()
    except ValueError as wrong:
        raise pytest.UsageError(str(wrong)) from wrong
    chosen = {tier for tier in TIERS if config.getoption(tier)} | ({by_environment} if by_environment else set())
    if len(chosen) > 1:
        raise pytest.UsageError("Choose one of --quick, --full and --long (RELIABILITY=long is --long).")
    tier: Tier = chosen.pop() if chosen else "full" if _named(config) else "quick"
    if (given := config.getoption("seed")) is not None:
        seed = given
    if tier == "long" and seed is None:
        seed = random.SystemRandom().randrange(10**9)
    return tier, seed


def _named(config: pytest.Config) -> bool:
    """Whether the command line names tests; then none of them may be silently deselected."""
    chosen = ("keyword", "markexpr", "lf", "pyargs")
    return config.args_source is pytest.Config.ArgsSource.ARGS or any(config.getoption(name, "") for name in chosen)
