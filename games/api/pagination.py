"""Pagination of long lists, and answers with an ETag (304 if the client has them already)."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.api.parsing import etag_matches
from games.api.serializers import DEFAULT_PAGE_SIZE

RowT = TypeVar("RowT", bound=Model)


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
        limit, key = self.values["limit"], self.key
        fetched = list(queryset.filter(**{f"{key}__gt": self.values.get("after", 0)}).order_by(key)[: limit + 1])
        rows = fetched[:limit]
        self.request = request
        self.next_query = self._next_query(getattr(rows[-1], key)) if len(fetched) > limit else None
        return rows

    def _next_query(self, last: int) -> str:
        """Return the query string of the page after the row with the number ``last``."""
        limit, sent = self.values["limit"], self.request.query_params.items()
        filters = {name: text for name, text in sent if text and name not in ("after", "limit")}
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
