"""API view set of a table's games: start the next one, finish one by hand, reopen a finished one."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.parameters import ETAG, IF_MATCH_TABLE, REPLAYED
from games.api.permissions import AtTable
from games.api.problem_codes import HOUSE_RULE_ERRORS
from games.api.request_serializers import NextGameSerializer
from games.api.response_serializers import GameAnswerSerializer
from games.api.rulebook.rules_choice import check_playable
from games.api.table.table_base import TableBaseViewSet, entry_headers
from games.api.viewsets import refuses, writes_ledger
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import finish_game, reopen_game, start_game


class GameViewSet(TableBaseViewSet):
    """The games of a table."""

    tag = "Games"
    serializer_classes: ClassVar = {"start_game": NextGameSerializer}
    action_permissions: ClassVar = {"finish_game": AtTable("finish"), "reopen_game": AtTable("finish")}

    @extend_schema(
        parameters=[ETAG(201, 200), REPLAYED(200)],
        responses={
            201: OpenApiResponse(GameAnswerSerializer, "The new game."),
            200: OpenApiResponse(GameAnswerSerializer, "The key was already used: the first response again."),
        },
        examples=[examples.game_request],
    )
    @writes_ledger()
    @refuses("game_not_finished", "target_reached", *HOUSE_RULE_ERRORS)
    def start_game(self, request: Request, public_id: str) -> Response:
        """Start the next game. The same people play, unless `set_players` has named others.

        The deal continues from the last round.

        Without a body, the rules stay the same. `house_rules` without `preset` override the last game's preset.
        """
        data = self.validated_data()
        house_rules = data.get("house_rules", {})
        if data:
            preset = data.get("preset", sheet_of(self.table).current.preset)
            check_playable(preset, house_rules, len(sheet_of(self.table).next_players))
        written = start_game(
            access=self.access,
            key=self.key or f"game:{self.table.revision}",
            preset=data.get("preset"),
            house_rules=house_rules,
        )
        answer_body = {"revision": written.revision, "table": table_json(self.table, written.revision)}
        return Response(answer_body, status=201 if written.status == "new" else 200, headers=entry_headers(written))

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("wrong_game", "game_finished")
    def finish_game(self, request: Request, public_id: str, game: int) -> Response:
        """End a game. Its current score stands. Boxes count, but bonuses for winning the game don't.

        This must be the current game, or one of the table's `open_again`.
        """
        key = self.key or f"finish:{self.seen_revision}"
        return self.table_response(finish_game(access=self.access, key=key, game=game, revision=self.seen_revision))

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("wrong_game", "game_not_finished")
    def reopen_game(self, request: Request, public_id: str, game: int) -> Response:
        """Reopen a finished game. It must be the last game. The rounds played so far no longer end it.

        A game among the table's `open_again` is continued instead: it becomes the current game until it's over, and
        later games wait.
        """
        key = self.key or f"reopen:{self.seen_revision}"
        return self.table_response(reopen_game(access=self.access, key=key, game=game, revision=self.seen_revision))
