"""API views of a season's rules: read them, preview who would move under other rules, change them."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import ETAG, IF_NONE_MATCH_ANSWER, SEASON, describe
from games.api.parsing import etag_matches, reason_in
from games.api.season import examples_season
from games.api.season.describe_season import IF_MATCH_SEASON, ORGANISER_WRITE
from games.api.season.season_base import SeasonAPIView, refreshed
from games.api.season.season_json import movers_json, rules_json
from games.api.season.season_request_serializers import ChangedSeasonSerializer, NewSeasonRulesSerializer
from games.api.season.season_response_serializers import RulesPreviewSerializer, SeasonRulesSerializer
from games.api.season.season_rules_choice import SEASON_RULES_FIELDS, new_rules_in
from games.services.season.season_rules import change_rules, changes, preview_rules
from games.wording.season.season_setup import change_sentence


class SeasonRulesView(SeasonAPIView):
    """Read or change the rules of a season."""

    @describe(
        tag="Seasons",
        operation_id="get_season_rules",
        summary="The rules of a season",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonRulesSerializer, "The rules."), 304: (None, "The season is at that revision still.")},
        response_headers=[ETAG(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Every parameter, those of its games and its own, and the same in plain sentences."""
        season = self.season_access(public_id).season
        etag = f'"{season.revision}"'
        if etag_matches(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers={"ETag": etag})
        return Response(rules_json(season), headers={"ETag": etag})

    @describe(
        tag="Seasons",
        operation_id="change_season_rules",
        summary="Change the rules of a season",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_headers=[IF_MATCH_SEASON],
        request_body=NewSeasonRulesSerializer,
        responses={200: (SeasonRulesSerializer, "The rules as they are now.")},
        response_headers=[ETAG(200)],
        error_codes=["season_closed", "rules_fixed", "revision_required", "stale"],
        house_rules=True,
        examples=[examples_season.rules_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Play by other rules, what was played before included. What is left out stays.

        Ask first who would move (`preview_season_rules`), and send its revision as `If-Match`: saved is only what was
        looked at. Once a table was opened, preset, house rules, pairing and teams stay what they are.
        """
        season_access = self.organiser_access(public_id)
        body = self.body(set(), SEASON_RULES_FIELDS | {"reason"})
        reason, new = reason_in(body), new_rules_in(body, season_access.season)
        change_rules(
            access=season_access.access,
            season=season_access.season,
            new=new,
            reason=reason,
            revision=self.required_revision(),
        )
        season = refreshed(season_access).season
        return Response(rules_json(season), headers={"ETag": f'"{season.revision}"'})


class SeasonRulesPreviewView(SeasonAPIView):
    """Preview who would move under other rules."""

    @describe(
        tag="Seasons",
        operation_id="preview_season_rules",
        summary="Who would move under other rules",
        scope="manage",
        duty=True,
        parameters=[SEASON],
        request_body=ChangedSeasonSerializer,
        responses={200: (RulesPreviewSerializer, "What would change. Nothing was saved.")},
        response_headers=[ETAG(200)],
        error_codes=["season_closed", "rules_fixed"],
        house_rules=True,
        examples=[examples_season.rules_preview_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Where everybody stands, and would stand. The `ETag` is what `If-Match` names when the rules are saved."""
        season_access = self.organiser_access(public_id)
        new = new_rules_in(self.body(set(), SEASON_RULES_FIELDS), season_access.season)
        standings_before, standings_after = preview_rules(
            access=season_access.access, season=season_access.season, new=new
        )
        changed = changes(season_access.season, new)
        answer_body = {
            "season": season_access.season.public_id,
            "revision": season_access.season.revision,
            "changes": changed,
            "sentences": [change_sentence(name, *values) for name, values in changed.items()],
            "movers": movers_json(season_access.season, standings_before, standings_after),
        }
        return Response(answer_body, headers={"ETag": f'"{season_access.season.revision}"'})
