"""Eighteen builds of this project with one promise broken in each, and the tests that must fail on it.

A test that stays green whatever is broken proves nothing. Each sabotage is a patch of one place: the folder is copied,
the patch applied, and the named tests run there. They have to fail; that they pass without the patch is shown by every
other run of the suite. `python -m tests.reliability.sabotage` tries all, or those that are named.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = (
    *("games", "scorekeeper", "static", "templates", "tests", "manage.py", "pyproject.toml", "requirements-dev.txt"),
    "README.md",
)
MIGRATED: Final = ".pytest_cache/d/migrated"  # see `tests/database_cache.py`
TESTS_FAILED: Final = 1  # pytest's exit status; 2 to 5 are a broken run, in which nothing was noticed


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One broken promise: what is broken, the texts in one file and what they become, the tests that notice."""

    name: str
    file: str
    changes: tuple[tuple[str, str], ...]
    noticed_by: tuple[str, ...]

    def apply(self, root: Path) -> None:
        """Break it in the copy at ``root``. Raises AssertionError when the place to break is not there any more."""
        path = root / self.file
        path.write_text(self.broken(path.read_text(encoding="utf-8")), encoding="utf-8")

    def broken(self, text: str) -> str:
        """The file's text with it broken. Raises AssertionError as ``apply`` does."""
        for before, after in self.changes:
            assert text.count(before) == 1, f"{self.name}: {self.file} holds {text.count(before)} times: {before}"
            text = text.replace(before, after)
        return text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a sabotaged build fared: whether the tests noticed, how many of them, and what pytest said."""

    caught: bool
    failed: int
    output: str


def attempt(sabotage: Sabotage) -> Outcome:
    """Make the sabotaged build and run its tests."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-sabotage-") as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, copy / name, ignore=ignored) if source.is_dir() else shutil.copy(source, copy)
        if (ROOT / MIGRATED).exists():
            shutil.copytree(ROOT / MIGRATED, copy / MIGRATED)
        sabotage.apply(copy)
        command = [sys.executable, "-m", "pytest", "-q", *sabotage.noticed_by]
        done = subprocess.run(
            command,
            cwd=copy,
            env={name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "RELIABILITY"))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    failed = re.search(r"(\d+) failed", done.stdout)
    return Outcome(done.returncode == TESTS_FAILED and failed is not None, int(failed[1]) if failed else 0, done.stdout)


