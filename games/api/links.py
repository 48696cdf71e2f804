"""The links of a table, for its owner."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.codes import UNREADABLE
from games.api.describe import LINK, TABLE, describe
from games.api.reading import InvalidFields
from games.models import Role
from games.rules.names import LONGEST, BadName, clean_name
from games.selectors.links_page import join_address
from games.selectors.table_json import link_json
from games.services.links import create_link, revoke_link
from games.web.base_url import base_url

_ROLES = {"watch": Role.WATCH, "score": Role.SCORE}


class Links(View):
    """The links of a table."""

    @describe(
        tag="Links",
        operation="list_links",
        summary="All links",
        role="owner",
        at=[TABLE],
        gives={200: (shapes.Link(many=True), "The links, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Who may come in: every link that was made for the table, also those switched off."""
        access = self.access(public_id, "manage_links")
        return Response([link_json(link) for link in access.table.links.order_by("pk")])

    @describe(
        tag="Links",
        operation="create_link",
        summary="Make a link",
        role="owner",
        at=[TABLE],
        takes=asks.NewLink,
        gives={201: (shapes.MadeLink, "The link and its secret.")},
        refuses=["too_many_links", "disk_full"],
        examples=[examples.link_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """One more link, for a person or a device. Its token is told this once."""
        access = self.access(public_id, "manage_links")
        given = self.body({"role", "label"})
        if not isinstance(given["role"], str) or given["role"] not in _ROLES:
            raise InvalidFields({"role": 'role must be "watch" or "score".'})
        try:
            label = clean_name(given["label"] if isinstance(given["label"], str) else "")
        except BadName:
            raise InvalidFields({"label": f"label must be a name of at most {LONGEST} characters."}) from None
        made = create_link(access=access, role=_ROLES[given["role"]], label=label)
        shape = link_json(made.link) | {
            "token": made.secret,
            "url": join_address(made.secret, base_url(request._request)),
        }
        return Response(shape, status=201, headers={"Cache-Control": "no-store"})


class OneLink(View):
    """One link of a table."""

    @describe(
        tag="Links",
        operation="revoke_link",
        summary="Switch a link off",
        role="owner",
        at=[TABLE, LINK],
        gives={200: (shapes.Link, "The link, switched off. A second time changes nothing.")},
        refuses=[*UNREADABLE, "disk_full"],
    )
    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """From now on its token is answered 410, and every open stream that came by it ends.

        The link that the request itself came by stays on.
        """
        access = self.access(public_id, "manage_links")
        self.body(set())
        return Response(link_json(revoke_link(access=access, link_id=link)))
