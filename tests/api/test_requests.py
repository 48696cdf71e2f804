"""API: hostile requests apart from the body: content types, sizes, methods, URLs and headers."""

from typing import Any

import pytest
from django.test import override_settings

from tests.api.kit import Answer, Api, Sitting, knock, nothing_written

GOOD = {"game": 1, "round": 1, **knock(7, 20)}
FORM = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\n1\r\n--x--\r\n'


def enter(table: Sitting, **how: Any) -> Answer:
    how = {"body": GOOD, "Idempotency_Key": "k"} | how
    return table.score.send("POST", table.path + "rounds/", **how)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        *[(kind, 201) for kind in ("application/json", "Application/JSON", "application/json;charset=utf-8")],
        *[(kind, 201) for kind in ('application/json; charset="UTF-8"', "application/json; version=1; charset=utf8")],
        *[(kind, 415) for kind in ("text/plain", "text/json", "application/xml", "", "json", "*/*", "application/*")],
        *[(kind, 415) for kind in ("application/json; charset=utf-16", "application/json; charset=latin-1")],
        *[(kind, 415) for kind in ("application/json; charset=klingon", 'application/json; charset="utf-16"')],
        *[
            (kind, 415)
            for kind in ("application/merge-patch+json", "application/json-seq", "text/html, application/json")
        ],
        *[(kind, 415) for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")],
        *[
            (kind, 415)
            for kind in ("multipart/form-data", "multipart/form-data; boundary=", "multipart/x; boundary=\xff")
        ],
    ],
)
def test_h10_json_in_utf8_and_nothing_else(friday: Sitting, kind: str, status: int) -> None:
    answer = enter(friday, kind=kind)
    assert answer.status == status
    if status == 415:
        assert answer.code == "unsupported_media_type"
    assert friday.entries() == (2 if status == 201 else 1)


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "multipart/form-data", "application/x-www-form-urlencoded"]
)
def test_h10_forms_are_no_json(friday: Sitting, kind: str) -> None:
    with nothing_written():
        assert enter(friday, raw=FORM, kind=kind).status == 415


def test_h40_a_body_of_three_megabytes(friday: Sitting) -> None:
    with nothing_written():
        for raw in (b" " * 65_537, b"{" * 3_000_000, b'{"a": "' + b"x" * 3_000_000 + b'"}'):
            answer = enter(friday, raw=raw)
            assert (answer.status, answer.code) == (413, "too_large")
            assert Api().send("POST", "evaluate/", raw=raw).status == 413
    filled = b" " * (65_536 - 100) + b"{}"
    assert enter(friday, raw=filled).code == "missing_field"


@pytest.mark.parametrize("length", ["-1", "abc", "1e3", "99999999999999999999"])
def test_h40_a_length_that_is_none(friday: Sitting, length: str) -> None:
    with nothing_written():
        assert enter(friday, Content_Length=length).status in (400, 413)


ALLOWED = {
    "schema/": "GET, HEAD, OPTIONS",
    "docs/": "GET, HEAD, OPTIONS",
    "evaluate/": "POST, OPTIONS",
    "presets/": "GET, HEAD, OPTIONS",
    "presets/standard/": "GET, HEAD, OPTIONS",
    "tables/": "POST, OPTIONS",
    "tables/x/": "GET, HEAD, OPTIONS",
    "tables/x/entries/": "GET, HEAD, OPTIONS",
    "tables/x/preview/": "POST, OPTIONS",
    "tables/x/rounds/": "POST, OPTIONS",
    "tables/x/rounds/1/1/": "PUT, DELETE, OPTIONS",
    "tables/x/games/": "POST, OPTIONS",
    "tables/x/games/1/finish/": "POST, OPTIONS",
    "tables/x/games/1/reopen/": "POST, OPTIONS",
    "tables/x/links/": "GET, POST, HEAD, OPTIONS",
    "tables/x/links/1/": "DELETE, OPTIONS",
}


@pytest.mark.parametrize(("path", "allowed"), ALLOWED.items())
def test_h40_every_other_method_is_405_and_says_what_can_be_done(api: Api, path: str, allowed: str) -> None:
    with nothing_written():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "post"):
            if method.upper() in allowed:
                continue
            answer = api.send(method, path, {} if method == "PUT" else None)
            assert (answer.status, answer.code, answer.headers["Allow"]) == (405, "method_not_allowed", allowed)
            assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(("path", "allowed"), ALLOWED.items())
