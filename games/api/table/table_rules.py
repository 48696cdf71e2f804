"""API views of what can change during an evening: the rules of the current game, the stakes, strict mode."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.parsing import InvalidFieldsError, bool_in
from games.api.request_serializers import ChangedRulesSerializer, NewStakesSerializer, NewStrictSerializer
from games.api.response_serializers import TableSerializer
from games.api.rulebook.rules_choice import house_rules_in
from games.api.table.games import table_response
from games.rules import stakes
from games.rules.names import InvalidNameError, clean_name
from games.rules.ruleset import with_house_rules
from games.rules.stakes import Stakes
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_json import table_json
from games.services.table.games import change_rules, set_stakes
from games.services.table.tables import set_strict

MAX_UNIT_LENGTH: Final = 12


class GameRulesView(BaseAPIView):
    """Change the rules of the game in progress."""

    @describe(
        tag="Games",
        operation_id="change_rules",
        summary="Change the rules in mid-game",
        role="score",
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
        """Lay `house_rules` over the rules of the game, from the next round on; the rounds before keep theirs.

        An entry of the ledger, seen by all. Deck, seats, columns and the like cannot change in mid-game.
        """
        access = self.access(public_id, "score")
        body = self.body({"house_rules"})
        seen_revision, current = self.if_match(), sheet_of(access.table).current
        rules = with_house_rules(current.rules, house_rules_in(body))
        key = self.idempotency_key() or f"rules:{seen_revision}"
        written = change_rules(access=access, key=key, game=game, revision=seen_revision, rules=rules)
        return table_response(access.table, written)


class TableStakesView(BaseAPIView):
    """Set the stakes."""

    @describe(
        tag="Games",
        operation_id="set_stakes",
        summary="Set what is played for",
        role="score",
        parameters=[TABLE],
        request_headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        request_body=NewStakesSerializer,
        responses={200: (TableSerializer, "The table with its stakes.")},
        response_headers=[ETAG(200), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["revision_required", "stale", "table_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """So much a point, a box and a game, in hundredths of a unit, for all games of the table; all 0: for nothing.

        Amounts are only added up: who pays whom is for the people at the table.
        """
        access = self.access(public_id, "score")
        new_stakes = _stakes_in(self.body({"unit"}, {"point", "box", "game"}))
        seen_revision = self.if_match()
        written = set_stakes(
            access=access,
            key=self.idempotency_key() or f"stakes:{seen_revision}",
            revision=seen_revision,
            stakes=new_stakes,
        )
        return table_response(access.table, written)


class StrictModeView(BaseAPIView):
    """Switch strict mode, in which nothing hints at better plays."""

    @describe(
        tag="Tables",
        operation_id="set_strict",
        summary="Switch strict mode on or off",
        role="owner",
        parameters=[TABLE],
        request_body=NewStrictSerializer,
        responses={200: (TableSerializer, "The table.")},
        error_codes=["disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """As leagues play: hands are checked and counted as they were declared, and nothing is proposed.

        It changes no score, so it is no entry of the ledger, and the table's revision stays what it was.
        """
        access = self.access(public_id, "set_strict")
        set_strict(access=access, strict=bool_in(self.body({"strict"}), "strict"))
        return Response(table_json(access.table))


def _stakes_in(body: Mapping[str, Any]) -> Stakes | None:
    try:
        unit = clean_name(body["unit"] if isinstance(body["unit"], str) else "")
    except InvalidNameError:
        unit = ""
    if not 1 <= len(unit) <= MAX_UNIT_LENGTH:
        raise InvalidFieldsError({"unit": f"unit must be a text of 1 to {MAX_UNIT_LENGTH} characters."})
    amounts = {name: body.get(name, 0) for name in ("point", "box", "game")}
    for name, amount in amounts.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= stakes.MAX_STAKE:
            raise InvalidFieldsError({name: f"{name} must be a whole number from 0 to {stakes.MAX_STAKE}."})
    return Stakes(unit, **amounts) if any(amounts.values()) else None
