"""What a table agrees on in mid-evening: other rules for the game under way, what is played for, strict mode."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, shapes
from games.api.base import View
from games.api.choice import house_rules_in
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY_MAY, IF_MATCH_TABLE, REPLAYED, TABLE, describe
from games.api.games import answer
from games.api.reading import InvalidFields, truth_in
from games.rules import stakes
from games.rules.names import BadName, clean_name
from games.rules.ruleset import changed
from games.rules.stakes import Stakes
from games.selectors.ledger import sheet_of
from games.selectors.table_json import table_json
from games.services.games import change_rules, set_stakes
from games.services.tables import set_strict

LONGEST_UNIT: Final = 12


class Rules(View):
    """The rules of a game under way."""

    @describe(
        tag="Games",
        operation="change_rules",
        summary="Change the rules in mid-game",
        role="score",
        at=[TABLE, GAME],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        takes=asks.ChangedRules,
        gives={200: (shapes.Table, "The table with the changed rules.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=[
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
        given = self.body({"house_rules"})
        seen, current = self.if_match(), sheet_of(access.table).current
        rules = changed(current.rules, house_rules_in(given))
        key = self.key() or f"rules:{seen}"
        written = change_rules(access=access, key=key, game=game, revision=seen, rules=rules)
        return answer(access.table, written)


class TableStakes(View):
    """What the evening is played for."""

    @describe(
        tag="Games",
        operation="set_stakes",
        summary="Set what is played for",
        role="score",
        at=[TABLE],
        headers=[IF_MATCH_TABLE, IDEMPOTENCY_KEY_MAY],
        takes=asks.NewStakes,
        gives={200: (shapes.Table, "The table with its stakes.")},
        sends=[ETAG(200), REPLAYED(200)],
        writes=True,
        refuses=["revision_required", "stale", "table_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """So much a point, a box and a game, in hundredths of a unit, for all games of the table; all 0: for nothing.

        Amounts are only added up: who pays whom is for the people at the table.
        """
        access = self.access(public_id, "score")
        wanted = _stakes(self.body({"unit"}, {"point", "box", "game"}))
        seen = self.if_match()
        written = set_stakes(access=access, key=self.key() or f"stakes:{seen}", revision=seen, stakes=wanted)
        return answer(access.table, written)


class Strict(View):
    """Whether anything may hint what could have been played better."""

    @describe(
        tag="Tables",
        operation="set_strict",
        summary="Switch strict mode on or off",
        role="owner",
        at=[TABLE],
        takes=asks.NewStrict,
        gives={200: (shapes.Table, "The table.")},
        refuses=["disk_full"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """As leagues play: hands are checked and counted as they were declared, and nothing is proposed.

        It changes no score, so it is no entry of the ledger, and the table's revision stays what it was.
        """
        access = self.access(public_id, "set_strict")
        set_strict(access=access, strict=truth_in(self.body({"strict"}), "strict"))
        return Response(table_json(access.table))


def _stakes(given: Mapping[str, Any]) -> Stakes | None:
    try:
        unit = clean_name(given["unit"] if isinstance(given["unit"], str) else "")
    except BadName:
        unit = ""
    if not 1 <= len(unit) <= LONGEST_UNIT:
        raise InvalidFields({"unit": f"unit must be a text of 1 to {LONGEST_UNIT} characters."})
    amounts = {name: given.get(name, 0) for name in ("point", "box", "game")}
    for name, amount in amounts.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= stakes.MOST:
            raise InvalidFields({name: f"{name} must be a whole number from 0 to {stakes.MOST}."})
    return Stakes(unit, **amounts) if any(amounts.values()) else None
