"""The base class of the API view sets of a table."""

from collections.abc import Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from games.api.base import TableAPIView
from games.api.parameters import GAME, LINK, NUMBER, QUESTION, TABLE
from games.api.permissions import ScorersChangeTable
from games.api.response_serializers import TableSerializer
from games.api.serializers import reader_of
from games.api.viewsets import ApiViewSet
from games.selectors.table.table_json import table_json
from games.services.table.ledger import WriteResult


class TableBaseViewSet(ApiViewSet, TableAPIView):
    """A view set of something at a table."""

    path_parameters: ClassVar[Sequence[OpenApiParameter]] = (TABLE, GAME, NUMBER, LINK, QUESTION)
    permission_classes: Any = (ScorersChangeTable,)
    response_class: ClassVar[Any] = TableSerializer

    def validated_data(self) -> dict[str, Any]:
        """Return the values of the request's body, read by a serializer that is made only once: rounds come often."""
        values: dict[str, Any] = reader_of(self.get_serializer_class()).run_validation(self.body())
        return values

    def table_response(self, written: WriteResult) -> Response:
        """Return the table as it was right after the entry, so a retry gets the same answer as the first request."""
        return Response(table_json(self.table, written.revision), headers=entry_headers(written))


def entry_headers(written: WriteResult) -> dict[str, str]:
    """Return the headers of an answer to an entry: the table's revision, and whether the key was used before."""
    replayed = {"Idempotent-Replayed": "true"} if written.status == "replayed" else {}
    return {"ETag": f'"{written.revision}"'} | replayed
