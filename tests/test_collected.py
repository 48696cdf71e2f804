"""Static files are collected only when one of them has changed."""

import os
import re
from pathlib import Path

import pytest
from django.conf import settings as project
from pytest_django import Settings

from scorekeeper.bundles import BUNDLES
from scorekeeper.static_collect import collect_static
from scorekeeper.static_storage import minified_css


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.mkdir()
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    (source / "app.css").write_text("a {}")
    return source


def test_unchanged_files_are_not_collected_again(source: Path) -> None:
    assert collect_static() is True
    assert collect_static() is False


def test_a_new_text_is_collected_even_when_its_file_is_older(source: Path) -> None:
    collect_static()
    (source / "app.css").write_text("b {}")
    os.utime(source / "app.css", (1_000_000_000, 1_000_000_000))
    assert collect_static() is True
    assert (source.parent / "collected" / "app.css").read_text() == "b {}"


def test_removed_file_is_removed_from_the_collected_ones(source: Path) -> None:
    (source / "old.js").touch()
    collect_static()
    (source / "old.js").unlink()
    assert collect_static() is True
    assert [path.name for path in (source.parent / "collected").iterdir()] == ["app.css"]


def test_a_lost_folder_is_made_again(source: Path) -> None:
    collect_static()
    (source.parent / "collected").rename(source.parent / "elsewhere")
    assert collect_static() is True


def test_files_of_pages_that_are_not_served_are_left_out(source: Path) -> None:
    (source / "rest_framework" / "css").mkdir(parents=True)
    (source / "rest_framework" / "css" / "bootstrap.css").touch()
    collect_static()
    assert [path.name for path in (source.parent / "collected").iterdir()] == ["app.css"]


def test_minifying_removes_comments_except_in_minified_files(source: Path, settings: Settings) -> None:
    storage = {"BACKEND": "scorekeeper.static_storage.MinifiedStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    (source / "app.css").write_text("/* Green. */\na { color: green; }\n")
    (source / "app.js").write_text("// Says hello.\nconst hello = `a  ${1 + 1}\n // b`;\n\n  tell(hello);\n")
    (source / "library.min.js").write_text("/* licence */ x  = 1;\n")
    collect_static()
    folder = source.parent / "collected"
    collected = {name: (folder / name).read_text() for name in ("app.css", "app.js", "library.min.js")}
    script = "const hello=`a  ${1 + 1}\n // b`;tell(hello);"
    assert [path.read_text() for path in folder.glob("app.????????????.css")] == ["a{color:green}"]
    assert collected == {"app.css": "a{color:green}", "app.js": script, "library.min.js": "/* licence */ x  = 1;\n"}


@pytest.mark.parametrize(
    "sheet", sorted((project.BASE_DIR / "static" / "styles").glob("*.css")), ids=lambda sheet: sheet.name
)
def test_minifying_leaves_every_selector_what_it_is(sheet: Path) -> None:
    """``.a :is(.b)`` and ``.a:is(.b)`` are different elements."""

    def selectors(text: str) -> list[str]:
        blocks = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        plain = (re.sub(r"\s*([>+~,])\s*|(?<=\()\s+|\s+(?=\))", r"\1", " ".join(one.split())) for one in blocks)
        return [one for one in plain if not one.startswith("@")]

    assert selectors(minified_css(sheet.read_text())) == selectors(sheet.read_text())


def test_scripts_that_come_together_are_one_file_more(source: Path, settings: Settings) -> None:
    storage = {"BACKEND": "scorekeeper.static_storage.MinifiedStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    for number, part in enumerate(BUNDLES["entry.js"], 1):
        (source / part).write_text(f"// {part}\n{{\n  const own = {number};\n}}\n")
    assert collect_static() is True
    (source / BUNDLES["entry.js"][0]).write_text("{ const own = 9; }\n")
    assert collect_static() is True
    folder = source.parent / "collected"
    wanted = "\n".join(f"{{const own={number};}}" for number in (9, *range(2, len(BUNDLES["entry.js"]) + 1)))
    assert (folder / "bundles" / "entry.js").read_text() == wanted
    assert [path.read_text() for path in folder.glob("bundles/entry.????????????.js")] == [wanted]
    # The parts of the other bundle are not there: neither is it.
    assert not (folder / "bundles" / "page.js").exists()


def test_stylesheets_that_come_together_keep_their_order(source: Path, settings: Settings) -> None:
    storage = {"BACKEND": "scorekeeper.static_storage.MinifiedStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    (source / "styles").mkdir()
    for number, part in enumerate(BUNDLES["app.css"]):
        (source / part).write_text(f"/* {part} */\na {{ order: {number}; }}\n")
    collect_static()
    folder = source.parent / "collected" / "bundles"
    wanted = "".join(f"a{{order:{number}}}" for number in range(len(BUNDLES["app.css"])))
    assert [path.read_text() for path in folder.glob("app.????????????.css")] == [wanted]


def test_every_stylesheet_is_loaded() -> None:
    styles = Path(__file__).parent.parent / "static" / "styles"
    names = ("big", "bracket", "desk", "front", "league", "pages", "print", "results")
    alone = {f"styles/{name}.css" for name in names}
    assert {f"styles/{path.name}" for path in styles.iterdir()} == alone | set(BUNDLES["app.css"])


def test_a_table_page_has_stylesheets_of_all_pages_in_their_order() -> None:
    assert [part for part in BUNDLES["app.css"] if part in BUNDLES["table.css"]] == [*BUNDLES["table.css"]]
