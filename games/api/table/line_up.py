"""API view set of who plays: somebody joins or leaves a table, from the next game on."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.parameters import ETAG, IF_MATCH_TABLE, REPLAYED
from games.api.request_serializers import NextPlayersSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import refuses, writes_ledger
from games.services.table.games import change_players, players_key


class TablePlayersViewSet(TableBaseViewSet):
    """Who plays at a table."""

    tag = "Games"
    serializer_classes: ClassVar = {"set_players": NextPlayersSerializer}

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)], examples=[examples.players_request])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("name_taken", "not_playable", "too_many", "unknown_preset")
    def set_players(self, request: Request, public_id: str) -> Response:
        """Change who plays. Name everyone who plays from the next game on, in seat order.

        The current game continues unchanged. Anyone you leave out leaves the table, but keeps the games they played.
        The same name again is the same person. If the rules don't work with that many players (`invalid_value`), name a
        `preset` that does.
        """
        data = self.validated_data()
        names, preset = data["players"], data.get("preset", "")
        written = change_players(
            access=self.access,
            key=self.key or players_key(self.seen_revision, names, preset),
            revision=self.seen_revision,
            names=names,
            preset=preset,
        )
        return self.table_response(written)
