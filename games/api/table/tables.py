"""API views of tables: start one, read one, read its ledger."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.describe import ETAG, IF_NONE_MATCH, LOCATION, TABLE, describe
from games.api.parsing import InvalidFieldsError, bool_in, etag_matches
from games.api.request_serializers import NewTableSerializer
from games.api.response_serializers import EntriesSerializer, StartedTableSerializer, TableSerializer
from games.api.rulebook.rules_choice import check_playable, house_rules_in, preset_in
from games.forms.table.start_form import name_faults
from games.pages.sharing.links_page import join_url
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.selectors.table.table_json import entries_json, table_json
from games.services.table.tables import StartedTable, start_table
from games.web.base_url import base_url
from games.web.throttles import check_rate

PAGE_SIZE = 100
"""Entries of the ledger on a page."""
MAX_NAMES = 12
"""The most names that are accepted; the rules say how many may play."""


class TableListView(BaseAPIView):
    """Start a table. Tables can't be listed."""

    @describe(
        tag="Tables",
        operation_id="start_table",
        summary="Start a table",
        request_body=NewTableSerializer,
        responses={201: (StartedTableSerializer, "The table, with the secrets of its three links.")},
        response_headers=[ETAG(201), LOCATION(201)],
        error_codes=["invalid_token", "not_allowed", "too_many_requests", "disk_full"],
        house_rules=True,
        examples=[examples.table_request, examples.table_response],
    )
    def post(self, request: Request) -> Response:
        """Sit down: names, rules, and the first game. No account and no token is needed.

        Keep the three tokens: nothing tells them again. The owner's does everything, the scorer's enters and corrects
        rounds, the watcher's reads. Each is also a link that a phone can open. Where an account's token of the scope
        `manage` comes with the request, the account owns the table, too.
        """
        account = self.account_for_new_table()
        body = self.body({"players", "preset"}, {"house_rules", "name", "strict"})
        names, title = _names(body)
        strict = bool_in(body, "strict")
        preset, house_rules = preset_in(body, ""), house_rules_in(body)
        check_playable(preset, house_rules, len(names))
        check_rate(request._request, "start")
        started = start_table(
            names=names,
            preset=preset,
            house_rules=house_rules,
            dealer=0,
            title=title,
            strict=strict,
            account=account,
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


class TableDetailView(BaseAPIView):
    """Read a table, with any of its tokens."""

    @describe(
        tag="Tables",
        operation_id="get_table",
        summary="Read a table",
        role="watch",
        parameters=[TABLE],
        request_headers=[IF_NONE_MATCH],
        responses={
            200: (TableSerializer, "The table."),
            304: (None, "The table still stands at the revision that `If-None-Match` names."),
        },
        response_headers=[ETAG(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The table as it stands: every game, every round, who deals next.

        To follow a table without asking in vain, send the last `ETag` as `If-None-Match`. What is said of a round
        without a new revision (another phone entered the same, or something else, or somebody decided) is in every
        answer from then on: none of them is 304 before the next revision.
        """
        table = self.access(public_id).table
        etag = f'"{table.revision}"'
        has_new_reports = table.said and table.said_at == table.revision
        if not has_new_reports and etag_matches(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers={"ETag": etag})
        return Response(table_json(table), headers={"ETag": etag})


class EntryListView(BaseAPIView):
    """Read the ledger of a table."""

    @describe(
        tag="Tables",
        operation_id="list_entries",
        summary="Read the ledger",
        role="watch",
        parameters=[
            TABLE,
            OpenApiParameter(
                "after",
                OpenApiTypes.INT,
                OpenApiParameter.QUERY,
                description="The last revision seen. Without it, all.",
            ),
        ],
        responses={200: (EntriesSerializer, f"At most {PAGE_SIZE} entries.")},
        error_codes=["unknown_field", "invalid_value"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everything that was ever entered, oldest first, a page at a time: `?after=` the last revision seen.

        The ledger only grows. An entry is never changed; a correction is one more.
        """
        access = self.access(public_id)
        unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key != "after"}
        if unknown:
            raise InvalidFieldsError(unknown, "unknown_field")
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            raise InvalidFieldsError({"after": "after must be a revision: a whole number of at most nine digits."})
        rows = entries_json(access.table, int(after), PAGE_SIZE)
        last_revision = rows[-1]["revision"] if rows and rows[-1]["revision"] < access.table.revision else None
        return Response({"entries": rows, "next": f"?after={last_revision}" if last_revision else None})


def _names(body: dict[str, Any]) -> tuple[list[str], str]:
    """Return the cleaned names of the players and of the table. Raises InvalidFieldsError with everything wrong."""
    errors: dict[str, str] = {}
    players, title, names = body["players"], body.get("name", ""), list[str]()
    if not isinstance(players, list) or len(players) > MAX_NAMES or not all(isinstance(p, str) for p in players):
        errors["players"] = f"players must be a list of at most {MAX_NAMES} names."
    else:
        names, name_errors = name_faults(players)
        errors |= {f"players[{index}]": text for index, text in name_errors.items()}
    try:
        title = clean_name(title) if title != "" else ""
    except (InvalidNameError, AttributeError, TypeError):
        errors["name"] = f"name must be a name of at most {MAX_NAME_LENGTH} characters."
    if errors:
        raise InvalidFieldsError(errors)
    return names, title
