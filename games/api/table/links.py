"""API views of the links of a table, for its owner."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.describe import LINK, TABLE, describe
from games.api.parsing import InvalidFieldsError
from games.api.problem_codes import BODY_ERRORS
from games.api.request_serializers import NewLinkSerializer
from games.api.response_serializers import LinkSerializer, MadeLinkSerializer
from games.models import Role
from games.pages.sharing.links_page import join_url
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.selectors.table.table_json import link_json
from games.services.sharing.links import create_link, revoke_link
from games.web.base_url import base_url

_ROLES = {"watch": Role.WATCH, "score": Role.SCORE}


class LinkListView(BaseAPIView):
    """List the links of a table; make one."""

    @describe(
        tag="Links",
        operation_id="list_links",
        summary="All links",
        role="owner",
        parameters=[TABLE],
        responses={200: (LinkSerializer(many=True), "The links, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Who may come in: every link that was made for the table, also those switched off."""
        access = self.access(public_id, "manage_links")
        return Response([link_json(link) for link in access.table.links.order_by("pk")])

    @describe(
        tag="Links",
        operation_id="create_link",
        summary="Make a link",
        role="owner",
        parameters=[TABLE],
        request_body=NewLinkSerializer,
        responses={201: (MadeLinkSerializer, "The link and its secret.")},
        error_codes=["too_many_links", "disk_full"],
        examples=[examples.link_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """One more link, for a person or a device. Its token is told this once."""
        access = self.access(public_id, "manage_links")
        body = self.body({"role", "label"})
        if not isinstance(body["role"], str) or body["role"] not in _ROLES:
            raise InvalidFieldsError({"role": 'role must be "watch" or "score".'})
        try:
            label = clean_name(body["label"] if isinstance(body["label"], str) else "")
        except InvalidNameError:
            raise InvalidFieldsError(
                {"label": f"label must be a name of at most {MAX_NAME_LENGTH} characters."}
            ) from None
        new_link = create_link(access=access, role=_ROLES[body["role"]], label=label)
        answer_body = link_json(new_link.link) | {
            "token": new_link.secret,
            "url": join_url(new_link.secret, base_url(request._request)),
        }
        return Response(answer_body, status=201, headers={"Cache-Control": "no-store"})


class LinkDetailView(BaseAPIView):
    """Revoke a link of a table."""

    @describe(
        tag="Links",
        operation_id="revoke_link",
        summary="Switch a link off",
        role="owner",
        parameters=[TABLE, LINK],
        responses={200: (LinkSerializer, "The link, switched off. A second time changes nothing.")},
        error_codes=[*BODY_ERRORS, "disk_full"],
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """From now on its token is answered 410, and every open stream that came by it ends.

        The link that the request itself came by stays on.
        """
        access = self.access(public_id, "manage_links")
        self.body(set())
        return Response(link_json(revoke_link(access=access, link_id=link)))
