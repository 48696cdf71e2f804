"""Eighteen ways to break one promise of this project, and the tests that must fail then.

A test that stays green whatever is broken proves nothing. Each sabotage swaps something that has a name when the
process that is tested starts (`tests/reliability/swaps.py`); the named tests run in it, and have to fail. That they
pass otherwise is shown by every other run of the suite. `python -m tests.reliability.sabotage` tries all, or those that
are named; `--apply` only sees that what they swap is there.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.reliability import swaps

ROOT: Final = Path(__file__).parents[2]
MIGRATED: Final = ".pytest_cache/d/migrated"  # see `tests/database_cache.py`
TESTS_FAILED: Final = 1  # pytest's exit status; 2 to 5 are a broken run, in which nothing was noticed
CHOSEN: Final = "SABOTAGE"  # the environment variable that names the sabotage of a process


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One broken promise: what is broken, the function that breaks it, the tests that notice.

    ``in_servers``: it is broken in the servers that these tests start, not in the process of the tests.
    ``migrates``: it changes what a migration makes.
    """

    name: str
    apply: Callable[[], None]
    noticed_by: tuple[str, ...]
    in_servers: bool = False
    migrates: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a sabotage fared: whether the tests noticed, how many of them, and what pytest said."""

    caught: bool
    failed: int
    output: str


SABOTAGES: Final[tuple[Sabotage, ...]] = (
    Sabotage("no unique constraint", swaps.no_unique_constraint, ("tests/models/test_entry.py",), migrates=True),
    Sabotage(
        "no transaction",
        swaps.no_transaction,
        (
            "tests/services/test_races.py::test_of_many_phones_with_different_rounds_one_writes_and_the_others_raise_questions",
        ),
    ),
    Sabotage("no look at the key", swaps.no_look_at_the_key, ("tests/services/table/test_rounds.py",)),
    Sabotage(
        "a commit that does not wait for the disk",
        swaps.no_wait_for_the_disk,
        ("tests/reliability/test_faults.py::test_every_acknowledged_round_went_to_the_disk[sqlite-40]",),
        in_servers=True,
    ),
    Sabotage("a page without permission", swaps.no_permission, ("tests/services/sharing/test_links.py",)),
    Sabotage("a name as markup", swaps.name_as_markup, ("tests/browser/test_stored_xss.py",)),
    Sabotage(
        "no content security policy",
        swaps.no_content_security_policy,
        ("tests/security/test_headers.py::test_early_refusals_and_server_errors_have_the_headers",),
    ),
    Sabotage(
        "an outbox that drops what was refused",
        swaps.outbox_drops_refused,
        ("tests/browser/test_outbox.py::test_a_link_switched_off_keeps_all_and_a_new_one_goes_on",),
    ),
    Sabotage("a sheet that ignores corrections", swaps.corrections_ignored, ("tests/rules/test_sheet.py",)),
    Sabotage(
        "a token that was switched off is taken", swaps.revoked_token_taken, ("tests/services/sharing/test_links.py",)
    ),
    Sabotage("a hand of any size", swaps.hand_of_any_size, ("tests/evaluate/test_card_question.py",)),
    Sabotage("a stream numbered by the clock", swaps.stream_numbered_by_clock, ("tests/live/test_stream.py",)),
    Sabotage(
        "an entry's code without the one before",
        swaps.entry_without_the_one_before,
        ("tests/selectors/test_chains.py",),
    ),
    Sabotage(
        "an event's code without the one before",
        swaps.event_without_the_one_before,
        ("tests/selectors/test_chains.py",),
    ),
    Sabotage("a head without where its chain ends", swaps.head_without_end, ("tests/selectors/test_chains.py",)),
    Sabotage("an old key for new entries", swaps.old_key_for_new_entries, ("tests/selectors/test_chains.py",)),
    Sabotage(
        "a finished game without its seal", swaps.finished_game_without_seal, ("tests/services/sharing/test_seals.py",)
    ),
    Sabotage(
        "a closed season without its seal", swaps.closed_season_without_seal, ("tests/services/sharing/test_seals.py",)
    ),
)


def attempt(sabotage: Sabotage) -> Outcome:
    """Run the tests of a sabotage in a process that is sabotaged."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-sabotage-") as cache:
        if (ROOT / MIGRATED).exists() and not sabotage.migrates:
            shutil.copytree(ROOT / MIGRATED, Path(cache) / "d" / "migrated")
        plugin = f"{__package__}.sabotage"
        command = [sys.executable, "-m", "pytest", "-q", "-p", plugin, "-o", f"cache_dir={cache}"]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            [*command, *sabotage.noticed_by],
            cwd=ROOT,
            env=clean | {CHOSEN: sabotage.name},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    failed = re.search(r"(\d+) failed", done.stdout)
    return Outcome(done.returncode == TESTS_FAILED and failed is not None, int(failed[1]) if failed else 0, done.stdout)


def pytest_sessionstart() -> None:
    """Sabotage this process: pytest calls this where the module is a plugin, and Django is ready by then.

    Raises whatever a swap raises that finds nothing to swap; pytest then ends with another status than TESTS_FAILED.
    """
    name = os.environ[CHOSEN]
    chosen = next((sabotage for sabotage in SABOTAGES if sabotage.name == name), None)
    if chosen and chosen.in_servers:
        swaps.swap("tests.servers:Site.command", lambda command: property(lambda site: _sabotaged(site, command, name)))
    elif chosen:
        chosen.apply()


def _sabotaged(site: Any, command: property, name: str) -> list[Any]:
    """The command that starts a server, with the server sabotaged. Raises ValueError where it is not uvicorn's."""
    words: list[Any] = command.__get__(site)
    place = words.index("uvicorn")
    site.environment |= {CHOSEN: name}
    return [*words[: place - 1], "-c", f"from {__package__}.sabotage import serve; serve()", *words[place + 1 :]]


def serve() -> None:
    """Be uvicorn, sabotaged."""
    import uvicorn

    next(sabotage for sabotage in SABOTAGES if sabotage.name == os.environ[CHOSEN]).apply()
    uvicorn.main()


def main(arguments: Sequence[str]) -> int:
    """Try the sabotages that are named, or all; return how many nobody noticed."""
    if arguments and arguments[0] == "--apply":
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings_for_tests")
        django.setup()
        for sabotage in SABOTAGES:
            sabotage.apply()
            print(sabotage.name)  # noqa: T201
        return 0
    unnoticed = 0
    for sabotage in SABOTAGES:
        if arguments and sabotage.name not in arguments:
            continue
        outcome = attempt(sabotage)
        unnoticed += not outcome.caught
        print(f"{sabotage.name}: {f'noticed by {outcome.failed}' if outcome.caught else 'NOT NOTICED'}")  # noqa: T201
        if not outcome.caught:
            print(outcome.output)  # noqa: T201
    return unnoticed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
