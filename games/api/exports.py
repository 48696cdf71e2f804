"""What is taken along: a game as JSON, a line a round as CSV, and an account with everything in it."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes
from games.api.base import View
from games.api.describe import ETAG, GAME, TABLE, describe
from games.api.league_base import AccountView
from games.models import Scope, Table
from games.rules.sheet import GameSheet
from games.selectors.account_archive import account_archive
from games.selectors.game_file import game_file, game_rows
from games.selectors.game_view import players_at
from games.selectors.ledger import sheet_of
from games.selectors.table_archive import table_archive
from games.web.archives import archive_answer
from games.web.spreadsheets import csv_answer


class GameFile(View):
    """A game as JSON."""

    @describe(
        tag="Games",
        operation="get_game_file",
        summary="Take a game along as JSON",
        role="watch",
        at=[TABLE, GAME],
        gives={200: (shapes.GameFile, "The game as it stands.")},
        sends=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> Response:
        """Everything of one game in one value that says by itself what it is, to keep or to reckon with.

        `entries` are the facts as they were told; `game` is what they come to.
        """
        table = self.access(public_id).table
        told = game_file(table, _game(table, game), players_at(table))
        return Response(told, headers={"ETag": f'"{table.revision}"'})


class GameCSV(View):
    """A game as CSV."""

    @describe(
        tag="Games",
        operation="get_game_csv",
        summary="Take a game along as CSV",
        role="watch",
        at=[TABLE, GAME],
        gives={(200, "text/csv"): (OpenApiTypes.STR, "A heading, and a line for each round.")},
        sends=[ETAG(200)],
    )
    def get(self, request: Request, public_id: str, game: int) -> HttpResponse:
        """A line for each round, void ones too, with what it brought every side and the totals after it.

        Texts that a spreadsheet would run as a formula begin with an apostrophe.
        """
        table = self.access(public_id).table
        answer = csv_answer(f"game-{game}", game_rows(_game(table, game), players_at(table)))
        answer.headers["ETag"] = f'"{table.revision}"'
        return answer


class TableArchive(View):
    """A whole table."""

    @describe(
        tag="Tables",
        operation="get_table_archive",
        summary="Take a table along",
        role="owner",
        at=[TABLE],
        gives={200: (OpenApiTypes.OBJECT, "The archive, sent while it is read.")},
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Every entry of the table, for another Scorekeeper: there an account brings it on its page, or by command.

        It has no secrets; where it is brought, the table gets links of its own.
        """
        access = self.access(public_id, "manage_links")
        return archive_answer("table", table_archive(access.table))


class AccountArchive(AccountView):
    """All that is an account's."""

    @describe(
        tag="Accounts",
        operation="get_account_archive",
        summary="Take an account along",
        scope="manage",
        gives={200: (shapes.AccountArchive, "The archive, sent while it is read.")},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """All tables that the account owns and all leagues that it runs, entry by entry, as one value.

        It needs the account's own token, of the scope `manage`. Another Scorekeeper takes it over: on the account's
        page up to 3 MB, by `manage.py import_account` whatever its size. It has no secrets, and no e-mail.
        """
        return archive_answer("account", account_archive(self.own_token(Scope.MANAGE).account))


def _game(table: Table, number: int) -> GameSheet:
    """Game ``number`` of a table. Raises Http404 for one that was not played."""
    found = next((game for game in sheet_of(table).games if game.number == number), None)
    if found is None:
        raise Http404
    return found
