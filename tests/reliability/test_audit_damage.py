"""The audit of a damaged database ends with findings and codes, never with a traceback."""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from tests.reliability.damage import MADE
from tests.reliability.random_damage import REPORT_MARK
from tests.reliability.raw_database import Raw
from tests.reliability.test_audit import audited
from tests.servers import Site, Sites

SEED = 17


def fuzz(site: Site, what: str, rounds: int) -> tuple[dict[str, int], list[str]]:
    """How many audits came out how, and those that ended as none may."""
    output = site.manage("shell", "-c", f"from tests.reliability.random_damage import {what}; {what}({SEED}, {rounds})")
    # One line; Python may add others when it clears up after a file that was broken under it.
    data = json.loads(output.partition(REPORT_MARK)[2].splitlines()[0])
    return data["came"], data["broken"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "rounds"),
    [("sqlite", 2_000), ("postgresql", 500)],
)
def test_random_values_never_end_it(sites: Sites, database: str, rounds: int, counted: Callable[[str], None]) -> None:
    came, broken = fuzz(sites.make(database), "run", rounds)
    assert not broken, broken[0]
    # On SQLite rules of columns were taken off as well, so that none of these can be clean.
    assert came["exit 1"] == rounds
    counted(
        f"{database}, seed {SEED}: {rounds} random damages, {sum('code' in name for name in came)} codes, 0 tracebacks"
    )


@pytest.mark.slow
def test_overwritten_pages_never_end_it(sites: Sites, counted: Callable[[str], None]) -> None:
    rounds = 1_000
    came, broken = fuzz(sites.make("sqlite"), "run_pages", rounds)
    assert not broken, broken[0]
    assert came["exit 1"] > rounds / 5
    ends = ", ".join(f"{came.get(f'exit {status}', 0)} end with {status}" for status in range(3))
    counted(f"seed {SEED}: {rounds} files with pages overwritten: {ends}, 0 tracebacks")


NOT_SO = "'not so'"
DAMAGED: dict[str, tuple[str, str, str]] = {
    # name: what is done, the code that tells of it, and the place that it tells
    "no date": ("UPDATE games_entry SET at = 'soon' WHERE id = 3", "value_wrong", "games_entry, row 3, column at"),
    "no such day": (
        "UPDATE games_match SET night = '2026-02-30' WHERE id = 1",
        "value_wrong",
        "games_match, row 1",
    ),
    "text in a number": ("UPDATE games_seat SET number = 'one' WHERE id = 2", "value_wrong", "games_seat, row 2"),
    "enormous": (f"UPDATE games_penalty SET points = {10**17}", "value_wrong", "games_penalty, row 1"),
    "a revision of billions": (f"UPDATE games_table SET revision = {2**60} WHERE id = 4", "value_wrong", "games_table"),
    "neither yes nor no": ("UPDATE games_table SET strict = 7 WHERE id = 2", "value_wrong", "games_table, row 2"),
    "bytes": ("UPDATE games_player SET name = x'ff00' WHERE id = 1", "value_wrong", "games_player, row 1"),
    "broken text": ("UPDATE games_player SET name = CAST(x'fffe' AS TEXT) WHERE id = 2", "value_wrong", "games_player"),
    "too long": ("UPDATE games_league SET name = hex(zeroblob(99))", "value_wrong", "games_league, row 1, column name"),
    "an unknown word": ("UPDATE games_match SET state = 'odd' WHERE id = 2", "value_wrong", "column state"),
    "no JSON": ("UPDATE games_entry SET facts = '{' WHERE id = 7", "value_wrong", "games_entry, row 7, column facts"),
    "JSON of no use": ("UPDATE games_leagueevent SET facts = '3' WHERE id = 2", "value_wrong", "games_leagueevent"),
    "nothing": ("UPDATE games_entry SET key = NULL WHERE id = 12", "value_wrong", "games_entry, row 12, column key"),
    "a seat without a side": (
        "DELETE FROM games_matchside WHERE match_id = 3",
        "reference_broken",
        "games_matchseat",
    ),
    "a side without an entrant": (
        "UPDATE games_matchside SET entrant_id = 99 WHERE match_id = 4 AND position = 0",
        "reference_broken",
        "games_matchside",
    ),
    "rules that nobody can read": ('UPDATE games_season SET rules = \'{"win": "many"}\'', "rules_unreadable", "season"),
}


@pytest.fixture(scope="module")
def battered(sites: Sites) -> dict[str, object]:
    """What the audit says of a database in which all of that was done at once, its lines and the ids of its tables."""
    site = sites.make("sqlite")
    output = site.manage(
        "shell", "-c", "from tests.reliability.sample_nights import evening, league; evening(); league()"
    )
    output = site.manage("shell", "-c", "from tests.reliability.damage import make; make(['result_wrong'])")
    untouched = json.loads(output.partition(MADE)[2])["result_wrong"]
    raw = Raw(site.folder)
    raw.unguard()
    raw.run("PRAGMA ignore_check_constraints = ON")
    raw.run("PRAGMA writable_schema = ON")
    raw.run("UPDATE sqlite_master SET sql = replace(sql, '\"key\" varchar(200) NOT NULL', '\"key\" varchar(200)')")
    raw.run("PRAGMA writable_schema = RESET")
    for statement, _, _ in DAMAGED.values():
        assert raw.run(statement), statement
    # A table, and a league, that nothing of that is about: what is wrong there is found all the same.
    raw.run(f"UPDATE games_entry SET digest = '{'0' * 64}' WHERE table_id = {untouched['id']} AND revision = 4")
    raw.close()
    return {"lines": audited(site, status=1), "untouched": untouched["table"]}


