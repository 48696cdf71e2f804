"""Pagination of long lists."""

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

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
        """Return the answer: the rows, and the query of the next page (None: no more)."""
        return Response({**self.extra, self.results: data, "next": self.next_query})
