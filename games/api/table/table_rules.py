"""API views of what can change during an evening: the rules of the current game, the stakes, strict mode."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import TableAPIView
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.permissions import AtTable
from games.api.request_serializers import ChangedRulesSerializer, NewStakesSerializer, NewStrictSerializer
from games.api.response_serializers import TableSerializer
from games.api.table.games import table_response
from games.rules.ruleset import with_house_rules
from games.rules.stakes import Stakes
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import change_rules, set_stakes
from games.services.table.tables import set_strict


class GameRulesView(TableAPIView):
    """Change the rules of the game in progress."""

    @describe(
        tag="Games",
        operation_id="change_rules",
        summary="Change the rules during a game",
        permission=AtTable("score"),
        parameters=[TABLE, GAME],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=ChangedRulesSerializer,
        responses={200: (TableSerializer, "The table with the changed rules.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=[
            *("wrong_game", "game_finished", "rules_fixed", "target_reached", "revision_required", "stale"),
            "table_full",
        ],
        house_rules=True,
    )
    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Apply `house_rules` from the next round on. Earlier rounds keep their rules.

        The change is a ledger entry that everyone can see. Deck, seats, columns and similar rules can't change during
        a game.
        """
        house_rules = self.read_body()["house_rules"]
        seen_revision = self.if_match()
        rules = with_house_rules(sheet_of(self.table).current.rules, house_rules)
        key = self.idempotency_key() or f"rules:{seen_revision}"
        written = change_rules(access=self.access, key=key, game=game, revision=seen_revision, rules=rules)
        return table_response(self.table, written)


class TableStakesView(TableAPIView):
    """Set the stakes."""

    @describe(
        tag="Games",
        operation_id="set_stakes",
        summary="Set the stakes",
        permission=AtTable("score"),
        parameters=[TABLE],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=NewStakesSerializer,
        responses={200: (TableSerializer, "The table with its stakes.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["revision_required", "stale", "table_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Set the value of a point, a box and a game, in hundredths of a unit, for all games at the table.

        All 0 means no stakes. Scorekeeper only adds up the amounts: paying is up to the players.
        """
        new_stakes = Stakes(**self.read_body())
        seen_revision = self.if_match()
        written = set_stakes(
            access=self.access,
            key=self.idempotency_key() or f"stakes:{seen_revision}",
            revision=seen_revision,
            stakes=new_stakes if new_stakes.point or new_stakes.box or new_stakes.game else None,
        )
        return table_response(self.table, written)


class StrictModeView(TableAPIView):
    """Switch strict mode, in which nothing hints at better plays."""

    @describe(
        tag="Tables",
        operation_id="set_strict",
        summary="Turn strict mode on or off",
        permission=AtTable("set_strict"),
        parameters=[TABLE],
        request_body=NewStrictSerializer,
        responses={200: (TableSerializer, "The table.")},
        error_codes=["disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Hide hints about better plays, as leagues do. Hands are checked and counted as declared.

        This changes no score, so it adds no ledger entry and no revision.
        """
        set_strict(access=self.access, strict=self.read_body()["strict"])
        return Response(table_json(self.table))
