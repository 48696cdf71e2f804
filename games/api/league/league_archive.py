"""API views that export a whole league as one JSON archive, and import one."""

from functools import partial
from typing import Any

from django.http import StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import LEAGUE, LOCATION, describe
from games.api.league.league_base import AccountAPIView
from games.api.league.league_json import league_json
from games.api.league.league_response_serializers import LeagueSerializer
from games.api.parsing import InvalidBodyError, StrictJSONParser
from games.models import Scope
from games.selectors.account.email_links import demand_confirmed_email
from games.selectors.league.league_access import access_to_league
from games.selectors.sharing.league_archive import league_archive
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from games.services.sharing.seals import seal_file
from games.web.archives import archive_response
from games.web.limits import largest_body
from games.web.throttles import check_rate


class LeagueArchiveView(AccountAPIView):
    """Export a whole league."""

    @describe(
        tag="Leagues",
        operation_id="get_archive",
        summary="A whole league as one archive",
        scope="manage",
        duty=True,
        parameters=[LEAGUE],
        responses={200: (OpenApiTypes.OBJECT, "People, seasons, matches and every round.")},
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Everything of the league but its accounts, links and history, in the form that another server imports."""
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        return archive_response("league", league_archive(access.league), partial(seal_file, league=access.league))


class ArchiveParser(StrictJSONParser):
    """Reads an archive as text after checking that it is strict JSON. Its exact bytes tell whether it is known."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the text of the body. Raises as StrictJSONParser does."""
        return self.read(stream, media_type, largest_body(reverse("api-import-league")))[0]


class LeagueImportView(AccountAPIView):
    """Import a league from its archive."""

    parser_classes = (ArchiveParser,)

    @describe(
        tag="Leagues",
        operation_id="import_league",
        summary="Import a league",
        scope="manage",
        request_body=OpenApiTypes.OBJECT,
        responses={201: (LeagueSerializer, "The league; where the account brought this archive before, that one.")},
        response_headers=[LOCATION(201)],
        modifies=True,
        checks_fields=False,
        error_codes=["email_unconfirmed", "too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """A new league out of an archive, as it was sent, of 3 MiB at most; its organiser is the account of the token.

        Every result that was played at a table is derived again from its rounds; where the archive says something else,
        nothing is imported. The same archive sent again makes no second league.
        """
        account = self.required_account_token(Scope.MANAGE).account
        text = request.data
        if not isinstance(text, str):
            raise InvalidBodyError("expected_object", "The body must be an archive; there is none.")
        demand_confirmed_email(account)
        check_rate(request._request, "start")
        try:
            league = import_league(account=account, text=text)
        except ArchiveError as bad:
            raise InvalidBodyError("invalid_value", f"Nothing was imported: {bad}.") from bad
        headers = {"Location": reverse("api-league", args=[league.public_id])}
        return Response(league_json(access_to_league(league, account, None)), status=201, headers=headers)
