"""API views of the offices of a league: who holds one, invitations, and handing the league over."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import ID, IDEMPOTENCY_KEY, LEAGUE, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import AccountAPIView
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
from games.api.league.league_request_serializers import InvitationSerializer, NewOrganiserSerializer
from games.api.league.league_response_serializers import LeagueSerializer, OfficesSerializer, ToldLinkSerializer
from games.api.pagination import conditional_response
from games.api.parsing import InvalidFieldsError, row_id_in
from games.api.problem_codes import IDEMPOTENCY_ERRORS
from games.models import Duty, LinkTarget, Scope
from games.services.league import offices as services
from games.services.league.offices import known_accounts
from games.web.base_url import base_url


class OfficeListView(AccountAPIView):
    """List the offices of a league."""

    @describe_read(
        tag="Offices",
        operation_id="list_offices",
        summary="Who runs a league",
        duty=True,
        parameters=[LEAGUE],
        response=(OfficesSerializer, "Offices, invitations, and to whom the league can be handed over."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody with an office, organisers first; the accounts of officials and members; open invitations."""
        access = self.league_access(public_id, duty="manage_league")
        open_invitations = links_of(access.league).filter(opens=LinkTarget.OFFICE, revoked_at=None).order_by("pk")
        body = {
            "offices": [office_json(office, access) for office in offices_of(access.league)],
            "heirs": successors_json(access, known_accounts(access.league)),
            "invitations": [league_link_json(link) for link in open_invitations],
        }
        return conditional_response(request, body)


class InvitationListView(AccountAPIView):
    """Invite somebody to an office."""

    @describe(
        tag="Offices",
        operation_id="invite",
        summary="Invite somebody to an office",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=InvitationSerializer,
        responses={201: (ToldLinkSerializer, "The invitation with its secret; under the same key the same one.")},
        modifies=True,
        error_codes=["too_many", *IDEMPOTENCY_ERRORS],
        examples=[examples_league.invitation_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A link for one person, who needs an account. Once it is taken up, it opens nothing any more."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        duty = self.body({"duty"})["duty"]
        if not isinstance(duty, str) or duty not in Duty.values:
            raise InvalidFieldsError({"duty": "duty must be organiser, referee or scorer."})
        link = services.invite(access=access, duty=Duty(duty), key=self.required_idempotency_key())
        return Response(link_with_secret_json(link, base_url(request._request)), status=201, headers=NO_STORE)


class OfficeDetailView(AccountAPIView):
    """End an office."""

    @describe(
        tag="Offices",
        operation_id="end_office",
        summary="Take an office away",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, ID("office", "The office's number.")],
        responses={204: (None, "There is no such office any more.")},
        modifies=True,
        error_codes=["last_organiser"],
    )
    def delete(self, request: Request, public_id: str, office: int) -> Response:
        """End somebody's office, one's own too; the last organiser's stays."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.remove_office(access=access, office_id=office)
        return Response(status=204)


class LeagueHandOverView(AccountAPIView):
    """Hand the league over to another organiser."""

    @describe(
        tag="Offices",
        operation_id="hand_over_league",
        summary="Hand a league over",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        request_body=NewOrganiserSerializer,
        responses={200: (LeagueSerializer, "The league, with what the account of the token is there now.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make another account the organiser in place of one's own, which keeps its other offices."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        services.hand_over(access=access, account_id=row_id_in(self.body({"account"}), "account"))
        return Response(league_json(self.league_access(public_id)))
