"""Backups on PostgreSQL: under load, without the right to create databases, and restored."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.reliability.clients import Intent, Phone, TableRecord, make_tables, until
from tests.servers import Site, Sites

TABLES, TIMES = 6, 5
COUNT_ENTRIES = "SELECT t.public_id, COUNT(*) - 1 FROM games_table t JOIN games_entry e ON e.table_id = t.id GROUP BY 1"


class Home(Site):
    """A site whose secret key lies in its data folder."""

    def __init__(self, folder: Path, database_url: str = "", **environment: str) -> None:
        super().__init__(folder, database_url, **environment)
        (folder / "secret_key").write_text(self.environment.pop("SECRET_KEY"))


def elsewhere(sites: Sites, tmp_path: Path, name: str) -> Site:
    """Another machine: an empty folder, an empty database."""
    folder = tmp_path / name
    folder.mkdir()
    site = Site(folder, sites.postgresql.database(name))
    del site.environment["SECRET_KEY"]
    return site


def newest(site: Site) -> Path:
    return max((site.folder / "backups").glob("*.tar.gz"))


@pytest.mark.slow
def test_backups_under_full_load_lose_nothing_that_was_acknowledged(
    sites: Sites, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """What was acknowledged before a backup was begun is in it; restored elsewhere, it is sound."""
    home = sites.make("postgresql", Home)

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
            output = await asyncio.to_thread(home.manage, "backup", "--keep", str(TIMES))
            assert "Read back and audited" in output
            made.append((newest(home), before))
        stop.set()
        await asyncio.gather(*everybody)
        return made, sum(len(record.acknowledged) for record in records)

    with home:
        made, rounds = asyncio.run(evening())
    assert home.rows("SELECT datname FROM pg_database WHERE datname LIKE 'scorekeeper_proof%'") == []
    checked = 0
    for number, (file, before) in enumerate(made):
        there = elsewhere(sites, tmp_path, f"there{number}")
        output = there.manage("restore", str(file))
        assert f"{TABLES} tables with " in output
        assert "Restored and audited" in output
        assert (there.folder / "secret_key").read_text() == (home.folder / "secret_key").read_text()
        stored = dict(there.rows(COUNT_ENTRIES))
        assert all(stored[table] >= acknowledged for table, acknowledged in before.items())
        checked += sum(before.values())
    counted(
        f"PostgreSQL: {TIMES} backups while {rounds} rounds were written at {TABLES} tables, each restored elsewhere, "
        f"audited: 0 differences; looked {checked} times for a round that was acknowledged before, 0 missing"
    )


@pytest.fixture
def small(sites: Sites) -> Home:
    """One table without a round."""
    home = sites.make("postgresql", Home)
    home.manage("shell", "-c", "from tests.makers import start; start()")
    return home


def test_a_restore_puts_aside_what_is_there_and_only_what_is_sound_stays(small: Home, sites: Sites) -> None:
    small.manage("backup")
    file = newest(small)
    small.manage("shell", "-c", "from tests.makers import start; start()")
    assert "secret_key already exists" in small.manage("restore", str(file), status=1)
    key = (small.folder / "secret_key").rename(small.folder / "key")
    assert "is not empty" in small.manage("restore", str(file), status=1)
    key.rename(small.folder / "secret_key")
    with psycopg.connect(small.database_url):
        assert "Stop the servers first" in small.manage("restore", str(file), "--replace", status=1)
    output = small.manage("restore", str(file), "--replace")
    assert "The previous data is now the schema until_" in output
    assert small.rows("SELECT COUNT(*) FROM games_table") == [(1,)]
    ((aside,),) = small.rows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'until%'")
    assert small.rows(f"SELECT COUNT(*) FROM {aside}.games_table") == [(2,)]
    # What was put aside is in no backup.
    assert "1 table with 1 entries" in small.manage("backup")
    home = sites.make("sqlite")
    assert "Set DATABASE_URL" in home.manage("restore", str(file), status=1)


@pytest.mark.slow
def test_where_no_database_can_be_made_beside_it_is_said_loudly(small: Home, sites: Sites, tmp_path: Path) -> None:
    owner = f"owner_{small.folder.name}"
    with psycopg.connect(small.database_url, autocommit=True) as database:
        database.execute(f"CREATE ROLE {owner} LOGIN NOSUPERUSER NOCREATEDB".encode())
        database.execute(f"GRANT pg_read_all_data TO {owner}".encode())
    small.environment["DATABASE_URL"] = small.database_url.replace("scorekeeper@", f"{owner}@")
    output = small.manage("backup")
    assert f"NOT VERIFIED by a restore: {owner} is not allowed to create a test database" in output
    assert "Read back." in output
    there = elsewhere(sites, tmp_path, f"beside_{small.folder.name}")
    assert "Restored and audited" in there.manage("restore", str(newest(small)))
    there.environment["PATH"] = str(tmp_path)
    assert "pg_dump is not installed" in there.manage("backup", status=1)
