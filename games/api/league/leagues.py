"""API views of leagues: list, found, read and change one, its history, leaving it, accepting a link into one."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, IDEMPOTENCY_KEY, LEAGUE, LIMIT, LOCATION, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import AccountAPIView, LeagueAPIView
from games.api.league.league_json import history_json, league_json, leagues_json
from games.api.league.league_request_serializers import NewLeagueSerializer, SecretSerializer
from games.api.league.league_response_serializers import HistorySerializer, LeagueSerializer, LeaguesSerializer
from games.api.pagination import AfterPagination, conditional_response, parse_page_query
from games.api.permissions import InLeague, OfAccount, OptionalAccount
from games.api.problem_codes import IDEMPOTENCY_ERRORS
from games.models import LeagueEvent, Scope
from games.pages.league.leagues_list import visible_leagues
from games.refusals import RefusedError
from games.selectors.account.email_links import demand_confirmed_email
from games.selectors.league.league_access import access_to_league, league_access, league_link_by_secret
from games.services.league.leagues import accept_league_link, change_league, create_league
from games.services.league.offices import leave_league
from games.web.throttles import check_rate


class LeagueListView(AccountAPIView):
    """List the leagues that the account can see; found one."""

    @describe_read(
        tag="Leagues",
        operation_id="list_leagues",
        summary="List leagues",
        permission=OptionalAccount(),
        parameters=[
            AFTER,
            LIMIT,
            QUERY("name", "Only leagues whose name contains this text."),
            QUERY("mine", "`true`: only leagues in which the account has a role.", enum=["true", "false"]),
        ],
        response=(LeaguesSerializer, "The leagues, oldest first."),
    )
    def get(self, request: Request) -> Response:
        """Return the leagues in which the token's account has a role, and all public ones.

        Without a token, only the public ones.
        """
        account = self.optional_account
        page = parse_page_query(request, "name", mine=("true", "false"))
        leagues = visible_leagues(account, None)
        if "name" in page.filters:
            leagues = leagues.filter(name__icontains=page.filters["name"])
        if page.filters.get("mine") == "true":
            leagues = leagues.filter(own=True)
        pages = AfterPagination("leagues", page)
        return pages.get_paginated_response(leagues_json(pages.paginate_queryset(leagues, request), account))

    @describe(
        tag="Leagues",
        operation_id="found_league",
        summary="Create a league",
        permission=OfAccount(Scope.MANAGE),
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewLeagueSerializer,
        responses={201: (LeagueSerializer, "The new league, or the existing one if this key was already used.")},
        response_headers=[LOCATION(201)],
        modifies=True,
        error_codes=["too_many", "email_unconfirmed", "too_many_requests", *IDEMPOTENCY_ERRORS],
        examples=[examples_league.league_request, examples_league.league_response],
    )
    def post(self, request: Request) -> Response:
        """Create a league. The token's account becomes its organizer. The same key creates only one league."""
        fields = self.read_body()
        key = self.required_idempotency_key()
        demand_confirmed_email(self.account)
        check_rate(request._request, "start")
        league = create_league(account=self.account, key=key, **fields)
        body = league_json(access_to_league(league, self.account, None))
        return Response(body, status=201, headers={"Location": reverse("api-league", args=[league.public_id])})


class LeagueDetailView(LeagueAPIView):
    """Read or change a league."""

    @describe_read(
        tag="Leagues",
        operation_id="get_league",
        summary="Get a league",
        permission=InLeague(),
        parameters=[LEAGUE],
        response=(LeagueSerializer, "The league."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the league, its officers, and the role of the token's account.

        Public leagues need no token.
        """
        return conditional_response(request, league_json(self.access))

    @describe(
        tag="Leagues",
        operation_id="change_league",
        summary="Update a league",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        request_body=NewLeagueSerializer,
        responses={200: (LeagueSerializer, "The updated league.")},
        modifies=True,
        examples=[examples_league.settings_request],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace the league's name, venue and visibility with the values sent."""
        change_league(access=self.access, **self.read_body())
        return Response(league_json(league_access(public_id, self.account, None)))


class LeagueLeaveView(LeagueAPIView):
    """Leave a league."""

    @describe(
        tag="Leagues",
        operation_id="leave_league",
        summary="Leave a league",
        permission=InLeague(Scope.MANAGE),
        parameters=[LEAGUE],
        responses={204: (None, "The account no longer has a role in the league.")},
        modifies=True,
        error_codes=["last_organizer"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """End all offices of the account here, and its claim to a name. Results still count.

        The last organizer can't leave.
        """
        self.read_body()
        leave_league(access=self.access)
        return Response(status=204)


class LeagueHistoryView(LeagueAPIView):
    """List what was decided in a league."""

    @describe_read(
        tag="Leagues",
        operation_id="list_decisions",
        summary="List a league's history",
        permission=InLeague(duty="manage_league"),
        parameters=[LEAGUE, AFTER, LIMIT],
        response=(HistorySerializer, "The changes, oldest first."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return changes to the league, its members and its venue, but not to seasons and their matches."""
        events = LeagueEvent.objects.filter(league=self.access.league, season=None, fixture=None)
        pages = AfterPagination("history", parse_page_query(request))
        rows = pages.paginate_queryset(events.select_related("member", "season"), request)
        return pages.get_paginated_response(history_json(rows, reasons=True))


class LeagueLinkAcceptView(AccountAPIView):
    """Accept a link into a league with an account."""

    @describe(
        tag="Leagues",
        operation_id="take_up_link",
        summary="Accept an office or claim a member's name",
        permission=OfAccount(Scope.MANAGE),
        request_body=SecretSerializer,
        responses={200: (LeagueSerializer, "The league, with the account's new role.")},
        modifies=True,
        error_codes=["not_found", "link_revoked", "name_taken", "email_unconfirmed", "too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """Give the token's account the office in the invitation, or the member in the link.

        An invitation works once. Claiming the same name again changes nothing. Viewing links and tablet links are for
        phones only.
        """
        secret = self.read_body()["secret"]
        if league_link_by_secret(secret) is None:
            check_rate(request._request, "wrong_link")
            raise RefusedError("not_found")
        link = accept_league_link(secret=secret, account=self.account, device=None)
        return Response(league_json(access_to_league(link.league, self.account, None)))
