"""Runs earlier versions of this application, checked out of git, on data of their own."""

import json
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from tests.servers import ROOT, LackingError, Site

BEFORE_TAGS: Final = ("1830c1c", "7512164", "617e922")
"""As long as nothing is tagged: with 2, 7 and 13 migrations; the last of them knows leagues, and no guards yet."""
FOUND: Final = {"617e922": {"no_author"}}
"""What the audit finds in their data: the demonstration of that time entered rounds by no link. Nobody's league did."""

_PLAY: Final = """
import json
from django.test import Client
client = Client(headers={"Host": "127.0.0.1"})
def ask(method, path, body=None, **headers):
    told = client.generic(method, "/api/v1/tables/" + path, json.dumps(body or {}).encode(),
                          content_type="application/json", headers=headers)
    assert told.status_code < 300, (method, path, told.status_code, told.content)
    return told.json()
out = []
for number, people in enumerate((["Ann", "Ben"], ["Cleo", "Dan", "Eve"])):
    preset = "standard" if len(people) == 2 else "ginski"
    table = ask("POST", "", {"players": people, "preset": preset, "house_rules": {"target": 10000}})
    bearer = {"Authorization": "Bearer " + table["owner_token"]}
    path = table["id"] + "/"
    for round in range(1, 9):
        facts = {"ender": people[round % len(people)], "declared": "knock",
                 "deadwood_after_layoffs": {name: 3 if name == people[round % len(people)] else 10 + round + place
                                            for place, name in enumerate(people)}}
        ask("POST", path + "rounds/", {"game": 1, "round": round, **facts}, **bearer,
            **{"Idempotency-Key": f"k-{number}-{round}"})
    seen = ask("GET", path, **bearer)
    third = seen["games"][0]["rounds"][2]
    facts["deadwood_after_layoffs"] = {name: 3 if name == facts["ender"] else 30 for name in people}
    for method, body in (("PUT", facts), ("DELETE", None)):
        number_of = 3 if method == "PUT" else 5
        revision = seen["games"][0]["rounds"][number_of - 1]["revision"]
        ask(method, f"{path}rounds/1/{number_of}/", body, **bearer,
            **{"Idempotency-Key": f"k-{number}-{method}", "If-Match": f'"{revision}"'})
    out.append({"token": table["watch_token"], "table": ask("GET", path, **bearer)})
print("PLAYED " + json.dumps(out))
"""


def git(*command: str) -> bytes:
    """Return git's output. Raises LackingError where there is no git history."""
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise LackingError(f"its own history (git fetch --unshallow --tags): git {command[0]} {command[-1]} failed")
    return done.stdout


def versions() -> list[str]:
    """Every version that was given out, the oldest first; before the first of them, some of the history."""
    return git("tag", "--list", "v*", "--sort=creatordate").decode().split() or list(BEFORE_TAGS)


class OldSite(Site):
    """An installation of an older version: its code in a folder of its own, its data on this version's way there."""

    code: Path

    def unpack(self, version: str, folder: Path) -> None:
        """Put the code of a version into a folder, and run that from now on."""
        with tarfile.open(fileobj=BytesIO(git("archive", "--format=tar", version))) as tar:
            tar.extractall(folder, filter="data")
        self.code = folder

    def run(self, *command: str) -> str:
        """Run a command of the old version on this data."""
        done = subprocess.run(
            [sys.executable, str(self.code / "manage.py"), *command],
            env=self.environment | {"PYTHONPATH": str(self.code)},
            cwd=self.code,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def play(self) -> list[dict[str, Any]]:
        """Lay the data out, play at two tables and, where the version knows leagues, in one; what the tables are."""
        self.run("migrate", "--verbosity=0")
        if (self.code / "games/management/commands/demo_league.py").exists():
            self.run("demo_league", "--players", "4", "--matches", "4", "--target", "40")
        return played(self.run("shell", "-c", _PLAY))


def play(site: Site) -> list[dict[str, Any]]:
    """The same with this version."""
    site.manage("demo_league", "--players", "4", "--matches", "4", "--target", "40")
    return played(site.manage("shell", "-c", _PLAY))


def played(output: str) -> list[dict[str, Any]]:
    """The tables out of what the script said."""
    (line,) = [line for line in output.splitlines() if line.startswith("PLAYED ")]
    tables: list[dict[str, Any]] = json.loads(line.removeprefix("PLAYED "))
    return tables


def digests(site: Site) -> list[tuple[Any, ...]]:
    """Every entry of every ledger, as it is stored."""
    names = "table_id, revision, kind, game, round, facts, result, digest, key, by"
    return [tuple(map(str, row)) for row in site.rows(f"SELECT {names} FROM games_entry ORDER BY table_id, revision")]
