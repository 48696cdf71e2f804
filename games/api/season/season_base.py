"""The base classes of the API views of seasons and matches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from games.api.league.league_base import InLeagueAPIView
from games.api.parameters import SEASON
from games.api.permissions import OrganizersChangeLeague
from games.api.season.match_response_serializers import MatchSerializer
from games.api.season.match_rows import MatchDetails
from games.api.season.season_parameters import MATCH
from games.api.viewsets import ApiViewSet
from games.models import Account, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import MatchAccess, SeasonAccess, match_access, season_access


class SeasonAPIView(InLeagueAPIView):
    """An API view of a season."""

    access: SeasonAccess

    def get_access(self, account: Account | None) -> SeasonAccess:
        """Return what an account, or everybody, may do in the season of the address."""
        return season_access(self.kwargs["public_id"], account, None)

    @property
    def season(self) -> Season:
        """The season."""
        return self.access.season

    @property
    def league_access(self) -> LeagueAccess:
        """What the client may do in the season's league."""
        return self.access.access

    def reload(self) -> SeasonAccess:
        """Reload the season after a write, and return the access with it."""
        season = Season.objects.select_related("league").get(pk=self.season.pk)
        self.access = replace(self.access, season=season)
        return self.access

    def required_revision(self) -> int:
        """Return the revision in If-Match. Raises RefusedError ("revision_required") without the header."""
        revision = self.if_match()
        if revision is None:
            raise RefusedError("revision_required")
        return revision


class SeasonBaseViewSet(ApiViewSet, SeasonAPIView):
    """A view set of something in a season."""

    path_parameters: ClassVar[Sequence[OpenApiParameter]] = (SEASON,)
    permission_classes: Any = (OrganizersChangeLeague,)
    lookup_value_converter = "int"

    def change_season(self, use_case: Callable[..., Any], **values: Any) -> None:
        """Change the season by a use case, with these values and those of the request's body."""
        use_case(access=self.league_access, season=self.season, **values, **self.validated_data())


class MatchBaseViewSet(ApiViewSet, SeasonAPIView):
    """A view set of one match of a season."""

    access: MatchAccess
    tag = "Matches"
    path_parameters = (SEASON, MATCH)
    permission_classes = (OrganizersChangeLeague,)
    response_class = MatchSerializer

    def get_access(self, account: Account | None) -> MatchAccess:
        """Return what an account, or everybody, may do at the match of the address."""
        return match_access(self.kwargs["public_id"], self.kwargs["number"], account, None)

    def answer_match(self) -> Response:
        """Answer with the match as it is after a write."""
        return self.answer(MatchDetails.of(self.get_access(self.account)))

    def change_match(self, use_case: Callable[..., Any], **values: Any) -> None:
        """Change the match by a use case, with these values and those of the request's body."""
        number = self.access.match.number
        use_case(access=self.league_access, season=self.season, number=number, **values, **self.validated_data())
