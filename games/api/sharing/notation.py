"""API views of Gin notation: read a table as text, make a table from text."""

import secrets

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import ETAG, LOCATION, TABLE, describe
from games.api.parsing import InvalidFieldsError
from games.api.request_serializers import NotationSerializer
from games.api.response_serializers import StartedTableSerializer, TableTextSerializer
from games.api.table.tables import new_table_response
from games.forms.sharing.notation_form import TypedNotation, read_notation
from games.selectors.sharing.notation import table_text
from games.services.sharing.notation import import_table
from games.web.throttles import check_rate


class TableNotationView(BaseAPIView):
    """Read a table as text."""

    @describe(
        tag="Tables",
        operation_id="get_notation",
        summary="Read a table as text",
        role="watch",
        parameters=[TABLE],
        responses={200: (TableTextSerializer, "The text.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All games in Gin notation, a line for each round, as they stand. What was taken back is not told.

        Made into a table again, it is the same sheet.
        """
        table = self.access(public_id).table
        return Response({"text": table_text(table)}, headers={"ETag": f'"{table.revision}"'})


class NotationImportView(BaseAPIView):
    """Make a table from text."""

    @describe(
        tag="Tables",
        operation_id="import_table",
        summary="Make a table of text",
        request_body=NotationSerializer,
        responses={201: (StartedTableSerializer, "The table, with the secrets of its three links.")},
        response_headers=[ETAG(201), LOCATION(201)],
        error_codes=["invalid_token", "not_allowed", "table_full", "too_many_requests", "disk_full"],
    )
    def post(self, request: Request) -> Response:
        """Read games in Gin notation and make a table of them, in which every round is an entry. No token is needed.

        What is wrong with the text is in `fields`, by line and column from 1: `text[3:5]`. Keep the tokens, as of a
        table that is started.
        """
        account = self.account_for_new_table()
        text = self.body({"text"})["text"]
        if not isinstance(text, str):
            raise InvalidFieldsError({"text": "text must be a text."})
        typed = read_notation({"text": text})
        if not typed.ready:
            raise InvalidFieldsError(_faults(typed))
        check_rate(request._request, "start")
        return new_table_response(import_table(games=typed.games, account=account, key=secrets.token_hex(16)), request)


def _faults(typed: TypedNotation) -> dict[str, str]:
    """Return everything wrong with a text, by line and column."""
    errors: dict[str, str] = {"text": " ".join(typed.errors)} if typed.errors else {}
    for fault in typed.faults:
        place = f"text[{fault.line}:{fault.column}]"
        errors[place] = f"{errors[place]} {fault.sentence}" if place in errors else fault.sentence
    return errors
