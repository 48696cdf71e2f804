"""API views of Gin notation: read a table as text, make a table from text."""

import secrets

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import StartTableAPIView, TableAPIView
from games.api.describe import ETAG, LOCATION, TABLE, describe
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtTable, MayStartTable
from games.api.request_serializers import NotationSerializer
from games.api.response_serializers import StartedTableSerializer, TableTextSerializer
from games.api.table.tables import new_table_response
from games.forms.sharing.notation_form import TypedNotation, read_notation
from games.selectors.sharing.notation import table_text
from games.services.sharing.notation import import_table
from games.web.throttles import check_rate


class TableNotationView(TableAPIView):
    """Read a table as text."""

    @describe(
        tag="Tables",
        operation_id="get_notation",
        summary="Export a table as Gin notation",
        permission=AtTable("watch"),
        parameters=[TABLE],
        responses={200: (TableTextSerializer, "The text.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all games in Gin notation, one line per round. Undone entries are left out.

        Importing the text gives the same score sheet.
        """
        return Response({"text": table_text(self.table)}, headers={"ETag": f'"{self.table.revision}"'})


class NotationImportView(StartTableAPIView):
    """Make a table from text."""

    @describe(
        tag="Tables",
        operation_id="import_table",
        summary="Import a table from Gin notation",
        permission=MayStartTable(),
        request_body=NotationSerializer,
        responses={201: (StartedTableSerializer, "The table, with the secrets of its three links.")},
        response_headers=[ETAG(201), LOCATION(201)],
        error_codes=["invalid_token", "not_allowed", "table_full", "too_many_requests", "disk_full"],
    )
    def post(self, request: Request) -> Response:
        """Create a table from games in Gin notation, with an entry for every round. This needs no token.

        `fields` lists errors in the text by line and column, counted from 1: `text[3:5]`. Keep the tokens, as for any
        new table.
        """
        typed = read_notation(self.read_body())
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
