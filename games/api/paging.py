"""Long lists a page at a time, and answers that need not be sent again."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.api.reading import InvalidFields, is_known

USUAL: Final = 100
"""Rows in one answer, where nobody says how many."""
MOST: Final = 500
_LONGEST: Final = 200
"""Characters of a filter."""

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which page is meant: what comes ``after`` this number, so many rows of it, and how the list is narrowed."""

    after: int
    limit: int
    filters: Mapping[str, str]

    def next(self, last: int) -> str:
        """The query of the page that comes after the row ``last``."""
        limit = {} if self.limit == USUAL else {"limit": self.limit}
        return "?" + urlencode({"after": last, **limit, **self.filters})


def asked_page(request: Request, *filters: str, **choices: Sequence[str]) -> Asked:
    """The page that the address of ``request`` asks for: ``after``, ``limit`` and the ``filters`` of this list.

    A filter of ``choices`` has to be one of these. Raises InvalidFields for parameters that are not known here, and for
    values that cannot be.
    """
    given = query_of(request, "after", "limit", *filters, *choices)
    for name, known in choices.items():
        if name in given and given[name] not in known:
            raise InvalidFields({name: f"{name} must be one of {', '.join(known)}."})
    after = number_of(given, "after", 0, 0, 999_999_999)
    limit = number_of(given, "limit", USUAL, 1, MOST)
    return Asked(after, limit, {name: given[name] for name in (*filters, *choices) if given.get(name)})


def query_of(request: Request, *known: str) -> dict[str, str]:
    """The parameters in the address of ``request``. Raises InvalidFields for others than the ``known`` ones."""
    unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key not in known}
    if unknown:
        raise InvalidFields(unknown, "unknown_field")
    wrong = {
        name: f"{name} must be a text of at most {_LONGEST} characters."
        for name, text in request.query_params.items()
        if len(text) > _LONGEST
    }
    if wrong:
        raise InvalidFields(wrong)
    return {name: str(text) for name, text in request.query_params.items()}


def rows_of(rows: QuerySet[Row], asked: Asked, *, key: str = "pk") -> tuple[list[Row], str | None]:
    """A page of ``rows`` by their whole number ``key``, and the query of the next page; None where this is the last.

    One query, and what ``rows`` prefetch.
    """
    found = list(rows.filter(**{f"{key}__gt": asked.after}).order_by(key)[: asked.limit + 1])
    shown = found[: asked.limit]
    return shown, asked.next(getattr(shown[-1], key)) if len(found) > asked.limit else None


def page_of(
    rows: QuerySet[Row], asked: Asked, shape: Callable[[Row], Any], *, key: str = "pk"
) -> tuple[list[Any], str | None]:
    """The same, with each row in its ``shape``."""
    shown, more = rows_of(rows, asked, key=key)
    return [shape(row) for row in shown], more


def unless_known(request: Request, body: Any, headers: Mapping[str, str] | None = None) -> Response:
    """``body`` as an answer with an ``ETag`` made of it, or 304 where the request knows it already."""
    text = json.dumps(body, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    told = {"ETag": etag, **(headers or {})}
    if is_known(request.headers.get("If-None-Match", ""), etag):
        return Response(status=304, headers=told)
    return Response(body, headers=told)


def number_of(given: Mapping[str, str], name: str, otherwise: int, least: int, most: int) -> int:
    """A parameter as a whole number, or ``otherwise`` without it. Raises InvalidFields for what is out of range."""
    text = given.get(name, "")
    if name not in given:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise InvalidFields({name: f"{name} must be a whole number from {least} to {most}."})
    return int(text)
