"""API views of rounds: preview, enter, correct and void one."""

from typing import Any

from django.utils.functional import cached_property
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.describe import ETAG, GAME, IDEMPOTENCY_KEY, IF_MATCH_ROUND, NUMBER, REPLAYED, TABLE, describe
from games.api.parsing import InvalidFieldsError, reason_in, whole_number_in
from games.api.request_serializers import CorrectionSerializer, NewRoundSerializer, PreviewSerializer, VoidSerializer
from games.api.response_serializers import RoundAnswerSerializer, ScoreSerializer
from games.api.table.team_deal import team_deal
from games.evaluate.declaration_json import ROUND_FIELDS, declaration_from
from games.evaluate.round_with_hands import MalformedHandsError, read_declaration_with_hands
from games.evaluate.score_json import score_json
from games.models import Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.declaration import Ending, RoundDeclaration
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.table.ledger import sheet_of
from games.selectors.table.round_reports import reports_of
from games.selectors.table.table_json import round_json, table_json
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table.ledger import WriteResult
from games.services.table.rounds import correct_round, enter_round, preview_round, void_round
from games.wording.words import side_names

_FACT_FIELDS = set(ROUND_FIELDS) | {"tables", "hands", "layoffs"}
_FIELD_ERROR_CODES = {"unknown_key": "unknown_field", "missing_key": "missing_field"}
"""Codes of faulty hands in a rules question, to the codes of faulty fields in a body."""


class RoundAPIView(BaseAPIView):
    """A view that reads or writes one round of the game it names."""

    names: tuple[str, ...] = ()
    table: Table

    @cached_property
    def _players(self) -> tuple[str, ...]:
        return player_names(self.table)

    def table_access(self, public_id: str, action: str) -> Access:
        """Return the access of this request, which must allow ``action``, and note the table for the answers."""
        access = self.access(public_id, action)
        self.table = access.table
        return access

    def game(self, number: int) -> GameSheet:
        """Return a game as it stands. Raises RefusedError ("wrong_game") if it wasn't played."""
        sheet = sheet_of(self.table)
        for game in sheet.games:
            if game.number == number:
                self.names = names_by_seat(game, self._players)
                return game
        raise RefusedError("wrong_game", game=number, current=sheet.current.number)

    def declaration_in(self, body: dict[str, Any], game: GameSheet, number: int | None = None) -> RoundDeclaration:
        """Return the declaration in a body, for round ``number`` of ``game`` (None: the next one).

        Raises InvalidFieldsError if ``players`` aren't the seats and for faulty ``tables``, ``hands`` or ``layoffs``;
        RulesError for everything else.
        """
        if "players" in body and body["players"] != list(self.names):
            raise InvalidFieldsError({"players": f"players must be the seats: {', '.join(self.names)}."})
        line = next((line for line in game.rounds if line.number == number), None)
        rules = line.rules if line else game.rules
        cards = [field for field in ("hands", "layoffs") if field in body]
        if cards and rules.seating == "teams":
            raise InvalidFieldsError({cards[0]: "Between teams rounds are told by their counts."})
        if "tables" in body:
            return team_deal(body, self.names, rules, game.next_round if number is None else number)
        if "declared" not in body:
            raise InvalidFieldsError({"declared": "declared is missing."}, "missing_field")
        active = line.latest.declaration.active if line else game.next_active
        if not cards:
            return declaration_from(body, self.names, rules, active, endings=tuple(Ending))
        try:
            return read_declaration_with_hands(body, self.names, rules, active)
        except MalformedHandsError as odd:
            field, code, sentence = odd.args
            raise InvalidFieldsError({field: sentence}, _FIELD_ERROR_CODES.get(code, code)) from None

    def round_body(self, line: RoundLine, number: int) -> dict[str, Any]:
        """Return a round of game ``number`` for an answer, with the names of its game as it stands now."""
        self.table.refresh_from_db(fields=["revision", "said"])
        sheet = sheet_of(self.table)
        game = next(game for game in sheet.games if game.number == number)
        also = reports_of(self.table, sheet).confirmed_by.get((number, line.number), ())
        return round_json(line, names_by_seat(game, self._players), also)

    def round_response(self, written: WriteResult, *, status: int, as_it_stands: bool = False) -> Response:
        """Return the round and the table as they were right after the entry, so a retry gets the same answer.

        With ``as_it_stands``, and if another phone had recorded the round already, return them as they are now.
        """
        as_it_stands = as_it_stands or written.status == "already_recorded"
        if as_it_stands:
            # The other phone's entry may be newer than what was read before the table was locked.
            self.table.refresh_from_db(fields=["revision", "said"])
        revision = None if as_it_stands else written.revision
        sheet = sheet_of(self.table, revision)
        game = next(g for g in sheet.games if g.number == written.game)
        line = next(x for x in game.rounds if x.number == written.round)
        also = reports_of(self.table, sheet, revision).confirmed_by.get((game.number, line.number), ())
        answer_body: dict[str, Any] = {
            "revision": sheet.revision,
            "round": round_json(line, names_by_seat(game, self._players), also),
            "table": table_json(self.table, revision),
        }
        headers = {"ETag": f'"{line.revision}"'}
        if written.status == "replayed":
            headers["Idempotent-Replayed"] = "true"
        elif written.status == "already_recorded":
            answer_body |= {"code": "already_recorded", "entered_by": written.by, "entered_at": written.at.isoformat()}
        return Response(answer_body, status=status if written.status == "new" else 200, headers=headers)


