"""API view sets of tables: start one, read one, read its ledger."""

from typing import ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import StartTableAPIView
from games.api.etags import revision_etag
from games.api.parameters import ETAG, IF_NONE_MATCH, LOCATION
from games.api.permissions import MayStartTable
from games.api.problem_codes import HOUSE_RULE_ERRORS
from games.api.request_serializers import EntriesQuerySerializer, NewTableSerializer
from games.api.response_serializers import EntriesSerializer, StartedTableSerializer, TableSerializer
from games.api.rulebook.rules_choice import check_playable
from games.api.table.table_base import TableBaseViewSet
from games.api.viewsets import ApiViewSet, filtered, refuses
from games.pages.sharing.links_page import join_url
from games.selectors.table.table_json import entries_json, table_json
from games.services.table.tables import StartedTable, start_table
from games.web.base_url import base_url
from games.web.throttles import check_rate

PAGE_SIZE = 100
"""Entries of the ledger on a page."""


class StartTableViewSet(ApiViewSet, StartTableAPIView):
    """Start a table. Tables can't be listed."""

    tag = "Tables"
    permission_classes = (MayStartTable,)
    response_class = StartedTableSerializer
    serializer_classes: ClassVar = {"start_table": NewTableSerializer}

    @extend_schema(
        parameters=[ETAG(201), LOCATION(201)],
        responses={201: OpenApiResponse(StartedTableSerializer, "The table, with the secrets of its three links.")},
        examples=[examples.table_request, examples.table_response],
    )
    @refuses("invalid_token", "not_allowed", "too_many_requests", *HOUSE_RULE_ERRORS)
    def start_table(self, request: Request) -> Response:
        """Create a table. Send the players and the rules of the first game. This needs no account and no token.

        Keep the three tokens: they're never shown again. The owner's token can do everything, the scorer's can enter
        and correct rounds, and the spectator's can read. Each is also a link for a phone. If you send an account token
        with scope `manage`, the account owns the table, too.
        """
        data = self.validated_data()
        house_rules = data.get("house_rules", {})
        check_playable(data["preset"], house_rules, len(data["players"]))
        # After the body: a table that can't be started doesn't count.
        check_rate(request._request, "start")
        started = start_table(
            names=data["players"],
            preset=data["preset"],
            house_rules=house_rules,
            dealer=0,
            title=data.get("name", ""),
            strict=data.get("strict", False),
            account=self.account,
        )
        return new_table_response(started, request)


def new_table_response(started: StartedTable, request: Request) -> Response:
    """Return a new table with its secrets, which are shown only this once."""
    table, base = started.access.table, base_url(request._request)
    secrets = {f"{role.value}_token": secret for role, secret in started.secrets.items()}
    urls = {f"{role.value}_url": join_url(secret, base) for role, secret in started.secrets.items()}
    return Response(
        table_json(table) | secrets | urls,
        status=201,
        headers={
            "Location": reverse("api-table", args=[table.public_id]),
            "ETag": f'"{table.revision}"',
            "Cache-Control": "no-store",
        },
    )


class TableViewSet(TableBaseViewSet):
    """A table and its ledger, with any of its tokens."""

    tag = "Tables"

    def get_revision(self) -> int:
        """Return the table's revision."""
        return self.table.revision

    def changed_since_revision(self) -> bool:
        """Return whether there are new reports: they don't raise the revision."""
        return bool(self.table.report_count) and self.table.last_report_revision == self.table.revision

    @extend_schema(
        parameters=[IF_NONE_MATCH],
        responses={
            200: OpenApiResponse(TableSerializer, "The table."),
            304: OpenApiResponse(None, "The table is unchanged since the revision in `If-None-Match`."),
        },
    )
    @revision_etag
    def get_table(self, request: Request, public_id: str) -> Response:
        """Get a table. Returns every game, every round, and the next dealer.

        To follow a table, send the last `ETag` as `If-None-Match`. Confirmations, questions and decisions don't raise
        the revision. After one of them, every response is 200 until the next revision.
        """
        return Response(table_json(self.table))

    @extend_schema(responses={200: OpenApiResponse(EntriesSerializer, f"Up to {PAGE_SIZE} entries.")})
    @filtered(EntriesQuerySerializer)
    def list_entries(self, request: Request, public_id: str) -> Response:
        """List the ledger entries. Oldest first, including undone entries.

        Send the last revision you have as `?after=`. The ledger is append-only. Entries never change, and a correction
        is a new entry.
        """
        rows = entries_json(self.table, self.query_params.get("after", 0), PAGE_SIZE)
        last_revision = rows[-1]["revision"] if rows and rows[-1]["revision"] < self.table.revision else None
        return Response({"entries": rows, "next": f"?after={last_revision}" if last_revision else None})
