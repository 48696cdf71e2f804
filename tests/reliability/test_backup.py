"""Backups under load, restoring on an empty machine, and files that aren't valid backups."""

import asyncio
import gzip
import io
import json
import sqlite3
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.conftest import Started
from tests.reliability.audit import ledger
from tests.reliability.clients import Intent, Phone, TableRecord, make_tables, until
from tests.reliability.http_lines import Line
from tests.servers import Site, Sites

pytestmark = pytest.mark.server

TABLES, TIMES = 10, 20
KEY = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Home(Site):
    """A site whose secret key lies in its data folder, as `start` leaves it."""

    def __init__(self, folder: Path, database_url: str = "", **environment: str) -> None:
        super().__init__(folder, database_url, **environment)
        del self.environment["SECRET_KEY"]
        if not (folder / "secret_key").exists():
            (folder / "secret_key").write_text(KEY)


@pytest.fixture
def home(sites: Sites) -> Home:
    return sites.make("sqlite", Home)


@pytest.fixture
def empty(tmp_path: Path) -> Site:
    """Another machine: a folder with nothing in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    site = Site(folder)
    del site.environment["SECRET_KEY"]
    return site


@pytest.fixture(scope="module")
def backup(sites: Sites) -> Path:
    """A backup of two rounds."""
    home = sites.make("sqlite", Home)
    with home:
        asyncio.run(play(home, 2))
    home.manage("backup")
    return newest(home)


async def play(site: Site, rounds: int) -> TableRecord:
    record = (await make_tables(site.url, 1))[0]
    phone = Phone(site.url, record, Counter())
    for number in range(1, rounds + 1):
        await phone.record(Intent(number, f"k-{number}"))
    phone.line.close()
    return record


def newest(site: Site) -> Path:
    return max((site.folder / "backups").glob("*.tar.gz"))


def entries(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as database:
        return int(database.execute("SELECT COUNT(*) FROM games_entry").fetchone()[0])


def everything(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.slow
def test_backups_beside_all_who_write_lose_nothing_that_was_acknowledged(
    home: Home, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """What was acknowledged before a backup was begun is in it, once; and nobody had to wait for it."""

    async def score(record: TableRecord, stop: asyncio.Event) -> None:
        phone = Phone(home.url, record, Counter())
        while not stop.is_set():
            await phone.record(Intent(record.next, f"k-{record.next}"))
        phone.line.close()

    async def evening() -> tuple[list[tuple[Path, dict[str, int]]], int]:
        records, stop, made = await make_tables(home.url, TABLES), asyncio.Event(), []
        everybody = [asyncio.create_task(score(record, stop)) for record in records]
        for time in range(1, TIMES + 1):
            await until(lambda rounds=time: all(len(record.acknowledged) >= rounds for record in records))
            before = {record.id: len(record.acknowledged) for record in records}
            await asyncio.to_thread(home.manage, "backup")
            made.append((newest(home), before))
        stop.set()
        await asyncio.gather(*everybody)
        return made, sum(len(record.acknowledged) for record in records)

    with home:
        made, rounds = asyncio.run(evening())
    checked = 0
    for number, (file, before) in enumerate(made):
        folder = tmp_path / f"there{number}"
        folder.mkdir()
        there = Site(folder)
        del there.environment["SECRET_KEY"]
        assert "Restored and audited" in there.manage("restore", str(file))
        stored = dict(
            there.rows(
                "SELECT t.public_id, COUNT(*) - 1 FROM games_table t JOIN games_entry e ON e.table_id = t.id GROUP BY 1"
            )
        )
        assert all(stored[table] >= acknowledged for table, acknowledged in before.items())
        checked += sum(before.values())
    counted(
        f"{TIMES} backups while {rounds} rounds were written at {TABLES} tables, each restored elsewhere, audited: 0 "
        f"differences; looked {checked} times for a round that was acknowledged before, 0 missing"
    )


def test_a_restored_server_goes_on_with_the_links_of_before(home: Home, empty: Site) -> None:
    with home:
        record = asyncio.run(play(home, 3))
    home.manage("backup")
    output = empty.manage("restore", str(newest(home)))
    assert output.startswith(f"{newest(home)} was made on ")
    assert ": 1 table with 4 entries, the latest from " in output
    assert "; 2 players and 0 leagues; with the secret key." in output

    async def go_on() -> int:
        phone = Phone(empty.url, record, Counter())
        await phone.record(Intent(3, "k-3"))
        await phone.record(Intent(4, "k-4"))
        phone.line.close()
        line = Line(empty.url)
        stored = await ledger(line, record)
        line.close()
        return len(stored)

    empty.manage("collectstatic", "--no-input", "--verbosity=0")
    with empty:
        assert asyncio.run(go_on()) == 5
        link = f"{empty.url}/j/{record.tokens['watch']}/"
        assert httpx.get(link).status_code == 200
    assert empty.manage("audit")


def test_a_backup_is_for_its_owner_alone_and_leaves_nothing_beside_it(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in backup.parent.iterdir()] == [backup.name]
    with tarfile.open(backup) as tar:
        assert tar.getnames() == ["about.json", "scorekeeper.sqlite3", "secret_key"]
        assert {(entry.mode, entry.uid, entry.uname) for entry in tar.getmembers()[1:]} == {(0o600, 0, "")}


@pytest.mark.slow
def test_only_the_newest_are_kept_where_that_is_asked_for(home: Home, tmp_path: Path) -> None:
    to = tmp_path / "kept"
    for _ in range(3):
        home.manage("backup", "--to", str(to), "--keep", "2")
    (to / "scorekeeper-notes.txt").write_text("mine")
    names = sorted(path.name for path in to.glob("*.tar.gz"))
    home.manage("backup", "--to", str(to), "--keep", "2")
    assert len(names) == 2
    left = sorted(path.name for path in to.iterdir())
    assert left[0] == names[1]
    assert left[-1] == "scorekeeper-notes.txt"
    assert len(left) == 3
    assert "must be 1 or more" in home.manage("backup", "--keep", "0", status=2)


def test_what_is_there_is_put_aside_and_never_deleted(backup: Path, home: Home) -> None:
    with home:
        asyncio.run(play(home, 4))
        output = home.manage("restore", str(backup), "--replace", status=1)
        assert "Stop the server first" in output
    before = everything(home.folder)
    output = home.manage("restore", str(backup), status=1)
    assert "already exists" in output
    assert everything(home.folder) == before
    assert entries(home.folder) == 5
    output = home.manage("restore", str(backup), "--replace")
    aside = next(home.folder.glob("scorekeeper.sqlite3.until-*"))
    assert aside.name in output
    assert entries(home.folder) == 3
    with closing(sqlite3.connect(aside)) as database:
        assert database.execute("SELECT COUNT(*) FROM games_entry").fetchone() == (5,)
    assert home.manage("audit")


def test_looking_changes_nothing(backup: Path, empty: Site) -> None:
    assert "1 table with 3 entries" in empty.manage("restore", "--look", str(backup))
    assert everything(empty.folder) == {}


# --- What is no backup ------------------------------------------------------------------------------------------------


def repacked(backup: Path, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The backup with other things in it."""
    with tarfile.open(backup) as tar:
        held = {name: tar.extractfile(name).read() for name in tar.getnames()}  # type: ignore[union-attr]
    change(held)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, data in held.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def about(held: dict[str, bytes], **changes: object) -> None:
    held["about.json"] = json.dumps(json.loads(held["about.json"]) | changes).encode()


