"""The database itself protects the ledger from raw SQL, on SQLite and PostgreSQL, without a server.

Where a trigger refuses, the same statement is run once more with the triggers off, and has to go through: so it was the
trigger that refused, and not a slip in the statement.
"""

from collections.abc import Callable, Iterator

import httpx
import psycopg
import pytest

from tests.reliability.raw_database import BUSY, REFUSED, Raw
from tests.reliability.scorekeepers import PATIENCE, start
from tests.servers import DATABASES, Sites

FOLLOWS = "an entry of the ledger follows the last one"
CHANGED = "an entry of the ledger is never changed"
DELETED = "an entry of the ledger is never deleted"
STANDS = "a table stands at its newest entry"
LEDGER_IS_FINAL = "a table with a ledger is never deleted"
DECIDED = "what was decided is never changed"
REMAINS = "what was decided is never deleted"
SEALED = "a seal is never changed and never deleted"
CHECKS_ARE_FINAL = "what was said of a round is never changed"
LAST = "table_id = 1 AND revision = 4"  # of a table with one game and three rounds


@pytest.fixture(scope="module", params=DATABASES)
def raw(request: pytest.FixtureRequest, sites: Sites) -> Iterator[Raw]:
    """Two tables, of three rounds and of one, entered through a server that is gone by now."""
    site = sites.make(request.param)
    with site, httpx.Client(timeout=PATIENCE) as client:
        for rounds in (3, 1):
            table = start(site.url, client)
            for number in range(1, rounds + 1):
                assert table.enter(number).status_code == 201
    connection = Raw(site.folder, site.environment.get("DATABASE_URL", ""))
    connection.run(
        "INSERT INTO games_league (public_id, name, place, zone, public, key, history_length, history_head, "
        "created_at) VALUES ('l', 'Tuesday', '', 'UTC', FALSE, 'k', 1, 'm', '2026-01-06 19:00:00+00:00')"
    )
    event = "INSERT INTO games_leagueevent (league_id, number, kind, facts, reason, by, at, chain_key, mac) VALUES "
    connection.run(f"{event} (1, 1, 'invited', '{{}}', 'asked', 'Ann', '2026-01-06 19:00:00+00:00', 1, 'm')")
    yield connection
    connection.close()


def refused(raw: Raw, statement: str) -> str:
    """What the database says against it."""
    with raw.taken_back(), pytest.raises(REFUSED) as why:
        raw.run(statement)
    return str(why.value).splitlines()[0]


def guarded(raw: Raw, statement: str, message: str) -> None:
    """It is refused by a trigger, with that sentence, and by nothing else."""
    assert refused(raw, statement) == message, statement
    with raw.taken_back():
        raw.unguard()
        assert raw.run(statement), statement


def entry(raw: Raw, where: str = LAST, **changed: object) -> str:
    """The statement that adds an entry: the one ``where`` once more, next in line, but for what is ``changed``."""
    usual: dict[str, object] = {"revision": 5, "key": "new", "round": 4}
    return raw.copy("games_entry", where, **(usual | changed))


def test_the_statement_that_all_others_differ_from_goes_through_and_moves_the_table(raw: Raw) -> None:
    with raw.taken_back():
        assert raw.run(entry(raw)) == 1
        assert raw.value("SELECT revision FROM games_table WHERE id = 1") == 5
        assert raw.run(entry(raw, revision=6, key="newer", round=5)) == 1
        assert raw.value("SELECT revision FROM games_table WHERE id = 1") == 6


def test_i2_a_key_makes_one_entry(raw: Raw) -> None:
    key = raw.value(f"SELECT key FROM games_entry WHERE {LAST}")
    assert unique(refused(raw, entry(raw, key=key))) == "one_entry_per_key"


def test_i3_a_place_has_one_first_entry(raw: Raw) -> None:
    for number in (1, 2, 3):
        assert unique(refused(raw, entry(raw, round=number))) == "one_first_entry_per_round"
    with raw.taken_back():
        assert raw.run(entry(raw, round=3, kind="correction")) == 1


