"""API view set of a season's rules: read them, preview who would move under other rules, change them."""

from collections.abc import Iterable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import revision_etag
from games.api.parameters import ETAG
from games.api.problem_codes import HOUSE_RULE_ERRORS
from games.api.season import examples_season
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_parameters import IF_MATCH_SEASON
from games.api.season.season_request_serializers import ChangedSeasonSerializer, NewSeasonRulesSerializer
from games.api.season.season_response_serializers import RulesPreviewSerializer, SeasonRulesSerializer
from games.api.season.season_rules_choice import new_rules
from games.api.viewsets import refuses
from games.models import Pairing, Season
from games.pages.season.season_rules_page import game_title
from games.rules.league.season import season_rules
from games.rules.league.standings import StandingsRow
from games.rules.presets import presets, rule_set
from games.rules.ruleset import as_json
from games.selectors.season.bracket import follows_bracket
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_under_way
from games.services.season.season_rules import change_rules, changes, preview_rules
from games.wording.rules.season import season_sentences
from games.wording.rules.summary import preset_summary
from games.wording.season.season_setup import change_sentence, pairing_sentences


class SeasonRulesViewSet(SeasonBaseViewSet):
    """The rules of a season. Their ETag is the season's revision, which a change has to name."""

    tag = "Seasons"
    response_class = SeasonRulesSerializer
    serializer_classes: ClassVar = {
        "change_season_rules": NewSeasonRulesSerializer,
        "preview_season_rules": ChangedSeasonSerializer,
    }

    def get_revision(self) -> int:
        """Return the season's revision."""
        return self.season.revision

    @revision_etag
    def get_season_rules(self, request: Request, public_id: str) -> Response:
        """Get a season's rules. Returns all parameters of the game and the season, and the same rules in sentences."""
        return self._rules()

    @extend_schema(parameters=[IF_MATCH_SEASON, ETAG(200)], examples=[examples_season.rules_request])
    @refuses("season_closed", "rules_fixed", "revision_required", "stale", *HOUSE_RULE_ERRORS)
    def change_season_rules(self, request: Request, public_id: str) -> Response:
        """Change a season's rules. The new rules apply to matches already played, too.

        Anything left out stays the same. First call `preview_season_rules`, and send its revision as `If-Match`, so
        that the result is what you previewed. Once a table has been opened, preset, house rules, pairing and teams
        can't change.
        """
        data = self.validated_data()
        change_rules(
            access=self.league_access,
            season=self.season,
            new=new_rules(data, self.season),
            reason=data.get("reason", ""),
            revision=self.required_revision(),
        )
        self.reload()
        return self._rules()

    def _rules(self) -> Response:
        """Answer with the rules as they are now."""
        season = self.season
        rules, game = season_rules(season.rules), rule_set(season.preset, season.house_rules)
        preset = presets()[season.preset]
        losers = season.pairing == Pairing.DOUBLE_ELIMINATION
        own = season_sentences(rules, bracket=follows_bracket(season), losers=losers)
        fields = {
            "season": season,
            "rules": rules,
            "fixed": is_under_way(season),
            "sentences": [*pairing_sentences(Pairing(season.pairing)), *own],
            "game": {
                "title": game_title(season),
                "parameters": as_json(game),
                "sentences": preset_summary(preset, game),
                "sources": [preset.source],
            },
        }
        return Response(SeasonRulesSerializer(fields).data, headers={"ETag": f'"{season.revision}"'})

    @extend_schema(
        parameters=[ETAG(200)], responses=RulesPreviewSerializer, examples=[examples_season.rules_preview_request]
    )
    @refuses("season_closed", "rules_fixed", *HOUSE_RULE_ERRORS)
    def preview_season_rules(self, request: Request, public_id: str) -> Response:
        """Preview a change of rules. Returns every entrant's rank before and after. Nothing is saved.

        Send the `ETag` as `If-Match` when you save the rules.
        """
        new = new_rules(self.validated_data(), self.season)
        standings_before, standings_after = preview_rules(access=self.league_access, season=self.season, new=new)
        changed = changes(self.season, new)
        preview = {
            "season": self.season,
            "changes": changed,
            "sentences": [change_sentence(name, *values) for name, values in changed.items()],
            "movers": _movers(self.season, standings_before, standings_after),
        }
        return Response(RulesPreviewSerializer(preview).data, headers={"ETag": f'"{self.season.revision}"'})


def _movers(season: Season, before: Iterable[StandingsRow], after: Iterable[StandingsRow]) -> list[dict[str, Any]]:
    """Return every entrant's place and points before and after a change, in the new order."""
    old_rows, names = {row.entrant: row for row in before}, names_of_entrants(season)
    return [
        {
            "entrant": row.entrant,
            "name": names[row.entrant],
            "place": {"before": old_rows[row.entrant].place or None, "after": row.place or None},
            "points": {"before": old_rows[row.entrant].points, "after": row.points},
        }
        for row in after
    ]
