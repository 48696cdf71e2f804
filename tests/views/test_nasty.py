"""Nasty input in any form field gets a response below 500, and the table stays sound."""

import pytest
from django.test import Client

from games.models import Role
from tests.makers import Phone, assert_sound, join
from tests.views.reading import HTMX, entry, forms

ALL_NASTY = [
    "",
    " ",
    "0",
    "-1",
    "+1",
    "1e9",
    "1.5",
    "NaN",
    "None",
    "true",
    "2147483648",
    "9" * 5000,
    "-" + "9" * 30,
    "\u0663",
    "\u00b2",
    "\u00bd",
    "\u2460",
    "\u2212",
    "1+",
    "+".join("9" * 30),
    "0:knock:7",
    "9:gin",
    "0:knock:" + "9" * 30,
    "0:knock:\u0667",
    "00:big_gin:::",
    "dead\n",
    "\x00",
    "a\x00b",
    "\r\nSet-Cookie: a=b",
    "\u202e\u2066",
    "\u200d",
    "\ufdfa" * 60,
    "a" + "\u0301" * 2000,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\ufffe\uffff\U0010ffff",
    "<script>alert(1)</script>",
    "\"'><b hx-post=/ hx-trigger=load>",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "%s%n%(a)s{0}",
    "'; DROP TABLE games_entry; --",
    "../../etc/passwd",
    "x" * 20_000,
]
NASTY = ALL_NASTY[::20]
SOME_OR_ALL = pytest.mark.parametrize(
    "nasty", [NASTY, pytest.param(ALL_NASTY, marks=pytest.mark.slow)], ids=["some", "all"]
)
# The three read a round with the same form.
ROUND_ADDRESSES = ["rounds/", *(pytest.param(other, marks=pytest.mark.slow) for other in ("preview/", "rounds/1/1/"))]
START = ["name-1", "name-2", "name-3", "name-4", "preset", "target", "dealer", "key"]
ROUND = ["game", "round", "key", "seating", "revision", "end", "deadwood-0", "deadwood-1", "reason", "confirm"]
BUTTONS = [("revision", "undo/"), ("revision", "games/"), ("revision", "finish/"), ("revision", "reopen/")]
OTHERS = [
    ("revision", "games/1/decide/"),
    ("decision", "games/1/decide/"),
    ("revision", "seats/"),
    ("pair", "seats/"),
    ("role", "links/"),
    ("label", "links/"),
    ("revision", "rounds/1/1/void/"),
    ("reason", "rounds/1/1/void/"),
]
ANSWERS = {200, 302, 400, 403, 404, 409, 410, 412, 422, 428}


def still_there(phone: Phone) -> None:
    assert_sound(phone)
    client = phone.browser()
    statuses = [client.get(address).status_code for address in (phone.url, "/", f"{phone.url}links/")]
    assert statuses == [200, 200, 200]


def raw(client: Client, address: str, field: str, value: bytes, **headers: str) -> int:
    """Send bytes that no browser would."""
    body = f"{field}=".encode() + value
    answer = client.post(address, body, content_type="application/x-www-form-urlencoded", headers=headers)
    return answer.status_code


@SOME_OR_ALL
@pytest.mark.parametrize("field", START)
def test_start_form_survives_hostile_text(ann: Phone, field: str, nasty: list[str]) -> None:
    client = ann.browser()
    fields = forms(client.get("/"))[""].fields | {"name-1": "Ann", "name-2": "Ben"}
    for number, value in enumerate(nasty):
        answer = client.post("/", fields | {"key": f"k{number}"} | {field: value})
        assert (value, answer.status_code in (302, 400)) == (value, True)
    assert {raw(client, "/", field, value) for value in (b"%ff%fe", b"%ed%a0%80", b"%", b"%zz")} <= {302, 400}
    still_there(ann)


@SOME_OR_ALL
@pytest.mark.parametrize("address", ROUND_ADDRESSES)
@pytest.mark.parametrize("field", ROUND)
def test_round_form_survives_hostile_text(ann: Phone, field: str, address: str, nasty: list[str]) -> None:
    client = ann.browser()
    fields = entry(ann).fields | {"end": "0:knock:7", "deadwood-1": "20"}
    for number, value in enumerate(nasty):
        headers = HTMX if number % 2 else {}
        answer = client.post(ann.url + address, fields | {"key": f"k{number}"} | {field: value}, headers=headers)
        assert (value, answer.status_code in ANSWERS) == (value, True)
    for value in (b"%ff%fe", b"%ed%a0%80", b"%", b"%zz"):
        assert raw(client, ann.url + address, field, value) in ANSWERS
    still_there(ann)


@SOME_OR_ALL
@pytest.mark.parametrize(("field", "address"), BUTTONS + OTHERS)
def test_no_button_breaks_on_hostile_text(ann: Phone, field: str, address: str, nasty: list[str]) -> None:
    client = ann.browser()
    for number, value in enumerate(nasty):
        headers = HTMX if number % 2 else {}
        fields = {"revision": "3", "pair": "0-1", "role": "watch", field: value}
        answer = client.post(ann.url + address, fields, headers=headers)
        assert (value, answer.status_code in ANSWERS) == (value, True)
    for value in (b"%ff%fe", b"%ed%a0%80", b"%", b"%zz"):
        assert raw(client, ann.url + address, field, value) in ANSWERS
    still_there(ann)


@SOME_OR_ALL
def test_phone_name_survives_hostile_text(ann: Phone, nasty: list[str]) -> None:
    client = join(ann).browser()
    for value in nasty:
        answer = client.post(f"/j/{ann.secrets[Role.SCORE]}/", {"label": value})
        assert (value, answer.status_code in (302, 400)) == (value, True)
        assert client.get(ann.url).status_code == 200
    still_there(ann)


@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    [
        "games/0/",
        "games/99999999999999999999/",
        "games/" + "9" * 5000 + "/",
        "games/-1/",
        "games/1/rules/x/",
        "games/99999999999999999999/rules/",
        "rounds/1/99999999999999999999/",
        "rounds/" + "9" * 300 + "/1/",
        "rounds/1/0/",
        "moved/?typing=%ff",
        "moved/?typing=" + "1" * 5000,
        "?page=99999999999999999999",
        "?a[]=1&a[]=2",
        "links/99999999999999999999/revoke/",
        "%ff/",
        "%E2%80%AE/",
    ],
)
def test_no_path_breaks_on_hostile_text(ann: Phone, address: str) -> None:
    client = ann.browser()
    assert client.get(ann.url + address).status_code in (200, 404, 405)
    assert client.post(ann.url + address, {"revision": "3"}).status_code in (400, 404, 405, 409)
    still_there(ann)


@pytest.mark.slow
@pytest.mark.parametrize(
    "header",
    ["HX-Request", "HX-Current-URL", "HX-Target", "If-None-Match", "Accept", "Cookie", "Referer", "User-Agent"],
)
def test_no_header_breaks_on_hostile_text(ann: Phone, header: str) -> None:
    for value in ("", "\x7f", "%00", "a" * 5000, "\u00e4", '"', "W/", "https://evil.example/\u00e4", ";;;=;"):
        client = ann.browser()
        for address in ("/", ann.url, f"{ann.url}moved/", f"{ann.url}revision/", f"/j/{ann.secrets[Role.WATCH]}/"):
            answer = client.get(address, headers={header: value})
            assert (value, address, answer.status_code in (200, 304, 400, 404)) == (value, address, True)
