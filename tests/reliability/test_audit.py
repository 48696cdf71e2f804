"""The audit finds nothing wrong with what the application wrote, and names each kind of damage."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.apps import apps
from syrupy.assertion import SnapshotAssertion

from games.models import guards as triggers
from games.rules.audit import totals_wrong
from games.wording.audit import SENTENCES
from tests.makers import current, enter, gin, start
from tests.reliability.damage import COPIED, DAMAGES, LEAGUES, MADE, Where, without_guards
from tests.reliability.raw_database import Raw
from tests.servers import Site, Sites

BY_CHAINS = frozenset(
    {
        *("entry_differs", "ledger_cut", "event_differs", "history_cut", "key_lost", "key_unknown"),
        *("seal_differs", "seal_missing", "sealed_differs", "sealed_name_differs", "renamed_since"),
    }
)
"""The codes of chains and seals, which see nearly every damage too: test_tampering and test_chains show them."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def quiet(request: pytest.FixtureRequest, sites: Sites) -> Site:
    """A site with an empty database, on which no server runs."""
    return sites.make(request.param)


@pytest.fixture
def raw(quiet: Site) -> Iterator[Raw]:
    """Its database, past the program."""
    connection = Raw(quiet.folder, quiet.environment.get("DATABASE_URL", ""))
    yield connection
    connection.close()


def audited(site: Site, *options: str, status: int = 0) -> list[dict[str, object]]:
    """What the audit says, line by line; the last line are the counts."""
    output = site.manage("audit", "--json", *options, status=status)
    return [json.loads(line) for line in output.splitlines()]


def test_what_the_program_wrote_is_clean(quiet: Site, counted: Callable[[str], None]) -> None:
    quiet.manage("shell", "-c", "from tests.reliability.sample_nights import everything; everything()")
    quiet.manage("demo_league", "--players=6", "--matches=30")
    output = quiet.manage("audit")
    text = r"Audited: (\d+) tables, (\d+) entries, (\d+) seasons\. Nothing differs\.\n"
    found = re.fullmatch(text, output)
    assert found, output
    tables, entries, seasons = map(int, found.groups())
    assert (tables, seasons) == (30 + 9 + 5 + 1 + 5, 4)
    counted(f"{tables} tables, {entries} entries, {seasons} seasons: 0 differences")


def test_each_damage_is_found_and_named(quiet: Site, raw: Raw, counted: Callable[[str], None]) -> None:
    output = quiet.manage("shell", "-c", f"from tests.reliability.damage import make; make({list(DAMAGES)})")
    made = json.loads(output.partition(MADE)[2])
    without_guards(raw)
    for name, (damage, _) in DAMAGES.items():
        damage(Where(raw, made[name], made))
    *found, counts = audited(quiet, status=1)
    assert counts["differences"] == len(found)
    kinds = ("table", "season", "league")
    places = {made[name][kind]: name for name in DAMAGES for kind in kinds if kind in made[name]}
    codes_found: dict[str, set[object]] = {name: set() for name in DAMAGES}
    for one in found:
        if one["code"] not in {"guard_missing", *BY_CHAINS} and "row" not in one:
            place = next(one[kind] for kind in kinds if kind in one)
            codes_found[places[place]].add(one["code"])
        assert str(one["text"]).startswith(f"{one['code']}: ")
    assert codes_found == {name: codes for name, (_, codes) in DAMAGES.items()}
    vendor = "postgresql" if raw.postgresql else "sqlite"
    models = [model for model in apps.get_app_config("games").get_models() if model._meta.db_table in COPIED]
    guards = {constraint.name for model in models for constraint in model._meta.constraints}
    guards |= {name for _, name, _ in triggers.wanted(vendor)}
    missing = {str(one["text"]).split()[1] for one in found if one["code"] == "guard_missing"}
    assert guards <= missing <= guards | {"NOT", "UNIQUE", "FOREIGN"}
    counted(f"{len(DAMAGES)} damages, {len(guards)} guards taken off: all found, nothing else")
    *alone, _ = audited(quiet, "--table", made["out_of_order"]["table"], status=1)
    assert {one["code"] for one in alone} - BY_CHAINS == {"out_of_order"}


