"""API view sets of Gin notation: read a table as text, make a table from text."""

import secrets
from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import StartTableAPIView
from games.api.etags import without_etag
from games.api.parameters import ETAG, LOCATION
from games.api.parsing import InvalidFieldsError
from games.api.permissions import MayStartTable
from games.api.request_serializers import NotationSerializer
from games.api.response_serializers import StartedTableSerializer, TableTextSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.table.tables import new_table_response
from games.api.viewsets import ApiViewSet, refuses
from games.forms.sharing.notation_form import TypedNotation, read_notation
from games.selectors.sharing.notation import table_text
from games.services.sharing.notation import import_table
from games.web.throttles import check_rate


class TableNotationViewSet(TableBaseViewSet):
    """A table as text."""

    tag = "Tables"

    @extend_schema(parameters=[ETAG(200)], responses={200: OpenApiResponse(TableTextSerializer, "The text.")})
    @without_etag
    def get_notation(self, request: Request, public_id: str) -> Response:
        """Export a table as Gin notation. One line per round. Undone entries are left out.

        Importing the text gives the same score sheet.
        """
        return Response({"text": table_text(self.table)}, headers={"ETag": f'"{self.table.revision}"'})


class NotationImportViewSet(ApiViewSet, StartTableAPIView):
    """A table from text."""

    tag = "Tables"
    permission_classes = (MayStartTable,)
    serializer_classes: ClassVar = {"import_table": NotationSerializer}

    @extend_schema(
        parameters=[ETAG(201), LOCATION(201)],
        responses={201: OpenApiResponse(StartedTableSerializer, "The table, with the secrets of its three links.")},
    )
    @refuses("invalid_token", "not_allowed", "table_full", "too_many_requests")
    def import_table(self, request: Request) -> Response:
        """Import a table from Gin notation. The new table gets one entry for every round. No token is needed.

        `fields` lists errors in the text by line and column, counted from 1: `text[3:5]`. Keep the tokens, as for any
        new table.
        """
        typed = read_notation(self.validated_data())
        if not typed.ready:
            raise InvalidFieldsError(_faults(typed))
        check_rate(request._request, "start")
        started = import_table(games=typed.games, account=self.account, key=secrets.token_hex(16))
        return new_table_response(started, request)


def _faults(typed: TypedNotation) -> dict[str, str]:
    """Return everything wrong with a text, by line and column."""
    errors: dict[str, str] = {"text": " ".join(typed.errors)} if typed.errors else {}
    for fault in typed.faults:
        place = f"text[{fault.line}:{fault.column}]"
        errors[place] = f"{errors[place]} {fault.sentence}" if place in errors else fault.sentence
    return errors
