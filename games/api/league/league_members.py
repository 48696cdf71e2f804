"""API view set of the members of a league."""

from typing import ClassVar, Final

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_request_serializers import (
    MemberQuerySerializer,
    MergeSerializer,
    NewMembersSerializer,
    NewNameSerializer,
)
from games.api.league.league_serializers import (
    AddedMembersSerializer,
    ClaimsSerializer,
    DecidedSerializer,
    HistorySerializer,
    MemberSerializer,
    MembersSerializer,
    OneMemberSerializer,
    ToldLinkSerializer,
)
from games.api.parameters import ID, LEAGUE
from games.api.permissions import OrganizersChangeLeague
from games.api.serializers import PageQuerySerializer
from games.api.viewsets import ApiViewSet, filtered, refuses
from games.models import LeagueEvent
from games.pages.league.league_page import members_with_phones
from games.pages.league.player_page import current_member
from games.rules.names import folded_name
from games.selectors.league.league_people import claim_links
from games.selectors.league.merged_members import merged_member_ids
from games.services.league import members as services
from games.services.league.member_erase import erase_member
from games.services.league.member_merge import merge_members, split_members

MEMBER: Final = ID("member", "Number of the member.")


class MemberViewSet(ApiViewSet, LeagueAPIView):
    """The members of a league."""

    tag, noun = "Members", "member"
    path_parameters = (LEAGUE, MEMBER)
    lookup_url_kwarg, lookup_value_converter = "member", "int"
    permission_classes = (OrganizersChangeLeague,)
    response_class = OneMemberSerializer
    serializer_classes: ClassVar = {
        "create": NewMembersSerializer,
        "update": NewNameSerializer,
        "merge_members": MergeSerializer,
    }

    def one_member(self, member_id: int) -> Response:
        """Answer with a member as it is now. Raises Http404 for others', merged and erased ones."""
        return self.answer(get_object_or_404(members_with_phones(self.access.league), pk=member_id))

    @extend_schema(responses=MembersSerializer)
    @filtered(MemberQuerySerializer)
    def list(self, request: Request, public_id: str) -> Response:
        """List the members. Leaves out merged members and those whose name was removed."""
        members = members_with_phones(self.access.league)
        if name := self.query_params.get("name"):
            members = members.filter(folded__contains=folded_name(name))
        return self.paginated_response("members", members, MemberSerializer)

    @extend_schema(responses={201: AddedMembersSerializer}, examples=[examples_league.members_request])
    @refuses("name_taken", "too_many")
    def create(self, request: Request, public_id: str) -> Response:
        """Add members. Either all of them are added or none. A name that's already taken is refused as `name_taken`."""
        members = services.add_members(access=self.access, **self.validated_data())
        return self.answer({"members": members}, 201, AddedMembersSerializer)

    def retrieve(self, request: Request, public_id: str, member: int) -> Response:
        """Get a member. Includes the members merged into them. Their results are in the player's record."""
        return self.one_member(member)

    @extend_schema(examples=[examples_league.rename_request])
    @refuses("name_taken")
    def update(self, request: Request, public_id: str, member: int) -> Response:
        """Rename a member. The name changes everywhere, but existing ledger entries keep the old one."""
        services.rename_member(access=self.access, member_id=member, **self.validated_data())
        return self.one_member(member)

    @extend_schema(
        responses={
            204: OpenApiResponse(None, "The name is removed. The member's results stay, under the name Somebody.")
        }
    )
    @refuses("holds_office")
    def destroy(self, request: Request, public_id: str, member: int) -> Response:
        """Remove a member's name. It disappears from the league, every table and the history. This can't be undone.

        The member's account and phones lose access, and the member leaves open seasons. Remove any office first.
        """
        erase_member(access=self.access, member_id=member)
        return Response(status=204)

    @extend_schema(responses=HistorySerializer)
    @action(detail=True, url_path="history", url_name="history")
    @filtered(PageQuerySerializer)
    def list_member_decisions(self, request: Request, public_id: str, member: int) -> Response:
        """List a member's history. Covers all changes to the member, and to members merged into them."""
        people = merged_member_ids(current_member(self.access, member))
        events = LeagueEvent.objects.filter(league=self.access.league, member__in=people, match_number=None)
        return self.paginated_response("history", events.select_related("member", "season"), DecidedSerializer)

    @extend_schema(responses=ClaimsSerializer)
    @action(detail=False, methods=["post"], url_path="links", url_name="links")
    def make_claim_links(self, request: Request, public_id: str) -> Response:
        """Create a link for every member. Members use it to claim their name. Active links are reused."""
        services.claim_links(access=self.access)
        links = claim_links(self.access.league).order_by("member", "pk")
        return self.secret_answer({"links": links}, ClaimsSerializer)

    @extend_schema(responses=ToldLinkSerializer)
    @action(detail=True, methods=["post"], url_path="link", url_name="link")
    def make_claim_link(self, request: Request, public_id: str, member: int) -> Response:
        """Create a member's link. An active link is reused.

        Anyone who opens it becomes this member, on a phone or with an account. Keep it private.
        """
        return self.secret_answer(services.claim_link(access=self.access, member_id=member), ToldLinkSerializer)

    @action(detail=True, methods=["post"], url_path="release", url_name="release")
    def release_member(self, request: Request, public_id: str, member: int) -> Response:
        """Release a claimed name.

        The account and phones that claimed the name lose it, and its links are turned off.
        """
        services.release_member(access=self.access, member_id=member)
        return self.one_member(member)

    @action(detail=True, methods=["post"], url_path="merge", url_name="merge")
    @refuses("not_mergeable")
    def merge_members(self, request: Request, public_id: str, member: int) -> Response:
        """Merge two members. The member in the URL becomes the member `into`. All results are kept.

        You can undo this.
        """
        into = merge_members(access=self.access, member_id=member, into_id=self.validated_data()["into"])
        return self.one_member(into.pk)

    @action(detail=True, methods=["post"], url_path="part", url_name="part")
    @refuses("not_mergeable", "name_taken")
    def part_members(self, request: Request, public_id: str, member: int) -> Response:
        """Split a merged member. The member gets their earlier results back. Later results stay with the other member.

        If several members were merged into one, only the latest merge can be undone.
        """
        split_members(access=self.access, member_id=member)
        return self.one_member(member)
