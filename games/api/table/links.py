"""API view set of the links of a table, for its owner."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.permissions import OwnersOnly
from games.api.request_serializers import NewLinkSerializer
from games.api.response_serializers import LinkSerializer, MadeLinkSerializer
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import refuses
from games.models import Role
from games.pages.sharing.links_page import join_url
from games.services.sharing.links import create_link, revoke_link
from games.web.base_url import base_url


class LinkViewSet(TableBaseViewSet):
    """The links of a table."""

    tag, noun = "Links", "link"
    permission_classes = (OwnersOnly,)
    response_class = LinkSerializer
    serializer_classes: ClassVar = {"create_link": NewLinkSerializer}

    @extend_schema(
        responses=OpenApiResponse(LinkSerializer(many=True), "The links, oldest first, without their secrets.")
    )
    def list_links(self, request: Request, public_id: str) -> Response:
        """List the table's links. Includes links that were turned off."""
        return Response(LinkSerializer(self.table.links.order_by("pk"), many=True).data)

    @extend_schema(responses={201: MadeLinkSerializer}, examples=[examples.link_request])
    @refuses("too_many_links")
    def create_link(self, request: Request, public_id: str) -> Response:
        """Create a link. A link is for one person or device. Its token is shown only once."""
        data = self.validated_data()
        new_link = create_link(access=self.access, role=Role(data["role"]), label=data["label"])
        url = join_url(new_link.secret, base_url(request._request))
        made = LinkSerializer(new_link.link).data | {"token": new_link.secret, "url": url}
        return self.secret_answer(made, MadeLinkSerializer, 201)

    def revoke_link(self, request: Request, public_id: str, link: int) -> Response:
        """Turn off a link. Its token gets 410 from now on, and its open streams end. Doing it again changes nothing.

        A token can't turn off its own link.
        """
        return self.answer(revoke_link(access=self.access, link_id=link))
