"""API view set of what can change during an evening: the rules of the current game, the stakes, strict mode."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import ETAG, IF_MATCH_TABLE, REPLAYED
from games.api.permissions import AtTable
from games.api.problem_codes import HOUSE_RULE_ERRORS
from games.api.request_serializers import ChangedRulesSerializer, NewStakesSerializer, NewStrictSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import refuses, writes_ledger
from games.rules.ruleset import with_house_rules
from games.rules.stakes import Stakes
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import change_rules, set_stakes
from games.services.table.tables import set_strict


class TableRulesViewSet(TableBaseViewSet):
    """The rules of the current game, the stakes, strict mode."""

    tag = "Games"
    serializer_classes: ClassVar = {
        "change_rules": ChangedRulesSerializer,
        "set_stakes": NewStakesSerializer,
        "set_strict": NewStrictSerializer,
    }
    action_permissions: ClassVar = {"set_strict": AtTable("set_strict")}

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    @refuses("wrong_game", "game_finished", "rules_fixed", "target_reached", *HOUSE_RULE_ERRORS)
    def change_rules(self, request: Request, public_id: str, game: int) -> Response:
        """Change the rules during a game. `house_rules` apply from the next round on. Earlier rounds keep their rules.

        The change is a ledger entry that everyone can see. Deck, seats, columns and similar rules can't change during
        a game.
        """
        house_rules = self.validated_data()["house_rules"]
        rules = with_house_rules(sheet_of(self.table).current.rules, house_rules)
        key = self.key or f"rules:{self.seen_revision}"
        return self.table_response(
            change_rules(access=self.access, key=key, game=game, revision=self.seen_revision, rules=rules)
        )

    @extend_schema(parameters=[ETAG(200), REPLAYED(200)])
    @writes_ledger(unless_changed=IF_MATCH_TABLE)
    def set_stakes(self, request: Request, public_id: str) -> Response:
        """Set the stakes. Send what a point, a box and a game are worth, in hundredths of a unit, for all games here.

        All 0 means no stakes. Scorekeeper only adds up the amounts: paying is up to the players.
        """
        new = Stakes(**self.validated_data())
        key = self.key or f"stakes:{self.seen_revision}"
        stakes = new if new.point or new.box or new.game else None
        return self.table_response(set_stakes(access=self.access, key=key, revision=self.seen_revision, stakes=stakes))

    @extend_schema(tags=["Tables"])
    def set_strict(self, request: Request, public_id: str) -> Response:
        """Turn strict mode on or off. Strict mode hides hints about better plays, as leagues do.

        Hands are checked and counted as declared. This changes no score, so it adds no ledger entry and no revision.
        """
        set_strict(access=self.access, strict=self.validated_data()["strict"])
        return Response(table_json(self.table))
