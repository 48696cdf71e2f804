"""Catalogs are compiled when they have changed; what is untranslated or fuzzy stays in English."""

import gettext
import io
import os
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from games.management.catalogs import forms, read_catalog
from scorekeeper import translations
from scorekeeper.command import compile_translations
from scorekeeper.translations import compile_changed
from tests.servers import LackingError

ROOT = Path(__file__).parents[2]
HEAD = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
PATIENCE = 180  # seconds; a wheel's build fetches setuptools


def german(text: str) -> str:
    return f'{HEAD}\nmsgid "Undo"\nmsgstr "{text}"\n'


def read(path: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(path.read_bytes()))


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A folder of two small catalogs."""
    for language in ("de", "fr"):
        folder = tmp_path / "locale" / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.po").write_text(german(f"{language} 1"), encoding="utf-8")
    return tmp_path / "locale"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of what a server needs, as it is in git: nothing compiled."""
    copy = tmp_path / "clone"
    copy.mkdir()
    shutil.copy(ROOT / "manage.py", copy)
    for folder in ("scorekeeper", "games", "templates", "static"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    return copy


# --- What a compiled file holds -----------------------------------------------------------------------------------


def spoken(locale: Path, source: str) -> gettext.GNUTranslations:
    """What Python's own reader finds in a compiled catalog."""
    (locale / "de" / "LC_MESSAGES" / "django.po").write_bytes(source.encode())
    compile_changed(locale)
    return read(locale / "de" / "LC_MESSAGES" / "django.mo")


def test_it_reads_what_editors_write(locale: Path) -> None:
    shown = spoken(
        locale,
        "\ufeff# Of a translator\n"
        + HEAD
        + r"""
#. Of a programmer
#: games/a.py
#, python-format
msgctxt "a button"
msgid ""
"Say \"%(name)s\",\n"
"please"
msgstr ""
"Sag „%(name)s“,\n"
"bitte \\o/\t!"
msgid "One round"
msgid_plural "%(n)d rounds"
msgstr[1] "%(n)d Runden"
msgstr[0] "Eine Runde"
# no empty line before
msgid "Gone"
msgstr ""
#, fuzzy
#| msgid "Deal first"
msgid "Deal last"
msgstr "Gib zuerst"

#~ msgid "Old"
#~ msgstr "Alt"
""".replace("\n", "\r\n"),
    )
    assert shown.pgettext("a button", 'Say "%(name)s",\nplease') == "Sag „%(name)s“,\nbitte \\o/\t!"
    assert [shown.ngettext("One round", "%(n)d rounds", n) for n in (1, 2)] == ["Eine Runde", "%(n)d Runden"]
    assert [shown.gettext(text) for text in ("Gone", "Deal last", "Old")] == ["Gone", "Deal last", "Old"]
    assert shown.info()["language"] == "de"


# --- When it is compiled ------------------------------------------------------------------------------------------


def test_only_what_changed_is_compiled(locale: Path) -> None:
    files = [locale / language / "LC_MESSAGES" / "django.mo" for language in ("de", "fr")]
    assert compile_changed(locale) == files
    before = [file.stat() for file in files]
    assert compile_changed(locale) == []
    assert [file.stat() for file in files] == before

    source = files[0].with_suffix(".po")
    source.write_text(german("de 2"), encoding="utf-8")
    # As after unpacking a release over a newer one: the other texts have an old date.
    os.utime(source, (0, 0))
    assert compile_changed(locale) == files[:1]
    assert read(files[0]).gettext("Undo") == "de 2"


def test_an_installation_without_sources_is_left_alone(locale: Path) -> None:
    for file in compile_changed(locale):
        file.with_suffix(".po").unlink()
    assert compile_changed(locale) == []
    assert len(list(locale.rglob("*.mo"))) == 2


def test_compiled_file_has_the_permissions_of_its_source(locale: Path) -> None:
    before = os.umask(0o077)
    try:
        for file in locale.rglob("*.po"):
            file.chmod(0o644)
        assert {stat.S_IMODE(file.stat().st_mode) for file in compile_changed(locale)} == {0o644}
    finally:
        os.umask(before)


def test_nothing_is_written_where_everything_is_compiled(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the folder may be read-only, as where a wheel or an image was installed."""
    compile_changed(locale)
    monkeypatch.setattr(translations, "_compile", lambda source: pytest.fail(f"{source} was to be compiled"))
    assert compile_changed(locale) == []


def test_unwritable_catalog_is_reported_and_the_rest_is_compiled(locale: Path) -> None:
    (locale / "de" / "LC_MESSAGES" / "django.mo").mkdir()  # as good as a folder without a right, also for root
    with pytest.raises(OSError, match=r"django\.mo"):
        compile_changed(locale)
    assert read(locale / "fr" / "LC_MESSAGES" / "django.mo").gettext("Undo") == "fr 1"
    assert {path.name for path in locale.rglob("*") if path.is_file()} == {"django.po", "django.mo"}


def test_a_malformed_catalog_is_named_and_what_was_compiled_before_stays(locale: Path) -> None:
    compile_changed(locale)
    (locale / "de" / "LC_MESSAGES" / "django.po").write_text("<<<<<<<", encoding="utf-8")
    (locale / "fr" / "LC_MESSAGES" / "django.po").write_text(german("fr 2"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"de.LC_MESSAGES.django\.po: "):
        compile_changed(locale)
    assert [read(locale / one / "LC_MESSAGES" / "django.mo").gettext("Undo") for one in ("de", "fr")] == [
        "de 1",
        "fr 2",
    ]


def test_reader_during_a_write_gets_a_whole_file(locale: Path) -> None:
    source = locale / "de" / "LC_MESSAGES" / "django.po"
    compile_changed(locale)
    found, ended = set[str](), threading.Event()

    def look() -> None:
        while not ended.is_set():
            found.add(read(source.with_suffix(".mo")).gettext("Undo"))

    reader = threading.Thread(target=look)
    reader.start()
    texts = {f"de {number} " + "x" * 100_000 for number in range(20)}
    for text in texts:
        source.write_text(german(text), encoding="utf-8")
        compile_changed(locale)
    ended.set()
    reader.join()
    assert found <= {"de 1", *texts}
    assert found


@pytest.mark.server
def test_two_processes_compile_at_once(locale: Path) -> None:
    script = "import sys, pathlib; from scorekeeper.translations import compile_changed as c; sys.stdin.read(1); "
    command = [sys.executable, "-c", f"{script}c(pathlib.Path(sys.argv[1]))", str(locale)]
    both = [subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        assert process.stdin
        process.stdin.write(b"x")
        process.stdin.flush()
    assert [(process.communicate(timeout=PATIENCE)[1], process.returncode) for process in both] == [(b"", 0)] * 2
    assert sorted(path.name for path in locale.rglob("*") if path.is_file()) == ["django.mo"] * 2 + ["django.po"] * 2
    assert compile_changed(locale) == []


# --- Where catalogs are compiled --------------------------------------------------------------------------------


@pytest.mark.server
def test_git_holds_no_compiled_file_and_will_not() -> None:
    def git(*command: str) -> list[str]:
        return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()

    assert git("ls-files", "*.mo") == []
    folder = "games/locale/de/LC_MESSAGES"
    ignored = [f"{folder}/django.mo", f"{folder}/.django.mo.0123456789abcdef"]
    assert git("check-ignore", *ignored, f"{folder}/django.po") == ignored


def test_tests_find_them_compiled() -> None:
    assert translations.changed() == []


def in_german(url: str) -> list[str]:
    """The longer German texts on a page."""
    page = httpx.get(url, headers={"accept-language": "de"}).text
    texts = [forms(message.string)[0] for message in read_catalog("de") if message.string != message.id]
    return [text for text in texts if len(text) > 15 and text in page]


@pytest.mark.slow
def test_a_fresh_clone_speaks_german_from_its_first_start(
    clone: Path, start_command: Callable[..., Any], tmp_path: Path
) -> None:
    environment = {"PATH": "/nowhere", "PYTHONUTF8": "1", "HOME": str(tmp_path)}
    command = (sys.executable, "manage.py", "start", "--port", "0", "--data", str(tmp_path / "data"))
    started = start_command(*command, cwd=clone, env=environment)
    assert len(in_german(started.url)) > 3
    assert "compil" not in started.output
    started.stop()
    made = sorted(clone.rglob("*.mo"))
    assert len(made) == 5

    # Where one cannot be written, a start says so, and answers.
    made[0].unlink()
    made[0].mkdir()
    started = start_command(*command, cwd=clone, env=environment)
    assert in_german(started.url) == []
    assert f"run as the owner of {clone}" in started.output
    started.stop()


@pytest.mark.server
def test_the_command_compiles_without_gettext_a_key_or_a_data_folder(clone: Path, tmp_path: Path) -> None:
    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=clone,
            env={"PATH": "/nowhere", "PYTHONUTF8": "1", "SCOREKEEPER_DATA": str(tmp_path / "none")},
            capture_output=True,
            text=True,
            check=False,
        )

    done = run("compilemessages")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [
        f"games/locale/{one}/LC_MESSAGES/django.mo" for one in ("de", "es", "fr", "it", "pl")
    ]
    assert run("compilemessages").stdout == ""
    (clone / "games/locale/de/LC_MESSAGES/django.po").write_text("<<<<<<<", encoding="utf-8")
    done = run("compilemessages")
    assert (done.returncode, done.stdout) == (1, "")
    assert "django.po: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "none").exists()


def test_test_run_continues_if_catalogs_cannot_be_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused() -> list[Path]:
        raise PermissionError(13, "Permission denied", "django.mo")

    monkeypatch.setattr(translations, "compile_changed", refused)
    compile_translations()
    out, err = capsys.readouterr()
    assert (out, "Permission denied: 'django.mo'" in err, "compilemessages" in err) == ("", True, True)


def test_the_image_holds_them_compiled() -> None:
    assert "manage.py compilemessages" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.server
def test_a_wheel_holds_what_is_compiled_and_no_sources(clone: Path, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "MANIFEST.in", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    files = compile_changed(clone / "games" / "locale")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check", "-w", str(tmp_path)]
    done = subprocess.run(
        [*command, str(clone)], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode and "setuptools" in done.stderr and not os.environ.get("CI"):
        raise LackingError("the package index, which builds of wheels need")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name.startswith("games/locale/")}
    assert held == {path.relative_to(clone).as_posix(): path.read_bytes() for path in files}
    assert len(held) == 5
