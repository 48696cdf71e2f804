"""API views that hand the scoring of a table over to another phone or program."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.describe import ETAG, IDEMPOTENCY_KEY, REPLAYED, TABLE, describe
from games.api.parsing import InvalidFieldsError, bool_in
from games.api.request_serializers import NewHandoverSerializer, NewTakeoverSerializer
from games.api.response_serializers import HandoverSerializer, TableSerializer
from games.pages.sharing.links_page import join_url
from games.selectors.table.table_json import table_json
from games.selectors.table.table_names import player_names
from games.services.table.handover import allow_takeover, take_over
from games.web.base_url import base_url


class TakeoverSettingView(BaseAPIView):
    """Set whether the players of a table may take over the scoring."""

    @describe(
        tag="Links",
        operation_id="allow_takeover",
        summary="Let players take over the scoring",
        role="owner",
        parameters=[TABLE],
        request_body=NewTakeoverSerializer,
        responses={200: (TableSerializer, "The table.")},
        error_codes=["busy", "disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Whether whoever may watch can take over the scoring, too; it is no entry of the ledger.

        Not at a league's table: there everybody who plays opens the table on a phone of his own.
        """
        access = self.access(public_id, "allow_takeover")
        allow_takeover(access=access, allowed=bool_in(self.body({"takeover"}), "takeover"))
        return Response(table_json(access.table))


class ScoringHandoverView(BaseAPIView):
    """Take over the scoring."""

    @describe(
        tag="Links",
        operation_id="take_over",
        summary="Take over the scoring",
        role="watch",
        parameters=[TABLE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewHandoverSerializer,
        responses={
            201: (HandoverSerializer, "The entry and the new link."),
            200: (HandoverSerializer, "The same once more."),
        },
        response_headers=[ETAG(200, 201), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["not_allowed", "table_full"],
        examples=[examples.handover_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Every link to score is switched off, with all phones that came by it, and a new one is made and told.

        The owner's token may do it at any time; any other where the owner lets players take over, and then `player`
        says who it is. The owner's own phones go on. An entry of the ledger says so on the sheet; no score changes.
        """
        access = self.access(public_id, "take_over")
        body = self.body(set(), {"player"})
        takeover = take_over(
            access=access, key=self.idempotency_key(), player=_player(body, player_names(access.table))
        )
        replayed = takeover.written.status == "replayed"
        answer_body = {
            "revision": takeover.written.revision,
            "token": takeover.new_link.secret,
            "url": join_url(takeover.new_link.secret, base_url(request._request)),
            "table": table_json(access.table),
        }
        headers = {"ETag": f'"{takeover.written.revision}"', "Cache-Control": "no-store"}
        headers |= {"Idempotent-Replayed": "true"} if replayed else {}
        return Response(answer_body, status=200 if replayed else 201, headers=headers)


def _player(body: dict[str, object], names: tuple[str, ...]) -> int | None:
    """Return the number of the player whom a body names; None if it names nobody. Raises InvalidFieldsError."""
    name = body.get("player")
    if name is None:
        return None
    if name not in names:
        raise InvalidFieldsError({"player": "player must be the name of somebody at the table."})
    return names.index(str(name))
