"""API views that hand the scoring of a table over to another phone or program."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import TableAPIView
from games.api.describe import ETAG, IDEMPOTENCY_KEY, REPLAYED, TABLE, describe
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtTable
from games.api.request_serializers import NewHandoverSerializer, NewTakeoverSerializer
from games.api.response_serializers import HandoverSerializer, TableSerializer
from games.models import Role
from games.pages.sharing.links_page import join_url
from games.selectors.table.table_json import table_json
from games.selectors.table.table_names import player_names
from games.services.table.handover import allow_takeover, take_over
from games.web.base_url import base_url


class TakeoverSettingView(TableAPIView):
    """Set whether the players of a table may take over the scoring."""

    @describe(
        tag="Links",
        operation_id="allow_takeover",
        summary="Let players take over the scoring",
        permission=AtTable("allow_takeover"),
        parameters=[TABLE],
        request_body=NewTakeoverSerializer,
        responses={200: (TableSerializer, "The table.")},
        error_codes=["busy", "disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Set whether spectators can take over the scoring. This adds no ledger entry.

        League tables don't allow it: there all players open the table on their own phones.
        """
        allow_takeover(access=self.access, allowed=self.read_body()["takeover"])
        return Response(table_json(self.table))


class ScoringHandoverView(TableAPIView):
    """Take over the scoring."""

    @describe(
        tag="Links",
        operation_id="take_over",
        summary="Take over the scoring",
        permission=AtTable("take_over", role=Role.WATCH),
        parameters=[TABLE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewHandoverSerializer,
        responses={
            201: (HandoverSerializer, "The entry and the new link."),
            200: (HandoverSerializer, "The same response as the first time."),
        },
        response_headers=[ETAG(200, 201), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["not_allowed", "table_full"],
        examples=[examples.handover_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Turn off all scoring links, disconnect their phones, and return a new link.

        The owner's token can always do this. Other tokens need the owner's permission, and `player` to say who it is.
        The owner's own phones stay connected. The sheet shows the change as an entry, and no score changes.
        """
        player = _player_number(self.read_body().get("player"), player_names(self.table))
        takeover = take_over(access=self.access, key=self.idempotency_key(), player=player)
        replayed = takeover.written.status == "replayed"
        answer_body = {
            "revision": takeover.written.revision,
            "token": takeover.new_link.secret,
            "url": join_url(takeover.new_link.secret, base_url(request._request)),
            "table": table_json(self.table),
        }
        headers = {"ETag": f'"{takeover.written.revision}"', "Cache-Control": "no-store"}
        headers |= {"Idempotent-Replayed": "true"} if replayed else {}
        return Response(answer_body, status=200 if replayed else 201, headers=headers)


def _player_number(name: str | None, names: tuple[str, ...]) -> int | None:
    """Return the number of the player of that name; None without a name. Raises InvalidFieldsError."""
    if name is None:
        return None
    if name not in names:
        raise InvalidFieldsError({"player": "player must be the name of a player at the table."})
    return names.index(name)
