"""The games of a table: start the next, end one by hand, let a finished one go on."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.choice import check_playable, house_rules_in, preset_in
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.models import Table
from games.selectors.ledger import sheet_of
from games.selectors.table_json import table_json
from games.services.games import finish_game, reopen_game, start_game
from games.services.ledger import Written


class Games(View):
    """The games of a table."""

    @describe(
        tag="Games",
        operation="start_game",
        summary="Start the next game",
        role="score",
        at=[TABLE],
        headers=[IDEMPOTENCY_KEY_MAY],
        takes=asks.NextGame,
        gives={
            201: (shapes.GameAnswer, "The game began."),
            200: (shapes.GameAnswer, "This key was used before: the answer is that of the first time."),
        },
        sends=[ETAG(201, 200), REPLAYED(200)],
        writes=True,
        refuses=["game_not_finished", "table_full"],
        house_rules=True,
        examples=[examples.game_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Go on with the same seats. The deal goes on from the last round.

        Without a body the rules stay; `house_rules` alone are laid over the preset of the last game.
        """
        access = self.access(public_id, "score")
        given = self.body(set(), {"preset", "house_rules"})
        house_rules = house_rules_in(given)
        chosen = preset_in(given, sheet_of(access.table).current.preset)
        if given:
            check_playable(chosen, house_rules, access.table.seats.count())
        written = start_game(
            access=access,
            key=self.key() or f"game:{access.table.revision}",
            preset=given.get("preset"),
            house_rules=house_rules,
        )
        body = {"revision": written.revision, "table": table_json(access.table, written.revision)}
        return Response(body, status=201 if written.how == "new" else 200, headers=_headers(written))


class Finish(View):
    """The end of a game, by hand."""

    @describe(
        tag="Games",
        operation="finish_game",
        summary="End a game by hand",
        role="score",
        at=[TABLE, GAME],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        gives={200: (shapes.Table, "The table with the game over.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "game_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """End the game as it stands, whatever the score. Boxes count, bonuses for winning the game do not."""
        access = self.access(public_id, "finish")
        self.body(set())
        seen = self.if_match()
        written = finish_game(access=access, key=self.key() or f"finish:{seen}", game=game, revision=seen)
        return answer(access.table, written)


class Reopen(View):
    """A finished game goes on."""

    @describe(
        tag="Games",
        operation="reopen_game",
        summary="Let a finished game go on",
        role="score",
        at=[TABLE, GAME],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        gives={200: (shapes.Table, "The table with the game under way.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "game_not_finished", "revision_required", "stale", "table_full"],
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Open the last game again: the rounds it has no longer end it."""
        access = self.access(public_id, "finish")
        self.body(set())
        seen = self.if_match()
        written = reopen_game(access=access, key=self.key() or f"reopen:{seen}", game=game, revision=seen)
        return answer(access.table, written)


def answer(table: Table, written: Written) -> Response:
    """The table right after the entry: a retry is answered like the first time."""
    return Response(table_json(table, written.revision), headers=_headers(written))


def _headers(written: Written) -> dict[str, str]:
    replayed = {"Idempotent-Replayed": "true"} if written.how == "replayed" else {}
    return {"ETag": f'"{written.revision}"'} | replayed
