"""API views that repair a table: undo the newest entry, swap two players, decide about rounds after a game's end."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import (
    ETAG,
    GAME,
    IDEMPOTENCY_KEY_MAY,
    IF_MATCH_ENTRY,
    IF_MATCH_TABLE,
    REPLAYED,
    TABLE,
    describe,
)
from games.api.parsing import InvalidFieldsError
from games.api.request_serializers import AfterEndSerializer, SwappedSerializer
from games.api.response_serializers import TableSerializer
from games.api.table.games import table_response
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table.games import decide_after_end, swap_seats, undo

DECISIONS = ("strike", "keep")


class UndoEntryView(BaseAPIView):
    """Undo the newest entry of the ledger."""

    @describe(
        tag="Tables",
        operation_id="undo",
        summary="Take the newest entry back",
        role="score",
        parameters=[TABLE],
        request_headers=[IF_MATCH_ENTRY, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table without it.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["nothing_to_undo", "revision_required", "stale", "not_your_duty", "table_full"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whatever it was, a round, a correction, a new game: it stays in the ledger, and counts no more.

        Undo again, and the entry before goes, which then is the newest that still stands.
        """
        access = self.access(public_id, "score")
        self.body(set())
        seen_revision = self.if_match()
        written = undo(access=access, key=self.idempotency_key() or f"undo:{seen_revision}", revision=seen_revision)
        return table_response(access.table, written)


class SwapPlayersView(BaseAPIView):
    """Swap two players who were entered the wrong way round."""

    @describe(
        tag="Games",
        operation_id="swap_players",
        summary="Swap two players",
        role="score",
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=SwappedSerializer,
        responses={200: (TableSerializer, "The table with the two in each other's place.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Exchange them for the whole game under way and all that come after; their rounds become each other's."""
        access = self.access(public_id, "score")
        swapped = self.body({"players"})["players"]
        names = names_by_seat(sheet_of(access.table).current, player_names(access.table))
        if not isinstance(swapped, list) or len(swapped) != 2 or not all(name in names for name in swapped):
            raise InvalidFieldsError({"players": "players must be two of the table's players."})
        first, second = (names.index(name) for name in swapped)
        seen_revision = self.if_match()
        written = swap_seats(
            access=access,
            key=self.idempotency_key() or f"swap:{seen_revision}",
            game=game,
            first=first,
            second=second,
            revision=seen_revision,
        )
        return table_response(access.table, written)


class AfterEndDecisionView(BaseAPIView):
    """Decide about the rounds that a correction left behind the end of their game."""

    @describe(
        tag="Games",
        operation_id="decide_after_end",
        summary="Strike or count rounds after the end",
        role="score",
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=AfterEndSerializer,
        responses={200: (TableSerializer, "The table with nothing left to decide.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """A correction made the game end earlier: `strike` the rounds with `after_game_end`, or `keep` them."""
        access = self.access(public_id, "score")
        decision = self.body({"decision"})["decision"]
        if decision not in DECISIONS:
            raise InvalidFieldsError({"decision": "decision must be strike or keep."})
        seen_revision = self.if_match()
        written = decide_after_end(
            access=access,
            key=self.idempotency_key() or f"{decision}:{seen_revision}",
            game=game,
            revision=seen_revision,
            keep=decision == "keep",
        )
        return table_response(access.table, written)
