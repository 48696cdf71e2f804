"""API views that export: a game as JSON or CSV, a whole table, and everything an account owns."""

from django.http import FileResponse, Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import TableAPIView
from games.api.describe import ETAG, GAME, TABLE, describe
from games.api.league.league_base import AccountAPIView
from games.api.permissions import AtTable, OfAccount
from games.api.response_serializers import AccountArchiveSerializer, GameFileSerializer
from games.models import Scope, Table
from games.rules.sheet import GameSheet
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.game_file import game_file, game_rows
from games.selectors.sharing.table_archive import table_archive
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import player_names
from games.services.sharing.seals import seal_game
from games.web.downloads import archive_response
from games.web.spreadsheets import csv_response


class GameExportView(TableAPIView):
    """Export a game as JSON."""

    @describe(
        tag="Games",
        operation_id="get_game_file",
        summary="Export a game as JSON",
        permission=AtTable("watch"),
        parameters=[TABLE, GAME],
        responses={200: (GameFileSerializer, "The game and its score.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> Response:
        """Return everything about one game as one self-contained JSON document, to keep or analyze.

        `entries` are the facts as entered, and `game` is the computed result.
        """
        sheet = _game(self.table, game)
        seal_game(self.table, game)
        body = game_file(self.table, sheet, player_names(self.table))
        return Response(body, headers={"ETag": f'"{self.table.revision}"'})


class GameCSVView(TableAPIView):
    """Export a game as CSV."""

    @describe(
        tag="Games",
        operation_id="get_game_csv",
        summary="Export a game as CSV",
        permission=AtTable("watch"),
        parameters=[TABLE, GAME],
        responses={(200, "text/csv"): (OpenApiTypes.STR, "A header, and a row for each round.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> FileResponse:
        """Return one row per round, void ones included, with the points of each side and the totals after it.

        Text that a spreadsheet would run as a formula starts with an apostrophe.
        """
        table = self.table
        answer = csv_response(f"game-{game}", game_rows(_game(table, game), player_names(table)))
        answer.headers["ETag"] = f'"{table.revision}"'
        return answer


class TableArchiveView(TableAPIView):
    """Export a whole table."""

    @describe(
        tag="Tables",
        operation_id="get_table_archive",
        summary="Export a table",
        permission=AtTable("manage_links"),
        parameters=[TABLE],
        responses={200: (OpenApiTypes.OBJECT, "The archive, streamed.")},
    )
    def get(self, request: Request, public_id: str) -> FileResponse:
        """Return every entry of the table. Another server can import it on an account's page or by command.

        The export contains no secrets. An imported table gets new links.
        """
        return archive_response("table.json", table_archive(self.table))


class AccountArchiveView(AccountAPIView):
    """Export everything an account owns."""

    @describe(
        tag="Accounts",
        operation_id="get_account_archive",
        summary="Export an account",
        permission=OfAccount(Scope.MANAGE),
        responses={200: (AccountArchiveSerializer, "The archive, streamed.")},
    )
    def get(self, request: Request) -> FileResponse:
        """Return all tables the account owns and all leagues it runs, entry by entry, as one JSON document.

        This needs the account's own token, with scope `manage`. Another server can import the document: up to 3 MB on
        the account's page, or any size with `manage.py import_account`. It contains no secrets and no e-mail.
        """
        return archive_response("account.json", account_archive(self.account))


def _game(table: Table, number: int) -> GameSheet:
    """Return a game of a table by its number. Raises Http404 if it wasn't played."""
    sheet = next((game for game in sheet_of(table).games if game.number == number), None)
    if sheet is None:
        raise Http404
    return sheet
