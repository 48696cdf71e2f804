"""API view set that hands the scoring of a table over to another phone or program."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.parameters import ETAG, REPLAYED
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtTable
from games.api.request_serializers import NewHandoverSerializer, NewTakeoverSerializer
from games.api.response_serializers import HandoverSerializer
from games.api.table.table_base import TableBaseViewSet, entry_headers
from games.api.viewsets import refuses, writes_ledger
from games.models import Role
from games.pages.sharing.links_page import join_url
from games.selectors.table.table_json import table_json
from games.selectors.table.table_names import player_names
from games.services.table.handover import allow_takeover, take_over
from games.web.base_url import base_url


class HandoverViewSet(TableBaseViewSet):
    """Who keeps the score of a table."""

    tag = "Links"
    serializer_classes: ClassVar = {"allow_takeover": NewTakeoverSerializer, "take_over": NewHandoverSerializer}
    action_permissions: ClassVar = {
        "allow_takeover": AtTable("allow_takeover"),
        "take_over": AtTable("take_over", role=Role.WATCH),
    }

    def allow_takeover(self, request: Request, public_id: str) -> Response:
        """Let players take over the scoring. Anyone who can watch can then take over. This adds no ledger entry.

        League tables don't allow it, because all players open the table on their own phones.
        """
        allow_takeover(access=self.access, allowed=self.validated_data()["takeover"])
        return Response(table_json(self.table))

    @extend_schema(
        parameters=[ETAG(200, 201), REPLAYED(200)],
        responses={
            201: OpenApiResponse(HandoverSerializer, "The entry and the new link."),
            200: OpenApiResponse(HandoverSerializer, "The same response as the first time."),
        },
        examples=[examples.handover_request],
    )
    @writes_ledger(needs_key=True)
    @refuses("not_allowed")
    def take_over(self, request: Request, public_id: str) -> Response:
        """Take over the scoring. Turns off all scoring links, disconnects their phones, and returns a new link.

        The owner's token can always do this. Other tokens need the owner's permission, and `player` to say who it is.
        The owner's own phones stay connected. The sheet shows the change as an entry, and no score changes.
        """
        player = _player_number(self.validated_data().get("player"), player_names(self.table))
        takeover = take_over(access=self.access, key=self.key, player=player)
        body = {
            "revision": takeover.written.revision,
            "token": takeover.new_link.secret,
            "url": join_url(takeover.new_link.secret, base_url(request._request)),
            "table": table_json(self.table),
        }
        headers = entry_headers(takeover.written) | {"Cache-Control": "no-store"}
        return Response(body, status=200 if takeover.written.status == "replayed" else 201, headers=headers)


def _player_number(name: str | None, names: tuple[str, ...]) -> int | None:
    """Return the number of the player of that name; None without a name. Raises InvalidFieldsError."""
    if name is None:
        return None
    if name not in names:
        raise InvalidFieldsError({"player": "player must be the name of a player at the table."})
    return names.index(name)
