"""Commands that sign nothing run in a fresh clone without a secret key."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[2]


def run(folder: Path, *command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with its own data folder and no key."""
    env = {key: value for key, value in os.environ.items() if key not in ("SECRET_KEY", "DJANGO_SETTINGS_MODULE")}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        input=text,
        cwd=ROOT,
        env=env | {"SCOREKEEPER_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_evaluate_answers_before_anything_was_started(tmp_path: Path) -> None:
    question = {"id": 1, "kind": "knock_limit", "preset": "ginski", "card": "R5"}
    done = run(tmp_path / "none", "evaluate", "-", text=json.dumps(question))
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, {"id": 1, "knock_limit": 13}, "")
    assert not (tmp_path / "none").exists()


def test_migrate_reports_a_missing_folder_and_does_not_make_it(tmp_path: Path) -> None:
    nowhere = tmp_path / "none"
    done = run(nowhere, "migrate", "--no-input")
    assert (done.returncode, done.stdout, nowhere.exists()) == (1, "", False)
    assert done.stderr == (
        f"CommandError: There is no data folder {nowhere}. Create it with `python3 manage.py start`, "
        "or set SCOREKEEPER_DATA to another folder.\n"
    )


def test_migrate_makes_the_database_in_an_existing_folder(tmp_path: Path) -> None:
    done = run(tmp_path, "migrate", "--no-input", "--verbosity=0")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "scorekeeper.sqlite3").exists()