def test_options_tell_what_can_be_done(api: Api, path: str, allowed: str) -> None:
    answer = api.send("OPTIONS", path, documented=False)
    assert (answer.status, answer.raw, answer.headers["Allow"]) == (204, b"", allowed)


def test_the_method_cannot_be_overridden(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.score.get(friday.at(1) + "?_method=DELETE", X_HTTP_Method_Override="DELETE", If_Match='"2"')
    assert answer.status == 405


@pytest.mark.parametrize("path", ["presets/", "presets/standard/"])
def test_head_is_get_without_the_body(api: Api, path: str) -> None:
    head, get = api.send("HEAD", path), api.get(path)
    assert (head.status, head.raw) == (200, b"")
    assert head.headers["Content-Type"] == get.headers["Content-Type"] == "application/json"


def test_head_of_a_table_bears_its_revision(six: Sitting) -> None:
    head = six.watch.send("HEAD", six.path)
    assert (head.status, head.raw, head.headers["ETag"]) == (200, b"", '"7"')
    assert Api().send("HEAD", six.path).status == 401


@pytest.mark.parametrize(
    "path",
    [
        *("/api/", "/api/v1/", "/api/v2/", "/api/v1/nothing/", "/api/v1/tables/a b/", "/api/v1/tables/ä/", "/api/v1//"),
        *("/api/v1/tables/x/rounds/1/", "/api/v1/tables/x/rounds/one/1/", "/api/v1/tables/x/rounds/1/-1/"),
        *(
            "/api/v1/tables/x/links/abc/",
            "/api/v1/presets/standard/x/",
            "/api/v1/tables/../presets/",
            "/api/v1/schema/x",
        ),
    ],
)
def test_an_address_that_is_none_is_a_problem_like_any_other(api: Api, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = api.send(method, path)
        assert (answer.status, answer.code) == (404, "not_found")
        assert answer.raw == api.get("presets/nope/").raw


@pytest.mark.parametrize(
    "path", ["tables/x%00y/", "presets/%00/", "tables/x/?a=%00", "tables/x/entries/?after=%00", "presets/?%00"]
)
def test_h40_nul_in_an_address(api: Api, path: str) -> None:
    answer = api.get(path)
    assert (answer.status, answer.code) in ((400, "invalid_request"), (404, "not_found"))
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "application/problem+json", "", "*/*;q=0", "x"])
def test_there_is_one_form_of_answer(friday: Sitting, accept: str) -> None:
    answer = friday.watch.get(friday.path, Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    assert friday.watch.get(friday.path + "?format=xml").body == answer.body


def test_h33_a_foreign_host_is_refused(api: Api) -> None:
    with nothing_written(), override_settings(ALLOWED_HOSTS=["testserver"]):
        for headers in ({"Host": "evil.example"}, {"Host": "a b"}):
            answer = api.post("tables/", {"players": ["Ann", "Ben"], "preset": "standard"}, **headers)
            assert (answer.status, answer.code) == (400, "invalid_request")


def test_h33_forwarded_headers_from_outside_change_no_link(api: Api) -> None:
    forwarded = {"X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "https", "Forwarded": "host=evil.example"}
    answer = api.post("tables/", {"players": ["Ann", "Ben"], "preset": "standard"}, **forwarded)
    assert answer.body["owner_url"].startswith("http://testserver/j/")


def bears_the_headers(answer: Answer) -> None:
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_every_answer_bears_the_headers(friday: Sitting) -> None:
    for answer in (
        friday.watch.get(friday.path),
        Api().get(friday.path),
        Api().get("nothing/"),
        enter(friday, raw=b"{"),
        Api().send("TRACE", "presets/"),
        Api().get("docs/", documented=False),
    ):
        bears_the_headers(answer)


def test_what_is_refused_at_the_door_bears_the_headers_too(friday: Sitting) -> None:
    for answer in (enter(friday, raw=b"{" * 70_000), Api().get("presets/?%00")):
        bears_the_headers(answer)
