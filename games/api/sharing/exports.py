"""API view sets that export: a game as JSON or CSV, a whole table, and everything an account owns."""

from typing import ClassVar

from django.http import FileResponse, Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import without_etag
from games.api.league.league_base import AccountAPIView
from games.api.parameters import ETAG
from games.api.permissions import AtTable, OfAccount
from games.api.response_serializers import AccountArchiveSerializer, GameFileSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import ApiViewSet
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


class TableExportViewSet(TableBaseViewSet):
    """A game or a table as a file."""

    tag = "Games"
    action_permissions: ClassVar = {"get_table_archive": AtTable("manage_links")}

    @extend_schema(
        parameters=[ETAG(200)], responses={200: OpenApiResponse(GameFileSerializer, "The game and its score.")}
    )
    @without_etag
    def get_game_file(self, request: Request, public_id: str, game: int) -> Response:
        """Export a game as JSON. The document contains everything about the game, to keep or analyze.

        `entries` are the facts as entered, and `game` is the computed result.
        """
        sheet = _game(self.table, game)
        seal_game(self.table, game)
        body = game_file(self.table, sheet, player_names(self.table))
        return Response(body, headers={"ETag": f'"{self.table.revision}"'})

    @extend_schema(
        parameters=[ETAG(200)],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "A header, and a row for each round.")},
    )
    @without_etag
    def get_game_csv(self, request: Request, public_id: str, game: int) -> FileResponse:
        """Export a game as CSV. One row per round, including void ones, with each side's points and the totals.

        Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
        """
        table = self.table
        answer = csv_response(f"game-{game}", game_rows(_game(table, game), player_names(table)))
        answer.headers["ETag"] = f'"{table.revision}"'
        return answer

    @extend_schema(tags=["Tables"], responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "The archive, streamed.")})
    @without_etag
    def get_table_archive(self, request: Request, public_id: str) -> FileResponse:
        """Export a table. The archive has every entry.

        Another server can import it on an account's page or with a command. The export contains no secrets. An imported
        table gets new links.
        """
        return archive_response("table.json", table_archive(self.table))


class AccountExportViewSet(ApiViewSet, AccountAPIView):
    """Everything an account owns as a file."""

    tag = "Account"
    action_permissions: ClassVar = {"get_account_archive": OfAccount(Scope.MANAGE)}

    @extend_schema(responses={200: OpenApiResponse(AccountArchiveSerializer, "The archive, streamed.")})
    @without_etag
    def get_account_archive(self, request: Request) -> FileResponse:
        """Export an account. The JSON document has every table it owns and every league it runs, entry by entry.

        This needs the account's own token, with scope `manage`. Another server can import the document: up to 16 MB on
        the account's page, or any size with `manage.py import_account`. It contains no secrets and no e-mail address.
        """
        return archive_response("account.json", account_archive(self.account))


def _game(table: Table, number: int) -> GameSheet:
    """Return a game of a table by its number. Raises Http404 if it wasn't played."""
    sheet = next((game for game in sheet_of(table).games if game.number == number), None)
    if sheet is None:
        raise Http404
    return sheet
