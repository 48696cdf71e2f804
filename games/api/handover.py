"""The scoring goes to another phone or program."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.describe import ETAG, IDEMPOTENCY_KEY, REPLAYED, TABLE, describe
from games.api.reading import InvalidFields, truth_in
from games.selectors.game_view import players_at
from games.selectors.links_page import join_address
from games.selectors.table_json import table_json
from games.services.handover import allow_takeover, take_over
from games.web.base_url import base_url


class Takeover(View):
    """Whether the players of a table may take over the scoring."""

    @describe(
        tag="Links",
        operation="allow_takeover",
        summary="Let players take over the scoring",
        role="owner",
        at=[TABLE],
        takes=asks.NewTakeover,
        gives={200: (shapes.Table, "The table.")},
        refuses=["busy", "disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Whether whoever may watch can take over the scoring, too; it is no entry of the ledger.

        Not at a league's table: there everybody who plays opens the table on a phone of his own.
        """
        access = self.access(public_id, "allow_takeover")
        allow_takeover(access=access, allowed=truth_in(self.body({"takeover"}), "takeover"))
        return Response(table_json(access.table))


class Handover(View):
    """The scoring, as it goes to another phone or program."""

    @describe(
        tag="Links",
        operation="take_over",
        summary="Take over the scoring",
        role="watch",
        at=[TABLE],
        headers=[IDEMPOTENCY_KEY],
        takes=asks.NewHandover,
        gives={201: (shapes.Handover, "The entry and the new link."), 200: (shapes.Handover, "The same once more.")},
        sends=[ETAG(200, 201), REPLAYED(200)],
        writes=True,
        refuses=["not_allowed", "table_full"],
        examples=[examples.handover_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Every link to score is switched off, with all phones that came by it, and a new one is made and told.

        The owner's token may do it at any time; any other where the owner lets players take over, and then `player`
        says who it is. The owner's own phones go on. An entry of the ledger says so on the sheet; no score changes.
        """
        access = self.access(public_id, "take_over")
        given = self.body(set(), {"player"})
        done = take_over(access=access, key=self.key(), player=_player(given, players_at(access.table)))
        again = done.written.how == "replayed"
        shape = {
            "revision": done.written.revision,
            "token": done.made.secret,
            "url": join_address(done.made.secret, base_url(request._request)),
            "table": table_json(access.table),
        }
        headers = {"ETag": f'"{done.written.revision}"', "Cache-Control": "no-store"}
        headers |= {"Idempotent-Replayed": "true"} if again else {}
        return Response(shape, status=200 if again else 201, headers=headers)


def _player(given: dict[str, object], names: tuple[str, ...]) -> int | None:
    """The number at the table of the player who is named; None where nobody is. Raises InvalidFields."""
    name = given.get("player")
    if name is None:
        return None
    if name not in names:
        raise InvalidFields({"player": "player must be the name of somebody at the table."})
    return names.index(str(name))
