"""Pagination of long lists, query parameters, and answers with an ETag (304 if the client has them already)."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.api.parsing import InvalidFieldsError, etag_matches
from games.forms.typed_values import parse_date, parse_whole_number

DEFAULT_PAGE_SIZE: Final = 100
"""Rows on a page if the request doesn't say."""
MAX_PAGE_SIZE: Final = 500
_MAX_FILTER_LENGTH: Final = 200
"""The most characters in a query parameter."""

RowT = TypeVar("RowT", bound=Model)


def query_values(request: Request, parameters: Sequence[OpenApiParameter]) -> dict[str, Any]:
    """Return the query parameters that came with a request, as the declared ones read them: numbers, dates and texts.

    Raises InvalidFieldsError with everything wrong, also for parameters that aren't declared.
    """
    declared = {parameter.name: parameter for parameter in parameters}
    unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key not in declared}
    if unknown:
        raise InvalidFieldsError(unknown, "unknown_field")
    values: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for name, text in request.query_params.items():
        try:
            values[name] = _value_of(declared[name], str(text))
        except ValueError as wrong:
            errors[name] = f"{name} must be {wrong}."
    if errors:
        raise InvalidFieldsError(errors)
    return values


def _value_of(parameter: OpenApiParameter, text: str) -> Any:
    """Return the value of a parameter. Raises ValueError with what it must be."""
    kind: dict[str, Any] = parameter.type if isinstance(parameter.type, dict) else {}
    if parameter.enum and text not in parameter.enum:
        raise ValueError(f"one of {', '.join(map(str, parameter.enum))}")
    if kind.get("type") == "integer":
        number = parse_whole_number(text, 11)
        if number is None or not kind["minimum"] <= number <= kind["maximum"]:
            raise ValueError(f"a whole number from {kind['minimum']} to {kind['maximum']}")
        return number
    if kind.get("format") == "date":
        day = parse_date(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
        if day is None:
            raise ValueError("a date like 2026-10-06")
        return day
    if len(text) > _MAX_FILTER_LENGTH:
        raise ValueError(f"text of at most {_MAX_FILTER_LENGTH} characters")
    return text


class AfterPagination(BasePagination):
    """DRF's pagination by the number of the last row seen, which doesn't shift when rows are added meanwhile."""

    def __init__(
        self,
        results: str,
        values: Mapping[str, Any],
        *,
        key: str = "pk",
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Remember how to page.

        Args:
            results: What the answer calls the rows.
            values: The query parameters: "after", "limit", and the filters of the list.
            key: The number that orders the rows.
            extra: What the answer has besides.
        """
        self.results, self.values, self.key, self.extra = results, values, key, extra or {}

    def paginate_queryset(  # type: ignore[override] # its rows are always a query's, which can be filtered
        self, queryset: QuerySet[RowT], request: Request, view: Any = None
    ) -> list[RowT]:
        """Return the rows of the page. It takes one query, plus what the queryset prefetches."""
        limit, key = self.values.get("limit", DEFAULT_PAGE_SIZE), self.key
        fetched = list(queryset.filter(**{f"{key}__gt": self.values.get("after", 0)}).order_by(key)[: limit + 1])
        rows = fetched[:limit]
        self.request = request
        self.next_query = self._next_query(getattr(rows[-1], key)) if len(fetched) > limit else None
        return rows

    def _next_query(self, last: int) -> str:
        """Return the query string of the page after the row with the number ``last``."""
        limit = self.values.get("limit", DEFAULT_PAGE_SIZE)
        filters = {name: value for name, value in self.values.items() if name not in ("after", "limit") and value != ""}
        return "?" + urlencode({"after": last} | ({} if limit == DEFAULT_PAGE_SIZE else {"limit": limit}) | filters)

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
