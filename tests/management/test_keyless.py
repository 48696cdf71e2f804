"""Commands that sign nothing run in a fresh clone, before anything was started there."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_evaluate_answers_before_anything_was_started(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key not in ("SECRET_KEY", "DJANGO_SETTINGS_MODULE")}
    question = {"id": 1, "kind": "knock_limit", "preset": "ginski", "card": "R5"}
    run = subprocess.run(
        [sys.executable, "manage.py", "evaluate", "-"],
        input=json.dumps(question),
        cwd=ROOT,
        env=env | {"SCOREKEEPER_DATA": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, json.loads(run.stdout), run.stderr) == (0, {"id": 1, "knock_limit": 13}, "")
