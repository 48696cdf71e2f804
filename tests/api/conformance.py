"""Checks a response against the OpenAPI schema: status, content type, headers and every key of the body."""

import json
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import Resolver404, resolve
from jsonschema import Draft202012Validator

from games.api.schema import document

OPEN = {"Answer"}
"""Shapes with fields that hang on what was asked."""
EVERYWHERE = {404, 405}
"""An address that is none, and a method that an address does not have, belong to no operation."""


def check(method: str, address: str, response: HttpResponse) -> None:
    status = response.status_code
    operation = operation_of(method, address)
    if operation is None or (status in EVERYWHERE and str(status) not in operation["responses"]):
        assert status in EVERYWHERE | {400, 413}
        _valid("Problem", response)
        return
    assert str(status) in operation["responses"], f"{method} {address}: {status} is not described: {response.content}"
    documented = operation["responses"][str(status)]
    for header in ("ETag", "Idempotent-Replayed", "Location", "Retry-After", "WWW-Authenticate"):
        if header in response.headers:
            assert header in documented.get("headers", {}), f"{method} {address}: {status} has an undescribed {header}"
    content = documented.get("content", {})
    if not content:
        assert not response.content
        return
    kind = response.headers["Content-Type"]
    if "json" not in kind:
        # A file: its kind is described, what is in it is not.
        assert kind.partition(";")[0] in content, f"{method} {address}: {status} is {kind}"
        return
    assert kind in content, f"{method} {address}: {status} is {kind}"
    if "json" in kind:
        _validate(content[kind]["schema"], response)


def operation_of(method: str, address: str) -> dict[str, Any] | None:
    """Return the schema's operation for a request; None if there is none."""
    try:
        route = resolve(address.partition("?")[0]).route
    except Resolver404:
        return None
    path = "/" + route.replace("<slug:", "{").replace("<int:", "{").replace(">", "}")
    return document()["paths"].get(path, {}).get("get" if method == "HEAD" else method.lower())


def _valid(shape: str, response: HttpResponse) -> None:
    _validate({"$ref": f"#/components/schemas/{shape}"}, response)


def _validate(schema: dict[str, Any], response: HttpResponse) -> None:
    if response.content:
        _validator(json.dumps(schema)).validate(json.loads(response.content))


@cache
def _validator(schema: str) -> Draft202012Validator:
    shapes = {
        name: shape if name in OPEN else {"unevaluatedProperties": False} | shape
        for name, shape in document()["components"]["schemas"].items()
    }
    return Draft202012Validator({"components": {"schemas": shapes}} | json.loads(schema))
