"""Rounds: what one would score, enter one, change one, void one."""

from typing import Any

from django.utils.functional import cached_property
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY, IF_MATCH_ROUND, NUMBER, REPLAYED, TABLE, describe
from games.api.reading import InvalidFields, reason_in, whole
from games.api.team_deal import team_deal
from games.forms.shown_round import OddHands, round_with_cards
from games.forms.told import ROUND_FIELDS, declaration_from
from games.models import Table
from games.permissions import Access
from games.refusals import Refused
from games.rules.declaration import Ending, Told
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import sheet_of
from games.selectors.reports import reports_of
from games.selectors.table_json import round_json, score_json, table_json
from games.services.ledger import Written
from games.services.rounds import correct_round, enter_round, preview_round, void_round
from games.wording import side_names

_TOLD = set(ROUND_FIELDS) | {"tables", "hands", "layoffs"}
_CODES = {"unknown_key": "unknown_field", "missing_key": "missing_field"}
"""What hands that are none are called in a question, and what a body's fields are."""


class RoundView(View):
    """A view that reads or writes one round of the game it names."""

    names: tuple[str, ...] = ()
    table: Table

    @cached_property
    def _players(self) -> tuple[str, ...]:
        return players_at(self.table)

    def at(self, public_id: str, action: str) -> Access:
        """The access of this request, which has to allow ``action``; notes the table for the answers."""
        access = self.access(public_id, action)
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

    def told(self, given: dict[str, Any], game: GameSheet, number: int | None = None) -> Told:
        """What a body tells of round ``number`` of ``game`` (None: the next).

        Raises InvalidFields where ``players`` are not the seats and for anything odd about ``tables``, ``hands`` or
        ``layoffs``, Illegal for the rest.
        """
        if "players" in given and given["players"] != list(self.names):
            raise InvalidFields({"players": f"players must be the seats: {', '.join(self.names)}."})
        line = next((line for line in game.rounds if line.number == number), None)
        rules = line.rules if line else game.rules
        cards = [field for field in ("hands", "layoffs") if field in given]
        if cards and rules.seating == "teams":
            raise InvalidFields({cards[0]: "Between teams rounds are told by their counts."})
        if "tables" in given:
            return team_deal(given, self.names, rules, game.next_round if number is None else number)
        if "declared" not in given:
            raise InvalidFields({"declared": "declared is missing."}, "missing_field")
        active = line.told.declaration.active if line else game.next_active
        if not cards:
            return declaration_from(given, self.names, rules, active, endings=tuple(Ending))
        try:
            return round_with_cards(given, self.names, rules, active)
        except OddHands as odd:
            field, code, sentence = odd.args
            raise InvalidFields({field: sentence}, _CODES.get(code, code)) from None

    def round_shape(self, line: RoundLine, number: int) -> dict[str, Any]:
        """A round of game ``number`` for an answer, by the names of its game as it stands now."""
        self.table.refresh_from_db(fields=["revision", "said"])
        sheet = sheet_of(self.table)
        game = next(game for game in sheet.games if game.number == number)
        also = reports_of(self.table, sheet).also.get((number, line.number), ())
        return round_json(line, names_in(game, self._players), also)

    def answer(self, written: Written, *, status: int, now: bool = False) -> Response:
        """The round and the table, as they stood right after the entry: a retry is answered like the first time.

        What another phone had recorded already is answered as it stands ``now``.
        """
        now = now or written.how == "already_recorded"
        if now:
            # The other phone's entry may be newer than what was read before the table was locked.
            self.table.refresh_from_db(fields=["revision", "said"])
        at = None if now else written.revision
        sheet = sheet_of(self.table, at)
        game = next(g for g in sheet.games if g.number == written.game)
        line = next(x for x in game.rounds if x.number == written.round)
        also = reports_of(self.table, sheet, at).also.get((game.number, line.number), ())
        body: dict[str, Any] = {
            "revision": sheet.revision,
            "round": round_json(line, names_in(game, self._players), also),
            "table": table_json(self.table, at),
        }
        headers = {"ETag": f'"{line.revision}"'}
        if written.how == "replayed":
            headers["Idempotent-Replayed"] = "true"
        elif written.how == "already_recorded":
            body |= {"code": "already_recorded", "entered_by": written.by, "entered_at": written.at.isoformat()}
        return Response(body, status=status if written.how == "new" else 200, headers=headers)


