"""API views that check rounds of matches: confirm, dispute, approve, tick; and the list of rounds to check."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import QUERY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError, reason_in
from games.api.season import examples_season, season_request_serializers
from games.api.season.checks_json import checks_json
from games.api.season.describe_season import MATCH
from games.api.season.match_response_serializers import MatchSerializer, TickedSerializer, ToCheckSerializer
from games.api.season.matches import match_body
from games.api.season.matches_json import positions_of
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_fields import Payload, choice_in, date_param, ids_in, number_in, objects_in
from games.api.season.season_request_serializers import NewCheckSerializer, TicksSerializer
from games.models import Scope, Verdict
from games.models.entry import MOST_ENTRIES
from games.models.season import LARGEST_NUMBER
from games.refusals import RefusedError
from games.selectors.league.league_access import fixture_access
from games.services.season.checks import RoundVersion, check_rounds, tick_rounds
from games.wording.season.match import reason_required_text

_ROUND_FIELDS = {"game", "round", "revision"}


class PendingCheckListView(SeasonAPIView):
    """List the rounds that a referee or organiser has to look at; tick those that are right."""

    @describe(
        tag="Checks",
        operation_id="list_to_check",
        summary="What is to be checked",
        scope="read",
        duty=True,
        parameters=[SEASON, QUERY("night", "Of which night `unticked` tells.", {"type": "string", "format": "date"})],
        responses={200: (ToCheckSerializer, "What is to be looked at.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What is disputed, what waits for a referee, and what nobody looked at yet of the last night, or another.

        A round that is wrong is corrected at its table; by who judges, with a token of the scope `manage`, that
        approves it.
        """
        season_access = self.season_access(public_id, duty="judge")
        night = date_param(query_params_of(request, "night"), "night")
        return Response(checks_json(season_access.season, night))

    @describe(
        tag="Checks",
        operation_id="tick_rounds",
        summary="Tick rounds that you looked at",
        scope="score",
        duty=True,
        modifies=True,
        parameters=[SEASON],
        request_body=TicksSerializer,
        responses={200: (TickedSerializer, "How many were ticked.")},
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A tick changes nothing but this list. What was changed since it was seen is left out: look at it again."""
        season_access = self.season_access(public_id, Scope.SCORE, "judge")
        rounds = objects_in(
            self.body({"rounds"}), "rounds", _ROUND_FIELDS | {"match"}, season_request_serializers.MAX_ROUNDS
        )
        seen_rounds = [(number_in(fields, "match", 1, LARGEST_NUMBER), _seen_round_in(fields)) for fields in rounds]
        return Response(
            {"ticked": tick_rounds(access=season_access.access, season=season_access.season, rounds=seen_rounds)}
        )


class RoundCheckView(SeasonAPIView):
    """Confirm, dispute or approve rounds of a match."""

    @describe(
        tag="Checks",
        operation_id="check_rounds",
        summary="Confirm, dispute or approve rounds",
        scope="score",
        duty=True,
        modifies=True,
        parameters=[SEASON, MATCH],
        request_body=NewCheckSerializer,
        responses={200: (MatchSerializer, "The match as it stands.")},
        error_codes=["season_closed", "stale", "not_playable"],
        examples=[examples_season.check_request],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Say of rounds, as they were seen, that they are right or not: of all of them, or of none.

        Who plays confirms or disputes for his side; who scores there may speak for the `entrants` that told him. Who
        judges approves, which settles a round, or disputes. The same again changes nothing.
        """
        match_access = self.fixture_access(public_id, number, Scope.SCORE)
        if not match_access.may_score:
            raise RefusedError("not_allowed", action="score")
        body = self.body({"verdict", "rounds"}, {"entrants", "reason"})
        verdict = Verdict(choice_in(body, "verdict", Verdict.values, ""))
        rounds = [
            _seen_round_in(fields)
            for fields in objects_in(body, "rounds", _ROUND_FIELDS, season_request_serializers.MAX_ROUNDS)
        ]
        if not rounds:
            raise InvalidFieldsError({"rounds": "rounds must name a round."})
        positions, entrants, reason = positions_of(match_access.seats), ids_in(body, "entrants"), reason_in(body)
        if not set(entrants) <= set(positions):
            raise RefusedError("not_found")
        if verdict == Verdict.DISPUTED and not reason:
            raise InvalidFieldsError({"reason": reason_required_text()})
        check_rounds(
            access=match_access.access,
            season=match_access.season,
            number=number,
            rounds=rounds,
            verdict=verdict,
            sides=[positions[entrant] for entrant in entrants],
            reason=reason if verdict == Verdict.DISPUTED else "",
        )
        return Response(match_body(fixture_access(public_id, number, match_access.access.account, None)))


def _seen_round_in(fields: Payload) -> RoundVersion:
    return RoundVersion(*(number_in(fields, name, 1, MOST_ENTRIES) for name in ("game", "round", "revision")))
