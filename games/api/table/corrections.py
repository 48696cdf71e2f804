"""API view set that repairs a table: undo the newest entry, swap two players, decide about rounds after an end."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import ETAG, IF_MATCH_ENTRY, IF_MATCH_TABLE, REPLAYED
from games.api.parsing import InvalidFieldsError
from games.api.request_serializers import NOT_TWO_PLAYERS, AfterEndSerializer, SwappedSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import refuses, writes_ledger
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table import games as services


class CorrectionViewSet(TableBaseViewSet):
    """What repairs a table."""

    tag = "Games"
    serializer_classes: ClassVar = {"swap_players": SwappedSerializer, "decide_after_end": AfterEndSerializer}

    @extend_schema(tags=["Tables"], parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_ENTRY)
    @refuses("nothing_to_undo", "not_your_duty")
    def undo(self, request: Request, public_id: str) -> Response:
        """Undo the newest entry. It may be a round, a correction or a new game.

        The entry stays in the ledger, but no longer counts. Repeat to undo the entry before it.
        """
        key = self.key or f"undo:{self.seen_revision}"
        return self.table_response(services.undo(access=self.access, key=key, revision=self.seen_revision))

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("wrong_game")
    def swap_players(self, request: Request, public_id: str, game: int) -> Response:
        """Swap two players. Each player gets the other's rounds, in the current game and all later ones."""
        swapped = self.validated_data()["players"]
        names = names_by_seat(sheet_of(self.table).current, player_names(self.table))
        if not set(swapped) <= set(names):
            raise InvalidFieldsError({"players": NOT_TWO_PLAYERS})
        first, second = (names.index(name) for name in swapped)
        written = services.swap_seats(
            access=self.access,
            key=self.key or f"swap:{self.seen_revision}",
            game=game,
            first=first,
            second=second,
            revision=self.seen_revision,
        )
        return self.table_response(written)

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("game_not_finished")
    def decide_after_end(self, request: Request, public_id: str, game: int) -> Response:
        """Delete or count rounds after the end. A correction can make a game end earlier than before.

        If so, `void` or `keep` the rounds with `after_game_end`.
        """
        decision = self.validated_data()["decision"]
        written = services.decide_after_end(
            access=self.access,
            key=self.key or f"{decision}:{self.seen_revision}",
            game=game,
            revision=self.seen_revision,
            keep=decision == "keep",
        )
        return self.table_response(written)
