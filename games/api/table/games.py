"""API views of a table's games: start the next one, finish one by hand, reopen a finished one."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import TableAPIView
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.permissions import AtTable
from games.api.request_serializers import NextGameSerializer
from games.api.response_serializers import GameAnswerSerializer, TableSerializer
from games.api.rulebook.rules_choice import check_playable
from games.models import Table
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import finish_game, reopen_game, start_game
from games.services.table.ledger import WriteResult


class GameListView(TableAPIView):
    """Start the next game."""

    @describe(
        tag="Games",
        operation_id="start_game",
        summary="Start the next game",
        permission=AtTable("score"),
        parameters=[TABLE],
        request_headers=[IDEMPOTENCY_KEY_MAY],
        request_body=NextGameSerializer,
        responses={
            201: (GameAnswerSerializer, "The new game."),
            200: (GameAnswerSerializer, "The key was already used: the first response again."),
        },
        response_headers=[ETAG(201, 200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["game_not_finished", "table_full"],
        house_rules=True,
        examples=[examples.game_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Start the next game with the same players, or with those that `set_players` named.

        The deal continues from the last round.

        Without a body, the rules stay the same. `house_rules` without `preset` override the last game's preset.
        """
        data = self.read_body()
        house_rules = data.get("house_rules", {})
        if data:
            preset = data.get("preset", sheet_of(self.table).current.preset)
            check_playable(preset, house_rules, len(sheet_of(self.table).next_players))
        written = start_game(
            access=self.access,
            key=self.idempotency_key() or f"game:{self.table.revision}",
            preset=data.get("preset"),
            house_rules=house_rules,
        )
        answer_body = {"revision": written.revision, "table": table_json(self.table, written.revision)}
        return Response(answer_body, status=201 if written.status == "new" else 200, headers=_headers(written))


class GameFinishView(TableAPIView):
    """Finish a game by hand."""

    @describe(
        tag="Games",
        operation_id="finish_game",
        summary="End a game",
        permission=AtTable("finish"),
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table, with the game over.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "game_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """End the game at its current score. Boxes count, but bonuses for winning the game don't.

        It is the current game, or one of the table's `open_again`.
        """
        self.read_body()
        seen_revision = self.if_match()
        written = finish_game(
            access=self.access,
            key=self.idempotency_key() or f"finish:{seen_revision}",
            game=game,
            revision=seen_revision,
        )
        return table_response(self.table, written)


class GameReopenView(TableAPIView):
    """Reopen a finished game."""

    @describe(
        tag="Games",
        operation_id="reopen_game",
        summary="Reopen a finished game",
        permission=AtTable("finish"),
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table, with the game reopened.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Reopen the last game. Its current rounds no longer end it.

        A game among the table's `open_again` is continued instead: it is the current game until it is over, and
        later games wait.
        """
        self.read_body()
        seen_revision = self.if_match()
        written = reopen_game(
            access=self.access,
            key=self.idempotency_key() or f"reopen:{seen_revision}",
            game=game,
            revision=seen_revision,
        )
        return table_response(self.table, written)


def table_response(table: Table, written: WriteResult) -> Response:
    """Return the table as it was right after the entry, so a retry gets the same answer as the first request."""
    return Response(table_json(table, written.revision), headers=_headers(written))


def _headers(written: WriteResult) -> dict[str, str]:
    replayed = {"Idempotent-Replayed": "true"} if written.status == "replayed" else {}
    return {"ETag": f'"{written.revision}"'} | replayed
