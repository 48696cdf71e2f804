"""The rules of a season: read them, see who would move under others, change them."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import ETAG, IF_NONE_MATCH_ANSWER, SEASON, describe
from games.api.describe_season import IF_MATCH_SEASON, MOVES
from games.api.reading import is_known, reason_in
from games.api.season_choice import FIELDS, new_rules_in
from games.api.season_view import SeasonView, as_it_stands
from games.selectors.season_json import movers_json, rules_json
from games.services.season_rules import change_rules, changes, try_rules
from games.wording.season_setup import change_sentence


class Rules(SeasonView):
    """The rules of a season."""

    @describe(
        tag="Seasons",
        operation="get_season_rules",
        summary="The rules of a season",
        scope="read",
        tokenless=True,
        at=[SEASON],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.SeasonRules, "The rules."), 304: (None, "The season is at that revision still.")},
        sends=[ETAG(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Every parameter, those of its games and its own, and the same in plain sentences."""
        season = self.season_access(public_id).season
        etag = f'"{season.revision}"'
        if is_known(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers={"ETag": etag})
        return Response(rules_json(season), headers={"ETag": etag})

    @describe(
        tag="Seasons",
        operation="change_season_rules",
        summary="Change the rules of a season",
        **MOVES,
        at=[SEASON],
        headers=[IF_MATCH_SEASON],
        takes=asks_season.NewSeasonRules,
        gives={200: (shapes_season.SeasonRules, "The rules as they are now.")},
        sends=[ETAG(200)],
        refuses=["season_closed", "rules_fixed", "revision_required", "stale"],
        house_rules=True,
        examples=[examples_season.rules_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Play by other rules, what was played before included. What is left out stays.

        Ask first who would move (`preview_season_rules`), and send its revision as `If-Match`: saved is only what was
        looked at. Once a table was opened, preset, house rules, pairing and teams stay what they are.
        """
        at = self.organiser_of(public_id)
        given = self.body(set(), FIELDS | {"reason"})
        reason, new = reason_in(given), new_rules_in(given, at.season)
        change_rules(access=at.access, season=at.season, new=new, reason=reason, revision=self.needed_revision())
        season = as_it_stands(at).season
        return Response(rules_json(season), headers={"ETag": f'"{season.revision}"'})


class RulesPreview(SeasonView):
    """Other rules for a season, tried."""

    @describe(
        tag="Seasons",
        operation="preview_season_rules",
        summary="Who would move under other rules",
        scope="manage",
        duty=True,
        at=[SEASON],
        takes=asks_season.ChangedSeason,
        gives={200: (shapes_season.RulesPreview, "What would change. Nothing was saved.")},
        sends=[ETAG(200)],
        refuses=["season_closed", "rules_fixed"],
        house_rules=True,
        examples=[examples_season.rules_preview_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Where everybody stands, and would stand. The `ETag` is what `If-Match` names when the rules are saved."""
        at = self.organiser_of(public_id)
        new = new_rules_in(self.body(set(), FIELDS), at.season)
        before, after = try_rules(access=at.access, season=at.season, new=new)
        found = changes(at.season, new)
        shape = {
            "season": at.season.public_id,
            "revision": at.season.revision,
            "changes": found,
            "sentences": [change_sentence(name, *both) for name, both in found.items()],
            "movers": movers_json(at.season, before, after),
        }
        return Response(shape, headers={"ETag": f'"{at.season.revision}"'})