SABOTAGES: Final[tuple[Sabotage, ...]] = (
    Sabotage(
        "no unique constraint",
        "games/migrations/0001_initial.py",
        (
            ('fields=("table", "key"), name="one_entry_per_key"', 'fields=("id",), name="one_entry_per_key"'),
            ('fields=("table", "game", "round"),\n', 'fields=("id",),\n'),
        ),
        ("tests/models/test_entry.py",),
    ),
    Sabotage(
        "no transaction",
        "games/services/table/ledger.py",
        (("    with transaction.atomic(durable=True):\n", "    if True:\n"),),
        ("tests/services/test_races.py::test_of_20_phones_with_different_rounds_one_writes_and_the_others_are_asked",),
    ),
    Sabotage(
        "no look at the key",
        "games/services/table/ledger.py",
        (("Entry.objects.filter(table=self.table, key=self.key).first()", "Entry.objects.none().first()"),),
        ("tests/services/table/test_rounds.py",),
    ),
    Sabotage(
        "a commit that does not wait for the disk",
        "scorekeeper/settings.py",
        (("PRAGMA synchronous=FULL;", "PRAGMA synchronous=OFF;"),),
        ("tests/reliability/test_faults.py::test_every_acknowledged_round_went_to_the_disk[sqlite]",),
    ),
    Sabotage(
        "a page without permission",
        "games/services/sharing/links.py",
        (
            (
                '    access.demand("manage_links")\n    # A write that has begun',
                "    # A write that has begun",
            ),
        ),
        ("tests/services/sharing/test_links.py",),
    ),
    Sabotage(
        "a name as markup",
        "templates/table/sheet/_sheet_head.html",
        (('<bdi class="cell">{{ seat.name }}</bdi>', '<bdi class="cell">{{ seat.name|safe }}</bdi>'),),
        ("tests/browser/test_stored_xss.py",),
    ),
    Sabotage(
        "no content security policy",
        "games/web/middleware.py",
        (
            (
                '        response.setdefault("Content-Security-Policy", FRAGMENT_POLICY if piece else POLICY)\n',
                "",
            ),
        ),
        ("tests/security/test_headers.py::test_answers_at_the_door_and_of_a_broken_program_bear_them",),
    ),
    Sabotage(
        "an outbox that drops what was refused",
        "static/outbox_send.js",
        (
            (
                'await outboxStore.change(entry.id, { state: "parked", problem: result.problem, busy: 0 });',
                "await outboxStore.remove(entry.id);",
            ),
        ),
        ("tests/browser/test_outbox.py::test_a_link_switched_off_keeps_all_and_a_new_one_goes_on",),
    ),
    Sabotage(
        "a sheet that ignores corrections",
        "games/rules/sheet.py",
        (
            (
                "            latest, void = entry.body, False\n",
                "            latest, void = latest or entry.body, False\n",
            ),
        ),
        ("tests/rules/test_sheet.py",),
    ),
    Sabotage(
        "a token that was switched off is taken",
        "games/selectors/access.py",
        (("    if link.revoked_at is not None:\n", "    if False:\n"),),
        ("tests/services/sharing/test_links.py",),
    ),
    Sabotage(
        "a hand of any size",
        "games/rules/hands/arrangement.py",
        (("MAX_CARDS: Final = 14\n", "MAX_CARDS: Final = 10_000\n"),),
        ("tests/evaluate/test_card_question.py",),
    ),
    Sabotage(
        "a stream numbered by the clock",
        "games/live/stream.py",
        (('kind = f"id: {revision}"', 'kind = f"id: {int(time.time())}"'),),
        ("tests/live/test_stream.py",),
    ),
    Sabotage(
        "a seal without the one before",
        "games/sealing/encoding.py",
        (("str(seal.how), seal.key, previous),", 'str(seal.how), seal.key, ""),'),),
        ("tests/sealing/test_chain.py",),
    ),
    Sabotage(
        "a head without where its chain ends",
        "games/sealing/encoding.py",
        (('canonical(["head", chain, length, mac, key])', 'canonical(["head", chain, key])'),),
        ("tests/sealing/test_chain.py",),
    ),
    Sabotage(
        "a bulk write that is not sealed",
        "games/models/stored.py",
        (("            rows_written.send(self.model, rows=rows, made=False, columns=columns, objects=None)\n", ""),),
        ("tests/sealing/test_chain.py",),
    ),
    Sabotage(
        "a name without salt",
        "games/sealing/encoding.py",
        (("hmac.digest(salt.encode(), f", 'hmac.digest(b"salt", f'),),
        ("tests/sealing/test_chain.py",),
    ),
    Sabotage(
        "an old key for new entries",
        "games/sealing/chains.py",
        (('"ORDER BY k.number DESC LIMIT 1"', '"ORDER BY k.number LIMIT 1"'),),
        ("tests/sealing/test_chain.py",),
    ),
    Sabotage(
        "a salt that is kept when somebody is erased",
        "games/sealing/writing.py",
        (("        SealSalt.objects.filter(pk__in=existing).delete()\n", "        pass\n"),),
        ("tests/sealing/test_chain.py",),
    ),
)


def main(names: Sequence[str]) -> int:
    """Try the sabotages called ``names``, or all; return how many nobody noticed."""
    unnoticed = 0
    for sabotage in SABOTAGES:
        if names and sabotage.name not in names:
            continue
        outcome = attempt(sabotage)
        unnoticed += not outcome.caught
        print(f"{sabotage.name}: {f'noticed by {outcome.failed}' if outcome.caught else 'NOT NOTICED'}")  # noqa: T201
        if not outcome.caught:
            print(outcome.output)  # noqa: T201
    return unnoticed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
