"""API view set that starts the bracket after the groups of a season."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import LOCATION
from games.api.season.draw_request_serializers import FinalStageSerializer, QualificationSerializer
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_response_serializers import FinalStagePreviewSerializer, SeasonSerializer
from games.api.viewsets import idempotent, refuses
from games.models import Pairing
from games.refusals import RefusedError
from games.rules.pairings.knockout import bracket
from games.selectors.season.advancing import CannotDrawError
from games.selectors.season.group_stage import Qualification, qualified
from games.selectors.season.season_progress import SeasonProgress
from games.services.season.final_stage import start_final_stage, take_qualified
from games.web.throttles import check_rate


class FinalStageViewSet(SeasonBaseViewSet):
    """The bracket after the groups of a season."""

    tag = "Draws"
    response_class = SeasonSerializer
    serializer_classes: ClassVar = {
        "preview_final_stage": QualificationSerializer,
        "start_final_stage": FinalStageSerializer,
    }

    @extend_schema(responses=FinalStagePreviewSerializer)
    @refuses("not_playable")
    def preview_final_stage(self, request: Request, public_id: str) -> Response:
        """Preview the bracket after the groups. Returns who would meet in its first round. Nothing is saved."""
        try:
            seeds = qualified(self.season, Qualification(**self.validated_data()))
        except CannotDrawError as error:
            raise RefusedError("not_playable", **error.context) from None
        entrants = self.season.entrants.select_related("member").in_bulk(seeds)
        pairs = [{"entrants": [entrants[pk] for pk in pair]} for pair in bracket(seeds)]
        return self.answer({"pairs": pairs}, serializer=FinalStagePreviewSerializer)

    @extend_schema(
        parameters=[LOCATION(201)],
        responses={201: OpenApiResponse(SeasonSerializer, "The bracket, or the one this key already created.")},
    )
    @idempotent
    @refuses("not_playable", "too_many_requests")
    def start_final_stage(self, request: Request, public_id: str, key: str) -> Response:
        """Start the bracket after the groups. It's a season of its own, with those who qualified as entrants."""
        data: dict[str, Any] = self.validated_data()
        name, pairing, crossing = data.pop("name"), Pairing(data.pop("pairing")), data.pop("crossing", None)
        check_rate(request._request, "start")
        season = start_final_stage(
            access=self.league_access,
            season=self.season,
            name=name,
            pairing=pairing,
            rule=Qualification(**data),
            key=key,
            crossing=crossing,
        )
        answer = self.answer(SeasonProgress(self.league_access, season), 201)
        answer["Location"] = reverse("api-season", args=[season.public_id])
        return answer

    @refuses("season_closed", "not_playable")
    def take_qualified(self, request: Request, public_id: str) -> Response:
        """Replace the entrants of a bracket by those who qualify now, after a result of the groups was corrected.

        Works until a match of the bracket has started. Its matches and entrants are removed, so draw it again.
        """
        take_qualified(access=self.league_access, season=self.season)
        return self.answer(SeasonProgress.of(self.reload()))
