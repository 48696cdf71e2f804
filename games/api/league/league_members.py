"""API views of the members of a league: the list, one member, and what can be done with one."""

from functools import partial
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, ID, LEAGUE, LIMIT, QUERY, describe, describe_read
from games.api.league import examples_league
from games.api.league.league_base import AccountAPIView
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
from games.api.pagination import conditional_response, page_of, parse_page_query, rows_of
from games.api.parsing import InvalidFieldsError, name_in, name_or_none, row_id_in
from games.models import LeagueEvent, Scope
from games.pages.league.league_page import members_with_phones
from games.pages.league.player_page import current_member
from games.rules.names import MAX_NAME_LENGTH, folded_name
from games.selectors.league.merged_members import merged_member_ids
from games.services.league import members as services
from games.services.league.member_erase import erase_member
from games.services.league.member_merge import merge_members, split_members
from games.services.league.members import MOST_MEMBERS
from games.web.base_url import base_url

MEMBER: Final = ID("member", "The member's number.")
NO_STORE: Final = {"Cache-Control": "no-store"}


class MemberListView(AccountAPIView):
    """List the members; add some."""

    @describe_read(
        tag="Members",
        operation_id="list_members",
        summary="List the members",
        allows_anonymous=True,
        parameters=[LEAGUE, AFTER, LIMIT, QUERY("name", "Only those with this in their name.")],
        response=(MembersSerializer, "The members."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody who is a member, not those who turned out to be somebody else, or whose name was taken out."""
        access, page = self.league_access(public_id), parse_page_query(request, "name")
        members = members_with_phones(access.league)
        if "name" in page.filters:
            members = members.filter(folded__contains=folded_name(page.filters["name"]))
        rows, next_query = page_of(members, page, partial(member_json, access=access))
        return conditional_response(request, {"members": rows, "next": next_query})

    @describe(
        tag="Members",
        operation_id="add_members",
        summary="Add members",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        request_body=NewMembersSerializer,
        responses={201: (AddedMembersSerializer, "The new members, in the order of their names as sent.")},
        modifies=True,
        error_codes=["name_taken", "too_many"],
        examples=[examples_league.members_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add all of them, or none. A name is there once, so what is sent again is refused as `name_taken`."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        new_members = services.add_members(access=access, names=_names_in(self.body({"names"})))
        return Response({"members": [member_json(member, access) for member in new_members]}, status=201)


class ClaimLinkListView(AccountAPIView):
    """Make the claim links of all members."""

    @describe(
        tag="Members",
        operation_id="make_claim_links",
        summary="Make a link for everybody",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        responses={200: (ClaimsSerializer, "The links of all members, with their secrets.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make a link for every member to claim their name with. Links that are switched on stay."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.claim_links(access=access)
        base = base_url(request._request)
        links = [link_with_secret_json(link, base) for link in claim_links(access.league).order_by("member", "pk")]
        return Response({"links": links}, headers=NO_STORE)


class MemberDetailView(AccountAPIView):
    """Read, rename or erase a member."""

    @describe_read(
        tag="Members",
        operation_id="get_member",
        summary="Read a member",
        allows_anonymous=True,
        parameters=[LEAGUE, MEMBER],
        response=(OneMemberSerializer, "The member."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """A member with those who turned out to be him. What he played stands with the players."""
        return conditional_response(request, member_detail_json(self.league_access(public_id), member))

    @describe(
        tag="Members",
        operation_id="rename_member",
        summary="Rename a member",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, MEMBER],
        request_body=NewNameSerializer,
        responses={200: (OneMemberSerializer, "The member.")},
        modifies=True,
        error_codes=["name_taken"],
        examples=[examples_league.rename_request],
    )
    def put(self, request: Request, public_id: str, member: int) -> Response:
        """Call a member otherwise, everywhere and from now on; what stands in a ledger stands."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        services.rename_member(access=access, member_id=member, name=name_in(self.body({"name"}), "name"))
        return Response(member_detail_json(access, member))

    @describe(
        tag="Members",
        operation_id="erase_member",
        summary="Take a name out",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, MEMBER],
        responses={204: (None, "There is no such member any more. Results stay, and count for Somebody.")},
        modifies=True,
        error_codes=["holds_office"],
    )
    def delete(self, request: Request, public_id: str, member: int) -> Response:
        """Take the name out everywhere: in the league, at every table, in the history. It cannot be undone.

        Account and phones are cut off; open seasons go on without him. Who helps to run the league loses that first.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        erase_member(access=access, member_id=member)
        return Response(status=204)


class MemberHistoryView(AccountAPIView):
    """List what was decided about a member."""

    @describe_read(
        tag="Members",
        operation_id="list_member_decisions",
        summary="What was decided about a member",
        allows_anonymous=True,
        parameters=[LEAGUE, MEMBER, AFTER, LIMIT],
        response=(HistorySerializer, "The decisions, oldest first."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """What was decided about somebody, also under the names of those who turned out to be him."""
        access = self.league_access(public_id)
        people = merged_member_ids(current_member(access, member))
        events = LeagueEvent.objects.filter(league=access.league, member__in=people, fixture=None)
        rows, next_query = rows_of(events.select_related("member", "season"), parse_page_query(request))
        reasons = access.may("manage_league")
        return conditional_response(request, {"history": history_json(rows, reasons=reasons), "next": next_query})


class ClaimLinkView(AccountAPIView):
    """Make the link by which a member claims their name."""

    @describe(
        tag="Members",
        operation_id="make_claim_link",
        summary="Make a member's link",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, MEMBER],
        responses={200: (ToldLinkSerializer, "The link with its secret; the same one as long as it is switched on.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Anyone who opens it becomes this member on their phone, or with their account: give it to nobody else."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = services.claim_link(access=access, member_id=member)
        return Response(link_with_secret_json(link, base_url(request._request)), headers=NO_STORE)


class MemberReleaseView(AccountAPIView):
    """Release a name from the account and phones that claimed it."""

    @describe(
        tag="Members",
        operation_id="release_member",
        summary="Take a name back",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, MEMBER],
        responses={200: (OneMemberSerializer, "The member, whom nobody claims.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Cut off the account and the phones that claimed the name, and switch its links off."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.release_member(access=access, member_id=member)
        return Response(member_detail_json(access, member))


class MemberMergeView(AccountAPIView):
    """Merge two members who turn out to be one person."""

    @describe(
        tag="Members",
        operation_id="merge_members",
        summary="Make two members one",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, MEMBER],
        request_body=MergeSerializer,
        responses={200: (OneMemberSerializer, "The member who keeps his name.")},
        modifies=True,
        error_codes=["not_mergeable"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """The member of the address turns out to be `into`. All results are kept; it can be undone."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        into_id = row_id_in(self.body({"into"}), "into")
        into = merge_members(access=access, member_id=member, into_id=into_id)
        return Response(member_detail_json(access, into.pk))


class MemberUnmergeView(AccountAPIView):
    """Undo a merge."""

    @describe(
        tag="Members",
        operation_id="part_members",
        summary="Make one member two again",
        scope="manage",
        duty=True,
        parameters=[LEAGUE, ID("member", "The number of the member who was merged into another one.")],
        responses={200: (OneMemberSerializer, "The member who is somebody again.")},
        modifies=True,
        error_codes=["not_mergeable", "name_taken"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Undo the merge, with everything that was his before. What came about since stays with the other one.

        Of several merges into one member only the newest can be undone.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        split_members(access=access, member_id=member)
        return Response(member_detail_json(access, member))


def _names_in(body: dict[str, Any]) -> list[str]:
    """Return the cleaned ``names`` of a body. Raises InvalidFieldsError with everything wrong about them."""
    names, errors, clean = body["names"], dict[str, str](), list[str]()
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_MEMBERS:
        raise InvalidFieldsError({"names": f"names must be a list of at least one and at most {MOST_MEMBERS} names."})
    for index, value in enumerate(names):
        name = name_or_none(value)
        if name is None:
            errors[f"names[{index}]"] = f"names[{index}] must be a name of at most {MAX_NAME_LENGTH} characters."
        else:
            clean.append(name)
    if errors:
        raise InvalidFieldsError(errors)
    return clean
