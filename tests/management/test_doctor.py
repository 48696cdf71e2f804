"""`doctor` reports each problem on an installation that has it, and changes nothing."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT, Site, Sites, free_port


def examined(site: Site, *, status: int) -> dict[str, dict[str, Any]]:
    """The findings by name; the exit status has to be that of the worst."""
    worst = {"ok": 0, "look": 1, "broken": 2}
    data = json.loads(site.manage("doctor", "--json", status=status).splitlines()[-1])
    assert data["status"] == max(worst[one["state"]] for one in data["checks"])
    return {one["name"]: one for one in data["checks"]}


def states(found: dict[str, dict[str, Any]], state: str) -> set[str]:
    return {name for name, one in found.items() if one["state"] == state}


@pytest.fixture
def home(sites: Sites) -> Site:
    """A healthy installation on SQLite, its key in its data folder, a backup of today beside it."""
    site = sites.make("sqlite")
    del site.environment["SECRET_KEY"]
    (site.folder / "secret_key").write_text("8SkvX1mPq0ZtYb7RnWc4LdJh6GfTe2UaKi9ExMoBpVzCsQrNyD")
    (site.folder / "secret_key").chmod(0o600)
    site.folder.chmod(0o700)
    (site.folder / "backups").mkdir()
    (site.folder / "backups" / "scorekeeper-2026-11-22T030000000000Z.tar.gz").touch()
    return site


def test_doctor_finds_nothing_wrong_in_a_healthy_installation(home: Site) -> None:
    before = {path: path.stat().st_mtime_ns for path in home.folder.rglob("*")}
    found = examined(home, status=0)
    assert states(found, "ok") == {
        *("program", "settings", "secret key", "address", "mail", "time zones", "static files", "open files"),
        "translations",
        *("data folder", "disk", "database", "migrations", "clock", "backup"),
    }
    assert "journal_mode=wal, synchronous=2" in found["database"]["text"]
    after = {path: path.stat().st_mtime_ns for path in home.folder.rglob("*")}
    assert {path: at for path, at in after.items() if path in before} == before
    assert {path.name for path in set(after) - set(before)} <= {"scorekeeper.sqlite3-wal", "scorekeeper.sqlite3-shm"}


def test_it_says_what_the_limit_on_open_files_carries(home: Site) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "doctor", "--json"]
    for hard, connections, state in ((1024, 832, "ok"), (256, 128, "look")):
        done = subprocess.run(
            ["/bin/sh", "-c", f'ulimit -n {hard} && exec "$@"', "sh", *command],
            env=home.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        found = {one["name"]: one for one in json.loads(done.stdout.splitlines()[-1])["checks"]}["open files"]
        assert (found["state"], f"{connections} connections" in found["text"]) == (state, True)
        assert ("LimitNOFILE" in found["mend"]) == (state == "look")


@pytest.mark.server
def test_before_anything_was_started_it_says_so_and_makes_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path / "none")
    del site.environment["SECRET_KEY"]
    site.folder.mkdir()
    found = examined(site, status=1)
    assert {"secret key", "static files", "database"} <= states(found, "look")
    assert not states(found, "broken")
    assert list(site.folder.iterdir()) == []


def test_what_should_be_looked_at(home: Site) -> None:
    home.folder.chmod(0o755)
    (home.folder / "secret_key").chmod(0o644)
    old = time.time() - 20 * 24 * 3600
    for backup in (home.folder / "backups").iterdir():
        os.utime(backup, (old, old))
    home.environment |= {
        "PUBLIC_URL": "http://scores.example",
        "EMAIL_URL": "smtp://mail.example.org:25",
        "DJANGO_DEBUG": "1",
        "ALLOWED_HOSTS": "localhost",
    }
    # PUBLIC_URL is one of the hosts, which the debug mode is not for.
    found = examined(home, status=2)
    assert states(found, "broken") == {"settings"}
    assert states(found, "look") == {"data folder", "secret key", "backup", "address", "mail", "debug"}
    assert "20 days old" in found["backup"]["text"]
    assert found["data folder"]["mend"] == f"chmod 700 {home.folder}"
    output = home.manage("doctor", status=2)
    assert " ✗  settings: DJANGO_DEBUG shows program internals" in output
    assert f" !  data folder: Other users of this computer can read {home.folder} (055).\n      chmod 700 " in output


def test_what_is_broken(home: Site) -> None:
    with closing(sqlite3.connect(home.folder / "scorekeeper.sqlite3", isolation_level=None)) as file:
        file.execute("DROP TRIGGER entry_is_never_changed")
    home.environment |= {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0", "METRICS_TOKEN": "short"}
    found = examined(home, status=2)
    assert states(found, "broken") == {"settings", "redis", "migrations"}
    assert "METRICS_TOKEN is easy to guess" in found["settings"]["text"]
    assert "entry_is_never_changed" in found["migrations"]["text"]


def test_clock_behind_the_newest_entry_is_reported(home: Site) -> None:
    home.manage("demo_league", "--players", "2", "--matches", "1", "--target", "20")
    assert examined(home, status=0)["clock"]["state"] == "ok"
    late = time.time() + 3600
    os.utime(home.folder / "scorekeeper.sqlite3", (late, late))
    assert "which is in the future" in examined(home, status=1)["clock"]["text"]
    with closing(sqlite3.connect(home.folder / "scorekeeper.sqlite3", isolation_level=None)) as file:
        (guard,) = file.execute("SELECT sql FROM sqlite_master WHERE name = 'entry_is_never_changed'").fetchone()
        file.execute("DROP TRIGGER entry_is_never_changed")
        file.execute("UPDATE games_entry SET at = '2999-01-01 00:00:00' WHERE id = (SELECT max(id) FROM games_entry)")
        file.execute(guard)
    found = examined(home, status=2)
    assert (states(found, "broken"), found["clock"]["text"].endswith("at 2999-01-01 00:00.")) == ({"clock"}, True)


@pytest.mark.slow
def test_the_settings_in_force_are_read_from_postgresql(sites: Sites) -> None:
    site = sites.make("postgresql")
    site.folder.chmod(0o700)
    found = examined(site, status=1)
    assert states(found, "look") == {"backup", "database role"}
    assert found["database"]["text"].startswith("PostgreSQL ")
    assert found["clock"]["state"] == "ok"
    site.environment["DATABASE_URL"] += "?options=-c%20synchronous_commit%3Doff"
    assert states(examined(site, status=2), "broken") == {"database"}
    site.environment["DATABASE_URL"] = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    assert "Cannot read" in examined(site, status=2)["database"]["text"]


def test_settings_that_cannot_be_used_at_all_are_a_sentence(home: Site) -> None:
    home.environment |= {"ALLOWED_HOSTS": "*", "PUBLIC_URL": ""}
    assert home.manage("doctor", status=2).startswith("ALLOWED_HOSTS contains a wildcard. Set PUBLIC_URL")
