"""API view sets of rounds: preview, enter, correct and void one."""

from typing import Any, ClassVar

from django.utils.functional import cached_property
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.parameters import ETAG, IF_MATCH_ROUND, REPLAYED
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtTable
from games.api.problem_codes import ROUND_FAULT_CODES
from games.api.request_serializers import CorrectionSerializer, NewRoundSerializer, PreviewSerializer, VoidSerializer
from games.api.response_serializers import RoundAnswerSerializer, ScoreSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.table.team_deal import team_deal
from games.api.viewsets import refuses, writes_ledger
from games.evaluate.declaration_json import declaration_from
from games.evaluate.round_with_hands import MalformedHandsError, read_declaration_with_hands
from games.evaluate.score_json import score_json
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

_FIELD_ERROR_CODES = {"unknown_key": "unknown_field", "missing_key": "missing_field"}
"""Codes of faulty hands in a rules question, to the codes of faulty fields in a body."""


class RoundBaseViewSet(TableBaseViewSet):
    """A view set that reads or writes one round of the game it names."""

    tag = "Rounds"
    response_class = RoundAnswerSerializer

    names: tuple[str, ...] = ()

    @cached_property
    def _players(self) -> tuple[str, ...]:
        return player_names(self.table)

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
            raise InvalidFieldsError({"players": f"players must match the seats: {', '.join(self.names)}."})
        line = next((line for line in game.rounds if line.number == number), None)
        rules = line.rules if line else game.rules
        cards = [field for field in ("hands", "layoffs") if field in body]
        if cards and rules.seating == "teams":
            raise InvalidFieldsError({cards[0]: "Team rounds are entered as counts, without cards."})
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
        self.table.refresh_from_db(fields=["revision", "report_count"])
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
            self.table.refresh_from_db(fields=["revision", "report_count"])
        revision = None if as_it_stands else written.revision
        table = table_json(self.table, revision)
        game = next(game for game in table["games"] if game["number"] == written.game)
        entered = next(round_ for round_ in game["rounds"] if round_["number"] == written.round)
        answer_body: dict[str, Any] = {"revision": table["revision"], "round": entered, "table": table}
        headers = {"ETag": f'"{entered["revision"]}"'}
        if written.status == "replayed":
            headers["Idempotent-Replayed"] = "true"
        elif written.status == "already_recorded":
            answer_body |= {"code": "already_recorded", "entered_by": written.by, "entered_at": written.at.isoformat()}
        return Response(answer_body, status=status if written.status == "new" else 200, headers=headers)