def with_a_round_changed(held: dict[str, bytes]) -> None:
    """Somebody who knows how has changed a score, and the digest with it."""
    import hashlib
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(held["scorekeeper.sqlite3"])
        with closing(sqlite3.connect(file.name)) as database:
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                database.execute(f'DROP TRIGGER "{name}"')
            database.execute("UPDATE games_entry SET result = replace(result, '1', '2') WHERE revision = 3")
            database.commit()
        held["scorekeeper.sqlite3"] = Path(file.name).read_bytes()
    about(held, database=hashlib.sha256(held["scorekeeper.sqlite3"]).hexdigest())


NO_BACKUP = "is not a Scorekeeper backup"
BROKEN: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda _: b"", NO_BACKUP),
    "a text": (lambda _: b"Ann 54, Ben 3", NO_BACKUP),
    "another archive": (
        lambda file: repacked(file, lambda held: held.pop("about.json")),
        NO_BACKUP,
    ),
    "cut off": (lambda file: file.read_bytes()[: file.stat().st_size // 2], NO_BACKUP),
    "not compressed": (lambda file: gzip.decompress(file.read_bytes()), NO_BACKUP),
    "told by somebody else": (lambda file: repacked(file, lambda held: held.update({"about.json": b"[1]"})), "version"),
    "of a newer format": (lambda file: repacked(file, lambda held: about(held, format=5)), "another version"),
    "of before the first release": (
        lambda file: repacked(file, lambda held: about(held, format=1)),
        "is from before the first release of Scorekeeper",
    ),
    "of a newer version": (
        lambda file: repacked(file, lambda held: about(held, migration="9999_x")),
        "a newer version",
    ),
    "without its database": (
        lambda file: repacked(file, lambda held: held.pop("scorekeeper.sqlite3")),
        "does not contain scorekeeper.sqlite3",
    ),
    "another database": (lambda file: repacked(file, lambda held: about(held, database="0" * 64)), "damaged"),
    "a changed round": (lambda file: repacked(file, with_a_round_changed), "`manage.py audit` found problems"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_is_no_backup_is_reported_and_nothing_changes(
    backup: Path, empty: Site, tmp_path: Path, kind: str
) -> None:
    made, why = BROKEN[kind]
    file = tmp_path / "broken.tar.gz"
    file.write_bytes(made(backup))
    output = empty.manage("restore", str(file), status=1)
    assert why in output
    assert "Traceback" not in output.partition("`manage.py audit` found problems")[0]
    assert everything(empty.folder) == {}


def test_a_file_that_is_not_there_is_said(empty: Site) -> None:
    assert "No such file" in empty.manage("restore", "nowhere.tar.gz", status=1)


def test_a_damaged_database_makes_no_backup(home: Home) -> None:
    with closing(sqlite3.connect(home.folder / "scorekeeper.sqlite3")) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.commit()
    assert "`manage.py audit` found problems" in home.manage("backup", status=1)
    assert list((home.folder / "backups").iterdir()) == []


def test_where_there_is_nothing_there_is_no_backup(empty: Site) -> None:
    assert "nothing to back up" in empty.manage("backup", status=1)
    assert everything(empty.folder) == {}


# --- A new version ----------------------------------------------------------------------------------------------------


@pytest.fixture
def older(sites: Sites) -> Iterator[Home]:
    """Data that lacks a migration of Django's."""
    site = sites.make("sqlite", Home)
    site.manage("migrate", "--verbosity=0", "auth", "0011")
    yield site


@pytest.mark.slow
def test_a_start_backs_up_before_it_lays_the_data_out_anew(
    older: Home, start_command: Callable[..., Started], tmp_path: Path, empty: Site
) -> None:
    import sys

    command = (sys.executable, "manage.py", "start", "--port", "0", "--host", "127.0.0.1")
    root = Path(__file__).parents[2]
    first = start_command(*command, cwd=root, env=older.environment)
    assert httpx.get(first.url).is_success
    first.stop()
    made = newest(older)
    assert f"A backup of your data is in {made}" in first.output
    second = start_command(*command, cwd=root, env=older.environment)
    second.stop()
    assert "A backup of your data" not in second.output
    assert newest(older) == made
    assert "Restored and audited" in empty.manage("restore", str(made))
