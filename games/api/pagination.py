"""Pagination of long lists, query parameters, and answers with an ETag (304 if the client has them already)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.api.parsing import InvalidFieldsError, etag_matches
from games.forms.typed_values import parse_whole_number

DEFAULT_PAGE_SIZE: Final = 100
"""Rows on a page if the request doesn't say."""
MAX_PAGE_SIZE: Final = 500
_MAX_FILTER_LENGTH: Final = 200
"""The most characters in a query parameter."""

RowT = TypeVar("RowT", bound=Model)


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The page that a request asks for: ``limit`` rows that come ``after`` a number, and the filters of the list."""

    after: int
    limit: int
    filters: Mapping[str, str]

    def next_query(self, last: int) -> str:
        """Return the query string of the page after the row with the number ``last``."""
        limit = {} if self.limit == DEFAULT_PAGE_SIZE else {"limit": self.limit}
        return "?" + urlencode({"after": last, **limit, **self.filters})


def parse_page_query(request: Request, *filters: str, **choices: Sequence[str]) -> PageQuery:
    """Return the page that ``request`` asks for: ``after``, ``limit`` and the ``filters`` of this list.

    A filter in ``choices`` must have one of the given values. Raises InvalidFieldsError for unknown parameters and for
    invalid values.
    """
    params = query_params_of(request, "after", "limit", *filters, *choices)
    for name, allowed in choices.items():
        if name in params and params[name] not in allowed:
            raise InvalidFieldsError({name: f"{name} must be one of {', '.join(allowed)}."})
    after = number_param(params, "after", 0, 0, 999_999_999)
    limit = number_param(params, "limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE)
    return PageQuery(after, limit, {name: params[name] for name in (*filters, *choices) if params.get(name)})


def query_params_of(request: Request, *known: str) -> dict[str, str]:
    """Return the query parameters of ``request``. Raises InvalidFieldsError for any that isn't ``known``."""
    unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key not in known}
    if unknown:
        raise InvalidFieldsError(unknown, "unknown_field")
    errors = {
        name: f"{name} must be text of at most {_MAX_FILTER_LENGTH} characters."
        for name, text in request.query_params.items()
        if len(text) > _MAX_FILTER_LENGTH
    }
    if errors:
        raise InvalidFieldsError(errors)
    return {name: str(text) for name, text in request.query_params.items()}


class AfterPagination(BasePagination):
    """DRF's pagination by the number of the last row seen, which doesn't shift when rows are added meanwhile."""

    def __init__(
        self, results: str, page: PageQuery, *, key: str = "pk", extra: Mapping[str, Any] | None = None
    ) -> None:
        """Remember how to page.

        Args:
            results: What the answer calls the rows.
            page: The page that is asked for.
            key: The number that orders the rows.
            extra: What the answer has besides.
        """
        self.results, self.page, self.key, self.extra = results, page, key, extra or {}

    def paginate_queryset(  # type: ignore[override] # its rows are always a query's, which can be filtered
        self, queryset: QuerySet[RowT], request: Request, view: Any = None
    ) -> list[RowT]:
        """Return the rows of the page. It takes one query, plus what the queryset prefetches."""
        page, key = self.page, self.key
        fetched = list(queryset.filter(**{f"{key}__gt": page.after}).order_by(key)[: page.limit + 1])
        rows = fetched[: page.limit]
        self.request = request
        self.next_query = page.next_query(getattr(rows[-1], key)) if len(fetched) > page.limit else None
        return rows

    def get_paginated_response(self, data: Any) -> Response:
        """Return the answer: the rows as ``data`` has them, and ``next``, the query of the next page (None: no more).

        With an ``ETag`` made from it, or 304 if the request names that ETag.
        """
        return conditional_response(self.request, {**self.extra, self.results: data, "next": self.next_query})


def conditional_response(request: Request, body: Any, headers: Mapping[str, str] | None = None) -> Response:
    """Return ``body`` with an ``ETag`` made from it, or 304 if the request names that ETag."""
    text = json.dumps(body, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    all_headers = {"ETag": etag, **(headers or {})}
    if etag_matches(request.headers.get("If-None-Match", ""), etag):
        return Response(status=304, headers=all_headers)
    return Response(body, headers=all_headers)


def number_param(params: Mapping[str, str], name: str, default: int, minimum: int, maximum: int) -> int:
    """Return a query parameter as a whole number; ``default`` without it. Raises InvalidFieldsError if out of range."""
    text = params.get(name, "")
    if name not in params:
        return default
    number = parse_whole_number(text, 11)
    if number is None or not minimum <= number <= maximum:
        raise InvalidFieldsError({name: f"{name} must be a whole number from {minimum} to {maximum}."})
    return number
