"""API views that check rounds of matches: confirm, dispute, approve, tick; and the list of rounds to check."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import QUERY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.permissions import AtMatch, InSeason
from games.api.season import examples_season
from games.api.season.checks_json import checks_json
from games.api.season.describe_season import MATCH
from games.api.season.match_response_serializers import MatchSerializer, TickedSerializer, ToCheckSerializer
from games.api.season.matches_json import positions_of
from games.api.season.season_base import MatchAPIView, SeasonAPIView, date_param
from games.api.season.season_request_serializers import NewCheckSerializer, TicksSerializer
from games.models import Scope, Verdict
from games.refusals import RefusedError
from games.services.season.checks import RoundVersion, check_rounds, tick_rounds


class PendingCheckListView(SeasonAPIView):
    """List the rounds that a referee or organizer has to look at; tick those that are right."""

    @describe(
        tag="Checks",
        operation_id="list_to_check",
        summary="List the rounds to check",
        permission=InSeason(duty="judge"),
        parameters=[SEASON, QUERY("night", "The night for `unticked`, by date.", {"type": "string", "format": "date"})],
        responses={200: (ToCheckSerializer, "Rounds to check.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return disputed rounds, rounds waiting for a referee, and rounds of one night that nobody has checked.

        Correct a wrong round at its table. A correction by a referee or organizer, with a token of scope `manage`,
        also approves the round.
        """
        night = date_param(query_params_of(request, "night"), "night")
        return Response(checks_json(self.season, night))

    @describe(
        tag="Checks",
        operation_id="tick_rounds",
        summary="Check off rounds",
        permission=InSeason(Scope.SCORE, "judge"),
        modifies=True,
        parameters=[SEASON],
        request_body=TicksSerializer,
        responses={200: (TickedSerializer, "The number of rounds checked off.")},
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Mark rounds as checked in this list only. Rounds that changed since they were read are left out."""
        rounds = [(seen.pop("match"), RoundVersion(**seen)) for seen in self.read_body()["rounds"]]
        return Response({"ticked": tick_rounds(access=self.rights, season=self.season, rounds=rounds)})


class RoundCheckView(MatchAPIView):
    """Confirm, dispute or approve rounds of a match."""

    @describe(
        tag="Checks",
        operation_id="check_rounds",
        summary="Confirm, dispute or approve rounds",
        permission=AtMatch(Scope.SCORE),
        modifies=True,
        parameters=[SEASON, MATCH],
        request_body=NewCheckSerializer,
        responses={200: (MatchSerializer, "The updated match.")},
        error_codes=["not_your_duty", "season_closed", "stale", "not_playable"],
        examples=[examples_season.check_request],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Confirm or dispute rounds at the revisions you read. Either all are saved or none.

        Players confirm or dispute for their own side. A scorer may do so for the sides named in `entrants`. A referee
        or organizer approves, which settles a round, or disputes. Sending the same again changes nothing.
        """
        if not self.access.may_score:
            raise RefusedError("not_allowed", action="score")
        data, positions = self.read_body(), positions_of(self.access.seats)
        verdict, entrants = Verdict(data["verdict"]), data.get("entrants", [])
        if not set(entrants) <= set(positions):
            raise RefusedError("not_found")
        check_rounds(
            access=self.rights,
            season=self.season,
            number=number,
            rounds=[RoundVersion(**seen) for seen in data["rounds"]],
            verdict=verdict,
            sides=[positions[entrant] for entrant in entrants],
            reason=data.get("reason", "") if verdict == Verdict.DISPUTED else "",
        )
        return self.match_response()
