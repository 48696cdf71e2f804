"""Changes that somebody with the database file makes by hand to get another result.

They have the database file and no key: they take the triggers off, change what they want, make what they can fit, and
set the triggers again. Runs in the process of a site.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

from django.db import connection, transaction

from games.rules.ledger import entry_digest
from games.selectors.operating.audit import AuditCounts, audit

FOUND: Final = "By hand:"
"""What the line begins with that tells the codes of each."""


def sql(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Run a statement that has to touch something; return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if cursor.description:
            return cursor.fetchall()
        assert cursor.rowcount, statement
    return []


def _table() -> int:
    """A table with a game that is over and one that goes on."""
    ((table,),) = sql("SELECT table_id FROM games_entry GROUP BY table_id ORDER BY COUNT(*) DESC LIMIT 1")
    return int(table)


def _last(table: int) -> int:
    ((entry,),) = sql("SELECT id FROM games_entry WHERE table_id = %s ORDER BY revision DESC LIMIT 1", table)
    return int(entry)


def _swap_players() -> None:
    (one, other) = sql(
        "SELECT p.id, p.name, p.folded FROM games_player p JOIN games_seat s ON s.player_id = p.id "
        "WHERE s.table_id = %s ORDER BY s.number LIMIT 2",
        _table(),
    )
    for player, name, folded in ((one[0], "", ""), (other[0], *one[1:]), (one[0], *other[1:])):
        sql("UPDATE games_player SET name = %s, folded = %s WHERE id = %s", name, folded, player)


def _swap_seats() -> None:
    table = _table()
    sql("UPDATE games_seat SET number = 9 WHERE table_id = %s AND number = 0", table)
    sql("UPDATE games_seat SET number = 0 WHERE table_id = %s AND number = 1", table)
    sql("UPDATE games_seat SET number = 1 WHERE table_id = %s AND number = 9", table)


def _season_points() -> None:
    ((season, rules),) = sql("SELECT id, rules FROM games_season ORDER BY id LIMIT 1")
    sql("UPDATE games_season SET rules = %s WHERE id = %s", json.dumps(json.loads(rules) | {"win": 7}), season)


def _side_by_file() -> None:
    sql(
        "UPDATE games_fixtureside SET points = points + 50 WHERE id = "
        "(SELECT MIN(s.id) FROM games_fixtureside s JOIN games_fixture f ON f.id = s.fixture_id WHERE f.imported <> '')"
    )


def _forfeit() -> None:
    sql(
        "UPDATE games_fixtureside SET outcome = CASE outcome WHEN 'win' THEN 'loss' ELSE 'win' END "
        "WHERE fixture_id = (SELECT MIN(id) FROM games_fixture WHERE state = 'forfeited')"
    )


def _tail() -> None:
    """The last entry of a ledger with its seal, the head set back to the one before, the revision as it was then."""
    table = _table()
    entry = _last(table)
    sql("DELETE FROM games_entryseal WHERE entry_id = %s", entry)
    sql("DELETE FROM games_entry WHERE id = %s", entry)
    ((mac, revision),) = sql(
        "SELECT s.mac, e.revision FROM games_entryseal s JOIN games_entry e ON e.id = s.entry_id WHERE e.id = %s",
        _last(table),
    )
    sql("UPDATE games_sealhead SET length = %s, mac = %s WHERE chain = %s", revision, mac, f"ledger:{table}")
    sql("UPDATE games_table SET revision = %s WHERE id = %s", revision, table)


def _penalty_gone() -> None:
    """A penalty with its seals, the head of the chain set back; what the head says of itself cannot be made again."""
    ((penalty,),) = sql("SELECT MAX(id) FROM games_penalty")
    ((chain,),) = sql("SELECT chain FROM games_rowseal WHERE of = 'games_penalty' AND row = %s", str(penalty))
    sql("DELETE FROM games_penalty WHERE id = %s", penalty)
    ((first,),) = sql("SELECT number FROM games_rowseal WHERE of = 'games_penalty' AND row = %s", str(penalty))
    sql("DELETE FROM games_rowseal WHERE chain = %s AND number >= %s", chain, first)
    ((length, mac),) = sql("SELECT number, mac FROM games_rowseal WHERE chain = %s ORDER BY number DESC LIMIT 1", chain)
    sql("UPDATE games_sealhead SET length = %s, mac = %s WHERE chain = %s", length, mac, chain)


def _whole_table() -> None:
    """A table with all that belongs to it, seals and heads included."""
    table = _table()
    sql("DELETE FROM games_entryseal WHERE entry_id IN (SELECT id FROM games_entry WHERE table_id = %s)", table)
    for name in ("entry", "seat", "settledseat", "accesslink", "sharedgame"):
        sql(f"DELETE FROM games_{name} WHERE table_id = %s", table)
    sql("DELETE FROM games_table WHERE id = %s", table)
    sql("DELETE FROM games_rowseal WHERE chain = %s", f"table:{table}")
    sql("DELETE FROM games_sealhead WHERE chain IN (%s, %s)", f"table:{table}", f"ledger:{table}")


def _forged() -> None:
    """One more round behind the last, like one that is there, with its own digest and what looks like a seal."""
    table = _table()
    names = ["kind", "game", "round", "facts", "result", "reason", "device_id", "link_id", "by", "at"]
    text = ", ".join(f'"{name}"' for name in names)
    ((kind, game, number, facts, *rest),) = sql(
        f"SELECT {text} FROM games_entry WHERE table_id = %s AND kind = 'round' ORDER BY revision DESC LIMIT 1", table
    )
    digest = entry_digest(kind, game, number + 1, json.loads(facts))
    ((revision,),) = sql("SELECT MAX(revision) + 1 FROM games_entry WHERE table_id = %s", table)
    sql(
        f"INSERT INTO games_entry (table_id, revision, key, digest, {text}) "
        f"VALUES (%s, %s, 'forged', %s, {', '.join(['%s'] * len(names))})",
        *(table, revision, digest, kind, game, number + 1, facts, *rest),
    )
    mac = hashlib.sha256(digest.encode()).hexdigest()
    sql(
        'INSERT INTO games_entryseal (entry_id, how, key, salt, "by", mac) '
        'SELECT %s, how, key, salt, "by", %s FROM games_entryseal LIMIT 1',
        *(_last(table), mac),
    )
    sql("UPDATE games_sealhead SET length = %s, mac = %s WHERE chain = %s", revision, mac, f"ledger:{table}")
    sql("UPDATE games_table SET revision = %s WHERE id = %s", revision, table)


def _swap_entries() -> None:
    """Two rounds of a game, each in the place of the other, with the digests that belong there."""
    table = _table()
    (one, other) = sql(
        "SELECT id, facts, result, game, round FROM games_entry WHERE table_id = %s AND kind = 'round' "
        "AND game = 1 ORDER BY revision LIMIT 2",
        table,
    )
    for (row, _, _, game, number), (_, facts, result, _, _) in ((one, other), (other, one)):
        digest = entry_digest("round", game, number, json.loads(facts))
        sql("UPDATE games_entry SET facts = %s, result = %s, digest = %s WHERE id = %s", facts, result, digest, row)


def _restore_older_seal() -> None:
    """An older seal of a row said to be its last: what it was before comes back."""
    ((row, number, chain),) = sql(
        "SELECT row, MAX(number), chain FROM games_rowseal WHERE of = 'games_season' GROUP BY row, chain "
        "HAVING COUNT(*) > 1 LIMIT 1"
    )
    sql("DELETE FROM games_rowseal WHERE chain = %s AND number = %s AND row = %s", chain, number, row)


def _plain(statement: str) -> Callable[[], None]:
    return lambda: sql(statement) and None


_ENTRY = "(SELECT MAX(id) - 3 FROM games_entry)"
_WATCH = "(SELECT MIN(id) FROM games_accesslink WHERE role = 'watch')"
BY_HAND: dict[str, tuple[Callable[[], None], set[str]]] = {
    # name: what is done, and the codes of which one has to tell of it
    "two players' names swapped": (_swap_players, {"row_differs"}),
    "a member's name": (_plain("UPDATE games_member SET name = 'Zed', folded = 'zed' WHERE id = 1"), {"row_differs"}),
    "a table's seats swapped": (_swap_seats, {"row_differs"}),
    "a penalty's points": (_plain("UPDATE games_penalty SET points = points + 5"), {"row_differs"}),
    "a penalty's reason": (_plain("UPDATE games_penalty SET reason = 'Nothing'"), {"row_differs"}),
    "a penalty lifted": (_plain("UPDATE games_penalty SET lifted_at = '2026-01-06 19:00:00'"), {"row_differs"}),
    "a penalty gone, with its seals": (_penalty_gone, {"head_wrong"}),
    "a season's points for a win": (_season_points, {"row_differs"}),
    "a season closed": (_plain("UPDATE games_season SET closed_at = '2026-01-06 19:00:00'"), {"row_differs"}),
    "a side's points, by file": (_side_by_file, {"row_differs"}),
    "a forfeit the other way round": (_forfeit, {"row_differs"}),
    "a match of another night": (_plain("UPDATE games_fixture SET night = '2026-02-03' WHERE id = 1"), {"row_differs"}),
    "a match of another number": (_plain("UPDATE games_fixture SET number = 99 WHERE id = 1"), {"row_differs"}),
    "an entrant's seed": (_plain("UPDATE games_entrant SET seed = 1 WHERE id = 1"), {"row_differs"}),
    "an office": (_plain("UPDATE games_office SET duty = 'scorer' WHERE id = 1"), {"row_differs"}),
    "who wrote an entry": (_plain(f"UPDATE games_entry SET by = 'Zed' WHERE id = {_ENTRY}"), {"entry_name_differs"}),
    "when an entry was written": (
        _plain(f"UPDATE games_entry SET at = '2026-01-06 19:00:00' WHERE id = {_ENTRY}"),
        {"entry_differs"},
    ),
    "the reason of an entry": (_plain(f"UPDATE games_entry SET reason = 'Zed' WHERE id = {_ENTRY}"), {"entry_differs"}),
    "a league's history": (_plain("UPDATE games_leagueevent SET kind = 'renamed' WHERE id = 3"), {"row_differs"}),
    "who decided in a league": (_plain("UPDATE games_leagueevent SET by = 'Zed' WHERE id = 3"), {"row_differs"}),
    "a line of a league's history gone": (_plain("DELETE FROM games_leagueevent WHERE id = 3"), {"row_gone"}),
    "the end of a ledger, seal and head": (_tail, {"head_wrong"}),
    "a whole table, seals and heads": (_whole_table, {"row_gone"}),
    "two rounds swapped, with digests": (_swap_entries, {"entry_differs"}),
    "a forged round, with its digest": (_forged, {"entry_differs", "head_wrong"}),
    "the last seal of a season": (_restore_older_seal, {"seals_missing", "chain_cut"}),
    "a link that may do more": (
        _plain(f"UPDATE games_accesslink SET role = 'owner' WHERE id = {_WATCH}"),
        {"row_differs"},
    ),
}


def run() -> None:
    """Do each by itself, with the triggers off and set again, and print the codes that the audit tells."""
    from tests.reliability.tampering import world

    world()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
    triggers = sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = {"nothing": _codes()}
    for name, (change, _) in BY_HAND.items():
        with transaction.atomic():
            for trigger, _ in triggers:
                sql_quietly(f"DROP TRIGGER {trigger}")
            change()
            for _, statement in triggers:
                sql_quietly(statement)
            found[name] = _codes()
            transaction.set_rollback(True)
    print(FOUND + json.dumps(found))  # noqa: T201 - this is how the other process is told


def sql_quietly(statement: str) -> None:
    """Run a statement that touches no row."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _codes() -> list[str]:
    return sorted({one.code for one in audit(AuditCounts())})
