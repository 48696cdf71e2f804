"""Runs pytest in a subprocess, to test what it prints at the end."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*options: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest as a person would, with only `environment` set."""
    foreign = ("CI", "CHROMIUM", "PYTEST", "DJANGO", "RELIABILITY")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=cwd,
        env=inherited | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
