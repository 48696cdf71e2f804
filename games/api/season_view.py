"""What the API views of seasons share: who runs one, a key for a write, and a season as it stands after that."""

from dataclasses import replace

from games.api.league_base import AccountView
from games.models import Scope, Season
from games.refusals import Refused
from games.selectors.league_access import SeasonAccess


class SeasonView(AccountView):
    """A view of a season."""

    def organiser_of(self, public_id: str) -> SeasonAccess:
        """Who asks, where he runs the season's league. Raises as ``season_access`` does."""
        return self.season_access(public_id, Scope.MANAGE, "manage_league")

    def needed_revision(self) -> int:
        """The revision that If-Match names. Raises Refused ("revision_required")."""
        seen = self.if_match()
        if seen is None:
            raise Refused("revision_required")
        return seen


def as_it_stands(at: SeasonAccess) -> SeasonAccess:
    """The same with the season as it is after a write."""
    return replace(at, season=Season.objects.select_related("league").get(pk=at.season.pk))
