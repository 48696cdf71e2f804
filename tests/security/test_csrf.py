"""Forms sent by another site are refused on every route, and nothing is written."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client

from tests.security.declared_rights import API, KEEPS_IN_SESSION, PAGES
from tests.security.request_data import body_of, form_of
from tests.security.test_matrix import OBJECTS, ROUTES, kind_of, parts
from tests.security.world import Undone, World, Written, fill, forget, make_world

HERE: Final = "http://testserver"
WHOSE: Final = {"table": "owner A", "rules": "scorer B", "secret": "owner A"}
"""Whose browser is made to send it: somebody who may do it."""


def forms(world: World) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Name, address, browser and fields of every form."""
    for name, methods in PAGES.items():
        if "POST" not in methods:
            continue
        kind = kind_of(ROUTES[name])
        at = next(filter(None, OBJECTS[kind]))
        who = "referee L1" if name == "league:accept_office" else WHOSE.get(kind, "organizer L1")
        if methods["POST"].endswith("a match"):
            at, who = "match of L1", "organizer L1"
        yield name, fill(ROUTES[name], parts(world, name, at)), who, form_of(world, name, at, who)[0]


def attacks(secret: str, fields: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    """The method and the body, by the name of the attack."""
    right = {"csrfmiddlewaretoken": secret}
    plain = {"content_type": "text/plain", "data": json.dumps(fields | right)}
    return {
        "no token": ("post", {"data": fields}),
        "no token, from here": ("post", {"data": fields, "headers": {"origin": HERE}}),
        "a wrong token": ("post", {"data": fields | {"csrfmiddlewaretoken": _get_new_csrf_string()}}),
        "a wrong token in the header": ("post", {"data": fields, "headers": {"x-csrftoken": "x" * 64}}),
        "from elsewhere, with the token": (
            "post",
            {"data": fields | right, "headers": {"origin": "https://evil.example"}},
        ),
        "from a name like ours": ("post", {"data": fields | right, "headers": {"origin": f"{HERE}.evil.example"}}),
        "from nowhere, with the token": ("post", {"data": fields | right, "headers": {"origin": "null"}}),
        "JSON": ("post", {"content_type": "application/json", "data": json.dumps(fields | right)}),
        "text that looks like JSON": ("post", plain),
        "said to be a GET": ("post", {"data": fields, "headers": {"x-http-method-override": "GET"}}),
        "said to be a GET in a field": ("post", {"data": fields | {"_method": "GET"}}),
        "htmx without a token": ("post", {"data": fields, "headers": {"hx-request": "true"}}),
        "an outbox without a token": ("post", {"data": fields, "headers": {"accept": "application/json"}}),
    }


@pytest.fixture
def django_log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What Django tells the log."""
    logger = logging.getLogger("django")
    logger.propagate, before = True, logger.propagate
    yield caplog
    logger.propagate = before


def turned_away(django_log: pytest.LogCaptureFixture) -> bool:
    """Whether the last request was turned away for its token or its origin, as Django tells the log."""
    found = any(record.name == "django.security.csrf" for record in django_log.records)
    django_log.clear()
    return found


@pytest.mark.parametrize(
    "every",
    [
        pytest.param(13, id="one of 13 attacks on each form"),
        pytest.param(1, id="every attack on each form", marks=pytest.mark.slow),
    ],
)
def test_forms_from_elsewhere(
    db: None, every: int, counted: Callable[[str], None], django_log: pytest.LogCaptureFixture
) -> None:
    """On each form; a sample tries other attacks on the next one."""
    world, wrong, tried, let_in = make_world(), [], 0, 0
    forget()
    written = Written()
    for number, (name, address, who, fields) in enumerate(forms(world)):
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        off = "turned off" in PAGES[name].values()
        secret = _get_new_csrf_string()
        cookies = world.cookies[who] | {"csrftoken": secret}

        def send(
            method: str, sent: dict[str, Any], client: Client = client, cookies: Any = cookies, to: str = address
        ) -> Any:
            client.cookies.clear()
            client.cookies.load(cookies)
            return getattr(client, method)(to, **sent)

        for attack, (method, sent) in list(attacks(secret, fields).items())[number % every :: every]:
            with Undone(written) as done:
                answer = send(method, sent)
            tried += 1
            refused = answer.status_code == 403 and turned_away(django_log)
            if done.rows or not refused:
                wrong.append((name, attack, answer.status_code, done.rows))
        # A GET stays one whatever it says of itself.
        with Undone(written) as done:
            answer = send(
                "get", {"headers": {"x-http-method-override": "POST", "x-method-override": "POST"}, "data": fields}
            )
        tried += 1
        kept = name in KEEPS_IN_SESSION
        if done.rows > kept or answer.status_code not in (200, 302, 405, 404, *([403] if off else [])):
            wrong.append((name, "GET said to be a POST", answer.status_code, done.rows))
        # With its own token, from here, it is let in.
        with Undone(written) as done:
            answer = send("post", {"data": fields | {"csrfmiddlewaretoken": secret}, "headers": {"origin": HERE}})
        let_in += not turned_away(django_log)
        if (answer.status_code in (403, 405) and not off) or answer.status_code >= 500:
            wrong.append((name, "its own form", answer.status_code, done.rows))
    counted(f"{let_in} forms, {tried} ways to send them from elsewhere: {len(wrong)} let in, 0 rows written")
    assert not wrong, wrong
    assert let_in == number + 1
    assert tried > 1000 // every


def test_bodies_that_a_foreign_form_can_send_to_the_api(db: None, counted: Callable[[str], None]) -> None:
    """A browser sends these types across sites without asking first. None of them is taken for JSON."""
    world, tried, wrong = make_world(), 0, []
    forget()
    written = Written()
    types = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")
    for name, methods in API.items():
        at = next(filter(None, OBJECTS[kind_of(ROUTES[name])]))
        for method in methods:
            if method == "GET":
                continue
            body = body_of(name, method)[0] or b"{}"
            for kind in types:
                for token in ("owner token A", "no token, but the session of organizer L1"):
                    with Undone(written) as done:
                        answer = world.send_request(
                            token, method, fill(ROUTES[name], parts(world, name, at)), body, kind=kind
                        )
                    tried += 1
                    if done.rows or answer.status_code not in (401, 404, 415):
                        wrong.append((name, method, kind, token, answer.status_code, done.rows))
    counted(f"{tried} writes to the API of types a form may send: {len(wrong)} let in, 0 rows written")
    assert not wrong, wrong
    assert tried > 100
