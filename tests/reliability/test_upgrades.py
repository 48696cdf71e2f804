"""Upgrading from every earlier version: nothing is lost or changes its score, even if interrupted."""

import importlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations import Migration

from tests.reliability.versions import FOUND, OldSite, digests, git, play, versions
from tests.servers import ROOT, Site, Sites

MIGRATIONS = sorted(path.stem for path in (ROOT / "games/migrations").glob("0*.py"))
SEED = 20_250_612
BACK_TO = "0013_imported_results"
"""As far back as a database with a league can go with all that is derived: what is dropped on the way is not missed."""
_READ = """
import json
from django.test import Client
for token, table in {tables!r}:
    headers = {{"Host": "127.0.0.1", "Authorization": f"Bearer {{token}}"}}
    told = Client().get(f"/api/v1/tables/{{table}}/", headers=headers)
    print("READ " + json.dumps(told.json()))
"""
_WATCHED = """
from django.core.management import call_command
from django.db import connection
def watch(execute, sql, params, many, context):
    if sql.startswith(('INSERT INTO "django_migrations"', 'DELETE FROM "django_migrations"')):
        print("NOTED", connection.in_atomic_block)
    return execute(sql, params, many, context)
with connection.execute_wrapper(watch):
    call_command("migrate", "games", {to!r}, verbosity=0)
    call_command("migrate", verbosity=0)
"""


def module(name: str) -> Any:
    return importlib.import_module(f"games.migrations.{name}")


@pytest.mark.parametrize("name", MIGRATIONS)
def test_every_migration_can_be_taken_back_or_says_why_not(name: str) -> None:
    migration: Migration = module(name).Migration(name, "games")
    final = [operation for operation in migration.operations if not operation.reversible]
    assert not final or getattr(module(name), "IRREVERSIBLE", "").strip(), (name, final)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def played(sites: Sites, request: pytest.FixtureRequest) -> Iterator[tuple[Site, list[dict[str, Any]]]]:
    """An installation with a league and two tables, not running. What changes it leaves it as it was."""
    site = sites.make(request.param)
    yield site, play(site)


def same_sheets(site: Site, tables: list[dict[str, Any]]) -> int:
    """Read tables with this version, see that they say what they said, and return how many values those were."""
    tables_read = [(one["token"], one["table"]["id"]) for one in tables]
    output = site.manage("shell", "-c", _READ.format(tables=tables_read)).splitlines()
    now = [json.loads(line.removeprefix("READ ")) for line in output if line.startswith("READ ")]
    counts = [equal(one["table"], there) for one, there in zip(tables, now, strict=True)]
    return sum(counts)


def equal(before: Any, now: Any, at: str = "") -> int:
    """Check that everything an older version said is still said; what came since is not looked at.

    Sentences may be worded anew: the codes beside them are compared.
    """
    if isinstance(before, dict):
        missing = set(before) - set(now)
        assert not missing, f"{at}: {missing} is no longer told"
        return sum(equal(before[name], now[name], f"{at}.{name}") for name in before if name != "text")
    if isinstance(before, list):
        assert len(before) == len(now), at
        return sum(equal(one, other, f"{at}[{n}]") for n, (one, other) in enumerate(zip(before, now, strict=True)))
    assert before == now, f"{at} was {before!r}, and is {now!r}"
    return 1


