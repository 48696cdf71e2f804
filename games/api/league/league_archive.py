"""API views that export a whole league as one JSON archive, and import one."""

from typing import Any

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import LEAGUE, LOCATION, describe
from games.api.league.league_base import AccountAPIView, LeagueAPIView
from games.api.league.league_json import league_json
from games.api.league.league_response_serializers import LeagueSerializer
from games.api.parsing import InvalidBodyError, StrictJSONParser
from games.api.permissions import InLeague, OfAccount
from games.models import Scope
from games.selectors.account.email_links import demand_confirmed_email
from games.selectors.league.league_access import access_to_league
from games.selectors.sharing.league_archive import league_archive
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from games.web.downloads import archive_response
from games.web.limits import largest_body
from games.web.throttles import check_rate


class LeagueArchiveView(LeagueAPIView):
    """Export a whole league."""

    @describe(
        tag="Leagues",
        operation_id="get_archive",
        summary="Export a league as an archive",
        permission=InLeague(Scope.MANAGE, "manage_league"),
        parameters=[LEAGUE],
        responses={200: (OpenApiTypes.OBJECT, "People, seasons, matches and every round.")},
    )
    def get(self, request: Request, public_id: str) -> FileResponse:
        """Return everything in the league except accounts, links and history. Another server can import it."""
        return archive_response("league.json", league_archive(self.access.league))


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
        permission=OfAccount(Scope.MANAGE),
        request_body=OpenApiTypes.OBJECT,
        responses={
            201: (LeagueSerializer, "The new league, or the existing one if the account already imported this archive.")
        },
        response_headers=[LOCATION(201)],
        modifies=True,
        checks_fields=False,
        error_codes=["email_unconfirmed", "too_many_requests"],
    )
    def post(self, request: Request) -> Response:
        """Create a league from an exported archive of up to 3 MiB. The token's account becomes its organizer.

        Every result from a table is computed again from its rounds. If the archive contains a different result,
        nothing is imported. Importing the same archive twice creates one league.
        """
        text = request.data
        if not isinstance(text, str):
            raise InvalidBodyError("expected_object", "The request needs an archive as its body.")
        demand_confirmed_email(self.account)
        check_rate(request._request, "start")
        try:
            league = import_league(account=self.account, text=text)
        except ArchiveError as bad:
            raise InvalidBodyError("invalid_value", f"Nothing was imported: {bad}.") from bad
        headers = {"Location": reverse("api-league", args=[league.public_id])}
        return Response(league_json(access_to_league(league, self.account, None)), status=201, headers=headers)
