"""API view set of leagues: found, read, change, leave and import one, its history and archive, and links into it."""

from typing import Any, ClassVar

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import without_etag
from games.api.league import examples_league
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_request_serializers import (
    LeagueQuerySerializer,
    NewLeagueSerializer,
    SecretSerializer,
)
from games.api.league.league_serializers import (
    DecidedSerializer,
    HistorySerializer,
    LeagueSerializer,
    LeaguesSerializer,
    LeagueSummarySerializer,
)
from games.api.parameters import LEAGUE, LOCATION
from games.api.parsing import InvalidBodyError, StrictJSONParser
from games.api.permissions import InLeague, OfAccount, OptionalAccount, OrganizersChangeLeague
from games.api.serializers import PageQuerySerializer
from games.api.viewsets import ApiViewSet, filtered, idempotent, refuses
from games.models import League, LeagueEvent, Scope
from games.pages.league.leagues_list import visible_leagues
from games.refusals import RefusedError
from games.selectors.account.emails import demand_confirmed_email
from games.selectors.league.league_access import access_to_league, league_access, league_link_by_secret
from games.selectors.league.league_people import accesses_of
from games.selectors.sharing.league_archive import league_archive
from games.services.league.leagues import accept_league_link, change_league, create_league
from games.services.league.offices import leave_league
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from games.web.downloads import archive_response
from games.web.limits import largest_body
from games.web.throttles import check_rate


class ArchiveParser(StrictJSONParser):
    """Reads an archive as text after checking that it is strict JSON. Its exact bytes tell whether it is known."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the text of the body. Raises as StrictJSONParser does."""
        return self.read(stream, media_type, largest_body(reverse("api-league-import")))[0]


class LeagueViewSet(ApiViewSet, LeagueAPIView):
    """Leagues."""

    tag, noun = "Leagues", "league"
    path_parameters = (LEAGUE,)
    lookup_field, lookup_value_converter = "public_id", "slug"
    permission_classes = (OrganizersChangeLeague,)
    action_permissions: ClassVar = {
        "list": OptionalAccount(),
        "create": OfAccount(Scope.MANAGE),
        "import_league": OfAccount(Scope.MANAGE),
        "take_up_link": OfAccount(Scope.MANAGE),
        "leave_league": InLeague(Scope.MANAGE),
        "list_decisions": InLeague(duty="manage_league"),
        "get_archive": InLeague(Scope.MANAGE, "manage_league"),
    }
    response_class = LeagueSerializer
    raw_bodies = ("import_league",)
    serializer_classes: ClassVar = {
        "create": NewLeagueSerializer,
        "update": NewLeagueSerializer,
        "take_up_link": SecretSerializer,
    }

    def answer_league(self, league: League, status: int = 200) -> Response:
        """Answer with a league, as the account sees it now."""
        answer = self.answer(access_to_league(league, self.account, None), status)
        if status == 201:
            answer["Location"] = reverse("api-league-detail", args=[league.public_id])
        return answer

    @extend_schema(responses=LeaguesSerializer)
    @filtered(LeagueQuerySerializer)
    def list(self, request: Request) -> Response:
        """List leagues. Returns leagues in which the token's account has a role, and all public ones.

        Without a token, only public leagues are listed.
        """
        leagues = visible_leagues(self.optional_account, None)
        if name := self.query_params.get("name"):
            leagues = leagues.filter(name__icontains=name)
        if self.query_params.get("mine") == "true":
            leagues = leagues.filter(own=True)
        return self.paginated_response("leagues", leagues, self._summaries)

    def _summaries(self, leagues: Any, **options: Any) -> LeagueSummarySerializer:
        return LeagueSummarySerializer(accesses_of(self.optional_account, leagues), **options)

    @extend_schema(
        parameters=[LOCATION(201)],
        responses={201: OpenApiResponse(LeagueSerializer, "The new league, or the one this key already created.")},
        examples=[examples_league.league_request, examples_league.league_response],
    )
    @idempotent
    @refuses("too_many", "email_unconfirmed", "too_many_requests")
    def create(self, request: Request, key: str) -> Response:
        """Create a league. The token's account becomes its organizer. The same key creates only one league."""
        fields = self.validated_data()
        demand_confirmed_email(self.account)
        check_rate(request._request, "start")
        return self.answer_league(create_league(account=self.account, key=key, **fields), 201)

    def retrieve(self, request: Request, public_id: str) -> Response:
        """Get a league. Includes its officers and the role of the token's account. Public leagues need no token."""
        return self.answer(self.access)

    @extend_schema(examples=[examples_league.settings_request])
    def update(self, request: Request, public_id: str) -> Response:
        """Update a league. The name, venue and visibility are replaced with the values sent."""
        change_league(access=self.access, **self.validated_data())
        return self.answer(league_access(public_id, self.account, None))

    @extend_schema(responses={204: OpenApiResponse(None, "The account no longer has a role in the league.")})
    @action(detail=True, methods=["post"], url_path="leave", url_name="leave")
    @refuses("last_organizer")
    def leave_league(self, request: Request, public_id: str) -> Response:
        """Leave a league. The account loses its offices here and its claim to a name. Results still count.

        The last organizer can't leave.
        """
        leave_league(access=self.access)
        return Response(status=204)

    @extend_schema(responses=HistorySerializer)
    @action(detail=True, url_path="history", url_name="history")
    @filtered(PageQuerySerializer)
    def list_decisions(self, request: Request, public_id: str) -> Response:
        """List a league's history. Covers changes to the league, its members and its venue, but not to its seasons."""
        events = LeagueEvent.objects.filter(league=self.access.league, season=None).select_related("member", "season")
        return self.paginated_response("history", events, DecidedSerializer)

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "People, seasons, matches and every round.")})
    @action(detail=True, url_path="archive", url_name="archive")
    @without_etag
    def get_archive(self, request: Request, public_id: str) -> FileResponse:
        """Export a league as an archive. Another server can import it. Accounts, links and history are left out."""
        return archive_response("league.json", league_archive(self.access.league))

    @extend_schema(
        parameters=[LOCATION(201)],
        request=OpenApiTypes.OBJECT,
        responses={
            201: OpenApiResponse(LeagueSerializer, ("The new league, or the one already imported from this archive."))
        },
    )
    @action(detail=False, methods=["post"], url_path="import", url_name="import", parser_classes=[ArchiveParser])
    @refuses("email_unconfirmed", "too_many_requests")
    def import_league(self, request: Request) -> Response:
        """Import a league. The body is an exported archive of up to 16 MiB. The token's account becomes the organizer.

        Every result from a table is recomputed from its rounds. If the archive contains a different result, nothing is
        imported. Importing the same archive twice creates one league.
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
        return self.answer_league(league, 201)

    @action(detail=False, methods=["post"], url_path="take-up", url_name="take-up")
    @refuses("not_found", "link_revoked", "name_taken", "email_unconfirmed", "too_many_requests")
    def take_up_link(self, request: Request) -> Response:
        """Accept an office or claim a member's name. Send the secret of the invitation, or of the member's link.

        An invitation works once. Claiming the same name again changes nothing. Viewing links and tablet links are for
        phones only.
        """
        secret = self.validated_data()["secret"]
        if league_link_by_secret(secret) is None:
            check_rate(request._request, "wrong_link")
            raise RefusedError("not_found")
        return self.answer_league(accept_league_link(secret=secret, account=self.account, device=None).league)
