"""What went wrong at a table: take the newest entry back, swap two players, decide what an edit left open."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, shapes
from games.api.base import View
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
from games.api.games import answer
from games.api.reading import InvalidFields
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import sheet_of
from games.services.games import decide_after_end, swap_seats, undo

DECISIONS = ("strike", "keep")


class Undo(View):
    """The newest entry."""

    @describe(
        tag="Tables",
        operation="undo",
        summary="Take the newest entry back",
        role="score",
        at=[TABLE],
        headers=[IF_MATCH_ENTRY, IDEMPOTENCY_KEY_MAY],
        gives={200: (shapes.Table, "The table without it.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["nothing_to_undo", "revision_required", "stale", "not_your_duty", "table_full"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whatever it was, a round, a correction, a new game: it stays in the ledger, and counts no more.

        Undo again, and the entry before goes, which then is the newest that still stands.
        """
        access = self.access(public_id, "score")
        self.body(set())
        seen = self.if_match()
        written = undo(access=access, key=self.key() or f"undo:{seen}", revision=seen)
        return answer(access.table, written)


class Swap(View):
    """Two players who were written down the wrong way round."""

    @describe(
        tag="Games",
        operation="swap_players",
        summary="Swap two players",
        role="score",
        at=[TABLE, GAME],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        takes=asks.Swapped,
        gives={200: (shapes.Table, "The table with the two in each other's place.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Exchange them for the whole game under way and all that come after; their rounds become each other's."""
        access = self.access(public_id, "score")
        given = self.body({"players"})["players"]
        names = names_in(sheet_of(access.table).current, players_at(access.table))
        if not isinstance(given, list) or len(given) != 2 or not all(one in names for one in given):
            raise InvalidFields({"players": "players must be two of the table's players."})
        one, other = (names.index(name) for name in given)
        seen = self.if_match()
        written = swap_seats(
            access=access, key=self.key() or f"swap:{seen}", game=game, one=one, other=other, revision=seen
        )
        return answer(access.table, written)


class AfterEnd(View):
    """Rounds that an edit left behind the end of their game."""

    @describe(
        tag="Games",
        operation="decide_after_end",
        summary="Strike or count rounds after the end",
        role="score",
        at=[TABLE, GAME],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        takes=asks.AfterEnd,
        gives={200: (shapes.Table, "The table with nothing left to decide.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """A correction made the game end earlier: `strike` the rounds with `after_game_end`, or `keep` them."""
        access = self.access(public_id, "score")
        decision = self.body({"decision"})["decision"]
        if decision not in DECISIONS:
            raise InvalidFields({"decision": "decision must be strike or keep."})
        seen = self.if_match()
        written = decide_after_end(
            access=access,
            key=self.key() or f"{decision}:{seen}",
            game=game,
            revision=seen,
            keep=decision == "keep",
        )
        return answer(access.table, written)
