"""API view of who plays: somebody joins or leaves a table, from the next game on."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import TableAPIView
from games.api.describe import ETAG, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.permissions import AtTable
from games.api.request_serializers import NextPlayersSerializer
from games.api.response_serializers import TableSerializer
from games.api.table.games import table_response
from games.services.table.games import change_players, players_key


class TablePlayersView(TableAPIView):
    """Say who plays from the next game on."""

    @describe(
        tag="Games",
        operation_id="set_players",
        summary="Let somebody join or leave",
        permission=AtTable("score"),
        parameters=[TABLE],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=NextPlayersSerializer,
        responses={200: (TableSerializer, "The table, with `next_players`.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["name_taken", "not_playable", "too_many", "revision_required", "stale", "table_full"],
        examples=[examples.players_request],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Name everybody who plays from the next game on, in seat order; the game under way goes on as it is.

        Somebody who isn't named leaves and keeps the games they played; the same name again is the same person. Where
        the rules aren't for so many (`invalid_value`), name a `preset` that is.
        """
        body = self.read_body()
        names, preset = body["players"], body.get("preset", "")
        seen_revision = self.if_match()
        written = change_players(
            access=self.access,
            key=self.idempotency_key() or players_key(seen_revision, names, preset),
            revision=seen_revision,
            names=names,
            preset=preset,
        )
        return table_response(self.table, written)
