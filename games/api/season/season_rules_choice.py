"""The rules that a request gives a season: those of its games, and its own."""

from collections.abc import Mapping
from typing import Any

from games.api.parsing import InvalidFieldsError
from games.models import Pairing, Season
from games.rules.league.new_season import new_season_values
from games.rules.league.season import InvalidSeasonRulesError, SeasonRules, season_rules
from games.rules.presets import rule_set
from games.selectors.season.pairing_fit import misfit_reason
from games.services.season.season_rules import NewRules
from games.wording.season.season_setup import misfit_text, season_fault_text


def new_rules(data: Mapping[str, Any], season: Season | None = None) -> NewRules:
    """Return the rules that a request's values set; what they leave out stays as in ``season``, or is as usual.

    Another preset doesn't take over the former house rules. Raises RulesError for an invalid rule set, and
    InvalidFieldsError for everything else.
    """
    former = season or Season()
    preset = data.get("preset", former.preset)
    house_rules = data.get("house_rules", former.house_rules if preset == former.preset else {})
    same_rules = preset == former.preset and dict(house_rules) == former.house_rules
    pairing, teams = Pairing(data.get("pairing", former.pairing)), data.get("teams", former.teams)
    if problem := misfit_reason(rule_set(preset, house_rules), pairing, teams=teams):
        raise InvalidFieldsError({"pairing": misfit_text(problem)})
    return NewRules(
        name=data.get("name", former.name),
        preset=preset,
        house_rules=house_rules,
        rules_title=data.get("rules_title") or (former.rules_title if same_rules else ""),
        rules=_season_rules(data.get("rules", {}), former.rules if season else new_season_values(pairing.value)),
        pairing=pairing,
        teams=teams,
    )


def _season_rules(changes: Any, former: Mapping[str, Any]) -> SeasonRules:
    """Return the season's own rules: ``changes`` laid over the ``former`` ones."""
    if not isinstance(changes, dict):
        raise InvalidFieldsError({"rules": "rules must be an object."})
    # With the length "game" the count is 1, whatever it was before.
    implied = {"count": 1} if changes.get("length") == "game" and "count" not in changes else {}
    try:
        return season_rules({**former, **implied, **changes})
    except InvalidSeasonRulesError as bad:
        errors = {f"rules.{fault.field[:60]}": season_fault_text(fault) for fault in bad.faults}
        raise InvalidFieldsError(errors) from None
