"""Migrating is done completely or not at all, with the ledger's triggers in force after it; older data is refused."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from games.models import guards
from tests.servers import ROOT, Site, Sites

SEED, KILLS = 20_250_612, 20
MIGRATES = """
from django.db import connection, migrations, models
from games.management.commands.migrate import WholeExecutor

def stop(apps, schema_editor):
    raise RuntimeError("stopped half way")

wider = migrations.AlterField("entry", "key", models.CharField(max_length=200))
operations = [wider, migrations.RunPython(stop)] if {fails} else [wider]
migration = type("Migration", (migrations.Migration,), {{"operations": operations}})("0002_wider", "games")
executor = WholeExecutor(connection)
state = executor.loader.project_state()
if {backwards}:
    executor.unapply_migration(state, migration)
else:
    executor.apply_migration(state, migration)
"""
ENTRIES = "SELECT table_id, revision, kind, facts, result, key FROM games_entry ORDER BY table_id, revision"
TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname",
}
RECORDED = "SELECT name FROM django_migrations WHERE app = 'games' ORDER BY name"


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_a_migration_of_the_ledger_is_done_with_its_triggers_or_not_at_all(sites: Sites, database: str) -> None:
    site = sites.make(database)
    site.manage("demo_league", "--players", "4", "--matches", "4", "--target", "40")
    before, triggers, recorded = site.rows(ENTRIES), site.rows(TRIGGERS[database]), site.rows(RECORDED)
    assert {name for name, _ in triggers} == {name for _, name, _ in guards.wanted(database)}
    for fails, backwards, names in (
        (True, False, recorded),
        (False, False, [*recorded, ("0002_wider",)]),
        (False, True, recorded),
    ):
        output = site.manage("shell", "-c", MIGRATES.format(fails=fails, backwards=backwards), status=1 if fails else 0)
        assert ("stopped half way" in output) == fails
        assert site.rows(RECORDED) == names
        assert site.rows(TRIGGERS[database]) == triggers
        assert site.rows(ENTRIES) == before
    assert "Nothing differs." in site.manage("audit")


@pytest.mark.slow
def test_a_first_start_that_is_killed_goes_on(sites: Sites, tmp_path: Path, counted: Callable[[str], None]) -> None:
    chance, site = Random(SEED), sites.make("sqlite")
    stopped_at = []
    for trial in range(KILLS):
        folder = tmp_path / f"trial{trial}"
        folder.mkdir()
        new = Site(folder)
        stopped_at.append(killed(new, wait=chance.uniform(0, 0.5) if trial else 0.0))
        new.manage("migrate", "--verbosity=0")
        assert new.rows(TRIGGERS["sqlite"]) == site.rows(TRIGGERS["sqlite"])
    assert "Nothing differs." in new.manage("audit")
    counted(f"seed {SEED}: {KILLS} first starts killed after migrations {sorted(stopped_at)}, all went on")


def killed(site: Site, wait: float) -> int:
    """Begin to migrate, kill it ``wait`` seconds after the first migration, and return how many are recorded."""

    def made() -> int:
        try:
            return int(site.rows("SELECT count(*) FROM django_migrations")[0][0])
        except sqlite3.Error:
            return 0  # There is no table yet.

    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0"],
        env=site.environment,
        cwd=site.folder,
        stdin=subprocess.DEVNULL,
    )
    while process.poll() is None and not made():
        pass
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return made()


@pytest.mark.slow
def test_all_tables_can_be_removed_and_made_again(sites: Sites) -> None:
    site = sites.make("sqlite")
    site.manage("migrate", "games", "zero", "--verbosity=0")
    assert site.rows("SELECT name FROM sqlite_master WHERE name LIKE 'games_%'") == []
    site.manage("migrate", "--verbosity=0")
    site.manage("check", "--database", "default")


def test_data_from_before_the_first_release_is_refused_and_left_as_it_is(sites: Sites) -> None:
    site = sites.make("sqlite")
    database = site.folder / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(database)) as file:
        file.execute("UPDATE django_migrations SET name = '0001_initial' WHERE app = 'games'")
        file.commit()
    before = site.rows("SELECT app, name FROM django_migrations ORDER BY id")
    for command in (
        ("start", "--port", "0"),
        ("migrate",),
        ("prepare",),
        ("backup",),
        ("move", "--to", sites.postgresql.database("for_older_data")),
        ("shell", "-c", "import scorekeeper.asgi"),
    ):
        output = site.manage(*command, status=1)
        assert "is from before the first release of Scorekeeper" in output, command
        assert "Traceback" not in output, command
    assert "is from before the first release" in site.manage("doctor", status=2)
    assert site.rows("SELECT app, name FROM django_migrations ORDER BY id") == before
