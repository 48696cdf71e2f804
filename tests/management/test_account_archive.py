"""An account taken from one installation to another, on SQLite and on PostgreSQL, by the commands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.servers import Site, Sites

EVENING = """
import json, sys
from games.models import Table
from tests.leagues import account, club
from tests.makers import correct, enter, gin, knock, start
from games.services.games import start_game
olga = account("Olga", "olga@example.org")
for at in range(8):
    ann = start("Ann", "Zoë 🧑🏽‍🚀", label=f"Phone {at}", preset=("standard", "gamesgrid_points")[0])
    for told in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, told)
    correct(ann, 1, knock(0, 8, 20), reason="miscounted")
    start_game(access=ann.access, key="again", preset="hollywood", house_rules={})
    enter(ann, gin(1, 12))
    Table.objects.filter(pk=ann.table.pk).update(account=olga)
made = club(house_rules={"target": 30})
made.play(made.fixture("Ann", "Ben"), made.access, gin(0, 40))
made.league.offices.update(account=olga)
"""
DIGESTS = """
import json
from games.models import Entry, Table
tables = Table.objects.order_by("pk")
print(json.dumps([list(Entry.objects.filter(table=t).order_by("revision").values_list("digest", flat=True)) for t in tables]))
"""
OTTO = "from tests.leagues import account; account('Otto', 'otto@example.org')"


def digests(site: Site) -> list[list[str]]:
    found: list[list[str]] = json.loads(site.manage("shell", "-v0", "-c", DIGESTS))
    return sorted(found)


@pytest.fixture(scope="module")
def there(sites: Sites) -> Site:
    """An installation with an evening of tables and a league."""
    site = sites.make("sqlite")
    site.manage("shell", "-v0", "-c", EVENING)
    return site


@pytest.fixture(scope="module")
def archive(there: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "olga.json"
    path.write_text(there.manage("export_account", "Olga@example.org"), encoding="utf-8")
    return path


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_an_account_moves_house_without_loss_and_once(sites: Sites, there: Site, archive: Path, database: str) -> None:
    here = sites.make(database)
    here.manage("shell", "-v0", "-c", OTTO)
    told = here.manage("import_account", str(archive), "--account", "otto@example.org").split("\n")
    assert [line.split()[0] for line in told if line] == ["table"] * 8 + ["league"]
    assert all(re.fullmatch(r"table /j/[\w-]{32}/", line) for line in told[:8])
    assert digests(here) == digests(there)
    assert "Nothing differs" in here.manage("audit")
    again = here.manage("import_account", str(archive), "--account", "otto@example.org").split("\n")
    assert {line.split()[0] for line in again if line} == {"known"}
    assert digests(here) == digests(there)
    # And from there on again: what was told once is told alike.
    data, copied = json.loads(archive.read_text()), json.loads(here.manage("export_account", "otto@example.org"))
    assert [bare(table) for table in copied["tables"]] == [bare(table) for table in data["tables"]]


def bare(table: dict[str, Any]) -> dict[str, Any]:
    """A table's archive without what is of its installation."""
    return {name: value for name, value in table.items() if name not in ("id", "links")}


def test_the_commands_say_what_they_cannot(there: Site, archive: Path, tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        with pytest.raises(AssertionError) as failed:
            there.manage(*arguments)
        return str(failed.value)

    assert "There is no account eve@example.org." in said("export_account", "eve@example.org")
    assert "There is no account eve@example.org." in said(
        "import_account", str(archive), "--account", "eve@example.org"
    )
    olga = ("--account", "olga@example.org")
    assert "cannot be read" in said("import_account", str(tmp_path / "none.json"), *olga)
    changed = tmp_path / "changed.json"
    data = json.loads(archive.read_text())
    data["tables"][3]["entries"][2]["facts"]["ender"] = 0
    changed.write_text(json.dumps(data))
    assert re.search(
        r"Nothing was imported: table 4: entry 3 of table \w+ was changed\.",
        said("import_account", str(changed), *olga),
    )