def unique(message: str) -> str:
    """The name of the constraint that refused; SQLite tells its columns."""
    names = {
        "UNIQUE constraint failed: games_entry.table_id, games_entry.key": "one_entry_per_key",
        "UNIQUE constraint failed: games_entry.table_id, games_entry.game, games_entry.round": (
            "one_first_entry_per_round"
        ),
    }
    return names.get(message, message.rpartition('unique constraint "')[2].rstrip('"'))


def test_i4_an_entry_follows_the_last(raw: Raw) -> None:
    for revision in (6, 7, 100):
        guarded(raw, entry(raw, revision=revision), FOLLOWS)
    for revision in (-1, 0, 1, 2, 3, 4):
        assert refused(raw, entry(raw, revision=revision)) == FOLLOWS
    # The other table stands at 2.
    guarded(raw, entry(raw, table_id=2), FOLLOWS)
    with raw.taken_back():
        raw.run(raw.copy("games_table", "id = 1", public_id="new", revision=0))
        new = raw.value("SELECT max(id) FROM games_table")
        with pytest.raises(REFUSED):
            raw.run(entry(raw, table_id=new, revision=2))


def test_i4_a_table_stands_at_its_newest_entry(raw: Raw) -> None:
    for revision in (0, 3, 5, 1000):
        guarded(raw, f"UPDATE games_table SET revision = {revision} WHERE id = 1", STANDS)
    for revision in (1, 4):
        guarded(raw, raw.copy("games_table", "id = 1", public_id="new", revision=revision), STANDS)
    with raw.taken_back():
        assert raw.run("UPDATE games_table SET revision = revision, name = 'Friday'") == 2


def test_i4_many_entries_of_one_statement_are_in_line(raw: Raw) -> None:
    names = ", ".join(f'"{name}"' for name in raw.columns("games_entry") if name != "id")

    def several(*revisions: int) -> str:
        rows = [
            entry(raw, revision=at, key=f"n{at}", round=at).partition(" SELECT ")[2].join(("SELECT ", ""))
            for at in revisions
        ]
        return f"INSERT INTO games_entry ({names}) " + " UNION ALL ".join(rows)

    with raw.taken_back():
        assert raw.run(several(5, 6, 7)) == 3
        assert raw.value("SELECT revision FROM games_table WHERE id = 1") == 7
    assert refused(raw, several(5, 7)) == FOLLOWS
    assert refused(raw, several(6, 5)) == FOLLOWS


def test_i7_no_column_of_an_entry_is_ever_changed(raw: Raw, counted: Callable[[str], None]) -> None:
    columns = raw.columns("games_entry")
    for column in columns:
        guarded(raw, f'UPDATE games_entry SET "{column}" = "{column}" WHERE {LAST}', CHANGED)
    counted(f"{len(columns)} columns of an entry, 0 changed")


def test_i7_no_entry_is_ever_deleted_and_no_table_that_has_one(raw: Raw) -> None:
    guarded(raw, f"DELETE FROM games_entry WHERE {LAST}", DELETED)
    guarded(raw, "DELETE FROM games_entry", DELETED)
    assert refused(raw, "DELETE FROM games_table WHERE id = 2") == LEDGER_IS_FINAL


