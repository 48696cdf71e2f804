"""The base class of the API views of seasons."""

from dataclasses import replace

from games.api.league.league_base import AccountAPIView
from games.models import Scope, Season
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess


class SeasonAPIView(AccountAPIView):
    """An API view of a season."""

    def organiser_access(self, public_id: str) -> SeasonAccess:
        """Return the access of an organiser of the season's league. Raises as ``season_access`` does."""
        return self.season_access(public_id, Scope.MANAGE, "manage_league")

    def required_revision(self) -> int:
        """Return the revision in If-Match. Raises RefusedError ("revision_required") without the header."""
        revision = self.if_match()
        if revision is None:
            raise RefusedError("revision_required")
        return revision


def refreshed(season_access: SeasonAccess) -> SeasonAccess:
    """Return the same access with the season reloaded, after a write."""
    return replace(season_access, season=Season.objects.select_related("league").get(pk=season_access.season.pk))
