"""The page with what is promised, the tests that docs/SECURITY.md names for it, and where to report a weakness."""

import re
from pathlib import Path
from typing import Any

from django.test import Client

from games.wording.promises import NOT_PROMISED, PROMISES
from tests.views.reading import says, text

ROOT = Path(__file__).parents[2]


def test_the_page_shows_every_promise(stranger: Client) -> None:
    page = stranger.get("/promises/")
    assert all(says(page, sentence) for sentences in PROMISES.values() for sentence in sentences)
    assert all(says(page, sentence) for sentence in NOT_PROMISED)
    assert 'href="/promises/"' in text(stranger.get("/"))


def test_security_document_names_existing_tests() -> None:
    document = (ROOT / "docs" / "SECURITY.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`(tests/[\w./]+)`", document))
    assert len(paths) > 10
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_security_txt_says_where_to_report_a_vulnerability(stranger: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT, settings.PUBLIC_URL = "mailto:security@example.org", "https://scores.example"
    answer = stranger.get("/.well-known/security.txt")
    lines = text(answer).splitlines()
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert lines[0] == "Contact: mailto:security@example.org"
    assert re.fullmatch(r"Expires: \d{4}-\d\d-\d\dT00:00:00Z", lines[1])
    assert "Canonical: https://scores.example/.well-known/security.txt" in lines
    assert "Policy: https://scores.example/promises/" in lines
    assert says(stranger.get("/promises/"), "mailto:security@example.org")


def test_unknown_facts_are_left_out(stranger: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT = settings.PUBLIC_URL = ""
    response = text(stranger.get("/.well-known/security.txt", headers={"Host": "localhost"}))
    assert not re.search(r"^(Contact|Canonical|Policy):", response, re.MULTILINE)
    assert "Expires: " in response
