"""API views of the tables in a league's club room, and of all links into the league."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, ID, LEAGUE, LIMIT, LINK, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
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
from games.api.pagination import AfterPagination, conditional_response, parse_page_query
from games.api.permissions import InLeague
from games.models import League, LinkTarget, Place, Scope
from games.refusals import RefusedError
from games.services.league import leagues, places
from games.web.base_url import base_url

_PLACE = ID("place", "Number of the table in the venue.")


class PlaceListView(LeagueAPIView):
    """List the tables of the club room; add one."""

    @describe_read(
        tag="Room",
        operation_id="list_places",
        summary="List the venue's tables",
        permission=InLeague(duty="manage_league"),
        parameters=[LEAGUE],
        response=(PlacesSerializer, "The tables, sorted by name."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the tables where matches are scheduled, and whether each has a tablet link."""
        return conditional_response(request, {"places": [place_json(place) for place in places_of(self.access.league)]})

    @describe(
        tag="Room",
        operation_id="add_place",
        summary="Add a table to the venue",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        request_body=NewNameSerializer,
        responses={201: (PlaceSerializer, "The new table.")},
        modifies=True,
        error_codes=["name_taken", "too_many"],
        examples=[examples_league.place_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add a table. Names are unique: sending the same name again is refused as `name_taken`."""
        place = places.add_place(access=self.access, name=self.read_body()["name"])
        return Response(place_json(place), status=201)


class PlaceDetailView(LeagueAPIView):
    """Rename or remove a table of the club room."""

    @describe(
        tag="Room",
        operation_id="rename_place",
        summary="Rename a table of the venue",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, _PLACE],
        request_body=NewNameSerializer,
        responses={200: (PlaceSerializer, "The renamed table.")},
        modifies=True,
        error_codes=["name_taken"],
    )
    def put(self, request: Request, public_id: str, place: int) -> Response:
        """Change the table's name everywhere."""
        places.rename_place(access=self.access, place_id=place, name=self.read_body()["name"])
        return Response(_place_json(self.access.league, place))

    @describe(
        tag="Room",
        operation_id="remove_place",
        summary="Remove a table from the venue",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, _PLACE],
        responses={204: (None, "The table has been removed.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str, place: int) -> Response:
        """Remove the table and its tablet's link. Matches scheduled there no longer have a table."""
        self.read_body()
        places.remove_place(access=self.access, place_id=place)
        return Response(status=204)


class TabletLinkView(LeagueAPIView):
    """Make the link for the tablet on a table of the club room."""

    @describe(
        tag="Room",
        operation_id="make_tablet_link",
        summary="Create the link for a table's tablet",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, _PLACE],
        responses={200: (ToldLinkSerializer, "The link with its secret. An active link is reused.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, place: int) -> Response:
        """Open the link on the table's tablet. The tablet may score every match at this table."""
        self.read_body()
        link = places.tablet_link(access=self.access, place_id=place)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class LeagueLinkListView(LeagueAPIView):
    """List the links into a league; make the link to view it."""

    @describe_read(
        tag="Offices",
        operation_id="list_league_links",
        summary="List a league's links",
        permission=InLeague(duty="manage_league"),
        parameters=[
            LEAGUE,
            AFTER,
            LIMIT,
            QUERY("opens", "Only links that open this.", enum=list(LinkTarget.values)),
        ],
        response=(LeagueLinksSerializer, "The links, oldest first, without their secrets."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return every link, including those turned off. Only the response that creates a link has its secret."""
        page, links = parse_page_query(request, opens=LinkTarget.values), links_of(self.access.league)
        if "opens" in page.filters:
            links = links.filter(opens=page.filters["opens"])
        pages = AfterPagination("links", page)
        rows = pages.paginate_queryset(links, request)
        return pages.get_paginated_response([league_link_json(link) for link in rows])

    @describe(
        tag="Offices",
        operation_id="make_league_link",
        summary="Create the link to view a league",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        responses={200: (ToldLinkSerializer, "The link with its secret. An active link is reused.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Anyone with this link can view the league, even a private one, but can't change anything."""
        self.read_body()
        link = leagues.league_link(access=self.access)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class LeagueLinkDetailView(LeagueAPIView):
    """Revoke a link into a league."""

    @describe(
        tag="Offices",
        operation_id="revoke_league_link",
        summary="Turn off a league's link",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, LINK],
        responses={200: (LeagueLinkSerializer, "The link has been turned off. Doing it again changes nothing.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """Turn off a link. Everyone who used it loses what it gave them: a name, a tablet's table, or the league."""
        self.read_body()
        return Response(league_link_json(leagues.revoke_league_link(access=self.access, link_id=link)))


def _place_json(league: League, number: int) -> dict[str, Any]:
    """Return a table of the club room. Raises RefusedError ("not_found") if it was removed just now."""
    place: Place | None = places_of(league).filter(pk=number).first()
    if place is None:
        raise RefusedError("not_found")
    return place_json(place)
