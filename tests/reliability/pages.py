"""A browser at a table's page over plain HTTP: cookies, the CSRF token, and the round form with its fields."""

import html
import re
from urllib.parse import urlencode

from tests.reliability.clients import Foul, Intent
from tests.reliability.http_lines import Line, Message

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HTMX = {"HX-Request": "true", "Accept": "text/html"}


class Browser:
    """One browser with its cookies; `home` is the address it calls from."""

    def __init__(self, url: str, home: str | None = None) -> None:
        self.url = url
        self.line = Line(url, home)
        self.cookies: dict[str, str] = {}

    async def send_request(
        self, method: str, path: str, fields: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> Message:
        """Send a request as a browser would and keep the cookies of the answer. Raises Lost."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = (FORM if fields is not None else {}) | {"Cookie": cookies} | (headers or {})
        answer = await self.line.send_request(method, path, urlencode(fields or {}).encode(), sent)
        self.cookies |= answer.cookies
        return answer

    async def join(self, secret: str, label: str) -> None:
        """Open a link and press its button."""
        path = f"/j/{secret}/"
        page = await self.send_request("GET", path)
        fields = {"csrfmiddlewaretoken": hidden(page.text)["csrfmiddlewaretoken"], "label": label}
        joined = await self.send_request("POST", path, fields)
        if joined.status != 302:
            raise Foul("a link", joined)


class TablePage:
    """The page of a table, open in a browser: where it stands, its live address, and its form for the next round."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.path = f"/t/{table}/"
        self.live = self.moved = ""
        self.round = 0
        self._fields: dict[str, str] = {}
        self._token = ""

    def twin(self, home: str) -> "TablePage":
        """The same page with the same cookies on another line, called from `home`."""
        browser = Browser(self.browser.url, home)
        browser.cookies = dict(self.browser.cookies)
        page = TablePage(browser, self.path.split("/")[2])
        page.live, page.moved = self.live, self.moved
        return page

    async def open(self) -> None:
        """Load the page."""
        page = await self.browser.send_request("GET", self.path)
        if page.status != 200:
            raise Foul("the page", page)
        self.live = _found(r'data-live-url="([^"]+)"', page.text)
        self.moved = _found(r'id="moved"\s+hidden\s+hx-get="([^"]+)"', page.text)
        self._token = _found(r'X-CSRFToken": "([^"]+)"', page.text)
        self._read(page.text)

    async def refresh(self) -> Message:
        """Fetch what the page fetches after an event of its table."""
        answer = await self.browser.send_request("GET", self.moved, headers=HTMX)
        if answer.status == 200:
            self._read(answer.text)
        return answer

    async def poll(self, known: int) -> int:
        """Ask where the table stands, as a page without its stream does."""
        answer = await self.browser.send_request(
            "GET", f"{self.path}revision/", headers={"If-None-Match": f'"{known}"'}
        )
        return known if answer.status == 304 else int(answer.json()["revision"])

    async def save(self, intent: Intent) -> Message:
        """Send the round form, filled in with a round that has to be the one the form is for."""
        if self.round != intent.number:
            raise AssertionError(f"the form is for round {self.round}, not for {intent.number}")
        counts = list(intent.api_body["deadwood_after_layoffs"].values())
        ender = intent.facts["ender"]
        fields = self._fields | {
            "end": f"{ender}:knock:{counts[ender]}",
            f"deadwood-{1 - ender}": str(counts[1 - ender]),
        }
        # what is unlikely in real play (the same count again) is no question here
        fields |= {"confirm": "yes", "save": "yes"}
        headers = HTMX | {"X-CSRFToken": self._token}
        answer = await self.browser.send_request("POST", f"{self.path}rounds/", fields, headers)
        if answer.status == 200:
            self._read(answer.text)
        return answer

    def _read(self, text: str) -> None:
        """Take over the form, where there is one."""
        form = re.search(r"<form class=\"entry.*?</form>", text, re.DOTALL)
        if form:
            self._fields = hidden(form[0])
            self.round = int(self._fields["round"])


def hidden(text: str) -> dict[str, str]:
    """The hidden fields in a piece of a page."""
    found = re.findall(r'<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', text)
    return {name: html.unescape(value) for name, value in found}


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, f"{pattern} is not on the page"
    return html.unescape(found[1])
