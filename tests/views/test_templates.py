"""No template asks for what it is not given: what is not there would be an empty place on the page, seen by nobody."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.test import signals

from games.models import Role
from games.services.games import finish_game, start_game, undo
from tests.makers import Phone, correct, enter, gin, join, knock, start, strike
from tests.views.reading import HTMX, entry, save, submit, text

MARK = "[there is no %s]"


@pytest.fixture(autouse=True)
def loud(settings: Any) -> None:
    """What is missing shows."""
    templates = copy.deepcopy(project.TEMPLATES)
    templates[0]["OPTIONS"]["string_if_invalid"] = MARK
    settings.TEMPLATES = templates


def missing(answer: Any) -> list[str]:
    return re.findall(r"\[there is no (.*?)\]", text(answer))


def evening() -> list[Phone]:
    """Tables in every state that a page can show."""
    fresh = start()
    three = start("Ann", "Ben", "Cleo", preset="ginski")
    enter(three, gin(0, 20, 30))
    edited = start()
    for own in (5, 6, 7):
        enter(edited, knock(0, own, 20))
    correct(edited, 1, knock(1, 5, 20), reason="counted again")
    strike(edited, 2)
    undone = start()
    enter(undone, knock(0, 5, 20))
    undo(access=undone.access, key="u", revision=2)
    late = start()
    enter(late, knock(0, 5, 20))
    enter(late, knock(0, 6, 20))
    correct(late, 1, gin(0, 90))
    second = start(preset="lets_play_full", target=50)
    enter(second, gin(0, 75))
    start_game(access=second.access, key="g")
    enter(second, gin(1, 5))
    by_hand = start()
    enter(by_hand, knock(0, 5, 20))
    finish_game(access=by_hand.access, key="f", game=1, revision=2)
    return [fresh, three, edited, undone, late, second, by_hand]


def test_every_page_in_every_state_has_all_it_shows() -> None:
    for phone in evening():
        pages = ["", "moved/", "moved/?typing=1", "games/1/", "games/1/rules/", "seats/", "links/", "rounds/1/1/"]
        for client in (phone.browser(), join(phone).browser(), join(phone, Role.WATCH).browser()):
            told = {page: missing(client.get(phone.url + page)) for page in pages}
            assert {page: names for page, names in told.items() if names} == {}
        assert missing(phone.browser().get("/")) == []
        assert missing(phone.browser().get(f"/j/{phone.secrets[Role.WATCH]}/")) == []


@pytest.mark.parametrize("htmx", [True, False])
def test_every_answer_to_a_form_has_all_it_shows(ann: Phone, htmx: bool) -> None:
    headers = HTMX if htmx else {}
    client = ann.browser()
    first = entry(ann)
    answers = [
        client.post("/", {"name-1": "x" * 61, "target": "x", "dealer": "9"}),
        client.post(f"{ann.url}preview/", first.fields, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "20"}, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "90"}, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "x"}, headers=headers),
        save(ann, "0:gin", htmx=htmx, deadwood_1="x"),
        save(ann, "0:gin", htmx=htmx, deadwood_1="90"),
        save(ann, "0:knock:5", htmx=htmx, deadwood_1="20"),
        submit(client, first, htmx=htmx, end="0:knock:5", deadwood_1="21"),
        client.post(f"{ann.url}rounds/1/1/", {"end": "dead", "key": "k", "seating": "0", "revision": "1"}),
        client.post(f"{ann.url}rounds/1/1/void/", {"revision": "1"}),
        client.post(f"{ann.url}undo/", {"revision": "1"}, headers=headers),
        client.post(f"{ann.url}undo/", {"revision": "4"}, headers=headers),
        client.post(f"{ann.url}finish/", {"revision": "1"}, headers=headers),
        client.post(f"{ann.url}seats/", {"revision": "1"}),
        client.post(f"{ann.url}links/", {"role": "x"}),
        client.post(f"{ann.url}links/{ann.access.link.pk}/revoke/"),
        client.post(f"/j/{ann.secrets[Role.WATCH]}/", {"label": ""}),
        client.get("/nothing/"),
        client.post("/", b"x" * 70_000, content_type="text/plain"),
    ]
    told = {number: missing(answer) for number, answer in enumerate(answers)}
    assert {number: names for number, names in told.items() if names} == {}


def test_every_template_is_shown_by_some_page(ann: Phone) -> None:
    shown: set[str] = set()

    def note(template: Any, **_: object) -> None:
        shown.add(str(template.name))

    signals.template_rendered.connect(note)
    try:
        client = ann.browser()
        for page in ("", "games/1/rules/", "rounds/1/1/", "seats/", "links/", "nothing/"):
            client.get(ann.url + page)
        client.get("/")
        client.get(f"/j/{ann.secrets[Role.WATCH]}/")
        finish_game(access=ann.access, key="f", game=1, revision=3)
        client.get(ann.url)
    finally:
        signals.template_rendered.disconnect(note)
    written = {path.name for path in Path(project.BASE_DIR, "templates").glob("*.html")}
    assert {name for name in written - shown if not name.startswith("api_")} == set()
