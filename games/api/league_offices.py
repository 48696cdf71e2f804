"""Who runs a league: offices, invitations to them, and handing the league over."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_league, examples_league, shapes_league
from games.api.codes import KEYED
from games.api.describe import ID, IDEMPOTENCY_KEY, LEAGUE, describe, reads
from games.api.league_base import AccountView
from games.api.league_members import SECRET
from games.api.paging import unless_known
from games.api.reading import InvalidFields, row_in
from games.models import Duty, Opens, Scope
from games.selectors.league_json import (
    heirs_json,
    league_json,
    league_link_json,
    links_of,
    office_json,
    offices_of,
    told_link_json,
)
from games.services import offices as services
from games.services.offices import known_accounts
from games.web.base_url import base_url


class Offices(AccountView):
    """The offices of a league."""

    @reads(
        tag="Offices",
        operation="list_offices",
        summary="Who runs a league",
        duty=True,
        at=[LEAGUE],
        gives=(shapes_league.Offices, "Offices, invitations, and to whom the league can be handed over."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody with an office, organisers first; the accounts of officials and members; open invitations."""
        access = self.league_access(public_id, duty="manage_league")
        open_ones = links_of(access.league).filter(opens=Opens.OFFICE, revoked_at=None).order_by("pk")
        body = {
            "offices": [office_json(office, access) for office in offices_of(access.league)],
            "heirs": heirs_json(access, known_accounts(access.league)),
            "invitations": [league_link_json(link) for link in open_ones],
        }
        return unless_known(request, body)


class Invitations(AccountView):
    """Invitations to offices."""

    @describe(
        tag="Offices",
        operation="invite",
        summary="Invite somebody to an office",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_league.Invitation,
        gives={201: (shapes_league.ToldLink, "The invitation with its secret; under the same key the same one.")},
        changes=True,
        refuses=["too_many", *KEYED],
        examples=[examples_league.invitation_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A link for one person, who needs an account. Once it is taken up, it opens nothing any more."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        duty = self.body({"duty"})["duty"]
        if not isinstance(duty, str) or duty not in Duty.values:
            raise InvalidFields({"duty": "duty must be organiser, referee or scorer."})
        link = services.invite(access=access, duty=Duty(duty), key=self.needed_key())
        return Response(told_link_json(link, base_url(request._request)), status=201, headers=SECRET)


class OneOffice(AccountView):
    """Somebody's office."""

    @describe(
        tag="Offices",
        operation="end_office",
        summary="Take an office away",
        scope="manage",
        duty=True,
        at=[LEAGUE, ID("office", "The office's number.")],
        gives={204: (None, "There is no such office any more.")},
        changes=True,
        refuses=["last_organiser"],
    )
    def delete(self, request: Request, public_id: str, office: int) -> Response:
        """End somebody's office, one's own too; the last organiser's stays."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        self.body(set())
        services.take_office_away(access=access, office_id=office)
        return Response(status=204)


class HandOver(AccountView):
    """The league, as it goes to another organiser."""

    @describe(
        tag="Offices",
        operation="hand_over_league",
        summary="Hand a league over",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        takes=asks_league.NewOrganiser,
        gives={200: (shapes_league.League, "The league, with what the account of the token is there now.")},
        changes=True,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make another account the organiser in place of one's own, which keeps its other offices."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        services.hand_over(access=access, account_id=row_in(self.body({"account"}), "account"))
        return Response(league_json(self.league_access(public_id)))
