"""Runs the tests of models, selectors and pages that ask a database on PostgreSQL too; the others use SQLite."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.servers import ROOT, PostgreSQL

FOLDERS = ("tests/models", "tests/selectors", "tests/pages", "tests/webhooks/test_messages.py")
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "tests.reliability.only_with_database")
LEAST = 230  # tests; were it fewer, a folder would have been moved and nobody have noticed


def test_the_tests_of_models_and_selectors_pass_on_postgresql(tmp_path: Path, counted: Callable[[str], None]) -> None:
    report = tmp_path / "said.xml"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    with PostgreSQL(durable=False) as server:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *OPTIONS, f"--junitxml={report}", *FOLDERS],
            cwd=ROOT,
            env=environment | {"DATABASE_URL": server.database("suite")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr
    # Written a moment ago by the pytest above.
    suite = ElementTree.parse(report).find("testsuite")  # noqa: S314
    assert suite is not None
    number = {kind: int(suite.get(kind, "")) for kind in ("tests", "failures", "errors", "skipped")}
    counted("on PostgreSQL: " + ", ".join(f"{many} {kind}" for kind, many in number.items()))
    assert number["tests"] >= LEAST
    assert number == {"tests": number["tests"], "failures": 0, "errors": 0, "skipped": 0}
