"""The links and forms of a page, and valid and invalid values to fill in."""

from dataclasses import dataclass
from typing import Final

from lxml.html import FormElement, document_fromstring

from tests.html import controls

TEXTS: Final = (
    *("Ann", "Ben", "Cleo", "ann", "Zoë", "Ängström", "李雷", "Ann\u200dB", "  Ann   B  ", "", "x" * 61, "x" * 5_000),
    *("a\x00b", "'; DROP TABLE games_entry; --", "<b>Ann</b>", "100%", "_", "👩‍👩‍👧", "\u202eAnn", "İ", "ß", "1e400"),
    "Ann\nBen\nCleo\nDan",
)
NUMBERS: Final = (
    *("0", "1", "2", "7", "10", "25", "99", "-1", "10+6+4", "1.5", "2147483648", "99999999999999999999", "٣", ""),
)
DATES: Final = ("2026-11-22", "2026-02-30", "0001-01-01", "9999-12-31", "soon", "")
LEFT_ALONE: Final = (
    *("/account/logout/", "/account/delete/", "/account/password/change/", "/static/", "/live/", "/api/v1/docs/"),
)


@dataclass
class Form:
    """A form of a page: where it goes, its fields (name, kind, values it offers), its buttons."""

    method: str
    action: str
    fields: list[tuple[str, str, list[str]]]
    buttons: list[tuple[str, ...]]


class Page:
    """The links and forms of a page, in its order."""

    def __init__(self, path: str, text: str) -> None:
        page = document_fromstring(text)
        addresses = page.xpath("//a/@href | //*[not(self::a)]/@hx-get")
        self.links = [to for to in addresses if to.startswith("/") and not to.startswith(LEFT_ALONE)]
        forms = [_form(form, path) for form in page.forms]
        self.forms = [form for form in forms if not form.action.startswith(LEFT_ALONE)]


def _form(form: FormElement, path: str) -> Form:
    fields = []
    for control in controls(form):
        kind = control.get("type", "text") if control.tag == "input" else control.tag
        offered = control.xpath("@value | .//option/@value")
        fields.append((control.name, kind, [str(value) for value in offered]))
    buttons = [tuple(b.get(name, "") for name in ("name", "value", "formaction")) for b in form.iter("button")]
    method = form.method if form.get("hx-post") is None else "POST"
    return Form(method, form.get("action") or form.get("hx-post") or path, fields, buttons)


def typed_into(name: str, kind: str) -> tuple[str, ...]:
    """What may be typed into a field."""
    if kind == "date" or name in ("night", "on", "joined_on", "first_night"):
        return DATES
    return NUMBERS if kind == "number" or "deadwood" in name or "points" in name else (*TEXTS, *NUMBERS)