class Preview(RoundView):
    """What a round would score."""

    @describe(
        tag="Rounds",
        operation="preview_round",
        summary="What a round would score",
        role="watch",
        at=[TABLE],
        takes=asks.Preview,
        gives={200: (shapes.Score, "What the round would score, and why.")},
        refuses=["wrong_game"],
        illegal=True,
        examples=[examples.preview_ask, examples.preview_answer, examples.illegal],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Score a round under the rules of the table and write nothing. Without `game` it is the current one."""
        access = self.at(public_id, "watch")
        given = self.body(set(), _TOLD | {"players", "game", "round"})
        number = whole(given, "game") if "game" in given else sheet_of(self.table).current.number
        game = self.game(number)
        told = self.told(given, game, whole(given, "round") if "round" in given else None)
        result = preview_round(access=access, game=number, declaration=told)
        return Response(score_json(result, self.names, side_names(game.rules, self.names)))


class Rounds(RoundView):
    """The rounds of the current game."""

    @describe(
        tag="Rounds",
        operation="enter_round",
        summary="Enter the next round",
        role="score",
        at=[TABLE],
        headers=[IDEMPOTENCY_KEY],
        takes=asks.NewRound,
        gives={
            201: (shapes.RoundAnswer, "The round is in the ledger."),
            200: (
                shapes.RoundAnswer,
                "Nothing new was written. Either this key was used before, then the answer is that of the first time "
                "with the header `Idempotent-Replayed: true`; or another phone entered the same round with the same "
                "facts, then `code` is `already_recorded` and it says who and when.",
            ),
        },
        sends=[ETAG(201, 200, 409), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "round_void", "round_conflict", "missing_rounds", "game_finished", "table_full"],
        illegal=True,
        examples=[examples.round_ask, examples.round_answer, examples.illegal, examples.conflict],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Write round `round` of game `game`, which has to be the next one.

        The facts are told, the points follow from the rules. `hands` tell them card by card: then every meld and layoff
        is checked, and counts may be left out. Send the same `Idempotency-Key` again after a lost answer: the round is
        written once. Two phones may both enter every round: what they say alike confirms, what differs is answered 409
        with both versions, and nothing changes until a person decides: the version that was refused is among the
        table's `questions` until then. Cards that come to the counts which are there are added to them (201); counts
        that agree with the cards there are `already_recorded`.
        """
        access = self.at(public_id, "score")
        given = self.body({"game", "round"}, _TOLD | {"players", "reason"})
        number, game_number = whole(given, "round"), whole(given, "game")
        game = self.game(game_number)
        written = enter_round(
            access=access,
            key=self.key(),
            game=game_number,
            round_number=number,
            declaration=self.told(given, game, number),
            reason=reason_in(given),
            seating=game.seating,
        )
        return self.answer(written, status=201)


class OneRound(RoundView):
    """A round that was entered before."""

    @describe(
        tag="Rounds",
        operation="correct_round",
        summary="Correct a round",
        role="score",
        at=[TABLE, GAME, NUMBER],
        headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        takes=asks.Correction,
        gives={
            200: (
                shapes.RoundAnswer,
                "The round as corrected. With the facts that stand already nothing is written and `code` is "
                "`already_recorded`.",
            )
        },
        sends=[ETAG(200, 412, 428), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "unknown_round", "revision_required", "stale", "table_full"],
        illegal=True,
        examples=[examples.correction_ask, examples.illegal, examples.stale],
    )
    def put(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Tell the facts of a round anew; totals after it follow. A void round counts again.

        Every version stays in the ledger. `If-Match` names the version that was seen: the `revision` of that round. If
        somebody was faster the answer is 412 with the round as it stands, and what was sent is kept among the table's
        `questions`.
        """
        access = self.at(public_id, "score")
        given = self.body(set(), _TOLD | {"players", "game", "round", "reason"})
        for field, place in (("game", game), ("round", number)):
            if field in given and whole(given, field) != place:
                raise InvalidFields({field: f"{field} must be that of the address, {place}, or be left out."})
        sheet = self.game(game)
        written = correct_round(
            access=access,
            key=self.key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            declaration=self.told(given, sheet, number),
            seating=sheet.seating,
            reason=reason_in(given),
        )
        return self.answer(written, status=200)

    @describe(
        tag="Rounds",
        operation="void_round",
        summary="Void a round",
        role="score",
        at=[TABLE, GAME, NUMBER],
        headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        takes=asks.Void,
        gives={200: (shapes.RoundAnswer, "The round is void: it scores nothing, its line and its number stay.")},
        sends=[ETAG(200, 412, 428), REPLAYED(200)],
        writes=True,
        refuses=["wrong_game", "unknown_round", "round_void", "revision_required", "stale", "table_full"],
        examples=[examples.void_ask, examples.stale],
    )
    def delete(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Let a round count no longer. Nothing is deleted: it stays visible as void, and a correction revives it."""
        access = self.at(public_id, "score")
        given = self.body(set(), {"reason"})
        self.game(game)
        written = void_round(
            access=access,
            key=self.key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            reason=reason_in(given),
        )
        return self.answer(written, status=200)