class RoundPreviewView(RoundAPIView):
    """Preview what a round would score."""

    @describe(
        tag="Rounds",
        operation_id="preview_round",
        summary="What a round would score",
        role="watch",
        parameters=[TABLE],
        request_body=PreviewSerializer,
        responses={200: (ScoreSerializer, "What the round would score, and why.")},
        error_codes=["wrong_game"],
        rule_faults=True,
        examples=[examples.preview_request, examples.preview_response, examples.illegal_problem],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Score a round under the rules of the table and write nothing. Without `game` it is the current one."""
        access = self.table_access(public_id, "watch")
        body = self.body(set(), _FACT_FIELDS | {"players", "game", "round"})
        number = whole_number_in(body, "game") if "game" in body else sheet_of(self.table).current.number
        game = self.game(number)
        declaration = self.declaration_in(body, game, whole_number_in(body, "round") if "round" in body else None)
        result = preview_round(access=access, game=number, declaration=declaration)
        return Response(score_json(result, self.names, side_names(game.rules, self.names)))


class RoundListView(RoundAPIView):
    """Enter the next round of the current game."""

    @describe(
        tag="Rounds",
        operation_id="enter_round",
        summary="Enter the next round",
        role="score",
        parameters=[TABLE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewRoundSerializer,
        responses={
            201: (RoundAnswerSerializer, "The round is in the ledger."),
            200: (
                RoundAnswerSerializer,
                "Nothing new was written. Either this key was used before, then the answer is that of the first time "
                "with the header `Idempotent-Replayed: true`; or another phone entered the same round with the same "
                "facts, then `code` is `already_recorded` and it says who and when.",
            ),
        },
        response_headers=[ETAG(201, 200, 409), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "round_void", "round_conflict", "missing_rounds", "game_finished", "table_full"],
        rule_faults=True,
        examples=[examples.round_request, examples.round_response, examples.illegal_problem, examples.conflict_problem],
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
        access = self.table_access(public_id, "score")
        body = self.body({"game", "round"}, _FACT_FIELDS | {"players", "reason"})
        number, game_number = whole_number_in(body, "round"), whole_number_in(body, "game")
        game = self.game(game_number)
        written = enter_round(
            access=access,
            key=self.idempotency_key(),
            game=game_number,
            round_number=number,
            declaration=self.declaration_in(body, game, number),
            reason=reason_in(body),
            seating=game.seating,
        )
        return self.round_response(written, status=201)


class RoundDetailView(RoundAPIView):
    """Correct or void a round."""

    @describe(
        tag="Rounds",
        operation_id="correct_round",
        summary="Correct a round",
        role="score",
        parameters=[TABLE, GAME, NUMBER],
        request_headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        request_body=CorrectionSerializer,
        responses={
            200: (
                RoundAnswerSerializer,
                "The round as corrected. With the facts that stand already nothing is written and `code` is "
                "`already_recorded`.",
            )
        },
        response_headers=[ETAG(200, 412, 428), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "unknown_round", "revision_required", "stale", "table_full"],
        rule_faults=True,
        examples=[examples.correction_request, examples.illegal_problem, examples.stale_problem],
    )
    def put(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Tell the facts of a round anew; totals after it follow. A void round counts again.

        Every version stays in the ledger. `If-Match` names the version that was seen: the `revision` of that round. If
        somebody was faster the answer is 412 with the round as it stands, and what was sent is kept among the table's
        `questions`.
        """
        access = self.table_access(public_id, "score")
        body = self.body(set(), _FACT_FIELDS | {"players", "game", "round", "reason"})
        for field, expected in (("game", game), ("round", number)):
            if field in body and whole_number_in(body, field) != expected:
                raise InvalidFieldsError({field: f"{field} must be that of the address, {expected}, or be left out."})
        sheet = self.game(game)
        written = correct_round(
            access=access,
            key=self.idempotency_key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            declaration=self.declaration_in(body, sheet, number),
            seating=sheet.seating,
            reason=reason_in(body),
        )
        return self.round_response(written, status=200)

    @describe(
        tag="Rounds",
        operation_id="void_round",
        summary="Void a round",
        role="score",
        parameters=[TABLE, GAME, NUMBER],
        request_headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        request_body=VoidSerializer,
        responses={200: (RoundAnswerSerializer, "The round is void: it scores nothing, its line and its number stay.")},
        response_headers=[ETAG(200, 412, 428), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["wrong_game", "unknown_round", "round_void", "revision_required", "stale", "table_full"],
        examples=[examples.void_request, examples.stale_problem],
    )
    def delete(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Let a round count no longer. Nothing is deleted: it stays visible as void, and a correction revives it."""
        access = self.table_access(public_id, "score")
        body = self.body(set(), {"reason"})
        self.game(game)
        written = void_round(
            access=access,
            key=self.idempotency_key(),
            game=game,
            round_number=number,
            revision=self.if_match(),
            reason=reason_in(body),
        )
        return self.round_response(written, status=200)