class RoundViewSet(RoundBaseViewSet):
    """The rounds of a table."""

    serializer_classes: ClassVar = {
        "preview_round": PreviewSerializer,
        "enter_round": NewRoundSerializer,
        "correct_round": CorrectionSerializer,
        "void_round": VoidSerializer,
    }
    action_permissions: ClassVar = {"preview_round": AtTable("watch")}
    previews = ("preview_round",)

    @extend_schema(
        responses=OpenApiResponse(ScoreSerializer, "The score of the round, with its lines."),
        examples=[examples.preview_request, examples.preview_response, examples.illegal_problem],
    )
    @refuses("wrong_game", *ROUND_FAULT_CODES)
    def preview_round(self, request: Request, public_id: str) -> Response:
        """Preview a round's score. Nothing is saved. `game` defaults to the current game."""
        data = self.validated_data()
        number = data.get("game") or sheet_of(self.table).current.number
        game = self.game(number)
        declaration = self.declaration_in(data, game, data.get("round"))
        result = preview_round(access=self.access, game=number, declaration=declaration)
        return Response(score_json(result, self.names, side_names(game.rules, self.names)))

    @extend_schema(
        parameters=[ETAG(201, 200, 409), REPLAYED(200)],
        responses={
            201: OpenApiResponse(RoundAnswerSerializer, "The round was saved."),
            200: OpenApiResponse(
                RoundAnswerSerializer,
                "Nothing was written. If the key was already used, this is the first response again, with "
                "`Idempotent-Replayed: true`. If another phone entered the same round with the same facts, "
                "`code` is `already_recorded`, with who and when.",
            ),
        },
        examples=[examples.round_request, examples.round_response, examples.illegal_problem, examples.conflict_problem],
    )
    @writes_ledger(needs_key=True)
    @refuses("wrong_game", "round_void", "round_conflict", "missing_rounds", "game_finished", *ROUND_FAULT_CODES)
    def enter_round(self, request: Request, public_id: str) -> Response:
        """Enter the next round. You send the facts, and Scorekeeper computes the points.

        With `hands`, every meld and layoff is checked and the counts are optional. If the response is lost, send the
        same `Idempotency-Key` again: the round is saved once.

        Two phones may both enter every round. The same facts confirm each other. Different facts get 409 with both
        versions, and nothing changes until someone decides. Until then, the refused version is among the table's
        `questions`. Cards that match existing counts are added to the round (201). Counts that match existing cards are
        `already_recorded`.
        """
        data = self.validated_data()
        game = self.game(data["game"])
        written = enter_round(
            access=self.access,
            key=self.key,
            game=data["game"],
            round_number=data["round"],
            declaration=self.declaration_in(data, game, data["round"]),
            reason=data.get("reason", ""),
            seating=game.seating,
        )
        return self.round_response(written, status=201)

    @extend_schema(
        parameters=[ETAG(200, 412, 428), REPLAYED(200)],
        responses={
            200: OpenApiResponse(
                RoundAnswerSerializer,
                "The corrected round. If the facts are unchanged, nothing is written and `code` is `already_recorded`.",
            )
        },
        examples=[examples.correction_request, examples.illegal_problem, examples.stale_problem],
    )
    @writes_ledger(unless_changed=IF_MATCH_ROUND, needs_key=True)
    @refuses("wrong_game", "unknown_round", *ROUND_FAULT_CODES)
    def correct_round(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Correct a round. The new facts replace the old ones, and all later totals follow. A void round counts again.

        The ledger keeps every version. Send the round's `revision` as `If-Match`. If it has changed since, the response
        is 412 with the current round, and your version is kept among the table's `questions`.

        After a correction, an earlier game may no longer be over. The correction is saved anyway, and the game is among
        the table's `open_again` until someone finishes or reopens it.
        """
        data = self.validated_data()
        for field, expected in (("game", game), ("round", number)):
            if data.get(field, expected) != expected:
                raise InvalidFieldsError({field: f"{field} must match the URL, {expected}, or be left out."})
        sheet = self.game(game)
        written = correct_round(
            access=self.access,
            key=self.key,
            game=game,
            round_number=number,
            revision=self.seen_revision,
            declaration=self.declaration_in(data, sheet, number),
            seating=sheet.seating,
            reason=data.get("reason", ""),
        )
        return self.round_response(written, status=200)

    @extend_schema(
        parameters=[ETAG(200, 412, 428), REPLAYED(200)],
        responses={
            200: OpenApiResponse(
                RoundAnswerSerializer, "The round is void: it scores nothing, but its line and number remain."
            )
        },
        examples=[examples.void_request, examples.stale_problem],
    )
    @writes_ledger(unless_changed=IF_MATCH_ROUND, needs_key=True)
    @refuses("wrong_game", "unknown_round", "round_void")
    def void_round(self, request: Request, public_id: str, game: int, number: int) -> Response:
        """Delete a round. Nothing is erased: the round stays visible as void, and a correction restores it."""
        reason = self.validated_data().get("reason", "")
        self.game(game)
        written = void_round(
            access=self.access,
            key=self.key,
            game=game,
            round_number=number,
            revision=self.seen_revision,
            reason=reason,
        )
        return self.round_response(written, status=200)
