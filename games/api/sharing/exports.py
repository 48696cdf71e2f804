"""API views that export: a game as JSON or CSV, a whole table, and everything an account owns."""

from functools import partial

from django.http import Http404, HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import ETAG, GAME, TABLE, describe
from games.api.league.league_base import AccountAPIView
from games.api.response_serializers import AccountArchiveSerializer, GameFileSerializer
from games.models import Scope, Table
from games.rules.sheet import GameSheet
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.game_file import game_file, game_rows
from games.selectors.sharing.table_archive import table_archive
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import player_names
from games.services.sharing.seals import seal_file, seal_game
from games.web.archives import archive_response
from games.web.spreadsheets import csv_response


class GameExportView(BaseAPIView):
    """Export a game as JSON."""

    @describe(
        tag="Games",
        operation_id="get_game_file",
        summary="Take a game along as JSON",
        role="watch",
        parameters=[TABLE, GAME],
        responses={200: (GameFileSerializer, "The game as it stands.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> Response:
        """Everything of one game in one value that says by itself what it is, to keep or to reckon with.

        `entries` are the facts as they were told; `game` is what they come to.
        """
        table = self.access(public_id).table
        sheet = _game(table, game)
        seal_game(table, game)
        body = game_file(table, sheet, player_names(table))
        return Response(body, headers={"ETag": f'"{table.revision}"'})


class GameCSVView(BaseAPIView):
    """Export a game as CSV."""

    @describe(
        tag="Games",
        operation_id="get_game_csv",
        summary="Take a game along as CSV",
        role="watch",
        parameters=[TABLE, GAME],
        responses={(200, "text/csv"): (OpenApiTypes.STR, "A heading, and a line for each round.")},
        response_headers=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> HttpResponse:
        """A line for each round, void ones too, with what it brought every side and the totals after it.

        Texts that a spreadsheet would run as a formula begin with an apostrophe.
        """
        table = self.access(public_id).table
        give_seal = partial(seal_file, table=table, game=game)
        answer = csv_response(f"game-{game}", game_rows(_game(table, game), player_names(table)), give_seal)
        answer.headers["ETag"] = f'"{table.revision}"'
        return answer


class TableArchiveView(BaseAPIView):
    """Export a whole table."""

    @describe(
        tag="Tables",
        operation_id="get_table_archive",
        summary="Take a table along",
        role="owner",
        parameters=[TABLE],
        responses={200: (OpenApiTypes.OBJECT, "The archive, sent while it is read.")},
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Every entry of the table, for another Scorekeeper: there an account brings it on its page, or by command.

        It has no secrets; where it is brought, the table gets links of its own.
        """
        access = self.access(public_id, "manage_links")
        return archive_response("table", table_archive(access.table), partial(seal_file, table=access.table))


class AccountArchiveView(AccountAPIView):
    """Export everything an account owns."""

    @describe(
        tag="Accounts",
        operation_id="get_account_archive",
        summary="Take an account along",
        scope="manage",
        responses={200: (AccountArchiveSerializer, "The archive, sent while it is read.")},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """All tables that the account owns and all leagues that it runs, entry by entry, as one value.

        It needs the account's own token, of the scope `manage`. Another Scorekeeper takes it over: on the account's
        page up to 3 MB, by `manage.py import_account` whatever its size. It has no secrets, and no e-mail.
        """
        return archive_response(
            "account", account_archive(self.required_account_token(Scope.MANAGE).account), seal_file
        )


def _game(table: Table, number: int) -> GameSheet:
    """Return a game of a table by its number. Raises Http404 if it wasn't played."""
    sheet = next((game for game in sheet_of(table).games if game.number == number), None)
    if sheet is None:
        raise Http404
    return sheet
