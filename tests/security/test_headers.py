"""Security headers are on every response of every route, for every client and outcome."""

import re
from collections import Counter
from collections.abc import Callable

import httpx
import pytest
from django.http import HttpResponse
from django.test import Client, override_settings

from games.web.middleware import POLICY
from tests.leagues import Club
from tests.makers import Phone
from tests.match_night import browser
from tests.security.attacked_site import Stand
from tests.security.routes import ROUTES, filled, something_of_everything

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE")
FOUND = {
    "start",
    "rules:all",
    "rules:compare",
    "import",
    "paper",
    "rules:preset",
    "rules:change_preset",
    "checker",
    "help",
    "api-docs",
    "schema",
}
"""Routes that are about nobody: a search engine may keep them."""
SECRET = {
    "join",
    "accept_link",
    "account_reset_password_from_key",
    "account_confirm_email",
    "shared",
    "shared_image",
}
"""Routes whose addresses are secrets."""
CACHEABLE = {"season:calendar", "season:member_calendar", "shared_image"}
"""What a program keeps for some minutes: a calendar, and a browser the image of a game."""


def faults(name: str, answer: HttpResponse) -> list[str]:
    """The missing headers of an answer."""
    headers = answer.headers
    path = answer.wsgi_request.path  # type: ignore[attr-defined]
    caching = headers.get("Cache-Control", "")
    wanted = {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "no-referrer" if name in SECRET else "same-origin",
        "X-Robots-Tag": None if name in FOUND and path != "/rules/standard/change/" else "noindex",
    }
    wrong = [f"{header}: {headers.get(header)!r}" for header, value in wanted.items() if headers.get(header) != value]
    private = "no-store" in caching or (name in CACHEABLE and caching == "private, max-age=300")
    if not private and not (path.startswith("/api/") and caching == "private, no-cache"):
        wrong.append(f"Cache-Control: {caching!r}")
    return wrong


def test_the_policy_lets_nothing_inline_and_nothing_foreign() -> None:
    directives = dict(part.strip().split(" ", 1) for part in POLICY.split(";"))
    assert directives["default-src"] == "'none'"
    assert (directives["frame-ancestors"], directives["base-uri"], directives["form-action"]) == (
        "'none'",
        "'none'",
        "'self'",
    )
    assert {source for sources in directives.values() for source in sources.split()} <= {"'none'", "'self'", "data:"}
    assert [name for name, sources in directives.items() if "data:" in sources] == ["img-src"]


@pytest.fixture
def places() -> tuple[Phone, Club, dict[str, str]]:
    """A table and a league with a match, and what their addresses are made of."""
    return something_of_everything()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "every", [pytest.param(9, id="every ninth method"), pytest.param(1, id="every method", marks=pytest.mark.slow)]
)
def test_every_route_has_the_headers_for_every_status(
    places: tuple[Phone, Club, dict[str, str]], every: int, counted: Callable[[str], None]
) -> None:
    """A sample tries other methods at the next route."""
    phone, tuesday, known = places
    olga = browser(tuesday.access)
    olga.cookies["device"] = phone.secret
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    ends, wrong = Counter[int](), list[str]()
    for number, (name, path) in enumerate(ROUTES):
        address = filled(path, known)
        # Looking comes first: what somebody's buttons do, they do to what the others have looked at.
        tried = [(strict, method, "") for method in METHODS[number % every :: every]]
        tried += [(olga, "GET", ""), (olga, "GET", "?x=%00"), (olga, "PATCH", "")]
        for client, method, query in tried:
            answer = client.generic(method, address + query)
            ends[answer.status_code] += 1
            wrong += [f"{method} {address}{query} {answer.status_code}: {fault}" for fault in faults(name, answer)]
    assert wrong == []
    assert {200, 302, 400, 401, 403, 404, 405} <= set(ends)
    assert 500 not in ends
    counted(f"{len(ROUTES)} routes, {sum(ends.values())} answers with all headers: {dict(sorted(ends.items()))}")


@pytest.mark.django_db
def test_early_refusals_and_server_errors_have_the_headers(places: tuple[Phone, Club, dict[str, str]]) -> None:
    phone, _, known = places
    client = phone.browser()
    client.raise_request_exception = False
    huge = client.post(f"/t/{known['t']}/rounds/", b"x" * 70_000, content_type="text/plain")
    moved = client.get(f"/t/{known['t']}")
    with override_settings(ROOT_URLCONF="tests.security.broken_urls"):
        broken = [client.get("/breaks/"), client.get("/api/v1/breaks/")]
    etag = client.get(f"/t/{known['t']}/revision/")["ETag"]
    fresh = client.get(f"/t/{known['t']}/revision/", headers={"If-None-Match": etag})
    assert [answer.status_code for answer in (huge, moved, *broken, fresh)] == [413, 301, 500, 500, 304]
    for answer in (huge, moved, *broken, fresh):
        assert faults("", answer) == []  # type: ignore[arg-type]


def test_answers_outside_django_have_the_headers_too(stand: Stand, counted: Callable[[str], None]) -> None:
    """Streams, static files, and requests that are turned away before a page sees them, on the real server."""
    page = stand.phone.get(stand.a.url).text
    live = re.search(r'data-live-url="([^"]+)"', page)[1]  # type: ignore[index]
    style = re.search(r'href="(/static/[^"]+\.css)"', page)[1]  # type: ignore[index]
    phone = stand.phone
    with phone.stream("GET", live) as stream:
        beside = [stream]
    beside += [phone.get("/live/x/"), phone.post(live), phone.get(live, headers={"Last-Event-ID": "x" * 5000})]
    assert [answer.status_code for answer in beside] == [200, 404, 405, 400]
    for answer in beside:
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers["Cache-Control"] == "no-store"
        safe(answer)
    file = phone.get(style)
    assert file.status_code == 200
    icon = phone.get(re.search(r'href="(/static/icon[^"]+\.svg)"', page)[1])  # type: ignore[index]
    assert icon.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in file.headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in file.headers
    inside = [phone.get("/static/nothing.css"), phone.get("/static/"), phone.get("/t")]
    inside.append(phone.post("/", content=b"x" * (4 * 1024 * 1024 + 1)))
    assert [answer.status_code for answer in inside] == [404, 404, 404, 413]
    for answer in inside:
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Frame-Options"] == "DENY"
        safe(answer)
    counted(f"{len(beside) + len(inside) + 1} answers beside Django and of files with all headers")


def safe(answer: httpx.Response) -> None:
    """The headers of every answer, from any part of the server."""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_search_engines_may_not_index_a_table(
    places: tuple[Phone, Club, dict[str, str]],
) -> None:
    """Even if a link is on a public page, neither it nor its target is ever listed."""
    phone, _, known = places
    for address in (f"/j/{known['j']}/", f"/t/{known['t']}/", f"/l/{known['l']}/", f"/s/{known['s']}/"):
        answer = phone.browser().get(address)
        assert (answer.status_code in (200, 404), answer["X-Robots-Tag"]) == (True, "noindex")
