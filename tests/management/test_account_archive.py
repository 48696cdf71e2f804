"""`export_account` and `import_account`: moving an account between installations, on SQLite and PostgreSQL."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from syrupy.assertion import SnapshotAssertion

from games.models import Table
from tests.leagues import account
from tests.makers import start
from tests.servers import DATABASES, Site, Sites

EVENING = """
import json, sys
from games.models import Table
from tests.leagues import account, club
from tests.makers import correct, enter, gin, knock, start
from games.services.table.games import start_game
olga = account("Olga", "olga@example.org")
for at in range(3):
    ann = start("Ann", "Zoë 🧑🏽‍🚀", label=f"Phone {at}")
    for told in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, told)
    correct(ann, 1, knock(0, 8, 20), reason="miscounted")
    start_game(access=ann.access, key="again", preset="hollywood", house_rules={})
    enter(ann, gin(1, 12))
    Table.objects.filter(pk=ann.table.pk).update(account=olga)
made = club(house_rules={"target": 30})
made.play(made.match("Ann", "Ben"), made.access, gin(0, 40))
made.league.offices.update(account=olga)
"""
OTTO = "from tests.leagues import account; account('Otto', 'otto@example.org')"


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


@pytest.mark.slow
@pytest.mark.parametrize("database", DATABASES)
def test_account_moves_to_another_server_without_loss_and_once(
    sites: Sites, there: Site, archive: Path, database: str
) -> None:
    here = sites.make(database)
    here.manage("shell", "-v0", "-c", OTTO)
    output = here.manage("import_account", str(archive), "--account", "otto@example.org").split("\n")
    assert [line.split()[0] for line in output if line] == ["table"] * 3 + ["league"]
    assert all(re.fullmatch(r"table /j/[\w-]{32}/", line) for line in output[:3])
    assert "Nothing differs" in here.manage("audit")
    again = here.manage("import_account", str(archive), "--account", "otto@example.org").split("\n")
    assert {line.split()[0] for line in again if line} == {"known"}
    data, copied = json.loads(archive.read_text()), json.loads(here.manage("export_account", "otto@example.org"))
    assert [bare(table) for table in copied["tables"]] == [bare(table) for table in data["tables"]]
    assert bare(copied["leagues"][0]) == bare(data["leagues"][0])


def bare(table: dict[str, Any]) -> dict[str, Any]:
    """A table's archive without the values that differ between installations."""
    return {name: value for name, value in table.items() if name not in ("id", "links")}


@pytest.mark.django_db
def test_the_commands_say_what_they_cannot(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    def message_of(*arguments: str) -> str:
        with pytest.raises(CommandError) as failed:
            call_command(*arguments)
        return str(failed.value)

    Table.objects.filter(pk=start().table.pk).update(account=account("Olga", "olga@example.org"))
    olga, path = ("--account", "olga@example.org"), tmp_path / "olga.json"
    with path.open("w") as out:
        call_command("export_account", "Olga@example.org", stdout=out)
    assert message_of("export_account", "eve@example.org") == snapshot
    assert message_of("import_account", str(path), "--account", "eve@example.org") == snapshot
    assert "Cannot read" in message_of("import_account", str(tmp_path / "none.json"), *olga)
    data = json.loads(path.read_text())
    data["tables"][0]["entries"][0]["facts"]["dealer"] = 1
    path.write_text(json.dumps(data))
    assert "table 1: entry 1 of table" in message_of("import_account", str(path), *olga)
