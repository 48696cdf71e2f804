"""README and docs/: links, labels, length, and the pages that are made from the app's texts."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.utils.translation import override

from tests.docs import markdown
from tests.docs.documents import COMMAND, DOCS, DOCUMENTS
from tests.docs.markdown import PAGES, ROOT

LONG = 25
"""Words of a sentence; a longer one is named at the end of the run."""


def broken_links(page: Path) -> list[str]:
    """The links of a page that lead nowhere, web addresses aside."""
    broken = []
    for link in markdown.links(page):
        path, _, name = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        if re.match(r"https?:", link):
            continue
        if not target.exists() or (name and name not in markdown.anchors(target)):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('# A `b` c!\n\n[a](#a-b-c) [b](#b) [c](other.md) ![d](d.webp)\n<img src="e.webp">\n`[f](f.md)`\n')
    assert broken_links(page) == ["#b", "other.md", "d.webp", "e.webp"]


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {(ROOT / link.partition("#")[0]).resolve() for link in markdown.links(ROOT / "README.md")}
    assert [page.name for page in PAGES[1:] if page not in linked] == []


def test_readme_is_short_and_has_its_pictures_and_both_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    assert text.count("<img ") == 4
    commands = [block.text for block in markdown.commands(ROOT / "README.md")]
    assert commands == ["python3 manage.py start", "python3 manage.py test"]


NEEDED = ("start it", "phones", "back it up", "HTTPS", "container", "run a league", "API token")


@pytest.mark.parametrize("words", NEEDED)
def test_what_a_newcomer_needs_is_one_link_away_under_a_heading(words: str) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and words in line.split("|")[1]]
    assert len(rows) == 1
    path, _, name = re.findall(r"\]\(([^)]+)\)", rows[0])[0].partition("#")
    assert name in markdown.anchors(ROOT / path)


def said_by_the_app() -> str:
    """Everything that templates, code and rules say, in one line."""
    files = [
        *sorted((ROOT / "templates").rglob("*.html")),
        *sorted((ROOT / "games").rglob("*.py")),
        *sorted((ROOT / "games" / "rules").glob("*.json")),
    ]
    return " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in files)


NOT_OF_THE_APP = {
    "Watch",
    "Custom",
    "Releases",
    "Security alerts",
    "Security → Report a vulnerability",
    "same",
    "before",
}
"""Words in italics that are stressed, or buttons of GitHub."""


def test_words_in_italics_are_what_the_app_says() -> None:
    app = said_by_the_app()
    wrong = [
        f"{page.name}: {label}"
        for page in PAGES
        for label in markdown.labels(page)
        if label not in app and label not in NOT_OF_THE_APP and not label.startswith(markdown.NOT_RUN.strip("*"))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_pages_made_from_the_app_are_as_the_app_is(name: str) -> None:
    with override("en"):
        text = DOCUMENTS[name]()
    assert (DOCS / name).read_text(encoding="utf-8") == text, f"run: {COMMAND}"


def test_sentences_are_counted(counted: Callable[[str], None]) -> None:
    for page in PAGES:
        lengths = [(len(sentence.split()), sentence) for sentence in markdown.sentences(page)]
        assert lengths
        mean = sum(length for length, _ in lengths) / len(lengths)
        long = [sentence for length, sentence in lengths if length > LONG]
        counted(
            f"{page.relative_to(ROOT)}: {len(lengths)} sentences of {mean:.0f} words, the longest {max(lengths)[0]}"
            + "".join(f"\n    over {LONG}: {sentence}" for sentence in long)
        )


def test_sentences_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Head\n\nOne two. Three `a b c` [four\nfive](x.md)?\n\n- six\n- seven: eight\n\n```sh\nnine.\n```\n"
    )
    assert markdown.sentences(page) == ["One two.", "Three code four five?", "six", "seven: eight"]