def test_every_code_is_shown_by_a_damage() -> None:
    shown = {code for _, codes in DAMAGES.values() for code in codes}
    # The file itself and its references are damaged below, single values and guards in test_audit_damage; totals by a
    # sheet that is none.
    elsewhere = {"database_damaged", "reference_broken", "totals_wrong", "value_wrong", "unreadable"}
    elsewhere |= {"rules_unreadable", "guard_missing", "guard_changed", "trigger_unknown", *BY_CHAINS}
    assert set(SENTENCES) - shown == elsewhere
    assert set(LEAGUES) <= set(DAMAGES)


def test_a_damaged_file_and_a_reference_to_nothing_are_found(sites: Sites) -> None:
    site = sites.make("sqlite")
    raw = Raw(site.folder)
    raw.run("INSERT INTO games_seat (table_id, number, player_id) VALUES (77, 0, 78)")
    raw.run("PRAGMA writable_schema = ON")
    raw.run("DELETE FROM sqlite_master WHERE name = 'sides_of_the_table'")
    raw.close()
    found = audited(site, status=1)[:-1]
    assert {one["code"] for one in found} == {"database_damaged", "reference_broken"}
    assert sum(one["code"] == "reference_broken" for one in found) == 2


@pytest.mark.django_db
def test_totals_that_are_not_the_sum_of_the_rounds_are_found() -> None:
    ann = start()
    enter(ann, gin(0, 10))
    game = current(ann)
    assert list(totals_wrong(game)) == []
    (first,) = game.rounds
    for wrong in (
        replace(game, cumulative={0: 36, 1: 0}),
        replace(game, boxes={0: 0, 1: 0} | {0: game.boxes[0] + 1}),
        replace(game, rounds=(replace(first, cumulative={0: 34, 1: 0}),)),
    ):
        assert [one.code for one in totals_wrong(wrong)] == ["totals_wrong"]


@pytest.mark.slow
def test_it_says_when_it_cannot_run(sites: Sites, snapshot: SnapshotAssertion) -> None:
    site = sites.make("sqlite")
    assert site.manage("audit", "--table", "nowhere", status=2).splitlines() == snapshot
    file = site.folder / "scorekeeper.sqlite3"
    raw = Raw(site.folder)
    raw.run("DELETE FROM django_migrations WHERE app = 'games'")
    raw.close()
    assert "not up to date" in site.manage("audit", status=2)
    file.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    assert "cannot be read" in site.manage("audit", status=2)
    for part in site.folder.glob("scorekeeper.sqlite3*"):
        part.unlink()
    assert "There is no database" in site.manage("audit", status=2)
    assert not file.exists()


MEANWHILE = """
import threading
from django.db import DatabaseError, connection, transaction
from games.models import Table
from games.selectors.operating.audit import AuditCounts, audit, read_snapshot
from tests.makers import enter, gin, start

ann = start()
with read_snapshot():
    try:
        with transaction.atomic():
            Table.objects.update(name="changed")
        print("wrote")
    except DatabaseError:
        print("refused")
if connection.vendor == "postgresql":
    connection.close()
with read_snapshot():
    before = Table.objects.get().revision
    def write():
        enter(ann, gin(0, 10))
        enter(start(), gin(0, 10))
        connection.close()
    writing = threading.Thread(target=write)
    writing.start()
    writing.join(20)
    print("waits" if writing.is_alive() else "written", before, Table.objects.get().revision)
audited = AuditCounts()
print(list(audit(audited)), audited.tables, audited.entries)
"""


def test_it_writes_nothing_sees_one_moment_and_lets_everybody_write(quiet: Site) -> None:
    output = quiet.manage("shell", "-c", MEANWHILE).splitlines()
    assert output[-3:] == ["refused", "written 1 1", "[] 2 4"]
