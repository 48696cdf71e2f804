"""Tables: start one, read one, read its ledger."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.choice import check_playable, house_rules_in, preset_in
from games.api.describe import ETAG, IF_NONE_MATCH, LOCATION, TABLE, describe
from games.api.reading import InvalidFields, is_known, truth_in
from games.forms.start_form import name_faults
from games.rules.names import LONGEST, BadName, clean_name
from games.selectors.links_page import join_address
from games.selectors.table_json import entries_json, table_json
from games.services.tables import StartedTable, start_table
from games.web.base_url import base_url
from games.web.throttles import check_rate

PAGE_SIZE = 100
"""Entries of the ledger in one answer."""
MOST_NAMES = 12
"""Names that are looked at; the rules say how many may play."""


class Tables(View):
    """All tables: one may be started, none are listed."""

    @describe(
        tag="Tables",
        operation="start_table",
        summary="Start a table",
        takes=asks.NewTable,
        gives={201: (shapes.StartedTable, "The table, with the secrets of its three links.")},
        sends=[ETAG(201), LOCATION(201)],
        refuses=["invalid_token", "not_allowed", "too_many_requests", "disk_full"],
        house_rules=True,
        examples=[examples.table_ask, examples.table_answer],
    )
    def post(self, request: Request) -> Response:
        """Sit down: names, rules, and the first game. No account and no token is needed.

        Keep the three tokens: nothing tells them again. The owner's does everything, the scorer's enters and corrects
        rounds, the watcher's reads. Each is also a link that a phone can open. Where an account's token of the scope
        `manage` comes with the request, the account owns the table, too.
        """
        account = self.starting_account()
        given = self.body({"players", "preset"}, {"house_rules", "name", "strict"})
        names, title = _names(given)
        strict = truth_in(given, "strict")
        preset, house_rules = preset_in(given, ""), house_rules_in(given)
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
        return told_once(started, request)


def told_once(started: StartedTable, request: Request) -> Response:
    """The answer that tells of a new table: all of it, and its secrets, this once."""
    table, base = started.access.table, base_url(request._request)
    secrets = {f"{role.value}_token": secret for role, secret in started.secrets.items()}
    urls = {f"{role.value}_url": join_address(secret, base) for role, secret in started.secrets.items()}
    return Response(
        table_json(table) | secrets | urls,
        status=201,
        headers={
            "Location": reverse("api-table", args=[table.public_id]),
            "ETag": f'"{table.revision}"',
            "Cache-Control": "no-store",
        },
    )


class OneTable(View):
    """A table, read with any of its tokens."""

    @describe(
        tag="Tables",
        operation="get_table",
        summary="Read a table",
        role="watch",
        at=[TABLE],
        headers=[IF_NONE_MATCH],
        gives={
            200: (shapes.Table, "The table."),
            304: (None, "The table still stands at the revision that `If-None-Match` names."),
        },
        sends=[ETAG(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The table as it stands: every game, every round, who deals next.

        To follow a table without asking in vain, send the last `ETag` as `If-None-Match`. What is said of a round
        without a new revision (another phone entered the same, or something else, or somebody decided) is in every
        answer from then on: none of them is 304 before the next revision.
        """
        table = self.access(public_id).table
        etag = f'"{table.revision}"'
        said_since = table.said and table.said_at == table.revision
        if not said_since and is_known(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers={"ETag": etag})
        return Response(table_json(table), headers={"ETag": etag})


class Entries(View):
    """The ledger of a table."""

    @describe(
        tag="Tables",
        operation="list_entries",
        summary="Read the ledger",
        role="watch",
        at=[
            TABLE,
            OpenApiParameter(
                "after",
                OpenApiTypes.INT,
                OpenApiParameter.QUERY,
                description="The last revision seen. Without it, all.",
            ),
        ],
        gives={200: (shapes.Entries, f"At most {PAGE_SIZE} entries.")},
        refuses=["unknown_field", "invalid_value"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everything that was ever entered, oldest first, a page at a time: `?after=` the last revision seen.

        The ledger only grows. An entry is never changed; a correction is one more.
        """
        access = self.access(public_id)
        unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key != "after"}
        if unknown:
            raise InvalidFields(unknown, "unknown_field")
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            raise InvalidFields({"after": "after must be a revision: a whole number of at most nine digits."})
        shown = entries_json(access.table, int(after), PAGE_SIZE)
        more = shown[-1]["revision"] if shown and shown[-1]["revision"] < access.table.revision else None
        return Response({"entries": shown, "next": f"?after={more}" if more else None})


def _names(given: dict[str, Any]) -> tuple[list[str], str]:
    """The clean names of the players and of the table. Raises InvalidFields with everything wrong about them."""
    wrong: dict[str, str] = {}
    players, title, names = given["players"], given.get("name", ""), list[str]()
    if not isinstance(players, list) or len(players) > MOST_NAMES or not all(isinstance(p, str) for p in players):
        wrong["players"] = f"players must be a list of at most {MOST_NAMES} names."
    else:
        names, errors = name_faults(players)
        wrong |= {f"players[{place}]": text for place, text in errors.items()}
    try:
        title = clean_name(title) if title != "" else ""
    except (BadName, AttributeError, TypeError):
        wrong["name"] = f"name must be a name of at most {LONGEST} characters."
    if wrong:
        raise InvalidFields(wrong)
    return names, title
