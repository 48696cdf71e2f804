"""API views of the links of a table, for its owner."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import TableAPIView
from games.api.describe import LINK, TABLE, describe
from games.api.permissions import AtTable
from games.api.problem_codes import BODY_ERRORS
from games.api.request_serializers import NewLinkSerializer
from games.api.response_serializers import LinkSerializer, MadeLinkSerializer
from games.models import Role
from games.pages.sharing.links_page import join_url
from games.selectors.table.table_json import link_json
from games.services.sharing.links import create_link, revoke_link
from games.web.base_url import base_url


class LinkListView(TableAPIView):
    """List the links of a table; make one."""

    @describe(
        tag="Links",
        operation_id="list_links",
        summary="List the table's links",
        permission=AtTable("manage_links"),
        parameters=[TABLE],
        responses={200: (LinkSerializer(many=True), "The links, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return every link made for the table, including those turned off."""
        return Response([link_json(link) for link in self.table.links.order_by("pk")])

    @describe(
        tag="Links",
        operation_id="create_link",
        summary="Create a link",
        permission=AtTable("manage_links"),
        parameters=[TABLE],
        request_body=NewLinkSerializer,
        responses={201: (MadeLinkSerializer, "The link and its secret.")},
        error_codes=["too_many_links", "disk_full"],
        examples=[examples.link_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a link for a person or a device. Its token is only shown once."""
        data = self.read_body()
        new_link = create_link(access=self.access, role=Role(data["role"]), label=data["label"])
        answer_body = link_json(new_link.link) | {
            "token": new_link.secret,
            "url": join_url(new_link.secret, base_url(request._request)),
        }
        return Response(answer_body, status=201, headers={"Cache-Control": "no-store"})


class LinkDetailView(TableAPIView):
    """Revoke a link of a table."""

    @describe(
        tag="Links",
        operation_id="revoke_link",
        summary="Turn off a link",
        permission=AtTable("manage_links"),
        parameters=[TABLE, LINK],
        responses={200: (LinkSerializer, "The link has been turned off. Doing it again changes nothing.")},
        error_codes=[*BODY_ERRORS, "disk_full"],
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """Turn off the link: its token gets 410 from now on, and its open streams end.

        A token can't turn off its own link.
        """
        self.read_body()
        return Response(link_json(revoke_link(access=self.access, link_id=link)))
