"""Responses to strangers and to invalid requests."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.web.middleware import FRAGMENT_POLICY, POLICY
from tests.makers import Phone, join, link, revision, start
from tests.views.reading import HTMX, entry, forms, head, is_refusal, plain, shown, text

PAGES = [
    *("", "moved/", "revision/", "games/1/", "games/1/rules/", "games/1/rules/change/", "games/1/compare/"),
    *("games/1/compare/lets_play/", "rounds/1/1/", "seats/", "players/", "stakes/", "links/"),
    *("text/", "text/file/", "print/", "games/1/print/", "games/1/export/", "games/1/game.csv", "archive.json"),
    *("hand/", "hand/state/", "board/", "board/moved/"),
    *("cards/", "cards/saved/1/1/", "rounds/1/1/cards/"),
    *("match/", "handover/"),
    *("picture/", "games/1/picture/", "games/1/story/"),
]
BUTTONS = [
    "preview/",
    "rounds/",
    "rounds/1/1/",
    "rounds/1/1/void/",
    "undo/",
    "games/",
    "finish/",
    "reopen/",
    "games/1/decide/",
    "games/1/rules/change/",
    "seats/",
    "players/",
    "stakes/",
    "strict/",
    "links/",
    "links/1/revoke/",
    *("handover/", "takeover/", "questions/", "admit/", "links/code/"),
    *("games/1/share/", "games/1/share/end/"),
    "hand/",
    "cards/",
    "rounds/1/1/cards/",
]
OF_A_MATCH = ["check/", "call/"]
"""Buttons that only the table of a match has; elsewhere they are not found."""


@pytest.fixture
def neighbor() -> Client:
    """Somebody with a table of their own."""
    return start("Cleo", "Dan", label="Cleo's phone").browser()


def test_every_address_below_a_table_is_tried_here() -> None:
    patterns = {
        str(p.pattern)
        for top in get_resolver().url_patterns
        for page in top.url_patterns
        for p in (page.url_patterns if getattr(page, "namespace", None) == "rules" else [page])
    }
    at_table = next(p for top in get_resolver().url_patterns for p in top.url_patterns if "t/<" in str(p.pattern))
    below = {str(p.pattern) for p in at_table.url_patterns}
    number = re.compile(r"<int:\w+>")
    tried = {
        number.sub("1", address).replace("<str:preset>", "lets_play").replace("<slug:kind>", "csv") for address in below
    }
    assert tried == {*PAGES, *BUTTONS, *OF_A_MATCH}
    assert patterns == {
        *("hall/", "hall/moved/", "hall/revision/"),
        *("all-time/", "all-time/games.csv"),
        *("join/", "join/wait/", "games/move/", "games/here/"),
        *("games/", "rules/", "rules/star/", "rules/compare/"),
        *(
            "",
            "t/<slug:public_id>/",
            "j/<str:secret>/",
            "g/<str:secret>/",
            "g/<str:secret>/image.png",
            "live/<str:token>/",
            "api/v1/",
            "account/",
        ),
        *("l/<slug:public_id>/", "s/<slug:public_id>/", "tablet/"),
        *("leagues/", "leagues/new/", "leagues/import/", "k/<str:secret>/"),
        *("sw.js", "manifest.webmanifest", "offline/", "token/", "promises/", "help/", ".well-known/security.txt"),
        *("import/", "paper/", "check/", "check/colors/", "display/", "try/", "achievements/", "seal/"),
        *("rules/<slug:preset>/", "rules/<slug:preset>/change/", "rules/<slug:preset>/print/"),
        *("rules/<slug:preset>/guide/", "h/<slug:public_id>/guide/"),
        *(
            "h/<slug:public_id>/",
            "h/<slug:public_id>/change/",
            "h/<slug:public_id>/copy/",
            "h/<slug:public_id>/print/",
            "h/<slug:public_id>/delete/",
        ),
    }


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_other_peoples_table_looks_like_a_missing_one(
    ann: Phone, stranger: Client, neighbor: Client, headers: dict[str, str]
) -> None:
    nowhere = "/t/0123456789abcdef/"
    for client in (stranger, neighbor):
        for address in PAGES:
            there = client.get(f"{ann.url}{address}", headers=headers)
            not_there = client.get(f"{nowhere}{address}", headers=headers)
            assert (address, there.status_code, not_there.status_code) == (address, 404, 404)
            assert (plain(there), head(there)) == (plain(not_there), head(not_there))
        for address in (*BUTTONS, *OF_A_MATCH):
            there = client.post(f"{ann.url}{address}", {"end": "dead", "revision": "3"}, headers=headers)
            not_there = client.post(f"{nowhere}{address}", {"end": "dead", "revision": "3"}, headers=headers)
            assert (address, there.status_code, not_there.status_code) == (address, 404, 404)
            assert (plain(there), head(there)) == (plain(not_there), head(not_there))
    assert revision(ann) == 3


def test_a_page_that_never_was_looks_like_a_table_of_others(stranger: Client, ann: Phone) -> None:
    answer = stranger.get("/nothing/here/")
    assert is_refusal(answer, "not_found")
    assert plain(answer) == plain(stranger.get(ann.url))


@pytest.mark.parametrize("cookie", ["", "x", "\u00e4", "x" * 4000, "a\x7fb", '"quoted"'])
def test_wrong_cookie_is_treated_as_a_stranger(ann: Phone, stranger: Client, cookie: str) -> None:
    stranger.cookies["device"] = cookie
    assert stranger.get(ann.url).status_code == 404
    assert stranger.get("/").status_code == 200


def test_a_cookie_of_one_table_opens_no_other(ann: Phone) -> None:
    other = start()
    assert join(ann, Role.OWNER).browser().get(other.url).status_code == 404


# --- Forms from elsewhere -------------------------------------------------------------------------------------------


def test_a_form_from_elsewhere_changes_nothing(ann: Phone) -> None:
    client = ann.browser(enforce_csrf_checks=True)
    before = revision(ann)
    fields = {"end": "dead", "key": "k", "seating": "0", "revision": "3", "pair": "0-1", "role": "watch"}
    for address in BUTTONS:
        for headers in ({}, HTMX, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            answer = client.post(f"{ann.url}{address}", fields, headers=headers)
            assert (address, answer.status_code) == (address, 403)
    for address in ("/", f"/j/{ann.secrets[Role.SCORE]}/"):
        assert client.post(address, {"name-1": "Ann", "name-2": "Ben", "label": "x"}).status_code == 403
    assert (revision(ann), ann.table.links.count()) == (before, 3)


def test_a_form_of_this_site_carries_its_token(ann: Phone, snapshot: SnapshotAssertion) -> None:
    client = ann.browser(enforce_csrf_checks=True)
    form = forms(client.get(ann.url))["rounds/"]
    refused = client.post(form.action, form.fields | {"end": "dead", "csrfmiddlewaretoken": "x" * 64})
    assert (refused.status_code, revision(ann)) == (403, 3)
    assert shown(refused, "#problem") == snapshot
    assert client.post(form.action, form.fields | {"end": "dead"}).status_code == 302
    page = client.get(ann.url)
    token = re.search(r'X-CSRFToken": "(\w+)"', text(page))[1]  # type: ignore[index]
    answer = client.post(f"{ann.url}preview/", {"end": "dead"}, headers=HTMX | {"X-CSRFToken": token})
    assert answer.status_code == 200


# --- Requests that are none -----------------------------------------------------------------------------------------


def test_every_answer_carries_the_content_policy(ann: Phone, stranger: Client) -> None:
    client = ann.browser()
    strict = Client(enforce_csrf_checks=True)
    answers = {
        200: client.get(ann.url),
        302: stranger.post("/", {"name-1": "Ann", "name-2": "Ben"}),
        304: client.get(f"{ann.url}revision/", headers={"If-None-Match": '"3.0"'}),
        400: client.get("/?x=%00"),
        403: strict.post("/"),
        404: stranger.get(ann.url),
        405: client.put(ann.url),
        412: client.post(f"{ann.url}undo/", {"revision": "2"}),
        413: client.post("/", b"x" * 65 * 1024, content_type="text/plain"),
        204: client.get("/live/x/"),
    }
    assert [answer.status_code for answer in answers.values()] == list(answers)
    for answer in answers.values():
        assert answer["Content-Security-Policy"] == POLICY
        assert answer["Permissions-Policy"] == "camera=(), geolocation=(), microphone=()"
    for status in (200, 404, 403):
        assert answers[status]["X-Frame-Options"] == "DENY"
        assert answers[status]["X-Content-Type-Options"] == "nosniff"
    assert "unsafe" not in POLICY


@pytest.mark.parametrize("address", ["", "static/nothing.css", "api/v1/nothing"])
def test_content_security_policy_is_on_every_kind_of_answer(stranger: Client, address: str) -> None:
    assert stranger.get(f"/{address}")["Content-Security-Policy"] == POLICY


def test_a_piece_of_a_page_may_load_nothing_by_itself(ann: Phone) -> None:
    client = ann.browser()
    piece = client.get(f"{ann.url}moved/", headers=HTMX)
    assert piece["Content-Security-Policy"] == FRAGMENT_POLICY
    assert "Permissions-Policy" not in piece
    assert client.get(f"{ann.url}moved/")["Content-Security-Policy"] == POLICY
    assert FRAGMENT_POLICY == "default-src 'none'; frame-ancestors 'none'"


def test_static_files_have_their_security_headers(stranger: Client) -> None:
    for file, policy in (
        ("styles/base.css", None),
        ("live.js", None),
        ("icon.svg", "default-src 'none'; frame-ancestors 'none'"),
    ):
        answer = stranger.get(f"/static/{file}")
        answer.close()
        assert answer.get("Content-Security-Policy") == policy
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_no_page_has_a_script_or_a_style_of_its_own(ann: Phone, won: Phone) -> None:
    for phone in (ann, won):
        client = phone.browser()
        for address in ("/", *(phone.url + page for page in PAGES if page != "revision/")):
            page = text(client.get(address))
            assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:|hx-on|hx-vals", page) == []


@pytest.mark.parametrize("address", ["/", "rounds/", "undo/"])
def test_a_body_of_65_kib_is_too_large(ann: Phone, address: str, snapshot: SnapshotAssertion) -> None:
    client = ann.browser()
    path = address if address == "/" else ann.url + address
    body = b"reason=" + b"x" * (64 * 1024 + 1 - 7)
    answer = client.post(path, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert shown(answer, "#problem") == snapshot
    exactly = client.post(path, body[:-1], content_type="application/x-www-form-urlencoded")
    assert exactly.status_code != 413
    assert revision(ann) == 3


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "\u00b2", "9" * 30])
def test_invalid_content_length_is_refused(stranger: Client, length: str) -> None:
    answer = stranger.generic("POST", "/", b"", CONTENT_LENGTH=length)
    assert (answer.status_code in (400, 413), answer["Content-Security-Policy"]) == (True, POLICY)


@pytest.mark.parametrize(
    "address", ["/?a=%00", "/t/x/?%00", "/%00", "/t/%00/", "/j/%00/", "/j/a%00b/", "/live/%00/", "/t/a/rounds/%00/1/"]
)
def test_a_nul_in_the_address_cannot_be_read(stranger: Client, address: str, snapshot: SnapshotAssertion) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 400
    assert shown(answer, "#problem") == snapshot


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=", b"x"),
        ("application/x-www-form-urlencoded; charset=utf-16", b"a=b"),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=b" % n for n in range(1001))),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(ann: Phone, content_type: str, body: bytes) -> None:
    strict = ann.browser(enforce_csrf_checks=True)
    token = re.search(r'X-CSRFToken": "(\w+)"', text(strict.get(ann.url)))[1]  # type: ignore[index]
    for client in (ann.browser(), strict):
        for address in ("/", f"{ann.url}rounds/", f"{ann.url}undo/"):
            answer = client.generic("POST", address, body, content_type, headers={"X-CSRFToken": token})
            assert (answer.status_code, answer["Content-Security-Policy"]) == (400, POLICY)
    assert revision(ann) == 3


@pytest.mark.parametrize("host", ["evil.example", "testserver:80:80", "\u00e4"])
def test_another_host_is_refused(stranger: Client, host: str) -> None:
    assert stranger.get("/", headers={"Host": host}).status_code == 400


def test_a_forwarded_host_is_not_believed(ann: Phone) -> None:
    page = ann.browser().get(f"{ann.url}links/", headers={"X-Forwarded-Host": "evil.example"})
    assert (page.status_code, "evil.example" in text(page)) == (200, False)


def test_stream_url_without_the_stream_server_is_204(ann: Phone) -> None:
    address = re.search(r'data-live-url="([^"]+)"', text(ann.browser().get(ann.url)))[1]  # type: ignore[index]
    assert ann.browser().get(address).status_code == 204


def test_watchers_are_refused_by_every_form(ann: Phone) -> None:
    client = join(ann, Role.WATCH).browser()
    fields = entry(ann).fields | {"end": "dead", "revision": "3", "pair": "0-1", "role": "watch", "decision": "keep"}
    watch = link(ann.access, Role.WATCH).pk
    for address in BUTTONS:
        answer = client.post(ann.url + address.replace("links/1/", f"links/{watch}/"), fields)
        assert (address, answer.status_code) == (address, 403)
    assert revision(ann) == 3


def test_public_pages_have_a_description_for_search_engines(stranger: Client) -> None:
    for address in ("/", "/rules/standard/", "/check/", "/import/", "/paper/"):
        answer = stranger.get(address)
        assert "X-Robots-Tag" not in answer
        assert '<meta name="description" content="Keeps score for gin rummy' in text(answer)
