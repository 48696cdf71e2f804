"""Clients that keep score over HTTP: a program using the API, and a browser without JavaScript."""

import re
from dataclasses import dataclass
from typing import Self

import httpx

from tests.servers import NO_TLS
from tests.views import reading
from tests.views.reading import Form

PATIENCE = 60.0  # seconds; a server that is slower is broken


@dataclass
class Sitting:
    """A table on a running server, and its three tokens."""

    url: str
    tokens: dict[str, str]
    client: httpx.Client

    def _headers(self, key: str = "", role: str = "score") -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self.tokens[role]}"}
        return headers | ({"Idempotency-Key": key} if key else {})

    def enter(self, number: int, *, key: str = "", deadwood: int = 8) -> httpx.Response:
        """Enter round ``number``: Ann knocks with 7, and wins one point."""
        fields = {"ender": "Ann", "declared": "knock", "deadwood_after_layoffs": {"Ann": 7, "Ben": deadwood}}
        body = {"game": 1, "round": number, **fields}
        return self.client.post(f"{self.url}rounds/", json=body, headers=self._headers(key or f"round {number}"))

    def sheet(self) -> httpx.Response:
        """The sheet, as somebody who watches reads it."""
        return self.client.get(self.url, headers=self._headers(role="watch"))

    def rounds(self) -> list[int]:
        """The numbers of the sheet's valid rounds, in order."""
        return [line["number"] for game in self.sheet().json()["games"] for line in game["rounds"]]


def start(url: str, client: httpx.Client) -> Sitting:
    """Ann and Ben start a table whose game takes a thousand rounds."""
    answer = client.post(
        f"{url}/api/v1/tables/",
        json={"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": 10_000}},
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {role: made[f"{role}_token"] for role in ("owner", "score", "watch")}
    return Sitting(f"{url}/api/v1/tables/{made['id']}/", tokens, client)


class Browser:
    """Somebody with a phone and a link to a table: pages, forms and cookies, no script."""

    def __init__(self, table: Sitting) -> None:
        self.table = table
        server, _, path = table.url.partition("/api/v1/tables/")
        self.server, self.page = server, f"{server}/t/{path}"
        self.client = httpx.Client(timeout=PATIENCE, verify=NO_TLS, follow_redirects=True)
        join = f"{server}/j/{table.tokens['score']}/"
        (form,) = forms(self.client.get(join)).values()
        assert self.send(form, label="Ben's phone").url == self.page

    def form(self) -> Form:
        """The form for the next round, as the page brings it."""
        return forms(self.client.get(self.page))["rounds/"]

    def send(self, form: Form, *, htmx: bool = False, **typed: str) -> httpx.Response:
        """Send a form as it is filled in, with what is ``typed`` over it."""
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(f"{self.server}{form.action}", data=form.fields | typed, headers=headers)

    def live(self) -> httpx.Response:
        """What the table's live stream answers at first; it is not read."""
        found = re.search(r'data-live-url="([^"]+)"', self.client.get(self.page).text)
        assert found
        self.stream = f"{self.server}{found[1]}"
        return self.again()

    def again(self) -> httpx.Response:
        """The same stream, opened once more."""
        with self.client.stream("GET", self.stream) as answer:
            return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()


def forms(answer: httpx.Response) -> dict[str, Form]:
    """The forms of a page, by the end of their address."""
    return reading.forms(answer)  # type: ignore[arg-type] # of which it takes the content
