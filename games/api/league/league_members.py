"""API views of the members of a league: the list, one member, and what can be done with one."""

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, ID, LEAGUE, LIMIT, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_json import (
    claim_links,
    history_json,
    link_with_secret_json,
    member_detail_json,
    member_json,
)
from games.api.league.league_request_serializers import MergeSerializer, NewMembersSerializer, NewNameSerializer
from games.api.league.league_response_serializers import (
    AddedMembersSerializer,
    ClaimsSerializer,
    HistorySerializer,
    MembersSerializer,
    OneMemberSerializer,
    ToldLinkSerializer,
)
from games.api.pagination import AfterPagination, conditional_response, parse_page_query
from games.api.permissions import InLeague
from games.models import LeagueEvent, Scope
from games.pages.league.league_page import members_with_phones
from games.pages.league.player_page import current_member
from games.rules.names import folded_name
from games.selectors.league.merged_members import merged_member_ids
from games.services.league import members as services
from games.services.league.member_erase import erase_member
from games.services.league.member_merge import merge_members, split_members
from games.web.base_url import base_url

MEMBER: Final = ID("member", "Number of the member.")
NO_STORE: Final = {"Cache-Control": "no-store"}


class MemberListView(LeagueAPIView):
    """List the members; add some."""

    @describe_read(
        tag="Members",
        operation_id="list_members",
        summary="List the members",
        permission=InLeague(),
        parameters=[LEAGUE, AFTER, LIMIT, QUERY("name", "Only members whose name contains this text.")],
        response=(MembersSerializer, "The members."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all members, except merged ones and those whose name was removed."""
        page = parse_page_query(request, "name")
        members = members_with_phones(self.access.league)
        if "name" in page.filters:
            members = members.filter(folded__contains=folded_name(page.filters["name"]))
        pages = AfterPagination("members", page)
        rows = pages.paginate_queryset(members, request)
        return pages.get_paginated_response([member_json(member, self.access) for member in rows])

    @describe(
        tag="Members",
        operation_id="add_members",
        summary="Add members",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        request_body=NewMembersSerializer,
        responses={201: (AddedMembersSerializer, "The new members, in the order sent.")},
        modifies=True,
        error_codes=["name_taken", "too_many"],
        examples=[examples_league.members_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add all of the members, or none. Names are unique: a name that exists is refused as `name_taken`."""
        new_members = services.add_members(access=self.access, names=self.read_body()["names"])
        return Response({"members": [member_json(member, self.access) for member in new_members]}, status=201)


class ClaimLinkListView(LeagueAPIView):
    """Make the claim links of all members."""

    @describe(
        tag="Members",
        operation_id="make_claim_links",
        summary="Create a link for every member",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        responses={200: (ClaimsSerializer, "The links of all members, with their secrets.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a link for every member to claim their name. Links that are already turned on stay."""
        self.read_body()
        services.claim_links(access=self.access)
        base = base_url(request._request)
        links = [link_with_secret_json(link, base) for link in claim_links(self.access.league).order_by("member", "pk")]
        return Response({"links": links}, headers=NO_STORE)


class MemberDetailView(LeagueAPIView):
    """Read, rename or erase a member."""

    @describe_read(
        tag="Members",
        operation_id="get_member",
        summary="Get a member",
        permission=InLeague(),
        parameters=[LEAGUE, MEMBER],
        response=(OneMemberSerializer, "The member."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Return a member and the members merged into them. Their results are in the player's record."""
        return conditional_response(request, member_detail_json(self.access, member))

    @describe(
        tag="Members",
        operation_id="rename_member",
        summary="Rename a member",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, MEMBER],
        request_body=NewNameSerializer,
        responses={200: (OneMemberSerializer, "The renamed member.")},
        modifies=True,
        error_codes=["name_taken"],
        examples=[examples_league.rename_request],
    )
    def put(self, request: Request, public_id: str, member: int) -> Response:
        """Change a member's name everywhere. Existing ledger entries keep the old name."""
        services.rename_member(access=self.access, member_id=member, name=self.read_body()["name"])
        return Response(member_detail_json(self.access, member))

    @describe(
        tag="Members",
        operation_id="erase_member",
        summary="Remove a member's name",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, MEMBER],
        responses={204: (None, "The member has been removed. Their results stay, under the name Somebody.")},
        modifies=True,
        error_codes=["holds_office"],
    )
    def delete(self, request: Request, public_id: str, member: int) -> Response:
        """Remove the name everywhere: in the league, at every table and in the history. This can't be undone.

        The member's account and phones lose access, and the member leaves open seasons. Remove any office first.
        """
        self.read_body()
        erase_member(access=self.access, member_id=member)
        return Response(status=204)


class MemberHistoryView(LeagueAPIView):
    """List what was decided about a member."""

    @describe_read(
        tag="Members",
        operation_id="list_member_decisions",
        summary="List a member's history",
        permission=InLeague(),
        parameters=[LEAGUE, MEMBER, AFTER, LIMIT],
        response=(HistorySerializer, "The changes, oldest first."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Return all changes about a member, including those of members merged into them."""
        people = merged_member_ids(current_member(self.access, member))
        events = LeagueEvent.objects.filter(league=self.access.league, member__in=people, match_number=None)
        pages = AfterPagination("history", parse_page_query(request))
        rows = pages.paginate_queryset(events.select_related("member", "season"), request)
        return pages.get_paginated_response(history_json(rows, reasons=self.access.may("manage_league")))


class ClaimLinkView(LeagueAPIView):
    """Make the link by which a member claims their name."""

    @describe(
        tag="Members",
        operation_id="make_claim_link",
        summary="Create a member's link",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, MEMBER],
        responses={200: (ToldLinkSerializer, "The link with its secret. An active link is reused.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Anyone who opens the link becomes this member, on a phone or with an account. Keep it private."""
        self.read_body()
        link = services.claim_link(access=self.access, member_id=member)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class MemberReleaseView(LeagueAPIView):
    """Release a name from the account and phones that claimed it."""

    @describe(
        tag="Members",
        operation_id="release_member",
        summary="Release a claimed name",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, MEMBER],
        responses={200: (OneMemberSerializer, "The member, which nobody claims any more.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Disconnect the account and the phones that claimed the name, and turn off its links."""
        self.read_body()
        services.release_member(access=self.access, member_id=member)
        return Response(member_detail_json(self.access, member))


class MemberMergeView(LeagueAPIView):
    """Merge two members who turn out to be one person."""

    @describe(
        tag="Members",
        operation_id="merge_members",
        summary="Merge two members",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, MEMBER],
        request_body=MergeSerializer,
        responses={200: (OneMemberSerializer, "The member whose name is kept.")},
        modifies=True,
        error_codes=["not_mergeable"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Merge the member in the URL into the member `into`. All results are kept, and the merge can be undone."""
        into = merge_members(access=self.access, member_id=member, into_id=self.read_body()["into"])
        return Response(member_detail_json(self.access, into.pk))


class MemberUnmergeView(LeagueAPIView):
    """Undo a merge."""

    @describe(
        tag="Members",
        operation_id="part_members",
        summary="Split a merged member",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE, ID("member", "Number of the member that was merged into another one.")],
        responses={200: (OneMemberSerializer, "The restored member.")},
        modifies=True,
        error_codes=["not_mergeable", "name_taken"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Undo a merge and give the member their earlier results back. Later results stay with the other member.

        If several members were merged into one, only the latest merge can be undone.
        """
        self.read_body()
        split_members(access=self.access, member_id=member)
        return Response(member_detail_json(self.access, member))
