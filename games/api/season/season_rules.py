"""API views of a season's rules: read them, preview who would move under other rules, change them."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import ETAG, IF_NONE_MATCH_ANSWER, SEASON, describe
from games.api.parsing import etag_matches
from games.api.permissions import InSeason
from games.api.season import examples_season
from games.api.season.describe_season import IF_MATCH_SEASON, ORGANIZER_WRITE
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_json import movers_json, rules_json
from games.api.season.season_request_serializers import ChangedSeasonSerializer, NewSeasonRulesSerializer
from games.api.season.season_response_serializers import RulesPreviewSerializer, SeasonRulesSerializer
from games.api.season.season_rules_choice import new_rules
from games.models import Scope
from games.services.season.season_rules import change_rules, changes, preview_rules
from games.wording.season.season_setup import change_sentence


class SeasonRulesView(SeasonAPIView):
    """Read or change the rules of a season."""

    @describe(
        tag="Seasons",
        operation_id="get_season_rules",
        summary="Get a season's rules",
        permission=InSeason(),
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonRulesSerializer, "The rules."), 304: (None, "Not modified.")},
        response_headers=[ETAG(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all parameters of the game's rules and of the season, and the same in plain sentences."""
        etag = f'"{self.season.revision}"'
        if etag_matches(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers={"ETag": etag})
        return Response(rules_json(self.season), headers={"ETag": etag})

    @describe(
        tag="Seasons",
        operation_id="change_season_rules",
        summary="Change a season's rules",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_headers=[IF_MATCH_SEASON],
        request_body=NewSeasonRulesSerializer,
        responses={200: (SeasonRulesSerializer, "The updated rules.")},
        response_headers=[ETAG(200)],
        error_codes=["season_closed", "rules_fixed", "revision_required", "stale"],
        house_rules=True,
        examples=[examples_season.rules_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Change the rules, also for matches already played. Anything left out stays the same.

        First call `preview_season_rules`, and send its revision as `If-Match`, so that the result is what you
        previewed. Once a table has been opened, preset, house rules, pairing and teams can't change.
        """
        data = self.read_body()
        change_rules(
            access=self.rights,
            season=self.season,
            new=new_rules(data, self.season),
            reason=data.get("reason", ""),
            revision=self.required_revision(),
        )
        season = self.reload().season
        return Response(rules_json(season), headers={"ETag": f'"{season.revision}"'})


class SeasonRulesPreviewView(SeasonAPIView):
    """Preview who would move under other rules."""

    @describe(
        tag="Seasons",
        operation_id="preview_season_rules",
        summary="Preview a change of rules",
        permission=InSeason(Scope.MANAGE, "manage_league"),
        parameters=[SEASON],
        request_body=ChangedSeasonSerializer,
        responses={200: (RulesPreviewSerializer, "What would change. Nothing is saved.")},
        response_headers=[ETAG(200)],
        error_codes=["season_closed", "rules_fixed"],
        house_rules=True,
        examples=[examples_season.rules_preview_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Return every entrant's rank before and after. Send the `ETag` as `If-Match` when you save the rules."""
        new = new_rules(self.read_body(), self.season)
        standings_before, standings_after = preview_rules(access=self.rights, season=self.season, new=new)
        changed = changes(self.season, new)
        answer_body = {
            "season": self.season.public_id,
            "revision": self.season.revision,
            "changes": changed,
            "sentences": [change_sentence(name, *values) for name, values in changed.items()],
            "movers": movers_json(self.season, standings_before, standings_after),
        }
        return Response(answer_body, headers={"ETag": f'"{self.season.revision}"'})
