"""Reads the project's documents: headings, links, blocks of code, labels in italics, and sentences."""

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.docs.documents import anchor

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
"""README and every page in docs/."""
NOT_RUN: Final = "*Not run by our tests"
"""How the line below a command begins that no test runs."""

_BLOCK: Final = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
_HEADING: Final = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code: its page, its language, its text, and whether the line below it says that it isn't run."""

    page: Path
    language: str
    text: str
    is_run: bool

    def __str__(self) -> str:
        return f"{self.page.name}: {self.text.splitlines()[0]}"


def prose(page: Path) -> str:
    """A page without its blocks of code and remarks."""
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


def blocks(page: Path) -> list[Block]:
    """The blocks of code of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, found[2], textwrap.dedent(found[3]).strip(), not text[found.end() :].lstrip().startswith(NOT_RUN))
        for found in _BLOCK.finditer(text)
    ]


def commands(page: Path) -> list[Block]:
    """The blocks of a page that somebody types at a terminal: those in `sh`, and those of no language."""
    return [block for block in blocks(page) if block.language in ("", "sh")]


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    return [one or other for one, other in _LINK.findall(re.sub(r"`[^`\n]*`", "", prose(page)))]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page; a repeated one gets a number."""
    found: dict[str, int] = {}
    names = set()
    for heading in _HEADING.findall(_BLOCK.sub("", page.read_text(encoding="utf-8"))):
        name = anchor(re.sub(r"[`*_]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)))
        names.add(f"{name}-{found[name]}" if name in found else name)
        found[name] = found.get(name, 0) + 1
    return names


def labels(page: Path) -> list[str]:
    """The words in italics: what the app says on its buttons, links and headings."""
    text = re.sub(r"`[^`\n]*`", "", prose(page).replace("**", ""))
    return [" ".join(label.split()) for label in re.findall(r"(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])", text)]


def sentences(page: Path) -> list[str]:
    """The sentences of a page. An item of a list and a row of a table end one too; code counts as one word."""
    text = re.sub(r"<[^>]+>", " ", prose(page))
    text = re.sub(r"!?\[([^\]]*)\]\([^)\s]+\)", r"\1", text)
    text = re.sub(r"`[^`\n]+`", "code", text)
    found = []
    for part in re.split(r"\n\s*\n|^ *(?:[-*]|\d+\.) +|^#+ .*$|[|·]", text, flags=re.MULTILINE):
        found += re.split(r"(?<=[.!?])[*”\")]*\s+", " ".join(part.split()))
    return [sentence for sentence in found if re.search(r"\w", sentence)]
