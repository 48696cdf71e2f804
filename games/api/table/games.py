"""API views of a table's games: start the next one, finish one by hand, reopen a finished one."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.request_serializers import NextGameSerializer
from games.api.response_serializers import GameAnswerSerializer, TableSerializer
from games.api.rulebook.rules_choice import check_playable, house_rules_in, preset_in
from games.models import Table
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import finish_game, reopen_game, start_game
from games.services.table.ledger import WriteResult


class GameListView(BaseAPIView):
    """Start the next game."""

    @describe(
        tag="Games",
        operation_id="start_game",
        summary="Start the next game",
        role="score",
        parameters=[TABLE],
        request_headers=[IDEMPOTENCY_KEY_MAY],
        request_body=NextGameSerializer,
        responses={
            201: (GameAnswerSerializer, "The game began."),
            200: (GameAnswerSerializer, "This key was used before: the answer is that of the first time."),
        },
        response_headers=[ETAG(201, 200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["game_not_finished", "table_full"],
        house_rules=True,
        examples=[examples.game_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Go on with the same seats. The deal goes on from the last round.

        Without a body the rules stay; `house_rules` alone are laid over the preset of the last game.
        """
        access = self.access(public_id, "score")
        body = self.body(set(), {"preset", "house_rules"})
        house_rules = house_rules_in(body)
        chosen = preset_in(body, sheet_of(access.table).current.preset)
        if body:
            check_playable(chosen, house_rules, access.table.seats.count())
        written = start_game(
            access=access,
            key=self.idempotency_key() or f"game:{access.table.revision}",
            preset=body.get("preset"),
            house_rules=house_rules,
        )
        answer_body = {"revision": written.revision, "table": table_json(access.table, written.revision)}
        return Response(answer_body, status=201 if written.status == "new" else 200, headers=_headers(written))


class GameFinishView(BaseAPIView):
    """Finish a game by hand."""

    @describe(
        tag="Games",
        operation_id="finish_game",
        summary="End a game by hand",
        role="score",
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table with the game over.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "game_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """End the game as it stands, whatever the score. Boxes count, bonuses for winning the game do not."""
        access = self.access(public_id, "finish")
        self.body(set())
        seen_revision = self.if_match()
        written = finish_game(
            access=access, key=self.idempotency_key() or f"finish:{seen_revision}", game=game, revision=seen_revision
        )
        return table_response(access.table, written)


class GameReopenView(BaseAPIView):
    """Reopen a finished game."""

    @describe(
        tag="Games",
        operation_id="reopen_game",
        summary="Let a finished game go on",
        role="score",
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table with the game under way.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Open the last game again: the rounds it has no longer end it."""
        access = self.access(public_id, "finish")
        self.body(set())
        seen_revision = self.if_match()
        written = reopen_game(
            access=access, key=self.idempotency_key() or f"reopen:{seen_revision}", game=game, revision=seen_revision
        )
        return table_response(access.table, written)


def table_response(table: Table, written: WriteResult) -> Response:
    """Return the table as it was right after the entry, so a retry gets the same answer as the first request."""
    return Response(table_json(table, written.revision), headers=_headers(written))


def _headers(written: WriteResult) -> dict[str, str]:
    replayed = {"Idempotent-Replayed": "true"} if written.status == "replayed" else {}
    return {"ETag": f'"{written.revision}"'} | replayed
