"""`manage.py catalogs` works in a fresh clone: no key, no data folder, no GNU gettext, nothing compiled."""

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from games.management import catalogs

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(catalogs.languages())

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    copy = tmp_path / "clone"
    copy.mkdir()
    shutil.copy(ROOT / "manage.py", copy)
    for folder in ("scorekeeper", "games", "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    return copy


@pytest.fixture
def run(clone: Path, tmp_path: Path) -> Run:
    """Run `manage.py catalogs` in the clone."""

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "catalogs", *options],
            cwd=clone,
            env={"PATH": "/nowhere", "PYTHONUTF8": "1", "SCOREKEEPER_DATA": str(tmp_path / "none")},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def a_message(clone: Path) -> tuple[Path, str]:
    """A template, and a message that occurs once in it and nowhere else: a sentence of more than ten words."""
    for message in catalogs.extracted_messages():
        files = {file for file, _ in message.locations}
        path = clone / next(iter(files), "none")
        if (
            len(files) == 1
            and path.suffix == ".html"
            and isinstance(message.id, str)
            and re.fullmatch(r"[A-Z][a-z]+( [a-z]+){10,}\.", message.id)
            and path.read_text(encoding="utf-8").count(message.id) == 1
        ):
            return path, message.id
    raise AssertionError("no template has a plain sentence")


@pytest.mark.slow
@pytest.mark.server
def test_a_changed_wording_takes_one_command_and_keeps_five_translations(clone: Path, run: Run) -> None:
    path, text = a_message(clone)
    before = {file: file.read_text(encoding="utf-8") for file in sorted(clone.rglob("django.po"))}
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert {file: file.read_text(encoding="utf-8") for file in before} == before

    other = text.replace(".", " indeed.")
    path.write_text(path.read_text(encoding="utf-8").replace(text, other), encoding="utf-8")
    done = run("--check")
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if repr(other) in line] == [
        f"{language}: not in the catalog: {other!r}" for language in catalogs.languages()
    ]
    done = run()
    assert [line.rpartition(", ")[2] for line in done.stdout.splitlines()] == ["1 to review"] * len(LANGUAGES)
    for file, old in before.items():
        new = file.read_text(encoding="utf-8")
        was, now = (read_po(io.StringIO(one)) for one in (old, new))
        assert (now[other].string, now[other].fuzzy) == (was[text].string, True)
        assert f'#| msgid "{text}"' in new
        assert {message.id for message in was} - {message.id for message in now} == {text}
    done = run("--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("0 to fix, 5 ")


@pytest.mark.slow
@pytest.mark.server
def test_a_broken_file_is_named(clone: Path, run: Run) -> None:
    (clone / "games/locale/de/LC_MESSAGES/django.po").write_text("<<<<<<< ours\n", encoding="utf-8")
    for options in ((), ("--check",)):
        done = run(*options)
        assert done.returncode == 1
        assert "django.po: " in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
