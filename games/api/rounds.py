"""Rounds: what one would score, enter one, change one, void one."""

from functools import cached_property
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import InvalidFields, View
from games.forms.told import ROUND_FIELDS, declaration_from
from games.models import Table
from games.permissions import Access
from games.refusals import Refused
from games.rules.declaration import Declaration
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import sheet_of
from games.selectors.table_json import round_json, score_json, table_json
from games.services.ledger import Written
from games.services.rounds import correct_round, enter_round, preview_round, void_round

_TOLD = set(ROUND_FIELDS)


class RoundView(View):
    """A view that reads or writes one round of the game it names."""

    names: tuple[str, ...] = ()
    table: Table

    @cached_property
    def _players(self) -> tuple[str, ...]:
        return players_at(self.table)

    def at(self, public_id: str) -> Access:
        """The access of this request; notes the table for the answers."""
        access = self.access(public_id)
        self.table = access.table
        return access

    def game(self, number: int) -> GameSheet:
        """Game ``number`` as it stands. Raises Refused ("wrong_game") for one that was not played."""
        sheet = sheet_of(self.table)
        for game in sheet.games:
            if game.number == number:
                self.names = names_in(game, self._players)
                return game
        raise Refused("wrong_game", game=number, current=sheet.current.number)

    def told(self, given: dict[str, Any], game: GameSheet) -> Declaration:
        """The declaration in a body. Raises InvalidFields where ``players`` are not the seats, Illegal otherwise."""
        if "players" in given and given["players"] != list(self.names):
            raise InvalidFields({"players": f"players must be the seats: {', '.join(self.names)}."})
        return declaration_from(given, self.names, game.rules)

    def round_shape(self, line: RoundLine) -> dict[str, Any]:
        """A round for an answer, by the names of its game."""
        return round_json(line, self.names)

    def answer(self, written: Written, *, status: int) -> Response:
        """The round and the table, as they stood right after the entry: a retry is answered like the first time."""
        at = written.revision if written.how != "already_recorded" else None
        sheet = sheet_of(self.table, at)
        game = next(g for g in sheet.games if g.number == written.game)
        line = next(x for x in game.rounds if x.number == written.round)
        names = names_in(game, self._players)
        body: dict[str, Any] = {
            "revision": sheet.revision,
            "round": round_json(line, names),
            "table": table_json(self.table, at),
        }
        headers = {"ETag": f'"{line.revision}"'}
        if written.how == "replayed":
            headers["Idempotent-Replayed"] = "true"
        elif written.how == "already_recorded":
            body |= {"code": "already_recorded", "entered_by": written.by, "entered_at": written.at.isoformat()}
        return Response(body, status=status if written.how == "new" else 200, headers=headers)


def whole(given: dict[str, Any], field: str) -> int:
    """The whole number in ``field``, from 1. Raises InvalidFields for anything else."""
    value = given[field]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise InvalidFields({field: f"{field} must be a whole number from 1."})
    return value


class Preview(RoundView):
    """What a round would score."""

    def post(self, request: Request, public_id: str) -> Response:
        """Score a round without writing it."""
        access = self.at(public_id)
        given = self.body({"declared"}, _TOLD | {"players", "game", "round"})
        number = whole(given, "game") if "game" in given else sheet_of(self.table).current.number
        game = self.game(number)
        result, _ = preview_round(access=access, game=number, declaration=self.told(given, game))
        return Response(score_json(result, self.names))


class Rounds(RoundView):
    """The rounds of the current game."""

    def post(self, request: Request, public_id: str) -> Response:
        """Enter the next round. Needs an Idempotency-Key."""
        access = self.at(public_id)
        access.demand("score")
        given = self.body({"game", "round", "declared"}, _TOLD | {"players"})
        number, game_number = whole(given, "round"), whole(given, "game")
        game = self.game(game_number)
        written = enter_round(
            access=access,
            key=self.key(),
            game=game_number,
            round_number=number,
            declaration=self.told(given, game),
        )
        return self.answer(written, status=201)


class OneRound(RoundView):
    """A round that was entered before."""

    def put(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Change the round. Needs If-Match with the round's revision, and an Idempotency-Key."""
        access = self.at(public_id)
        access.demand("score")
        given = self.body({"declared"}, _TOLD | {"players", "game", "round", "reason"})
        declaration = self.told(given, self.game(game))
        written = correct_round(
            access=access,
            key=self.key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            declaration=declaration,
            reason=_reason(given),
        )
        return self.answer(written, status=200)

    def delete(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Void the round; its line stays. Needs If-Match and an Idempotency-Key."""
        access = self.at(public_id)
        access.demand("score")
        given = self.body(set(), {"reason"})
        self.game(game)
        written = void_round(
            access=access,
            key=self.key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            reason=_reason(given),
        )
        return self.answer(written, status=200)


def _reason(given: dict[str, Any]) -> str:
    reason = given.get("reason", "")
    if not isinstance(reason, str) or len(reason) > 200 or not reason.isprintable():
        raise InvalidFields({"reason": "reason must be a text of at most 200 characters."})
    return reason.strip()
