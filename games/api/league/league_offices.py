"""API view sets of who runs a league: its offices, and all links into it."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_request_serializers import (
    InvitationSerializer,
    LinkQuerySerializer,
    NewOrganizerSerializer,
)
from games.api.league.league_serializers import (
    LeagueLinkSerializer,
    LeagueLinksSerializer,
    LeagueSerializer,
    OfficesSerializer,
    ToldLinkSerializer,
)
from games.api.parameters import ID, LEAGUE, LINK
from games.api.permissions import OrganizersOnly
from games.api.viewsets import ApiViewSet, filtered, idempotent, refuses
from games.models import Duty, LinkTarget
from games.selectors.league.league_access import league_access
from games.selectors.league.league_people import links_of, offices_of
from games.services.league import leagues
from games.services.league import offices as services
from games.services.league.offices import known_accounts

_OFFICE = ID("office", "Number of the office.")


class OfficeViewSet(ApiViewSet, LeagueAPIView):
    """The offices of a league."""

    tag, noun = "Offices", "office"
    path_parameters = (LEAGUE, _OFFICE)
    lookup_url_kwarg, lookup_value_converter = "office", "int"
    permission_classes = (OrganizersOnly,)
    response_class = OfficesSerializer
    serializer_classes: ClassVar = {"invite_officer": InvitationSerializer, "hand_over_league": NewOrganizerSerializer}

    def list(self, request: Request, public_id: str) -> Response:
        """List a league's officers. Organizers come first. Includes open invitations and possible successors."""
        league, account = self.access.league, self.access.account
        heirs = known_accounts(league).exclude(pk=account.pk if account else 0).order_by("pk")
        invitations = links_of(league).filter(opens=LinkTarget.OFFICE, revoked_at=None).order_by("pk")
        return self.answer({"offices": offices_of(league), "heirs": heirs, "invitations": invitations})

    @extend_schema(
        responses={201: OpenApiResponse(ToldLinkSerializer, "The invitation, or the one this key already created.")},
        examples=[examples_league.invitation_request],
    )
    @action(detail=False, methods=["post"], url_path="invitations", url_name="invitations")
    @idempotent
    @refuses("too_many")
    def invite_officer(self, request: Request, public_id: str, key: str) -> Response:
        """Create an invitation to an office. It's a link for one person, who needs an account. It works once."""
        duty = Duty(self.validated_data()["duty"])
        link = services.invite(access=self.access, duty=duty, key=key)
        return self.secret_answer(link, ToldLinkSerializer, 201)

    @extend_schema(responses={204: OpenApiResponse(None, "The office has been removed.")})
    @refuses("last_organizer")
    def destroy(self, request: Request, public_id: str, office: int) -> Response:
        """Remove an officer. You can remove yourself, too, but not the last organizer."""
        services.remove_office(access=self.access, office_id=office)
        return Response(status=204)

    @extend_schema(responses=LeagueSerializer)
    @action(detail=False, methods=["post"], url_path="hand-over", url_name="hand-over")
    def hand_over_league(self, request: Request, public_id: str) -> Response:
        """Transfer a league. Another account becomes the organizer instead of yours, which keeps its other offices."""
        services.hand_over(access=self.access, account_id=self.validated_data()["account"])
        return self.answer(league_access(public_id, self.account, None), serializer=LeagueSerializer)


class LeagueLinkViewSet(ApiViewSet, LeagueAPIView):
    """The links into a league."""

    tag, noun = "Offices", "league_link"
    path_parameters = (LEAGUE, LINK)
    lookup_url_kwarg, lookup_value_converter = "link", "int"
    permission_classes = (OrganizersOnly,)
    response_class = LeagueLinkSerializer

    @extend_schema(responses=LeagueLinksSerializer)
    @filtered(LinkQuerySerializer)
    def list(self, request: Request, public_id: str) -> Response:
        """List a league's links. Includes links that were turned off.

        A secret is returned only when a link is created.
        """
        links = links_of(self.access.league)
        if opens := self.query_params.get("opens"):
            links = links.filter(opens=opens)
        return self.paginated_response("links", links, LeagueLinkSerializer)

    @extend_schema(responses={200: ToldLinkSerializer})
    def create(self, request: Request, public_id: str) -> Response:
        """Create the link to view a league. Anyone with it can view even a private league, but can't change anything.

        An active link is reused.
        """
        return self.secret_answer(leagues.league_link(access=self.access), ToldLinkSerializer)

    def destroy(self, request: Request, public_id: str, link: int) -> Response:
        """Turn off a league's link.

        Everyone who used the link loses what it gave them: a name, a tablet's table, the league. Doing it again changes
        nothing.
        """
        return self.answer(leagues.revoke_league_link(access=self.access, link_id=link))