@pytest.mark.parametrize(
    ("database", "tried"),
    [
        pytest.param("sqlite", slice(-1, None), id="sqlite, the newest"),
        pytest.param("sqlite", slice(None), id="sqlite, all", marks=pytest.mark.slow),
        pytest.param("postgresql", slice(None), id="postgresql, all", marks=pytest.mark.slow),
    ],
)
def test_data_of_earlier_versions_is_the_same_after_the_upgrade(
    sites: Sites, database: str, tried: slice, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    names = versions()[tried]
    entries = values = 0
    for version in names:
        folder = tmp_path / version
        (folder / "data").mkdir(parents=True)
        name = f"from_{version.replace('.', '_')}"
        site = OldSite(folder / "data", sites.postgresql.database(name) if database == "postgresql" else "")
        site.unpack(version, folder / "code")
        tables = site.play()
        before = digests(site)
        site.manage("migrate", "--verbosity=0")
        assert digests(site) == before
        found = site.manage("audit", "--json", status=int(version in FOUND)).splitlines()[:-1]
        assert {json.loads(line)["code"] for line in found} == FOUND.get(version, set())
        entries, values = entries + len(before), values + same_sheets(site, tables)
    counted(
        f"{database}: {len(names)} versions ({', '.join(names)}) to this one: {entries} entries and {values} values of "
        "sheets the same, and the audit finds nothing new"
    )


@pytest.mark.server
def test_the_versions_are_there_and_before_the_guards() -> None:
    """Each has migrations that this version had to add to, or is given out."""
    for version in versions():
        listed = git("ls-tree", "--name-only", version, "games/migrations/").decode().split()
        had = {Path(name).stem for name in listed if Path(name).stem[:4].isdigit()}
        assert had and (version.startswith("v") or had < set(MIGRATIONS)), version


@pytest.mark.slow
def test_a_database_with_data_goes_back_and_forth(
    played: tuple[Site, list[dict[str, Any]]], counted: Callable[[str], None]
) -> None:
    """And each step is noted in the transaction that makes it: who is cut off has it wholly, or not at all."""
    site, tables = played
    before = digests(site)
    noted = site.manage("shell", "-c", _WATCHED.format(to=BACK_TO)).split("\n")
    steps = [line for line in noted if line.startswith("NOTED")]
    assert steps == ["NOTED True"] * 2 * (len(MIGRATIONS) - MIGRATIONS.index(BACK_TO) - 1)
    assert digests(site) == before
    assert "Nothing differs." in site.manage("audit")
    values = same_sheets(site, tables)
    counted(f"{len(steps)} steps back and forth with {len(before)} entries: {values} values of sheets the same")


@pytest.mark.slow
def test_all_of_it_can_be_taken_back_from_an_empty_database(sites: Sites) -> None:
    site = sites.make("sqlite")
    site.manage("migrate", "games", "zero", "--verbosity=0")
    assert site.rows("SELECT name FROM sqlite_master WHERE name LIKE 'games_%'") == []
    site.manage("migrate", "--verbosity=0")
    site.manage("check", "--database", "default")


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_an_upgrade_that_is_killed_goes_on(
    played: tuple[Site, list[dict[str, Any]]], sites: Sites, kills: int, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """The first time half way, then anywhere."""
    site, tables = played
    before, chance = digests(site), random.Random(SEED)
    old = copied(site, sites, tmp_path / "old")
    old.manage("migrate", "games", BACK_TO, "--verbosity=0")
    first = MIGRATIONS.index(BACK_TO) + 1
    stopped_at = []
    for trial in range(kills):
        copy = copied(old, sites, tmp_path / f"trial{trial}")
        wanted = chance.randrange(first, len(MIGRATIONS)) if trial else (first + len(MIGRATIONS)) // 2
        stopped_at.append(killed(copy, wanted, chance.uniform(0, 0.03) if trial else 0.0))
        copy.manage("migrate", "--verbosity=0")
        assert digests(copy) == before
    assert "Nothing differs." in copy.manage("audit")
    # Some were struck on the way: not before the first step, and not after the last.
    assert any(first <= at < len(MIGRATIONS) for at in stopped_at), stopped_at
    same_sheets(copy, tables)
    counted(f"seed {SEED}: {len(stopped_at)} upgrades killed after migration {sorted(stopped_at)}, all went on")


def copied(site: Site, sites: Sites, folder: Path) -> Site:
    """The same data for another try."""
    shutil.copytree(site.folder, folder)
    if not site.database_url:
        return Site(folder)
    name = site.database_url.rsplit("/", 1)[1]
    return Site(folder, sites.postgresql.database(f"{name}_{folder.parent.name}_{folder.name}", name))


def killed(site: Site, wanted: int, wait: float) -> int:
    """Begin to migrate, kill it a moment after so many migrations are there; how many are there then."""

    def made() -> int:
        return int(site.rows("SELECT count(*) FROM django_migrations WHERE app = 'games'")[0][0])

    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0"],
        env=site.environment,
        cwd=site.folder,
        stdin=subprocess.DEVNULL,
    )
    while process.poll() is None and made() < wanted:
        pass
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return made()