@pytest.mark.parametrize("name", DAMAGED)
def test_each_impossible_value_is_a_line_with_a_code(battered: dict[str, object], name: str) -> None:
    _, code, place = DAMAGED[name]
    lines = [str(one["text"]) for one in battered["lines"] if "text" in one]  # type: ignore[attr-defined]
    assert any(line.startswith(f"{code}: ") and place in line for line in lines), lines


def test_what_is_broken_hides_nothing_elsewhere(battered: dict[str, object]) -> None:
    found = [one for one in battered["lines"] if one.get("table") == battered["untouched"]]  # type: ignore[attr-defined]
    assert [(one["code"], one["entry"]) for one in found] == [("digest_wrong", 4), ("entry_differs", 4)]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def guarded(request: pytest.FixtureRequest, sites: Sites) -> Iterator[tuple[Site, Raw]]:
    """A site with an empty database, and that database past the program."""
    site = sites.make(request.param)
    raw = Raw(site.folder, site.environment.get("DATABASE_URL", ""))
    yield site, raw
    raw.close()


def codes(site: Site) -> set[tuple[str, str]]:
    """The codes that the audit tells, each with the guard that it names."""
    return {(str(one["code"]), guard_of(str(one["text"]))) for one in audited(site, status=1)[:-1]}


def guard_of(text: str) -> str:
    """The guard that a line is about."""
    found = re.search(r": (?:the trigger )?(.+?) (?:on \w+ |is |isn't |does )", text)
    assert found, text
    return found[1]


def test_a_guard_is_known_by_what_it_does(guarded: tuple[Site, Raw]) -> None:
    site, raw = guarded
    if raw.postgresql:
        for statement in (
            "ALTER TABLE games_entry DISABLE TRIGGER entry_is_never_deleted",
            "CREATE OR REPLACE FUNCTION table_with_a_ledger_is_never_deleted() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RETURN OLD; END $$",
            "DROP TRIGGER entry_is_never_changed ON games_entry",
            "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OF kind ON games_entry FOR EACH ROW "
            "EXECUTE FUNCTION games_refuse('an entry of the ledger is never changed')",
            "DROP TRIGGER games_leagueevent_is_never_deleted ON games_leagueevent",
            "CREATE TRIGGER games_leagueevent_is_never_deleted BEFORE DELETE ON games_leagueevent FOR EACH ROW "
            "WHEN (OLD.match_id = -1) EXECUTE FUNCTION games_refuse('what was decided is never deleted')",
            "CREATE FUNCTION of_mine() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
            "CREATE TRIGGER of_mine BEFORE INSERT ON games_entry FOR EACH ROW EXECUTE FUNCTION of_mine()",
            "ALTER TRIGGER entry_moves_its_table ON games_entry RENAME TO another_name",
            "ALTER TABLE games_penalty DROP CONSTRAINT penalty_has_an_end",
            "ALTER TABLE games_penalty ADD CONSTRAINT penalty_has_an_end CHECK (points < 2000000000)",
            "ALTER TABLE games_seat ALTER COLUMN number DROP NOT NULL",
            "DROP INDEX one_first_entry_per_round",
            "CREATE UNIQUE INDEX one_first_entry_per_round ON games_entry (table_id, game, round) WHERE kind = 'start'",
        ):
            raw.run(statement)
    else:
        (old,) = raw.rows("SELECT sql FROM sqlite_master WHERE name = 'entry_moves_its_table'")
        for statement in (
            "DROP TRIGGER entry_is_never_deleted",
            "DROP TRIGGER table_with_a_ledger_is_never_deleted",
            "CREATE TRIGGER table_with_a_ledger_is_never_deleted BEFORE DELETE ON games_table BEGIN SELECT 1; END",
            "DROP TRIGGER entry_is_never_changed",
            "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OF kind ON games_entry WHEN 1 "
            "BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END",
            "DROP TRIGGER games_leagueevent_is_never_deleted",
            "CREATE TRIGGER games_leagueevent_is_never_deleted BEFORE DELETE ON games_leagueevent "
            "WHEN OLD.match_id = -1 BEGIN SELECT RAISE(ABORT, 'what was decided is never deleted'); END",
            "CREATE TRIGGER of_mine AFTER INSERT ON games_entry BEGIN SELECT 1; END",
            "DROP TRIGGER entry_moves_its_table",
            str(old[0]).replace("entry_moves_its_table", "another_name", 1).replace(" BEGIN", "\n  BEGIN"),
            "DROP INDEX one_first_entry_per_round",
            "CREATE UNIQUE INDEX one_first_entry_per_round ON games_entry (table_id, game, round) WHERE kind = 'start'",
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = replace(sql, 'AND 1000000', 'AND 2000000000') WHERE name = 'games_penalty'",
            "UPDATE sqlite_master SET sql = replace(sql, '\"number\" smallint unsigned NOT NULL', "
            "'\"number\" smallint unsigned') WHERE name = 'games_seat'",
        ):
            raw.run(statement)
    assert codes(site) == {
        ("guard_missing", "entry_is_never_deleted"),
        ("guard_missing", "NOT NULL of number"),
        ("guard_changed", "table_with_a_ledger_is_never_deleted"),
        ("guard_changed", "entry_is_never_changed"),
        ("guard_changed", "games_leagueevent_is_never_deleted"),
        ("guard_changed", "penalty_has_an_end"),
        ("guard_changed", "one_first_entry_per_round"),
        ("trigger_unknown", "of_mine"),
    }
