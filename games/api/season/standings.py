"""API view set of a season's standings, and of what each entrant still needs."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.season import examples_season
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_request_serializers import StandingsQuerySerializer
from games.api.season.season_response_serializers import NeedsSerializer, StandingsSerializer
from games.api.viewsets import filtered
from games.pages.season.season_needs import certain_needs, needs_basis_text
from games.pages.season.standings_table import season_standings
from games.rules.league.season import COLUMNS, season_rules
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_state import is_hidden


class StandingsViewSet(SeasonBaseViewSet):
    """The standings of a season."""

    tag = "Standings"
    response_class = StandingsSerializer

    @extend_schema(examples=[examples_season.standings_response])
    @filtered(StandingsQuerySerializer)
    def get_standings(self, request: Request, public_id: str) -> Response:
        """Get a season's standings.

        Includes each entrant's rank, the reason for it, and the change since the previous night. Provisional results
        count for now. Hidden standings contain only names, except for people who run the league.
        """
        season, on = self.season, self.query_params.get("on")
        on_night = on if on is not None and on < date_in_league(season.league) else None
        table = season_standings(self.access, on=on_night, columns=COLUMNS)
        rows = (*table.rows, *table.unranked)
        fields = {
            "season": season,
            "table": table,
            "on": on_night,
            "closed": season.closed_at is not None,
            "hidden": bool(table.hidden),
            "order": season_rules(season.rules).order,
            "bracket": any(line.row.bracket for line in rows),
            "rows": rows,
            "sentences": [*filter(None, [table.hidden]), *table.sentences],
        }
        return self.answer(fields)

    @extend_schema(responses=NeedsSerializer)
    @filtered()
    def get_needs(self, request: Request, public_id: str) -> Response:
        """Get what each entrant needs. Contains only what's certain from the rules and the matches left."""
        season, hidden = self.season, is_hidden(self.access)
        fields = {
            "season": season,
            "hidden": hidden,
            "about": needs_basis_text(season, hidden=hidden),
            "entrants": () if hidden else certain_needs(season, date_in_league(season.league)),
        }
        return self.answer(fields, serializer=NeedsSerializer)
