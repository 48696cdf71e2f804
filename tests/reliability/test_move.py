"""Moving an installation from SQLite to PostgreSQL: all of it or nothing, and its phones carry on."""

import asyncio
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest

from tests.reliability.audit import ledger
from tests.reliability.clients import Intent, Phone, make_tables
from tests.reliability.http_lines import Line
from tests.servers import Site, Sites

EVERYTHING = "from tests.reliability.sample_nights import everything; everything()"
LEDGERS = "SELECT table_id, revision, digest, key FROM games_entry ORDER BY table_id, revision"
SPOIL = "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name = 'Anne'; RETURN NEW; END $$"
NO_TABLE = "postgres://nobody@127.0.0.1:1/nothing"


def moved_to(sites: Sites, source: Site, url: str) -> Site:
    """The same installation with DATABASE_URL set, as `move` says."""
    there = Site(source.folder, url)
    there.environment["SECRET_KEY"] = source.environment["SECRET_KEY"]
    return there


def dumped(site: Site) -> str:
    """Everything in a site's SQLite file, as one number."""
    with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as file:
        return hashlib.sha256("\n".join(file.iterdump()).encode()).hexdigest()


def changed(site: Site, *statements: str) -> None:
    """Change a site's SQLite file past the program."""
    with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()


@pytest.mark.slow
@pytest.mark.parametrize("matches", [0, 1_000])
def test_everything_is_moved_and_everybody_goes_on(sites: Sites, matches: int, counted: Callable[[str], None]) -> None:
    source = sites.make("sqlite")
    source.manage("shell", "-c", EVERYTHING)
    if matches:
        source.manage("demo_league", "--players=40", f"--matches={matches}")

    async def begin() -> tuple[object, ...]:
        (record,) = await make_tables(source.url, 1)
        phone = Phone(source.url, record, Counter())
        await phone.record(Intent(1, "k-1"))
        phone.line.close()
        return (record,)

    url = sites.postgresql.database(f"moved_{matches}")
    with source:
        (record,) = asyncio.run(begin())
        assert "Stop the server first" in source.manage("move", "--to", url, status=1)
    before = dumped(source)
    output = source.manage("move", "--to", url)
    assert dumped(source) == before
    there = moved_to(sites, source, url)
    ledgers = source.rows(LEDGERS)
    assert there.rows(LEDGERS) == ledgers
    tables = len({row[0] for row in ledgers})
    assert f"Moved: {tables:,} tables with {len(ledgers):,} entries and {3 + bool(matches)} seasons" in output
    assert "Nothing differs" in there.manage("audit")
    counted(f"{tables} tables, {len(ledgers)} entries moved, every digest, sheet and standing the same")

    async def go_on() -> int:
        phone = Phone(there.url, record, Counter())
        for number in (1, 2):
            await phone.record(Intent(number, f"k-{number}"))
        assert phone.counts == {"sent": 2, "replayed": 1, "new": 1}
        phone.line.close()
        await make_tables(there.url, 1)  # its numbers are new ones
        line = Line(there.url)
        stored = await ledger(line, record)
        line.close()
        return len(stored)

    with there:
        assert asyncio.run(go_on()) == 3
    assert "Nothing differs" in there.manage("audit")
    assert "is not empty: it contains games_" in source.manage("move", "--to", url, status=1)


@pytest.mark.slow
def test_what_cannot_be_moved_is_reported_and_nothing_is_moved(sites: Sites) -> None:
    source = sites.make("sqlite")
    source.manage("shell", "-c", "from tests.makers import start; start()")
    url = sites.postgresql.database("half")

    def refused(why: str, to: str = url, *, site: Site = source) -> None:
        output = site.manage("move", "--to", to, status=1)
        assert why in output
        assert "Traceback" not in output.partition("`manage.py audit` found problems")[0]

    refused("must be postgres://", "mysql://somebody@127.0.0.1/scores")
    refused("must be postgres://", "scores")
    refused("PostgreSQL rejected the data", NO_TABLE)
    refused("only works with SQLite", site=sites.make("postgresql"))
    with psycopg.connect(sites.postgresql.database("strange"), autocommit=True) as strange:
        strange.execute("CREATE TABLE recipes (name text)")
    refused("it contains recipes", sites.postgresql.url("strange"))

    # In a column that is not sealed: any other change the audit of the copy finds first.
    changed(source, "UPDATE games_rulesuse SET preset = 'stan' || char(0) || 'dard' WHERE id = 1")
    refused("rejected a row of games_rulesuse")
    changed(source, "UPDATE games_rulesuse SET preset = 'standard' WHERE id = 1")
    with psycopg.connect(url, autocommit=True) as half:
        half.execute(SPOIL)
        half.execute("CREATE TRIGGER spoil BEFORE INSERT ON games_player FOR EACH ROW EXECUTE FUNCTION spoil()")
        refused("The rows of games_player differ after the copy")
        half.execute("DROP FUNCTION spoil CASCADE")
    changed(source, "INSERT INTO auth_group (name) VALUES ('Us')")
    refused("auth_group contains rows")
    ((guard,),) = source.rows("SELECT sql FROM sqlite_master WHERE name = 'entry_is_never_changed'")
    changed(source, "DELETE FROM auth_group", "DROP TRIGGER entry_is_never_changed")
    changed(source, "UPDATE games_entry SET digest = 'x'", guard)
    refused("`manage.py audit` found problems")
    rows = "SELECT (SELECT COUNT(*) FROM games_table) + (SELECT COUNT(*) FROM games_player)"
    assert Site(source.folder, url).rows(rows) == [(0,)]


def test_where_there_is_nothing_nothing_is_moved(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> None:
    site = Site(tmp_path_factory.mktemp("nothing"))
    assert "nothing to move" in site.manage("move", "--to", NO_TABLE, status=1)
    assert list(site.folder.iterdir()) == []
