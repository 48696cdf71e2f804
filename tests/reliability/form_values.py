"""The links and forms of a page, and valid and invalid values to fill in."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

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
    """A form of a page: where it goes, its fields with what they may say, its buttons."""

    method: str
    action: str
    fields: list[tuple[str, str, list[str]]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The links and forms of a page, in its order."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path, self.links, self.forms = path, list[str](), list[Form]()
        self._form: Form | None = None
        self._named: dict[str, Form] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what can be pressed or filled in."""
        has = {name: value or "" for name, value in attrs}
        address = has.get("href") if tag == "a" else has.get("hx-get")
        if address and address.startswith("/") and not address.startswith(LEFT_ALONE):
            self.links.append(address)
        if tag == "form":
            self._form = Form(has.get("method", "get").upper(), has.get("action") or has.get("hx-post") or self.path)
            if "hx-post" in has:
                self._form.method = "POST"
            if not self._form.action.startswith(LEFT_ALONE):
                self.forms.append(self._form)
            if "id" in has:
                self._named[has["id"]] = self._form
        elif tag == "input" and has.get("form") in self._named:
            # It stands beside its form.
            self._named[has["form"]].fields.append((has["name"], has.get("type", "text"), [has.get("value", "")]))
        elif self._form is None:
            return
        elif tag == "button":
            self._form.buttons.append((has.get("name", ""), has.get("value", ""), has.get("formaction", "")))
        elif tag == "option" and self._form.fields:
            self._form.fields[-1][2].append(has.get("value", ""))
        elif tag in ("input", "select", "textarea") and has.get("name"):
            kind = has.get("type", "text") if tag == "input" else tag
            self._form.fields.append((has["name"], kind, [has["value"]] if "value" in has else []))

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self._form = None


def typed_into(name: str, kind: str) -> tuple[str, ...]:
    """What may be typed into a field."""
    if kind == "date" or name in ("night", "on", "joined_on", "first_night"):
        return DATES
    return NUMBERS if kind == "number" or "deadwood" in name or "points" in name else (*TEXTS, *NUMBERS)
