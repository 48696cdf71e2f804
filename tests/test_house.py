"""What a reviewer should not have to look for. Each test shows what its tool said."""

import ast
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str) -> None:
    """Run a command on this project; fail with all it said."""
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings_for_tests", "NO_COLOR": "1"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n\n{done.stdout}{done.stderr}", pytrace=False)


def test_ruff_finds_nothing() -> None:
    run(sys.executable, "-m", "ruff", "check", "--quiet")


def test_every_file_is_formatted() -> None:
    run(sys.executable, "-m", "ruff", "format", "--check")


@pytest.mark.full
def test_mypy_finds_nothing() -> None:
    run(sys.executable, "-m", "mypy")


def test_rooms_import_downwards_only() -> None:
    run(str(Path(sysconfig.get_path("scripts")) / "lint-imports"), "--no-logo")


def test_no_migration_is_missing() -> None:
    run(sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")


def test_django_finds_nothing() -> None:
    run(sys.executable, "manage.py", "check", "--fail-level", "WARNING")


def test_the_rules_use_the_standard_library_only() -> None:
    allowed = {*sys.stdlib_module_names, "games"}
    rules = ROOT / "games" / "rules"
    strangers = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted(rules.rglob("*.py"))
        for name in imported(path)
        if name.partition(".")[0] not in allowed
    ]
    assert not strangers


def test_importing_the_rules_loads_no_framework() -> None:
    run(sys.executable, "-c", "import sys, games.rules; sys.exit('django' in sys.modules and 'Django was loaded')")


def imported(path: Path) -> Iterator[str]:
    """Yield the name of every module that the file at `path` imports by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
