"""API views of the tables in a league's club room, and of all links into the league."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, ID, LEAGUE, LIMIT, LINK, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import AccountAPIView
from games.api.league.league_json import league_link_json, link_with_secret_json, links_of, place_json, places_of
from games.api.league.league_members import NO_STORE
from games.api.league.league_request_serializers import NewNameSerializer
from games.api.league.league_response_serializers import (
    LeagueLinkSerializer,
    LeagueLinksSerializer,
    PlaceSerializer,
    PlacesSerializer,
    ToldLinkSerializer,
)
from games.api.pagination import conditional_response, page_of, parse_page_query
from games.api.parsing import name_in
from games.models import League, LinkTarget, Place, Scope
from games.refusals import RefusedError
from games.services.league import leagues, places
from games.web.base_url import base_url

_PLACE = ID("place", "The number of the table in the room.")


class PlaceListView(AccountAPIView):
    """List the tables of the club room; add one."""

    @describe_read(
        tag="Room",
        operation_id="list_places",
        summary="List the tables of the room",
        duty=True,
        parameters=[LEAGUE],
        response=(PlacesSerializer, "The tables, by name."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The tables at which matches are planned, and whether a tablet can stand there."""
        access = self.league_access(public_id, duty="manage_league")
        return conditional_response(request, {"places": [place_json(place) for place in places_of(access.league)]})

    @describe(
        tag="Room",
        operation_id="add_place",
        summary="Add a table to the room",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        request_body=NewNameSerializer,
        responses={201: (PlaceSerializer, "The table.")},
        modifies=True,
        error_codes=["name_taken", "too_many"],
        examples=[examples_league.place_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """One more table. Names are there once, so the same sent again is refused as `name_taken`."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        place = places.add_place(access=access, name=name_in(self.body({"name"}), "name"))
        return Response(place_json(place), status=201)


class PlaceDetailView(AccountAPIView):
    """Rename or remove a table of the club room."""

    @describe(
        tag="Room",
        operation_id="rename_place",
        summary="Rename a table of the room",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, _PLACE],
        request_body=NewNameSerializer,
        responses={200: (PlaceSerializer, "The table.")},
        modifies=True,
        error_codes=["name_taken"],
    )
    def put(self, request: Request, public_id: str, place: int) -> Response:
        """Call it otherwise, wherever it is named."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        places.rename_place(access=access, place_id=place, name=name_in(self.body({"name"}), "name"))
        return Response(_place_json(access.league, place))

    @describe(
        tag="Room",
        operation_id="remove_place",
        summary="Take a table out of the room",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, _PLACE],
        responses={204: (None, "There is no such table any more.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str, place: int) -> Response:
        """Take it out, and its tablet's link with it. Matches planned there are planned nowhere then."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        places.remove_place(access=access, place_id=place)
        return Response(status=204)


class TabletLinkView(AccountAPIView):
    """Make the link for the tablet on a table of the club room."""

    @describe(
        tag="Room",
        operation_id="make_tablet_link",
        summary="Make the link for a tablet",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, _PLACE],
        responses={200: (ToldLinkSerializer, "The link with its secret; the same one as long as it is switched on.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, place: int) -> Response:
        """Open it on the tablet that stands there. It may score whatever is played at this table."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = places.tablet_link(access=access, place_id=place)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class LeagueLinkListView(AccountAPIView):
    """List the links into a league; make the link to view it."""

    @describe_read(
        tag="Offices",
        operation_id="list_league_links",
        summary="All links into a league",
        duty=True,
        parameters=[
            LEAGUE,
            AFTER,
            LIMIT,
            QUERY("opens", "Only those that open this.", enum=list(LinkTarget.values)),
        ],
        response=(LeagueLinksSerializer, "The links, oldest first, without their secrets."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Every link that was ever made, also those that are switched off. What makes a link tells its secret."""
        access = self.league_access(public_id, duty="manage_league")
        page, links = parse_page_query(request, opens=LinkTarget.values), links_of(access.league)
        if "opens" in page.filters:
            links = links.filter(opens=page.filters["opens"])
        rows, next_query = page_of(links, page, league_link_json)
        return conditional_response(request, {"links": rows, "next": next_query})

    @describe(
        tag="Offices",
        operation_id="make_league_link",
        summary="Make the link to look at a league",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        responses={200: (ToldLinkSerializer, "The link with its secret; the same one as long as it is switched on.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whoever opens it sees the league, which may not be for everybody's eyes, and can change nothing."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = leagues.league_link(access=access)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class LeagueLinkDetailView(AccountAPIView):
    """Revoke a link into a league."""

    @describe(
        tag="Offices",
        operation_id="revoke_league_link",
        summary="Switch a link into a league off",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, LINK],
        responses={200: (LeagueLinkSerializer, "The link, switched off. A second time changes nothing.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """From now on it opens nothing, and whoever came by it is out: of a name, a tablet's place, or the league."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        return Response(league_link_json(leagues.revoke_league_link(access=access, link_id=link)))


def _place_json(league: League, number: int) -> dict[str, Any]:
    """Return a table of the club room. Raises RefusedError ("not_found") if it was removed just now."""
    place: Place | None = places_of(league).filter(pk=number).first()
    if place is None:
        raise RefusedError("not_found")
    return place_json(place)
