"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
from pathlib import Path

import pytest

import games.rules

(FOLDER,) = [Path(folder) for folder in games.rules.__path__]
FILES = sorted(file for file in FOLDER.glob("*.py") if file.name != "__init__.py")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_example_in_a_file_is_tried_and_true(file: Path) -> None:
    result = doctest.testmod(importlib.import_module(f"games.rules.{file.stem}"))
    written = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip().startswith(">>> ")]
    assert (result.attempted, result.failed) == (len(written), 0)


def test_there_are_files_and_examples() -> None:
    texts = {file.stem: file.read_text(encoding="utf-8") for file in FILES}
    told = {name for name, text in texts.items() if ">>> " in text}
    assert {"cards", "names", "ruleset", "scoring"} <= told
