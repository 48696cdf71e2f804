"""API view sets that check rounds of matches: confirm, dispute, approve, tick; and the list of rounds to check."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import ChangesInLeague, InLeague
from games.api.season import examples_season
from games.api.season.match_response_serializers import TickedSerializer, ToCheckSerializer
from games.api.season.match_rows import rows_of_queue
from games.api.season.season_base import MatchBaseViewSet, SeasonBaseViewSet
from games.api.season.season_request_serializers import CheckQuerySerializer, NewCheckSerializer, TicksSerializer
from games.api.viewsets import filtered, refuses
from games.models import Scope, Verdict
from games.pages.season.checks_page import rounds_to_check
from games.refusals import RefusedError
from games.services.season.checks import RoundVersion, check_rounds, tick_rounds


class PendingCheckListViewSet(SeasonBaseViewSet):
    """The rounds that a referee or organizer has to look at."""

    tag = "Checks"
    response_class = ToCheckSerializer
    serializer_classes: ClassVar = {"tick_rounds": TicksSerializer}
    action_permissions: ClassVar = {
        "list_to_check": InLeague(duty="check_rounds"),
        "tick_rounds": ChangesInLeague("check_rounds"),
    }

    @filtered(CheckQuerySerializer)
    def list_to_check(self, request: Request, public_id: str) -> Response:
        """List the rounds to check. They're disputed, waiting for a referee, or from a night that nobody has checked.

        Correct a wrong round at its table. A correction by a referee or organizer, with a token of scope `manage`, also
        approves the round.
        """
        queues = rounds_to_check(self.season, self.query_params.get("night"))
        fields = {
            "season": self.season,
            "queues": queues,
            "disputed": rows_of_queue(queues.disputed),
            "waiting": rows_of_queue(queues.waiting),
            "unticked": rows_of_queue(queues.unticked),
        }
        return self.answer(fields)

    @extend_schema(responses=TickedSerializer)
    @refuses("season_closed")
    def tick_rounds(self, request: Request, public_id: str) -> Response:
        """Check off rounds. This only changes the list. Rounds that changed since they were read are left out."""
        rounds = [(seen.pop("match"), RoundVersion(**seen)) for seen in self.validated_data()["rounds"]]
        ticked = tick_rounds(access=self.league_access, season=self.season, rounds=rounds)
        return self.answer({"ticked": ticked}, serializer=TickedSerializer)


class RoundCheckViewSet(MatchBaseViewSet):
    """Confirm, dispute or approve rounds of a match."""

    tag = "Checks"
    serializer_classes: ClassVar = {"check_rounds": NewCheckSerializer}
    action_permissions: ClassVar = {"check_rounds": InLeague(Scope.SCORE)}

    @extend_schema(examples=[examples_season.check_request])
    @refuses("not_your_duty", "season_closed", "stale", "not_playable")
    def check_rounds(self, request: Request, public_id: str, number: int) -> Response:
        """Confirm, dispute or approve rounds. Send the revisions you read. Either all are saved or none.

        Players confirm or dispute for their own side. A scorer may do so for the sides named in `entrants`. A referee
        or organizer approves, which settles a round, or disputes. Sending the same again changes nothing.
        """
        if not self.access.may_score:
            raise RefusedError("not_allowed", action="score")
        data = self.validated_data()
        positions = {seat.side.entrant_id: seat.side.position for seat in self.access.seats}
        verdict, entrants = Verdict(data["verdict"]), data.get("entrants", [])
        if not set(entrants) <= set(positions):
            raise RefusedError("not_found")
        check_rounds(
            access=self.league_access,
            season=self.season,
            number=number,
            rounds=[RoundVersion(**seen) for seen in data["rounds"]],
            verdict=verdict,
            sides=[positions[entrant] for entrant in entrants],
            reason=data.get("reason", "") if verdict == Verdict.DISPUTED else "",
        )
        return self.answer_match()
