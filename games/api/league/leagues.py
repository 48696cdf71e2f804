"""API views of leagues: list, found, read and change one, its history, leaving it, accepting a link into one."""

from typing import Any, Final

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, IDEMPOTENCY_KEY, LEAGUE, LIMIT, LOCATION, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import AccountAPIView, account_scoped_key
from games.api.league.league_json import history_json, league_json, leagues_json
from games.api.league.league_request_serializers import NewLeagueSerializer, SecretSerializer
from games.api.league.league_response_serializers import HistorySerializer, LeagueSerializer, LeaguesSerializer
from games.api.pagination import conditional_response, parse_page_query, rows_of
from games.api.parsing import InvalidFieldsError, bool_in, name_in
from games.api.problem_codes import IDEMPOTENCY_ERRORS
from games.models import LeagueEvent, Scope
from games.pages.league.leagues_list import visible_leagues
from games.refusals import RefusedError
from games.selectors.account.email_links import demand_confirmed_email
from games.selectors.league.league_access import access_to_league, league_link_by_secret
from games.selectors.league.time_zones import all_time_zones
from games.services.idempotency import check_key
from games.services.league.leagues import accept_league_link, change_league, create_league
from games.services.league.offices import leave_league
from games.web.throttles import check_rate

_MAX_SECRET_LENGTH: Final = 100


class LeagueListView(AccountAPIView):
    """List the leagues that the account can see; found one."""

    @describe_read(
        tag="Leagues",
        operation_id="list_leagues",
        summary="List leagues",
        allows_anonymous=True,
        parameters=[
            AFTER,
            LIMIT,
            QUERY("name", "Only those with this in their name."),
            QUERY("mine", "`true`: only those that the account has a part in.", enum=["true", "false"]),
        ],
        response=(LeaguesSerializer, "The leagues, oldest first."),
    )
    def get(self, request: Request) -> Response:
        """The leagues that the account of the token has a part in, and those that everybody may look at.

        Without a token the latter.
        """
        token = self.optional_account_token()
        account = token.account if token else None
        page = parse_page_query(request, "name", mine=("true", "false"))
        leagues = visible_leagues(account, None)
        if "name" in page.filters:
            leagues = leagues.filter(name__icontains=page.filters["name"])
        if page.filters.get("mine") == "true":
            leagues = leagues.filter(own=True)
        rows, next_query = rows_of(leagues, page)
        return conditional_response(request, {"leagues": leagues_json(rows, account), "next": next_query})

    @describe(
        tag="Leagues",
        operation_id="found_league",
        summary="Found a league",
        scope="manage",
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewLeagueSerializer,
        responses={201: (LeagueSerializer, "The league; where this key was used before, the one that it founded.")},
        response_headers=[LOCATION(201)],
        modifies=True,
        error_codes=["too_many", "email_unconfirmed", "too_many_requests", *IDEMPOTENCY_ERRORS],
        examples=[examples_league.league_request, examples_league.league_response],
    )
    def post(self, request: Request) -> Response:
        """Found a league, whose organiser is the account of the token. The same key again founds no second one."""
        account = self.required_account_token(Scope.MANAGE).account
        fields = _league_in(self.body({"name", "zone"}, {"place", "public"}))
        check_key(self.idempotency_key())
        demand_confirmed_email(account)
        check_rate(request._request, "start")
        league = create_league(account=account, key=account_scoped_key(account.pk, self.idempotency_key()), **fields)
        body = league_json(access_to_league(league, account, None))
        return Response(body, status=201, headers={"Location": reverse("api-league", args=[league.public_id])})


class LeagueDetailView(AccountAPIView):
    """Read or change a league."""

    @describe_read(
        tag="Leagues",
        operation_id="get_league",
        summary="Read a league",
        allows_anonymous=True,
        parameters=[LEAGUE],
        response=(LeagueSerializer, "The league."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The league, who runs it, and what the account of the token is in it.

        Where everybody may look at it, no token is needed.
        """
        return conditional_response(request, league_json(self.league_access(public_id)))

    @describe(
        tag="Leagues",
        operation_id="change_league",
        summary="Change a league",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        request_body=NewLeagueSerializer,
        responses={200: (LeagueSerializer, "The league as it is now.")},
        modifies=True,
        examples=[examples_league.settings_request],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """What it is called, where it is, and whether everybody may look at it: all of that, as sent."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        change_league(access=access, **_league_in(self.body({"name", "zone"}, {"place", "public"})))
        return Response(league_json(self.league_access(public_id)))


class LeagueLeaveView(AccountAPIView):
    """Leave a league."""

    @describe(
        tag="Leagues",
        operation_id="leave_league",
        summary="Leave a league",
        scope="manage",
        parameters=[LEAGUE],
        responses={204: (None, "The account has no part in the league any more.")},
        modifies=True,
        error_codes=["last_organiser"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """End every office of the account here, and its claim of a name. What was played still counts.

        The last organiser cannot leave.
        """
        access = self.league_access(public_id, Scope.MANAGE)
        self.body(set())
        leave_league(access=access)
        return Response(status=204)


class LeagueHistoryView(AccountAPIView):
    """List what was decided in a league."""

    @describe_read(
        tag="Leagues",
        operation_id="list_decisions",
        summary="What was decided",
        duty=True,
        parameters=[LEAGUE, AFTER, LIMIT],
        response=(HistorySerializer, "The decisions, oldest first."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What was decided about the league, its members and its room; not about seasons and their matches."""
        access = self.league_access(public_id, duty="manage_league")
        events = LeagueEvent.objects.filter(league=access.league, season=None, fixture=None)
        rows, next_query = rows_of(events.select_related("member", "season"), parse_page_query(request))
        return conditional_response(request, {"history": history_json(rows, reasons=True), "next": next_query})


class LeagueLinkAcceptView(AccountAPIView):
    """Accept a link into a league with an account."""

    @describe(
        tag="Leagues",
        operation_id="take_up_link",
        summary="Take up an office, or claim a name",
        scope="manage",
        request_body=SecretSerializer,
        responses={200: (LeagueSerializer, "The league, with what the account is there now.")},
        modifies=True,
        error_codes=["not_found", "link_revoked", "name_taken", "email_unconfirmed", "too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """The account of the token takes up the office that the link invites to, or is the member whose link it is.

        An invitation is used up by that; a claim may come again and changes nothing then. Links to look at a league and
        those of tablets are for phones alone.
        """
        account = self.required_account_token(Scope.MANAGE).account
        secret = self.body({"secret"})["secret"]
        if not isinstance(secret, str) or len(secret) > _MAX_SECRET_LENGTH:
            raise InvalidFieldsError({"secret": f"secret must be a text of at most {_MAX_SECRET_LENGTH} characters."})
        if league_link_by_secret(secret) is None:
            check_rate(request._request, "wrong_link")
            raise RefusedError("not_found")
        link = accept_league_link(secret=secret, account=account, device=None)
        return Response(league_json(access_to_league(link.league, account, None)))


def _league_in(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a league in a body. Raises InvalidFieldsError."""
    place = body.get("place", "")
    if body["zone"] not in all_time_zones():
        raise InvalidFieldsError({"zone": "zone must be a time zone, like Europe/Berlin."})
    return {
        "name": name_in(body, "name"),
        "place": name_in(body, "place") if place != "" else "",
        "zone": body["zone"],
        "public": bool_in(body, "public"),
    }
