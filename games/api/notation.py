"""Tables as Gin notation: one read as text, one made of it."""

import secrets

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, shapes
from games.api.base import View
from games.api.describe import ETAG, LOCATION, TABLE, describe
from games.api.reading import InvalidFields
from games.api.tables import told_once
from games.forms.notation_form import TypedNotation, read_notation
from games.selectors.notation import table_text
from games.services.notation import import_table
from games.web.throttles import check_rate


class Text(View):
    """A table as text."""

    @describe(
        tag="Tables",
        operation="get_notation",
        summary="Read a table as text",
        role="watch",
        at=[TABLE],
        gives={200: (shapes.TableText, "The text.")},
        sends=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All games in Gin notation, a line for each round, as they stand. What was taken back is not told.

        Made into a table again, it is the same sheet.
        """
        table = self.access(public_id).table
        return Response({"text": table_text(table)}, headers={"ETag": f'"{table.revision}"'})


class Import(View):
    """Tables made of text."""

    @describe(
        tag="Tables",
        operation="import_table",
        summary="Make a table of text",
        takes=asks.Notation,
        gives={201: (shapes.StartedTable, "The table, with the secrets of its three links.")},
        sends=[ETAG(201), LOCATION(201)],
        refuses=["invalid_token", "not_allowed", "table_full", "too_many_requests", "disk_full"],
    )
    def post(self, request: Request) -> Response:
        """Read games in Gin notation and make a table of them, in which every round is an entry. No token is needed.

        What is wrong with the text is in `fields`, by line and column from 1: `text[3:5]`. Keep the tokens, as of a
        table that is started.
        """
        account = self.starting_account()
        text = self.body({"text"})["text"]
        if not isinstance(text, str):
            raise InvalidFields({"text": "text must be a text."})
        typed = read_notation({"text": text})
        if not typed.ready:
            raise InvalidFields(_faults(typed))
        check_rate(request._request, "start")
        return told_once(import_table(games=typed.games, account=account, key=secrets.token_hex(16)), request)


def _faults(typed: TypedNotation) -> dict[str, str]:
    """Everything wrong with a text, by its place."""
    found: dict[str, str] = {"text": " ".join(typed.errors)} if typed.errors else {}
    for fault in typed.faults:
        place = f"text[{fault.line}:{fault.column}]"
        found[place] = f"{found[place]} {fault.sentence}" if place in found else fault.sentence
    return found
