"""Leagues: the list, a new one, one of them, what was decided in it, the way out of it, and links into it."""

from typing import Any, Final

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_league, examples_league, shapes_league
from games.api.codes import KEYED
from games.api.describe import AFTER, IDEMPOTENCY_KEY, LEAGUE, LIMIT, LOCATION, QUERY, describe, reads
from games.api.league_base import AccountView, own_key
from games.api.paging import asked_page, rows_of, unless_known
from games.api.reading import InvalidFields, name_in, truth_in
from games.models import LeagueEvent, Scope
from games.refusals import Refused
from games.selectors.league_access import access_in, league_link_of
from games.selectors.league_json import history_json, league_json, leagues_json
from games.selectors.leagues_list import visible_leagues
from games.selectors.zones import known_zones
from games.services.keys import check_key
from games.services.leagues import change_league, found_league, take_up_league_link
from games.services.offices import leave_league
from games.web.throttles import check_rate

_LONGEST_SECRET: Final = 100


class Leagues(AccountView):
    """All leagues that somebody may see."""

    @reads(
        tag="Leagues",
        operation="list_leagues",
        summary="List leagues",
        tokenless=True,
        at=[
            AFTER,
            LIMIT,
            QUERY("name", "Only those with this in their name."),
            QUERY("mine", "`true`: only those that the account has a part in.", enum=["true", "false"]),
        ],
        gives=(shapes_league.Leagues, "The leagues, oldest first."),
    )
    def get(self, request: Request) -> Response:
        """The leagues that the account of the token has a part in, and those that everybody may look at.

        Without a token the latter.
        """
        token = self.optional_token()
        account = token.account if token else None
        asked = asked_page(request, "name", mine=("true", "false"))
        leagues = visible_leagues(account, None)
        if "name" in asked.filters:
            leagues = leagues.filter(name__icontains=asked.filters["name"])
        if asked.filters.get("mine") == "true":
            leagues = leagues.filter(own=True)
        found, more = rows_of(leagues, asked)
        return unless_known(request, {"leagues": leagues_json(found, account), "next": more})

    @describe(
        tag="Leagues",
        operation="found_league",
        summary="Found a league",
        scope="manage",
        headers=[IDEMPOTENCY_KEY],
        takes=asks_league.NewLeague,
        gives={201: (shapes_league.League, "The league; where this key was used before, the one that it founded.")},
        sends=[LOCATION(201)],
        changes=True,
        refuses=["too_many", "too_many_requests", *KEYED],
        examples=[examples_league.league_ask, examples_league.league_answer],
    )
    def post(self, request: Request) -> Response:
        """Found a league, whose organiser is the account of the token. The same key again founds no second one."""
        account = self.own_token(Scope.MANAGE).account
        told = _league_in(self.body({"name", "zone"}, {"place", "public"}))
        check_key(self.key())
        check_rate(request._request, "start")
        league = found_league(account=account, key=own_key(account.pk, self.key()), **told)
        body = league_json(access_in(league, account, None))
        return Response(body, status=201, headers={"Location": reverse("api-league", args=[league.public_id])})


class OneLeague(AccountView):
    """A league."""

    @reads(
        tag="Leagues",
        operation="get_league",
        summary="Read a league",
        tokenless=True,
        at=[LEAGUE],
        gives=(shapes_league.League, "The league."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The league, who runs it, and what the account of the token is in it.

        Where everybody may look at it, no token is needed.
        """
        return unless_known(request, league_json(self.league_access(public_id)))

    @describe(
        tag="Leagues",
        operation="change_league",
        summary="Change a league",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        takes=asks_league.NewLeague,
        gives={200: (shapes_league.League, "The league as it is now.")},
        changes=True,
        examples=[examples_league.settings_ask],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """What it is called, where it is, and whether everybody may look at it: all of that, as sent."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        change_league(access=access, **_league_in(self.body({"name", "zone"}, {"place", "public"})))
        return Response(league_json(self.league_access(public_id)))


class Leave(AccountView):
    """The way out of a league."""

    @describe(
        tag="Leagues",
        operation="leave_league",
        summary="Leave a league",
        scope="manage",
        at=[LEAGUE],
        gives={204: (None, "The account has no part in the league any more.")},
        changes=True,
        refuses=["last_organiser"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """End every office of the account here, and its claim of a name. What was played still counts.

        The last organiser cannot leave.
        """
        access = self.league_access(public_id, Scope.MANAGE)
        self.body(set())
        leave_league(access=access)
        return Response(status=204)


class History(AccountView):
    """What was decided in a league."""

    @reads(
        tag="Leagues",
        operation="list_decisions",
        summary="What was decided",
        duty=True,
        at=[LEAGUE, AFTER, LIMIT],
        gives=(shapes_league.History, "The decisions, oldest first."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What was decided about the league, its members and its room; not about seasons and their matches."""
        access = self.league_access(public_id, duty="manage_league")
        events = LeagueEvent.objects.filter(league=access.league, season=None, fixture=None)
        found, more = rows_of(events.select_related("member", "season"), asked_page(request))
        return unless_known(request, {"history": history_json(found, reasons=True), "next": more})


class TakeUp(AccountView):
    """A link of a league, taken up by an account."""

    @describe(
        tag="Leagues",
        operation="take_up_link",
        summary="Take up an office, or claim a name",
        scope="manage",
        takes=asks_league.Secret,
        gives={200: (shapes_league.League, "The league, with what the account is there now.")},
        changes=True,
        refuses=["not_found", "link_revoked", "name_taken", "too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """The account of the token takes up the office that the link invites to, or is the member whose link it is.

        An invitation is used up by that; a claim may come again and changes nothing then. Links to look at a league and
        those of tablets are for phones alone.
        """
        account = self.own_token(Scope.MANAGE).account
        secret = self.body({"secret"})["secret"]
        if not isinstance(secret, str) or len(secret) > _LONGEST_SECRET:
            raise InvalidFields({"secret": f"secret must be a text of at most {_LONGEST_SECRET} characters."})
        if league_link_of(secret) is None:
            check_rate(request._request, "wrong_link")
            raise Refused("not_found")
        link = take_up_league_link(secret=secret, account=account, device=None)
        return Response(league_json(access_in(link.league, account, None)))


def _league_in(given: dict[str, Any]) -> dict[str, Any]:
    """What a body says of a league. Raises InvalidFields."""
    place = given.get("place", "")
    if given["zone"] not in known_zones():
        raise InvalidFields({"zone": "zone must be a time zone, like Europe/Berlin."})
    return {
        "name": name_in(given, "name"),
        "place": name_in(given, "place") if place != "" else "",
        "zone": given["zone"],
        "public": truth_in(given, "public"),
    }
