"""The tables of a league's room, and all links into the league."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_league, examples_league, shapes_league
from games.api.describe import AFTER, ID, LEAGUE, LIMIT, LINK, QUERY, describe, reads
from games.api.league_base import AccountView
from games.api.league_members import SECRET
from games.api.paging import asked_page, page_of, unless_known
from games.api.reading import name_in
from games.models import League, Opens, Place, Scope
from games.refusals import Refused
from games.selectors.league_json import league_link_json, links_of, place_json, places_of, told_link_json
from games.services import leagues, places
from games.web.base_url import base_url

_PLACE = ID("place", "The number of the table in the room.")


class Places(AccountView):
    """The tables of the room."""

    @reads(
        tag="Room",
        operation="list_places",
        summary="List the tables of the room",
        duty=True,
        at=[LEAGUE],
        gives=(shapes_league.Places, "The tables, by name."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The tables at which matches are planned, and whether a tablet can stand there."""
        access = self.league_access(public_id, duty="manage_league")
        return unless_known(request, {"places": [place_json(place) for place in places_of(access.league)]})

    @describe(
        tag="Room",
        operation="add_place",
        summary="Add a table to the room",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        takes=asks_league.NewName,
        gives={201: (shapes_league.Place, "The table.")},
        changes=True,
        refuses=["name_taken", "too_many"],
        examples=[examples_league.place_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """One more table. Names are there once, so the same sent again is refused as `name_taken`."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        place = places.add_place(access=access, name=name_in(self.body({"name"}), "name"))
        return Response(place_json(place), status=201)


class OnePlace(AccountView):
    """A table of the room."""

    @describe(
        tag="Room",
        operation="rename_place",
        summary="Rename a table of the room",
        scope="manage",
        duty=True,
        at=[LEAGUE, _PLACE],
        takes=asks_league.NewName,
        gives={200: (shapes_league.Place, "The table.")},
        changes=True,
        refuses=["name_taken"],
    )
    def put(self, request: Request, public_id: str, place: int) -> Response:
        """Call it otherwise, wherever it is named."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        places.rename_place(access=access, place_id=place, name=name_in(self.body({"name"}), "name"))
        return Response(_place(access.league, place))

    @describe(
        tag="Room",
        operation="remove_place",
        summary="Take a table out of the room",
        scope="manage",
        duty=True,
        at=[LEAGUE, _PLACE],
        gives={204: (None, "There is no such table any more.")},
        changes=True,
    )
    def delete(self, request: Request, public_id: str, place: int) -> Response:
        """Take it out, and its tablet's link with it. Matches planned there are planned nowhere then."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        places.remove_place(access=access, place_id=place)
        return Response(status=204)


class TabletLink(AccountView):
    """The link for a table's tablet."""

    @describe(
        tag="Room",
        operation="make_tablet_link",
        summary="Make the link for a tablet",
        scope="manage",
        duty=True,
        at=[LEAGUE, _PLACE],
        gives={200: (shapes_league.ToldLink, "The link with its secret; the same one as long as it is switched on.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str, place: int) -> Response:
        """Open it on the tablet that stands there. It may score whatever is played at this table."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = places.tablet_link(access=access, place_id=place)
        return Response(told_link_json(link, base_url(request._request)), headers=SECRET)


class LeagueLinks(AccountView):
    """The links into a league."""

    @reads(
        tag="Offices",
        operation="list_league_links",
        summary="All links into a league",
        duty=True,
        at=[
            LEAGUE,
            AFTER,
            LIMIT,
            QUERY("opens", "Only those that open this.", enum=list(Opens.values)),
        ],
        gives=(shapes_league.LeagueLinks, "The links, oldest first, without their secrets."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Every link that was ever made, also those that are switched off. What makes a link tells its secret."""
        access = self.league_access(public_id, duty="manage_league")
        asked, links = asked_page(request, opens=Opens.values), links_of(access.league)
        if "opens" in asked.filters:
            links = links.filter(opens=asked.filters["opens"])
        shown, more = page_of(links, asked, league_link_json)
        return unless_known(request, {"links": shown, "next": more})

    @describe(
        tag="Offices",
        operation="make_league_link",
        summary="Make the link to look at a league",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        gives={200: (shapes_league.ToldLink, "The link with its secret; the same one as long as it is switched on.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whoever opens it sees the league, which may not be for everybody's eyes, and can change nothing."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = leagues.league_link(access=access)
        return Response(told_link_json(link, base_url(request._request)), headers=SECRET)


class OneLeagueLink(AccountView):
    """One link into a league."""

    @describe(
        tag="Offices",
        operation="revoke_league_link",
        summary="Switch a link into a league off",
        scope="manage",
        duty=True,
        at=[LEAGUE, LINK],
        gives={200: (shapes_league.LeagueLink, "The link, switched off. A second time changes nothing.")},
        changes=True,
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """From now on it opens nothing, and whoever came by it is out: of a name, a tablet's place, or the league."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        return Response(league_link_json(leagues.revoke_league_link(access=access, link_id=link)))


def _place(league: League, number: int) -> dict[str, Any]:
    """A table of the room. Raises Refused ("not_found") where it was taken out just now."""
    place: Place | None = places_of(league).filter(pk=number).first()
    if place is None:
        raise Refused("not_found")
    return place_json(place)
