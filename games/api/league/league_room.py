"""API view set of the tables in a league's club room."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_request_serializers import NewNameSerializer
from games.api.league.league_serializers import (
    PlaceSerializer,
    PlacesSerializer,
    ToldLinkSerializer,
)
from games.api.parameters import ID, LEAGUE
from games.api.permissions import OrganizersOnly
from games.api.viewsets import ApiViewSet, refuses
from games.selectors.league.league_people import places_of
from games.services.league import places

_PLACE = ID("place", "Number of the table in the venue.")


class PlaceViewSet(ApiViewSet, LeagueAPIView):
    """The tables of a league's room."""

    tag, noun = "Room", "place"
    path_parameters = (LEAGUE, _PLACE)
    lookup_url_kwarg, lookup_value_converter = "place", "int"
    permission_classes = (OrganizersOnly,)
    response_class = PlaceSerializer
    serializer_classes: ClassVar = {"create": NewNameSerializer, "update": NewNameSerializer}

    @extend_schema(responses=PlacesSerializer)
    def list(self, request: Request, public_id: str) -> Response:
        """List the venue's tables. Matches can be scheduled at these tables. Each says whether it has a tablet link."""
        return self.answer({"places": places_of(self.access.league)}, serializer=PlacesSerializer)

    @extend_schema(responses={201: PlaceSerializer}, examples=[examples_league.place_request])
    @refuses("name_taken", "too_many")
    def create(self, request: Request, public_id: str) -> Response:
        """Add a table to the venue. Names are unique: sending the same name again is refused as `name_taken`."""
        return self.answer(places.add_place(access=self.access, **self.validated_data()), 201)

    @refuses("name_taken")
    def update(self, request: Request, public_id: str, place: int) -> Response:
        """Rename a table of the venue. Its name changes everywhere."""
        places.rename_place(access=self.access, place_id=place, **self.validated_data())
        return self.answer(get_object_or_404(places_of(self.access.league), pk=place))

    @extend_schema(responses={204: OpenApiResponse(None, "The table has been removed.")})
    def destroy(self, request: Request, public_id: str, place: int) -> Response:
        """Remove a table from the venue, with its tablet's link. Matches scheduled there no longer have a table."""
        places.remove_place(access=self.access, place_id=place)
        return Response(status=204)

    @extend_schema(responses=ToldLinkSerializer)
    @action(detail=True, methods=["post"], url_path="link", url_name="link")
    def make_tablet_link(self, request: Request, public_id: str, place: int) -> Response:
        """Create the link for a table's tablet. The tablet that opens it may score every match at this table.

        An active link is reused.
        """
        return self.secret_answer(places.tablet_link(access=self.access, place_id=place), ToldLinkSerializer)
