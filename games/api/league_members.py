"""The members of a league: all of them, one of them, and what can be done with one."""

from functools import partial
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_league, examples_league, shapes_league
from games.api.describe import AFTER, ID, LEAGUE, LIMIT, QUERY, describe, reads
from games.api.league_base import AccountView
from games.api.paging import asked_page, page_of, rows_of, unless_known
from games.api.reading import InvalidFields, name_in, name_or_none, row_in
from games.models import LeagueEvent, Scope
from games.rules.names import LONGEST, folded
from games.selectors.league_json import (
    claims_of,
    history_json,
    member_json,
    one_member_json,
    told_link_json,
)
from games.selectors.league_page import members_with_phones
from games.selectors.people import people_of
from games.selectors.player_page import member_of
from games.services import members as services
from games.services.erasing import erase_member
from games.services.members import MOST_MEMBERS
from games.services.merging import merge_members, part_members
from games.web.base_url import base_url

MEMBER: Final = ID("member", "The member's number.")
SECRET: Final = {"Cache-Control": "no-store"}


class Members(AccountView):
    """The members of a league."""

    @reads(
        tag="Members",
        operation="list_members",
        summary="List the members",
        tokenless=True,
        at=[LEAGUE, AFTER, LIMIT, QUERY("name", "Only those with this in their name.")],
        gives=(shapes_league.Members, "The members."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody who is a member, not those who turned out to be somebody else, or whose name was taken out."""
        access, asked = self.league_access(public_id), asked_page(request, "name")
        members = members_with_phones(access.league)
        if "name" in asked.filters:
            members = members.filter(folded__contains=folded(asked.filters["name"]))
        shown, more = page_of(members, asked, partial(member_json, access=access))
        return unless_known(request, {"members": shown, "next": more})

    @describe(
        tag="Members",
        operation="add_members",
        summary="Add members",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        takes=asks_league.NewMembers,
        gives={201: (shapes_league.AddedMembers, "The new members, in the order of their names as sent.")},
        changes=True,
        refuses=["name_taken", "too_many"],
        examples=[examples_league.members_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add all of them, or none. A name is there once, so what is sent again is refused as `name_taken`."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        made = services.add_members(access=access, names=_names_in(self.body({"names"})))
        return Response({"members": [member_json(member, access) for member in made]}, status=201)


class Claims(AccountView):
    """The links of all members."""

    @describe(
        tag="Members",
        operation="make_claim_links",
        summary="Make a link for everybody",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        gives={200: (shapes_league.Claims, "The links of all members, with their secrets.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The link by which a member claims his name, of everybody. Whoever had one that is switched on keeps it."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.claim_links(access=access)
        base = base_url(request._request)
        links = [told_link_json(link, base) for link in claims_of(access.league).order_by("member", "pk")]
        return Response({"links": links}, headers=SECRET)


class OneMember(AccountView):
    """A member of a league."""

    @reads(
        tag="Members",
        operation="get_member",
        summary="Read a member",
        tokenless=True,
        at=[LEAGUE, MEMBER],
        gives=(shapes_league.OneMember, "The member."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """A member with those who turned out to be him. What he played stands with the players."""
        return unless_known(request, one_member_json(self.league_access(public_id), member))

    @describe(
        tag="Members",
        operation="rename_member",
        summary="Rename a member",
        scope="manage",
        duty=True,
        at=[LEAGUE, MEMBER],
        takes=asks_league.NewName,
        gives={200: (shapes_league.OneMember, "The member.")},
        changes=True,
        refuses=["name_taken"],
        examples=[examples_league.rename_ask],
    )
    def put(self, request: Request, public_id: str, member: int) -> Response:
        """Call a member otherwise, everywhere and from now on; what stands in a ledger stands."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        services.rename_member(access=access, member_id=member, name=name_in(self.body({"name"}), "name"))
        return Response(one_member_json(access, member))

    @describe(
        tag="Members",
        operation="erase_member",
        summary="Take a name out",
        scope="manage",
        duty=True,
        at=[LEAGUE, MEMBER],
        gives={204: (None, "There is no such member any more. Results stay, and count for Somebody.")},
        changes=True,
        refuses=["holds_office"],
    )
    def delete(self, request: Request, public_id: str, member: int) -> Response:
        """Take the name out everywhere: in the league, at every table, in the history. It cannot be undone.

        Account and phones are cut off; open seasons go on without him. Who helps to run the league loses that first.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        erase_member(access=access, member_id=member)
        return Response(status=204)


class Decisions(AccountView):
    """What was decided about a member."""

    @reads(
        tag="Members",
        operation="list_member_decisions",
        summary="What was decided about a member",
        tokenless=True,
        at=[LEAGUE, MEMBER, AFTER, LIMIT],
        gives=(shapes_league.History, "The decisions, oldest first."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """What was decided about somebody, also under the names of those who turned out to be him."""
        access = self.league_access(public_id)
        people = people_of(member_of(access, member))
        events = LeagueEvent.objects.filter(league=access.league, member__in=people, fixture=None)
        found, more = rows_of(events.select_related("member", "season"), asked_page(request))
        reasons = access.may("manage_league")
        return unless_known(request, {"history": history_json(found, reasons=reasons), "next": more})


class ClaimLink(AccountView):
    """The link by which a member claims his name."""

    @describe(
        tag="Members",
        operation="make_claim_link",
        summary="Make a member's link",
        scope="manage",
        duty=True,
        at=[LEAGUE, MEMBER],
        gives={200: (shapes_league.ToldLink, "The link with its secret; the same one as long as it is switched on.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Whoever opens it is this member on his phone, or with his account: give it to nobody else."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        link = services.claim_link(access=access, member_id=member)
        return Response(told_link_json(link, base_url(request._request)), headers=SECRET)


class Release(AccountView):
    """A name that is taken back from whoever claimed it."""

    @describe(
        tag="Members",
        operation="release_member",
        summary="Take a name back",
        scope="manage",
        duty=True,
        at=[LEAGUE, MEMBER],
        gives={200: (shapes_league.OneMember, "The member, whom nobody claims.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Cut off the account and the phones that claimed the name, and switch its links off."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.release_member(access=access, member_id=member)
        return Response(one_member_json(access, member))


class Merge(AccountView):
    """Two members who turn out to be one person."""

    @describe(
        tag="Members",
        operation="merge_members",
        summary="Make two members one",
        scope="manage",
        duty=True,
        at=[LEAGUE, MEMBER],
        takes=asks_league.Merge,
        gives={200: (shapes_league.OneMember, "The member who keeps his name.")},
        changes=True,
        refuses=["not_mergeable"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """The member of the address turns out to be `into`. All results are kept; it can be undone."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        into_id = row_in(self.body({"into"}), "into")
        into = merge_members(access=access, member_id=member, into_id=into_id)
        return Response(one_member_json(access, into.pk))


class Part(AccountView):
    """One member who is two people after all."""

    @describe(
        tag="Members",
        operation="part_members",
        summary="Make one member two again",
        scope="manage",
        duty=True,
        at=[LEAGUE, ID("member", "The number of the member who was merged into another one.")],
        gives={200: (shapes_league.OneMember, "The member who is somebody again.")},
        changes=True,
        refuses=["not_mergeable", "name_taken"],
    )
    def post(self, request: Request, public_id: str, member: int) -> Response:
        """Undo the merge, with everything that was his before. What came about since stays with the other one.

        Of several merges into one member only the newest can be undone.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        part_members(access=access, member_id=member)
        return Response(one_member_json(access, member))


def _names_in(given: dict[str, Any]) -> list[str]:
    """The clean ``names`` of a body. Raises InvalidFields with everything that is wrong about them."""
    names, wrong, clean = given["names"], dict[str, str](), list[str]()
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_MEMBERS:
        raise InvalidFields({"names": f"names must be a list of at least one and at most {MOST_MEMBERS} names."})
    for place, told in enumerate(names):
        name = name_or_none(told)
        if name is None:
            wrong[f"names[{place}]"] = f"names[{place}] must be a name of at most {LONGEST} characters."
        else:
            clean.append(name)
    if wrong:
        raise InvalidFields(wrong)
    return clean
