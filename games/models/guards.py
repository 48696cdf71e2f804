"""The triggers with which the database itself guards the ledger, on SQLite and on PostgreSQL.

* An entry is never changed and never deleted, and follows the last one of its table without a gap.
* A table's revision is that of its newest entry: only the database sets it, together with the entry.
* A seal is never changed and never deleted, nor is a key of the chain.
* Decisions of a league and checks of a round are never changed, and decisions never deleted. Only names can be erased
  from them, and references to deleted rows emptied.

To change a table, SQLite copies it and drops the old one with its triggers, which it refuses while a trigger of another
table names it. ``manage.py migrate`` therefore removes all triggers before each migration and creates them after it, in
the migration's transaction. A change of a trigger takes a migration, too: an empty one is enough.
"""

import re
from collections.abc import Iterator
from typing import Any

FOLLOWS = "an entry of the ledger follows the last one"
CHANGED = "an entry of the ledger is never changed"
DELETED = "an entry of the ledger is never deleted"
WRONG_REVISION = "a table stands at its newest entry"
TABLE_DELETED = "a table with a ledger is never deleted"
DECIDED = "what was decided is never changed"
REMAINS = "what was decided is never deleted"
CHECK_CHANGED = "what was said of a round is never changed"

# For each table: the message, the columns that never change, and those that may only be emptied, because the row that
# they refer to was deleted. In both tables `by` may become the name of erased people
# (games.selectors.league.merged_members).
HISTORIES = {
    "games_leagueevent": (
        DECIDED,
        ("id", "league_id", "season_id", "match_number", "number", "kind", "facts", "reason", "at", "chain_key", "mac"),
        ("member_id", "match_id", "account_id", "device_id"),
    ),
    "games_roundcheck": (
        CHECK_CHANGED,
        ("id", "match_id", "game", "round", "revision", "verdict", "side", "reason", "at"),
        ("account_id", "device_id"),
    ),
}
NOBODY = "Somebody"
SEALED = "a seal is never changed and never deleted"
# What is refused for seals, and for the keys of the chain.
SEALS = {
    "games_seal": ("UPDATE", "DELETE"),
    "games_chainkey": ("UPDATE", "DELETE"),
}

_NEWEST = "(SELECT COALESCE(MAX(revision), 0) FROM games_entry WHERE table_id = NEW.{})"


def _changes(fixed: tuple[str, ...], emptied: tuple[str, ...], differs: str) -> str:
    """Return the SQL condition under which an UPDATE changes more than allowed; ``differs`` is the operator."""
    conditions = [f'NEW."{name}" {differs} OLD."{name}"' for name in fixed]
    conditions += [f'(NEW."{name}" {differs} OLD."{name}" AND NEW."{name}" IS NOT NULL)' for name in emptied]
    conditions.append(f'(NEW."by" <> OLD."by" AND NEW."by" <> \'{NOBODY}\')')
    return " OR ".join(conditions)


def _sqlite() -> Iterator[tuple[str, str, str]]:
    """Table, name and body of each trigger."""

    def refuse(when: str, message: str, condition: str = "1") -> str:
        return f"{when} WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"

    entry, table = "games_entry", "games_table"
    yield entry, "entry_is_never_changed", refuse("BEFORE UPDATE ON games_entry", CHANGED)
    yield entry, "entry_is_never_deleted", refuse("BEFORE DELETE ON games_entry", DELETED)
    # REPLACE deletes without a DELETE that a trigger would hear of: by an id that is taken …
    condition = (
        f"NEW.revision <> {_NEWEST.format('table_id')} + 1 OR EXISTS (SELECT 1 FROM games_entry WHERE id = NEW.id)"
    )
    yield entry, "entry_follows_the_last", refuse("BEFORE INSERT ON games_entry", FOLLOWS, condition)
    # … and by what else is unique in a table; then one is missing.
    missing = "(SELECT COUNT(*) FROM games_entry WHERE table_id = NEW.table_id) <> NEW.revision"
    moves = f"UPDATE games_table SET revision = {_NEWEST.format('table_id')} WHERE id = NEW.table_id"
    yield (
        entry,
        "entry_moves_its_table",
        f"AFTER INSERT ON games_entry BEGIN SELECT RAISE(ABORT, '{DELETED}') WHERE {missing}; {moves}; END",
    )
    stands = f"NEW.revision <> {_NEWEST.format('id')}"
    yield table, "table_begins_empty", refuse("BEFORE INSERT ON games_table", WRONG_REVISION, stands)
    yield (
        table,
        "table_stands_at_its_newest_entry",
        refuse("BEFORE UPDATE OF id, revision ON games_table", WRONG_REVISION, stands),
    )
    ledger = "EXISTS (SELECT 1 FROM games_entry WHERE table_id = OLD.id)"
    yield table, "table_with_a_ledger_is_never_deleted", refuse("BEFORE DELETE ON games_table", TABLE_DELETED, ledger)
    for name, (message, fixed, emptied) in HISTORIES.items():
        changes = _changes(fixed, emptied, "IS NOT")
        yield name, f"{name}_is_never_changed", refuse(f"BEFORE UPDATE ON {name}", message, changes)
    yield (
        "games_leagueevent",
        "games_leagueevent_is_never_deleted",
        refuse("BEFORE DELETE ON games_leagueevent", REMAINS),
    )
    for name, refused in SEALS.items():
        for what in refused:
            yield name, f"{name}_refuses_{what.lower()}", refuse(f"BEFORE {what} ON {name}", SEALED)
    # REPLACE again.
    replaced = (
        "EXISTS (SELECT 1 FROM games_seal WHERE id = NEW.id OR (kind = NEW.kind AND seal = NEW.seal "
        "AND table_id IS NEW.table_id AND game IS NEW.game AND season_id IS NEW.season_id))"
    )
    yield "games_seal", "games_seal_refuses_replace", refuse("BEFORE INSERT ON games_seal", SEALED, replaced)


