"""API views that repair a table: undo the newest entry, swap two players, decide about rounds after a game's end."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import TableAPIView
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
from games.api.permissions import AtTable
from games.api.request_serializers import NOT_TWO_PLAYERS, AfterEndSerializer, SwappedSerializer
from games.api.response_serializers import TableSerializer
from games.api.table.games import table_response
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table.games import decide_after_end, swap_seats, undo


class UndoEntryView(TableAPIView):
    """Undo the newest entry of the ledger."""

    @describe(
        tag="Tables",
        operation_id="undo",
        summary="Undo the newest entry",
        permission=AtTable("score"),
        parameters=[TABLE],
        request_headers=[IF_MATCH_ENTRY, IDEMPOTENCY_KEY_MAY],
        responses={200: (TableSerializer, "The table without that entry.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["nothing_to_undo", "revision_required", "stale", "not_your_duty", "table_full"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Undo any entry: a round, a correction or a new game. It stays in the ledger but no longer counts.

        Repeat to undo the entry before it.
        """
        self.read_body()
        seen_revision = self.if_match()
        written = undo(
            access=self.access, key=self.idempotency_key() or f"undo:{seen_revision}", revision=seen_revision
        )
        return table_response(self.table, written)


class SwapPlayersView(TableAPIView):
    """Swap two players who were entered the wrong way round."""

    @describe(
        tag="Games",
        operation_id="swap_players",
        summary="Swap two players",
        permission=AtTable("score"),
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=SwappedSerializer,
        responses={200: (TableSerializer, "The table, with the two players swapped.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Swap two players in the current game and all later ones. Each gets the other's rounds."""
        swapped = self.read_body()["players"]
        names = names_by_seat(sheet_of(self.table).current, player_names(self.table))
        if not set(swapped) <= set(names):
            raise InvalidFieldsError({"players": NOT_TWO_PLAYERS})
        first, second = (names.index(name) for name in swapped)
        seen_revision = self.if_match()
        written = swap_seats(
            access=self.access,
            key=self.idempotency_key() or f"swap:{seen_revision}",
            game=game,
            first=first,
            second=second,
            revision=seen_revision,
        )
        return table_response(self.table, written)


class AfterEndDecisionView(TableAPIView):
    """Decide about the rounds that a correction left behind the end of their game."""

    @describe(
        tag="Games",
        operation_id="decide_after_end",
        summary="Delete or count rounds after the end",
        permission=AtTable("score"),
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=AfterEndSerializer,
        responses={200: (TableSerializer, "The table, with nothing left to decide.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """After a correction made the game end earlier, `void` or `keep` the rounds with `after_game_end`."""
        decision = self.read_body()["decision"]
        seen_revision = self.if_match()
        written = decide_after_end(
            access=self.access,
            key=self.idempotency_key() or f"{decision}:{seen_revision}",
            game=game,
            revision=seen_revision,
            keep=decision == "keep",
        )
        return table_response(self.table, written)
