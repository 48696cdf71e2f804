"""API views of the offices of a league: who holds one, invitations, and handing the league over."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import ID, IDEMPOTENCY_KEY, LEAGUE, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_json import (
    league_json,
    league_link_json,
    link_with_secret_json,
    links_of,
    office_json,
    offices_of,
    successors_json,
)
from games.api.league.league_members import NO_STORE
from games.api.league.league_request_serializers import InvitationSerializer, NewOrganizerSerializer
from games.api.league.league_response_serializers import LeagueSerializer, OfficesSerializer, ToldLinkSerializer
from games.api.pagination import conditional_response
from games.api.permissions import InLeague
from games.api.problem_codes import IDEMPOTENCY_ERRORS
from games.models import Duty, LinkTarget, Scope
from games.selectors.league.league_access import league_access
from games.services.league import offices as services
from games.services.league.offices import known_accounts
from games.web.base_url import base_url


class OfficeListView(LeagueAPIView):
    """List the offices of a league."""

    @describe_read(
        tag="Offices",
        operation_id="list_offices",
        summary="List a league's officers",
        permission=InLeague(duty="manage_league"),
        parameters=[LEAGUE],
        response=(OfficesSerializer, "Officers, open invitations, and accounts that can take over the league."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all officers, organizers first, the accounts of officers and members, and open invitations."""
        open_invitations = links_of(self.access.league).filter(opens=LinkTarget.OFFICE, revoked_at=None).order_by("pk")
        body = {
            "offices": [office_json(office, self.access) for office in offices_of(self.access.league)],
            "heirs": successors_json(self.access, known_accounts(self.access.league)),
            "invitations": [league_link_json(link) for link in open_invitations],
        }
        return conditional_response(request, body)


class InvitationListView(LeagueAPIView):
    """Invite somebody to an office."""

    @describe(
        tag="Offices",
        operation_id="invite",
        summary="Create an invitation to an office",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=InvitationSerializer,
        responses={
            201: (
                ToldLinkSerializer,
                "The invitation with its secret, or the existing one if this key was already used.",
            )
        },
        modifies=True,
        error_codes=["too_many", *IDEMPOTENCY_ERRORS],
        examples=[examples_league.invitation_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a link for one person, who needs an account. It works once."""
        duty = Duty(self.read_body()["duty"])
        link = services.invite(access=self.access, duty=duty, key=self.required_idempotency_key())
        return Response(link_with_secret_json(link, base_url(request._request)), status=201, headers=NO_STORE)


class OfficeDetailView(LeagueAPIView):
    """End an office."""

    @describe(
        tag="Offices",
        operation_id="end_office",
        summary="Remove an officer",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, ID("office", "Number of the office.")],
        responses={204: (None, "The office has been removed.")},
        modifies=True,
        error_codes=["last_organizer"],
    )
    def delete(self, request: Request, public_id: str, office: int) -> Response:
        """End an officer's term, even your own. The last organizer can't be removed."""
        self.read_body()
        services.remove_office(access=self.access, office_id=office)
        return Response(status=204)


class LeagueHandOverView(LeagueAPIView):
    """Hand the league over to another organizer."""

    @describe(
        tag="Offices",
        operation_id="hand_over_league",
        summary="Transfer a league",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        request_body=NewOrganizerSerializer,
        responses={200: (LeagueSerializer, "The league, with the new role of the token's account.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make another account the organizer instead of yours, which keeps its other offices."""
        services.hand_over(access=self.access, account_id=self.read_body()["account"])
        return Response(league_json(league_access(public_id, self.account, None)))