_POSTGRESQL_FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION games_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE FUNCTION entry_follows_the_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM games_table WHERE id = NEW.table_id FOR NO KEY UPDATE;
    IF NEW.revision <> {_NEWEST.format("table_id")} + 1 THEN
        RAISE EXCEPTION '{FOLLOWS}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION entry_moves_its_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE games_table SET revision = {_NEWEST.format("table_id")} WHERE id = NEW.table_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION table_stands_at_its_newest_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.revision <> {_NEWEST.format("id")} THEN
        RAISE EXCEPTION '{WRONG_REVISION}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION table_with_a_ledger_is_never_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM games_entry WHERE table_id = OLD.id) THEN
        RAISE EXCEPTION '{TABLE_DELETED}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$
"""


def _postgresql() -> Iterator[tuple[str, str, str]]:
    """Table, name and body of each trigger."""

    def each(when: str, does: str, condition: str = "") -> str:
        return f"{when} FOR EACH ROW {condition and f'WHEN ({condition}) '}EXECUTE FUNCTION {does}"

    entry, table = "games_entry", "games_table"
    yield entry, "entry_is_never_changed", each("BEFORE UPDATE ON games_entry", f"games_refuse('{CHANGED}')")
    yield entry, "entry_is_never_deleted", each("BEFORE DELETE ON games_entry", f"games_refuse('{DELETED}')")
    yield (
        entry,
        "ledger_is_never_emptied",
        f"BEFORE TRUNCATE ON games_entry FOR EACH STATEMENT EXECUTE FUNCTION games_refuse('{DELETED}')",
    )
    yield entry, "entry_follows_the_last", each("BEFORE INSERT ON games_entry", "entry_follows_the_last()")
    yield entry, "entry_moves_its_table", each("AFTER INSERT ON games_entry", "entry_moves_its_table()")
    yield (
        table,
        "table_stands_at_its_newest_entry",
        each("BEFORE INSERT OR UPDATE OF id, revision ON games_table", "table_stands_at_its_newest_entry()"),
    )
    yield (
        table,
        "table_with_a_ledger_is_never_deleted",
        each("BEFORE DELETE ON games_table", "table_with_a_ledger_is_never_deleted()"),
    )
    for name, (message, fixed, emptied) in HISTORIES.items():
        changes = _changes(fixed, emptied, "IS DISTINCT FROM")
        yield name, f"{name}_is_never_changed", each(f"BEFORE UPDATE ON {name}", f"games_refuse('{message}')", changes)
    yield (
        "games_leagueevent",
        "games_leagueevent_is_never_deleted",
        each("BEFORE DELETE ON games_leagueevent", f"games_refuse('{REMAINS}')"),
    )
    yield (
        "games_leagueevent",
        "games_leagueevent_is_never_emptied",
        f"BEFORE TRUNCATE ON games_leagueevent FOR EACH STATEMENT EXECUTE FUNCTION games_refuse('{REMAINS}')",
    )
    for name, refused in SEALS.items():
        for what in refused:
            body = each(f"BEFORE {what} ON {name}", f"games_refuse('{SEALED}')")
            yield name, f"{name}_refuses_{what.lower()}", body
        truncated = f"BEFORE TRUNCATE ON {name} FOR EACH STATEMENT EXECUTE FUNCTION games_refuse('{SEALED}')"
        yield name, f"{name}_is_never_emptied", truncated


def create_missing(connection: Any) -> list[str]:
    """Create the triggers that are missing from existing tables; return their names."""
    with connection.cursor() as cursor:
        there, existing = set(connection.introspection.table_names(cursor)), _enabled(cursor, connection.vendor)
        missing = [one for one in wanted(connection.vendor) if one[0] in there and one[1] not in existing]
        if missing and connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTIONS)
        for table, name, body in missing:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")  # a disabled one is missing, too
            cursor.execute(f"CREATE TRIGGER {name} {body}")
    return [name for _, name, _ in missing]


def remove(connection: Any) -> None:
    """Remove all triggers of existing tables."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table, name, _ in wanted(connection.vendor):
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            elif table in there:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")


def missing_names(connection: Any) -> list[str]:
    """Return the sorted names of the triggers that are missing or disabled."""
    with connection.cursor() as cursor:
        return sorted({name for _, name, _ in wanted(connection.vendor)} - _enabled(cursor, connection.vendor))


def _enabled(cursor: Any, vendor: str) -> set[str]:
    """Return the names of the triggers that are in force."""
    if vendor == "sqlite":
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    else:
        # Not those of a schema that a restore put aside.
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') "
            "AND pg_table_is_visible(tgrelid)"
        )
    return {name for (name,) in cursor.fetchall()}


def wanted(vendor: str) -> list[tuple[str, str, str]]:
    """Return the table, name and body of each trigger that there has to be."""
    return list(_postgresql() if vendor == "postgresql" else _sqlite())


def functions() -> dict[str, str]:
    """What each function of the triggers does on PostgreSQL, by its name."""
    parts = re.findall(r"FUNCTION (\w+)\(\).*?\$\$(.*?)\$\$", _POSTGRESQL_FUNCTIONS, re.DOTALL)
    return dict(parts)
