"""Parses pages as a person or browser reads them: visible text, and forms with their values."""

import html
import re
from dataclasses import dataclass, field
from typing import Any

import lxml.html
from django.http import HttpResponse
from django.test import Client

from games.refusals import RefusedError
from games.wording.refusals import refusal_text
from tests.html import sent_untouched
from tests.makers import Phone

HTMX = {"HX-Request": "true"}


@dataclass
class Form:
    """A form: its action, its field values, and its buttons as (name, value, own action)."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


_TAG = re.compile(r"""<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>""")
_SPACE = re.compile(r"""("[^"]*"|'[^']*')|\s+(>?)""")


def text(answer: HttpResponse) -> str:
    """The body of a response, also of a streaming one. A tag is one line."""
    came = (b"".join(answer.streaming_content) if getattr(answer, "streaming", False) else answer.content).decode()
    if "html" not in answer.headers.get("Content-Type", ""):
        return came
    return _TAG.sub(lambda tag: _SPACE.sub(lambda found: found[1] or found[2] or " ", tag[0]), came)


def bare(answer: HttpResponse) -> str:
    """The body of a response without what keeps names from being translated."""
    return re.sub(r"</?bdi\b[^>]*>", "", text(answer))


def head(answer: HttpResponse) -> dict[str, str]:
    """Return a response's headers without the request id, which is always different."""
    return {name: value for name, value in answer.items() if name != "X-Request-ID"}


def as_parsed(typed: str) -> str:
    """Return a text as a browser reads it in a page: HTML has no NUL."""
    return typed.replace("\0", "\N{REPLACEMENT CHARACTER}")


def forms(answer: HttpResponse) -> dict[str, Form]:
    """Return a page's forms by the end of their action: "rounds/", "undo/"; "" for the start form."""
    found = {}
    for form in lxml.html.document_fromstring(text(answer)).forms:
        buttons = [
            tuple(button.get(name, "") for name in ("name", "value", "formaction"))
            for button in form.xpath(".//button[@type = 'submit']")
        ]
        found[re.sub(r"^/(t/\w+/)?", "", form.action)] = Form(form.action, sent_untouched(form), buttons)
    return found


def words(answer: HttpResponse) -> str:
    """Return the visible text of a page, on one line."""
    visible = re.sub(r"<[^>]*>", " ", bare(answer))
    return " ".join(html.unescape(visible).split())


def says(answer: HttpResponse, sentence: str) -> bool:
    """Whether the page shows ``sentence``, with nothing but markup between its words."""
    return " ".join(sentence.split()) in words(answer)


def shown(answer: HttpResponse, selector: str) -> list[str]:
    """The visible text of each element of a page that a CSS selector finds, in order."""
    page = lxml.html.document_fromstring(text(answer))
    return [" ".join(element.text_content().split()) for element in page.cssselect(selector)]


def is_refusal(answer: HttpResponse, code: str, **context: Any) -> bool:
    """Whether ``answer`` has the status and the sentence of that refusal."""
    refusal = RefusedError(code, **context)
    return answer.status_code == refusal.status and says(answer, refusal_text(refusal))


def parts(answer: HttpResponse) -> list[str]:
    """Return the ids of the table page's parts in a response, in order."""
    return re.findall(r'id="(entry|tally|deal|sheet|undo|notice|moved|preview|main)"', text(answer))


def plain(answer: HttpResponse) -> bytes:
    """The body without the tokens that differ each time."""
    return re.sub(rb'[\w-]{64}|(?<=name="key" value=")\w+|/live/[^"]+', b"", answer.content)


def submit(client: Client, form: Form, *, to: str = "", htmx: bool = False, **typed: str) -> HttpResponse:
    """Send a form as filled in, with ``typed`` over it; hyphens in names are written as underscores."""
    data = form.fields | {name.replace("_", "-"): value for name, value in typed.items()}
    return client.post(to or form.action, data, headers=HTMX if htmx else {})  # type: ignore[return-value]


def entry(phone: Phone) -> Form:
    """The round form on the table page."""
    return forms(phone.browser().get(phone.url))["rounds/"]  # type: ignore[arg-type]


def save(phone: Phone, end: str, *, htmx: bool = False, **typed: str) -> HttpResponse:
    """Open the table page, fill in the round form and save."""
    return submit(phone.browser(), entry(phone), htmx=htmx, end=end, **typed)


def translated(answer: HttpResponse) -> list[str]:
    """Return the pieces of text of a page that a browser translates for a reader of another language."""
    kept = "ancestor::*[@translate = 'no' or self::title or self::script or self::style]"
    pieces = lxml.html.document_fromstring(text(answer)).xpath(f"//text()[normalize-space() and not({kept})]")
    return [" ".join(piece.split()) for piece in pieces]
