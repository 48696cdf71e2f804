"""System checks that run before a server starts, and their messages."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from scorekeeper.checks import faults_of
from scorekeeper.mounts import NETWORK, kind_of
from tests.servers import ROOT, Sites

KEY = "8SkvX1mPq0ZtYb7RnWc4LdJh6GfTe2UaKi9ExMoBpVzCsQrNyD"
PLAIN_HTTP = {"security.W004", "security.W008", "security.W016"}
MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
31 27 0:40 / /home rw,relatime shared:7 master:1 - nfs4 nas:/home rw,vers=4.2
32 31 254:1 /ann /home/ann rw,relatime - ext4 /dev/vdb rw
33 27 0:41 / /mnt/two\\040words rw - fuse.sshfs ann@far: rw
34 27 0:42 / /over rw - ext4 /dev/vdc rw
35 34 0:43 / /over rw - cifs //nas/over rw
broken line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/srv/scores", "ext4"),
        ("/home/ben/scores", "nfs4"),
        ("/home", "nfs4"),
        ("/homes/ben", "ext4"),
        ("/home/ann/scores", "ext4"),
        ("/mnt/two words/scores", "fuse.sshfs"),
        ("/mnt/two", "ext4"),
        ("/over/scores", "cifs"),
    ],
)
def test_a_folder_is_on_the_file_system_that_is_mounted_nearest(folder: str, kind: str) -> None:
    assert kind_of(Path(folder), MOUNTS) == kind


def test_every_network_file_system_is_known_and_no_disk_is_taken_for_one() -> None:
    assert {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"} <= NETWORK
    assert not {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "f2fs", "vfat", "exfat"} & NETWORK
    assert kind_of(Path("/srv"), "") == ""


def django(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of Django under these settings and no others."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command],
        env={"PATH": os.environ["PATH"], "SCOREKEEPER_DATA": str(folder), "SECRET_KEY": KEY} | environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def found_in(output: str) -> set[str]:
    """The numbers of what Django's own checks found."""
    return {word.strip("()") for word in output.split() if word.startswith("(security.")}


@pytest.mark.server
def test_deployment_checks_pass_over_https_without_silencing(tmp_path: Path) -> None:
    strict = {"SECURE_HSTS_SECONDS": "31536000", "SECURE_HSTS_INCLUDE_SUBDOMAINS": "1", "SECURE_HSTS_PRELOAD": "1"}
    command, public = ("check", "--deploy", "--fail-level", "INFO"), "https://scores.example"
    done = django(*command, folder=tmp_path, PUBLIC_URL=public, **strict)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues (0 silenced)" in done.stdout
    usual = django(*command, folder=tmp_path, PUBLIC_URL=public)
    assert found_in(usual.stderr) == {"security.W004"}, "strict transport security is off unless asked for"


@pytest.mark.server
def test_on_plain_http_in_the_home_they_find_what_only_https_could_mend(tmp_path: Path) -> None:
    done = django("check", "--deploy", folder=tmp_path, PUBLIC_URL="http://192.168.1.20:8000")
    assert found_in(done.stderr) == PLAIN_HTTP
    assert "(0 silenced)" in done.stderr


@pytest.mark.server
@pytest.mark.parametrize(
    "environment",
    [
        {"SECRET_KEY": "secret"},
        {"SECRET_KEY": "ab" * 40},
        {"DJANGO_DEBUG": "1", "ALLOWED_HOSTS": "localhost,cards.example"},
        {"PUBLIC_URL": "scores.example"},
        {"PUBLIC_URL": "https://scores.example/gin"},
        {"EVALUATE_PER_MINUTE": "599"},
        {"QUESTION_SECONDS": "0"},
        {"DATABASE_TIMEOUT": "0"},
    ],
    ids=lambda environment: " ".join(f"{name}={value[:30]}" for name, value in environment.items()),
)
def test_invalid_settings_prevent_the_start(
    tmp_path: Path, environment: dict[str, str], snapshot: SnapshotAssertion
) -> None:
    served = subprocess.run(
        [sys.executable, "-c", "import scorekeeper.asgi"],
        env={"PATH": os.environ["PATH"], "SCOREKEEPER_DATA": str(tmp_path), "SECRET_KEY": KEY} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert served.returncode == 1
    assert served.stderr.splitlines()[-1] == snapshot
    assert not (tmp_path / "scorekeeper.sqlite3").exists(), "nothing was opened before"


def test_a_server_does_not_start_on_a_database_without_its_migrations_or_its_guards(
    sites: Sites, snapshot: SnapshotAssertion
) -> None:
    site = sites.make("sqlite")
    start = ["shell", "-c", "import scorekeeper.asgi"]
    site.manage(*start)
    file = sqlite3.connect(site.folder / "scorekeeper.sqlite3", isolation_level=None)
    file.execute("DROP TRIGGER entry_is_never_changed")
    output = site.manage(*start, status=1)
    assert "protect the ledger (entry_is_never_changed)" in output
    assert "Traceback" not in output
    output = site.manage("migrate", "--verbosity=0", "--triggers")
    assert "were missing, and are in place again: entry_is_never_changed." in output
    assert site.manage("migrate", "-v0", "--triggers").splitlines() == snapshot
    site.manage(*start)
    newest = "SELECT max(id) FROM django_migrations WHERE app = 'games'"
    file.execute(f"DELETE FROM django_migrations WHERE id = ({newest})")
    assert "from an older version. Run `python3 manage.py migrate`" in site.manage(*start, status=1)
    file.close()


def test_server_starts_without_its_database_and_reports_it(sites: Sites) -> None:
    site = sites.make("sqlite", DATABASE_URL="postgres://nobody@127.0.0.1:9/none")
    assert "Cannot reach the database" in site.manage("shell", "-c", "import scorekeeper.asgi; print('started')")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "usual", "sentence"),
    [
        ("synchronous = NORMAL", "synchronous = FULL", "needs synchronous 2 (FULL), but has 1"),
        ("busy_timeout = 0", "busy_timeout = 10000", "needs busy_timeout above 0, but has 0"),
    ],
)
def test_the_settings_in_force_are_read_from_sqlite(pragma: str, usual: str, sentence: str) -> None:
    from django.db import connection

    assert list(faults_of(connection)) == []
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        try:
            (found,) = faults_of(connection)
        finally:
            cursor.execute(f"PRAGMA {usual}")
    assert sentence in found


@pytest.mark.slow
def test_the_settings_in_force_are_read_from_postgresql(sites: Sites) -> None:
    for name, value in (("synchronous_commit", "off"), ("default_transaction_isolation", "serializable")):
        site = sites.make("postgresql")
        assert "no issues" in site.manage("check", "--database", "default")
        site.environment["DATABASE_URL"] += f"?options=-c%20{name}%3D{value}"
        assert f"but has {value}" in site.manage("check", "--database", "default", status=1)


Started = Callable[..., object]


@pytest.mark.slow
def test_the_debug_mode_is_for_this_computer_only(start_command: Started, tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "start", "--port", "0", "--data", str(tmp_path)]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", "DJANGO_DEBUG": "1"}
    refused = start_command(*command, cwd=ROOT, env=environment)
    assert refused.process.wait() == 2  # type: ignore[attr-defined]
    assert "add --host 127.0.0.1" in refused.output  # type: ignore[attr-defined]
    assert start_command(*command, "--host", "127.0.0.1", cwd=ROOT, env=environment).url  # type: ignore[attr-defined]
