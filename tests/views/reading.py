"""Parses pages as a person or browser reads them: visible text, and forms with their values."""

import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final

import lxml.html
from django.http import HttpResponse
from django.test import Client

from games.refusals import RefusedError
from games.wording.refusals import refusal_text
from tests.makers import Phone

HTMX = {"HX-Request": "true"}


@dataclass
class Form:
    """A form: its action, its field values, and its buttons as (name, value, own action)."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.named: dict[str, Form] = {}
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(fields["action"]))
            if "id" in fields:
                self.named[fields["id"]] = self.found[-1]
            self.open = True
        elif self.open and tag == "button" and fields.get("type") == "submit":
            self.found[-1].buttons.append(
                (fields.get("name", ""), fields.get("value", ""), fields.get("formaction", ""))
            )
        elif (
            # It may be elsewhere, after its form.
            (self.open or fields.get("form") in self.named)
            and tag == "input"
            and "name" in fields
            and ("checked" in fields or fields.get("type") not in ("radio", "checkbox"))
        ):
            of = self.named.get(fields.get("form", ""), self.found[-1])
            of.fields[fields["name"]] = fields.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = False


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


def forms(answer: HttpResponse) -> dict[str, Form]:
    """Return a page's forms by the end of their action: "rounds/", "undo/"; "" for the start form."""
    parser = _Forms()
    parser.feed(text(answer))
    return {re.sub(r"^/(t/\w+/)?", "", form.action): form for form in parser.found}


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


class _Translated(HTMLParser):
    """Collects the text that a browser may translate: all of the body but what is marked translate="no"."""

    VOID: Final = {"input", "br", "img", "meta", "link", "source", "hr", "wbr", "col", "path"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[bool] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            left_alone = ("translate", "no") in attrs or tag in ("title", "script", "style")
            self.open.append(left_alone or bool(self.open and self.open[-1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self.open and self.open[-1]):
            self.found.append(" ".join(data.split()))


def translated(answer: HttpResponse) -> list[str]:
    """Return the pieces of text of a page that a browser translates for a reader of another language."""
    parser = _Translated()
    parser.feed(text(answer))
    return parser.found
