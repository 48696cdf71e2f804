"""Runs the doctests of the rules."""

import doctest
import importlib
from pathlib import Path

import pytest

import games.rules

(FOLDER,) = [Path(folder) for folder in games.rules.__path__]
FILES = sorted(file for file in FOLDER.rglob("*.py") if file.name != "__init__.py")


def module(file: Path) -> str:
    return ".".join(("games.rules", *file.relative_to(FOLDER).with_suffix("").parts))


def test_every_example_in_a_file_is_tried_and_true(subtests: pytest.Subtests) -> None:
    for file in FILES:
        with subtests.test(file=file):
            result = doctest.testmod(importlib.import_module(module(file)))
            written = [
                line for line in file.read_text(encoding="utf-8").splitlines() if line.strip().startswith(">>> ")
            ]
            assert (result.attempted, result.failed) == (len(written), 0)


def test_there_are_files_and_examples() -> None:
    output = {module(file) for file in FILES if ">>> " in file.read_text(encoding="utf-8")}
    assert {f"games.rules.{name}" for name in ("cards", "names", "ruleset", "scoring", "pairings.circle")} <= output