def test_i7_nothing_takes_the_place_of_an_entry(raw: Raw) -> None:
    """What SQLite calls REPLACE, and both databases ON CONFLICT."""
    key, last = raw.rows(f"SELECT key, id FROM games_entry WHERE {LAST}")[0]
    other = raw.value("SELECT id FROM games_entry WHERE table_id = 2 AND revision = 1")
    if raw.postgresql:
        after = "ON CONFLICT (table_id, key) DO UPDATE SET by = 'Mallory'"
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation) as why, raw.taken_back():
            raw.run(raw.copy("games_entry", LAST, revision=5, round=4, after=after))
        assert CHANGED in str(why.value)
        with raw.taken_back():
            assert raw.run(raw.copy("games_entry", LAST, revision=5, after="ON CONFLICT DO NOTHING")) == 0
            assert raw.value("SELECT revision FROM games_table WHERE id = 1") == 4
        return
    changed: list[tuple[str, dict[str, object]]] = [
        (FOLLOWS, {"id": last, "revision": 5, "key": "new", "round": 4}),
        (FOLLOWS, {"id": other, "revision": 5, "key": "new", "round": 4}),
        (DELETED, {"revision": 5, "key": key, "round": 4}),
        (DELETED, {"revision": 5, "key": "new", "round": 1}),
        (FOLLOWS, {"revision": 4, "key": "new", "round": 4}),
    ]
    for column, values in changed:
        guarded(raw, raw.copy("games_entry", LAST, insert="INSERT OR REPLACE", **values), column)
    guarded(raw, "UPDATE OR REPLACE games_entry SET revision = 4 WHERE table_id = 1 AND revision = 3", CHANGED)
    guarded(raw, raw.copy("games_table", "id = 1", insert="INSERT OR REPLACE", id=1, revision=0), STANDS)
    upsert = raw.copy("games_entry", LAST, revision=5, round=4, after="ON CONFLICT DO UPDATE SET by = 'Mallory'")
    assert refused(raw, upsert) == CHANGED


def test_i7_postgresql_empties_no_ledger(raw: Raw) -> None:
    if raw.postgresql:
        assert refused(raw, "TRUNCATE games_entry CASCADE") == DELETED
        # A table has seals, too; PostgreSQL asks the triggers in an order of its own.
        assert refused(raw, "TRUNCATE games_table CASCADE") in {DELETED, SEALED}
        assert refused(raw, "TRUNCATE games_league CASCADE") == REMAINS
    assert raw.value("SELECT count(*) FROM games_entry") == 6


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"kind": "rename"}, "entry_kind_is_known"),
        ({"game": 0}, "entry_counts_from_one"),
        ({"round": 0}, "entry_names_its_round"),
        ({"round": None}, "entry_names_its_round"),
        ({"game": 5001}, "entry_numbers_have_an_end"),
        ({"round": 5001}, "entry_numbers_have_an_end"),
    ],
)
def test_numbers_have_their_bounds(raw: Raw, changed: dict[str, object], rule: str) -> None:
    assert rule in refused(raw, entry(raw, **changed))


def test_what_was_decided_stays_but_for_a_name(raw: Raw) -> None:
    columns = raw.columns("games_leagueevent")
    different: dict[str, object] = {"facts": '{"a": 1}', "at": "2020-01-01 00:00:00+00:00"}
    for column in set(columns) - {"by", "member_id", "account_id", "device_id"}:
        number = column in {"id", "number", "match_number", "chain_key"} or column.endswith("_id")
        value = 7 if number else f"'{different.get(column, 'other')}'"
        assert refused(raw, f'UPDATE games_leagueevent SET "{column}" = {value}') == DECIDED, column
    for column in ("member_id", "account_id", "device_id"):
        assert refused(raw, f"UPDATE games_leagueevent SET {column} = 7") == DECIDED
    guarded(raw, "UPDATE games_leagueevent SET by = 'Ben'", DECIDED)
    guarded(raw, "DELETE FROM games_leagueevent", REMAINS)
    with raw.taken_back():
        assert raw.run("UPDATE games_leagueevent SET by = 'Somebody', account_id = NULL, member_id = NULL") == 1


def test_two_clients_that_write_at_once_make_one_entry(raw: Raw) -> None:
    """Without the lock that a service takes: the second waits for the first, and is told what the first did."""
    other = raw.another()
    try:
        raw.run("BEGIN")
        raw.run(entry(raw))
        with pytest.raises(BUSY):
            other.run(entry(raw, key="other"))
        raw.run("ROLLBACK")
        with other.taken_back():
            assert other.run(entry(raw, key="other")) == 1
    finally:
        other.close()
