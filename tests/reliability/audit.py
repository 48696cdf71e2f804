"""Compares what a server stored with what its test clients sent and were answered; returns lists of faults."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.reliability.clients import Foul, TableRecord, bearer
from tests.reliability.http_lines import Line
from tests.servers import Site

BROKEN = {
    "a revision of a table is not that of its newest entry": """
        SELECT t.public_id FROM games_table t LEFT JOIN games_entry e ON e.table_id = t.id
        GROUP BY t.id, t.public_id, t.revision
        HAVING t.revision <> COUNT(e.id) OR t.revision <> COALESCE(MAX(e.revision), 0)
    """,
    "a key wrote twice": "SELECT table_id, key FROM games_entry GROUP BY table_id, key HAVING COUNT(*) > 1",
    "a round has two first entries": """
        SELECT table_id, game, round FROM games_entry WHERE kind = 'round' GROUP BY table_id, game, round
        HAVING COUNT(*) > 1
    """,
    "a started table has no first entry": """
        SELECT t.public_id FROM games_table t
        WHERE NOT EXISTS (SELECT 1 FROM games_entry e WHERE e.table_id = t.id AND e.revision = 1 AND e.kind = 'start')
    """,
}
"""What the database must find no row of, by the sentence that tells of one."""


def faults_of(record: TableRecord, entries: Sequence[dict[str, Any]]) -> list[str]:
    """What is wrong with a ledger: all that was acknowledged must be in it, in order, once, and nothing else."""
    wrong = []
    if [entry["revision"] for entry in entries] != list(range(1, len(entries) + 1)):
        wrong.append("the revisions have gaps")
    if [entry["kind"] for entry in entries] != ["start"] + ["round"] * (len(entries) - 1):
        wrong.append("there are entries that nobody made")
    stored = [entry["round"] for entry in entries[1:]]
    for number in sorted(set(stored) | set(record.acknowledged)):
        times = stored.count(number)
        if number not in record.acknowledged:
            wrong.append(f"round {number} was never acknowledged")
        elif times != 1:
            wrong.append(f"round {number} is {'lost' if times == 0 else 'doubled'}")
    if stored != sorted(stored):
        wrong.append("the rounds are out of order")
    for entry in entries[1:]:
        intent, revision = record.acknowledged.get(entry["round"], (None, None))
        if intent and (entry["facts"], entry["revision"]) != (intent.facts, revision):
            wrong.append(f"round {entry['round']} is not as it was meant")
    return [f"table {record.id}: {fault}" for fault in wrong]


async def ledger(line: Line, record: TableRecord) -> list[dict[str, Any]]:
    """All entries of a table, as the API tells them."""
    entries: list[dict[str, Any]] = []
    after = ""
    while after is not None:
        path = f"/api/v1/tables/{record.id}/entries/{after}"
        answer = await line.send_request("GET", path, headers=bearer(record.tokens["watch"]))
        if answer.status != 200:
            raise Foul("the ledger", answer)
        page = answer.json()
        entries += page["entries"]
        after = page["next"]
    return entries


async def audit(site: Site, records: Sequence[TableRecord]) -> tuple[int, list[str]]:
    """How many rounds the running server keeps of these tables, and everything that is wrong with its data.

    The tables have to be all there are. Raises AssertionError where `manage.py audit` finds a difference.
    """
    line = Line(site.url)
    stored, wrong = 0, []
    for record in records:
        entries = await ledger(line, record)
        stored += len(entries) - 1
        wrong += faults_of(record, entries)
    line.close()
    looked_at = json.loads(site.manage("audit", "--json").splitlines()[-1])
    wanted = {"tables": len(records), "entries": stored + len(records), "seasons": 0, "differences": 0, "unchecked": 0}
    if {name: looked_at.get(name) for name in wanted} != wanted:
        wrong.append(f"manage.py audit looked at {looked_at}")
    for sentence, query in BROKEN.items():
        wrong += [f"{sentence}: {row}" for row in site.rows(query)]
    if not site.database_url:
        wrong += damage(site.folder / "scorekeeper.sqlite3")
    return stored, wrong


def damage(file: Path) -> list[str]:
    """What SQLite itself finds wrong with its file."""
    with closing(sqlite3.connect(file)) as database:
        lines = [row[0] for row in database.execute("PRAGMA integrity_check")]
        strangers = database.execute("PRAGMA foreign_key_check").fetchall()
    return [fault for fault in lines if fault != "ok"] + [f"a foreign key leads nowhere: {row}" for row in strangers]
