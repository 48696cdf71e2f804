"""Pagination of long lists."""

from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import DEFAULT_PAGE_SIZE

RowT = TypeVar("RowT", bound=Model)


class AfterPagination(BasePagination):
    """DRF's pagination by the number of the last row seen, which doesn't shift when rows are added meanwhile.

    The action reads its query with PageQuerySerializer, or a subclass with what narrows the list.
    """

    ordering = "pk"
    """The number that orders the rows."""

    def paginate_queryset(  # type: ignore[override] # its rows are always a query's, which can be filtered
        self, queryset: QuerySet[RowT], request: Request, view: Any = None
    ) -> list[RowT]:
        """Return the rows of the page. It takes one query, plus what the queryset prefetches."""
        limit, after = view.query_params["limit"], view.query_params.get("after", 0)
        fetched = list(queryset.filter(**{f"{self.ordering}__gt": after}).order_by(self.ordering)[: limit + 1])
        rows = fetched[:limit]
        self.next_query = None
        if len(fetched) > limit:
            sent = request.query_params.items()
            filters = {name: text for name, text in sent if text and name not in ("after", "limit")}
            size = {} if limit == DEFAULT_PAGE_SIZE else {"limit": limit}
            self.next_query = "?" + urlencode({"after": getattr(rows[-1], self.ordering)} | size | filters)
        return rows

    def get_paginated_response(self, data: Any) -> Response:
        """Return the answer: the data, and the query of the next page (None: no more)."""
        return Response({**data, "next": self.next_query})
