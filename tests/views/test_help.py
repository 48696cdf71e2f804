"""The help page: its answers, its search, and the links to it."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from syrupy.assertion import SnapshotAssertion

from games.pages.help import help_page
from games.wording.help import LABELS, TOPICS
from tests.makers import Phone
from tests.views.reading import says, shown, text

ROOT = Path(__file__).parents[2]


def headings(page: str) -> list[str]:
    return re.findall(r'<h2 id="([^"]+)">', page)


def test_the_page_answers_every_question_under_a_heading(stranger: Client) -> None:
    page = stranger.get("/help/")
    assert headings(text(page)) == [topic.id for topic in TOPICS]
    for answer in help_page().answers:
        assert says(page, answer.question), answer.id
        assert all(str(paragraph) in text(page) for paragraph in answer.paragraphs), answer.id
    assert says(page, "Deadwood")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("undercut", ["words"]),
        ("PRINT sheet", ["export"]),
        ("continue", ["next-week"]),
        ("wifi goes out", ["offline"]),
        ("  ", [topic.id for topic in TOPICS]),
    ],
)
def test_a_search_shows_the_answers_with_all_its_words(stranger: Client, query: str, found: list[str]) -> None:
    assert headings(text(stranger.get("/help/", {"q": query}))) == found


def test_a_search_without_an_answer_says_so(stranger: Client, snapshot: SnapshotAssertion) -> None:
    page = stranger.get("/help/", {"q": "<canasta>"})
    assert headings(text(page)) == []
    assert shown(page, ".found") == snapshot
    assert 'value="&lt;canasta&gt;"' in text(page)


def test_the_first_page_and_the_menu_of_a_table_lead_to_the_help(stranger: Client, ann: Phone) -> None:
    assert 'href="/help/"' in text(stranger.get("/"))
    menu = text(ann.browser().get(ann.url)).partition('id="menu"')[2].partition("</nav>")[0]  # type: ignore[arg-type]
    assert 'href="/help/"' in menu


def test_answers_name_buttons_that_the_pages_have() -> None:
    with override("en"):
        labels = {str(label) for label in LABELS.values()}
    templates = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html")))
    assert sorted(label for label in labels if f'translate "{label}"' not in templates) == []


def test_every_named_button_is_in_an_answer_or_below_it() -> None:
    named = {name for topic in TOPICS for text in topic.paragraphs for name in re.findall(r"\{(\w+)\}", str(text))}
    assert named | {label for topic in TOPICS for label, _ in topic.pages} == set(LABELS)
    assert all(reverse(url) for topic in TOPICS for _, url in topic.pages)
