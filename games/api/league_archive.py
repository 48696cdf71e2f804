"""A whole league as one JSON archive, and a league out of one."""

from typing import Any

from django.http import StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes_league
from games.api.describe import LEAGUE, LOCATION, describe
from games.api.league_base import AccountView
from games.api.reading import BadBody, StrictJSONParser
from games.models import Scope
from games.selectors.league_access import access_in
from games.selectors.league_archive import league_archive
from games.selectors.league_json import league_json
from games.services.archives import BadArchive
from games.services.league_archive import import_league
from games.web.archives import archive_answer
from games.web.limits import largest_body
from games.web.throttles import check_rate


class Archive(AccountView):
    """A whole league."""

    @describe(
        tag="Leagues",
        operation="get_archive",
        summary="A whole league as one archive",
        scope="manage",
        duty=True,
        at=[LEAGUE],
        gives={200: (OpenApiTypes.OBJECT, "People, seasons, matches and every round.")},
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Everything of the league but its accounts, links and history, in the form that another server imports."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        return archive_answer("league", league_archive(access.league))


class ArchiveParser(StrictJSONParser):
    """Reads an archive as text, once it is sure that it is strict JSON: its very bytes say whether it is known."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The text of the body. Raises as StrictJSONParser does."""
        return self.read(stream, media_type, largest_body("/api/v1/leagues/import/"))[0]


class Import(AccountView):
    """A league out of its archive."""

    parser_classes = (ArchiveParser,)

    @describe(
        tag="Leagues",
        operation="import_league",
        summary="Import a league",
        scope="manage",
        takes=OpenApiTypes.OBJECT,
        gives={201: (shapes_league.League, "The league; where the account brought this archive before, that one.")},
        sends=[LOCATION(201)],
        changes=True,
        fields=False,
        refuses=["too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """A new league out of an archive, as it was sent, of 3 MiB at most; its organiser is the account of the token.

        Every result that was played at a table is derived again from its rounds; where the archive says something else,
        nothing is imported. The same archive sent again makes no second league.
        """
        account = self.own_token(Scope.MANAGE).account
        text = request.data
        if not isinstance(text, str):
            raise BadBody("expected_object", "The body must be an archive; there is none.")
        check_rate(request._request, "start")
        try:
            league = import_league(account=account, text=text)
        except BadArchive as bad:
            raise BadBody("invalid_value", f"Nothing was imported: {bad}.") from bad
        headers = {"Location": reverse("api-league", args=[league.public_id])}
        return Response(league_json(access_in(league, account, None)), status=201, headers=headers)
