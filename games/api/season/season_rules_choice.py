"""Read the rules of a season in a body: those of its games, and its own."""

from collections.abc import Mapping
from typing import Any

from games.api.parsing import InvalidFieldsError, bool_in
from games.api.rulebook.rules_choice import house_rules_in, preset_in
from games.api.season.season_fields import choice_in, name_in
from games.models import Pairing, Season
from games.rules.league.season import InvalidSeasonRulesError, SeasonRules, season_json, season_rules
from games.rules.ruleset import rule_set
from games.selectors.season.pairing_fit import misfit_reason
from games.services.season.season_rules import NewRules
from games.wording.season.season_setup import misfit_text, season_fault_text

SEASON_RULES_FIELDS = {"name", "preset", "house_rules", "rules_title", "rules", "pairing", "teams"}
"""The fields of a body that sets a season's name and rules."""


def new_rules_in(body: Mapping[str, Any], season: Season | None = None) -> NewRules:
    """Return the rules that a body sets. Fields it leaves out stay as in ``season``, or get their defaults.

    Another preset doesn't take over the former house rules. Raises RulesError for an invalid rule set, and
    InvalidFieldsError for everything else.
    """
    preset = preset_in(body, season.preset if season else "")
    same_preset = season is not None and preset == season.preset
    house = house_rules_in(body) if "house_rules" in body or not same_preset or season is None else season.house_rules
    same_rules = same_preset and season is not None and dict(house) == season.house_rules
    title = season.rules_title if same_rules and season else ""
    pairing = Pairing(choice_in(body, "pairing", Pairing.values, season.pairing if season else ""))
    teams = bool_in({"teams": season.teams if season else False} | dict(body), "teams")
    if problem := misfit_reason(rule_set(preset, house), pairing, teams=teams):
        raise InvalidFieldsError({"pairing": misfit_text(problem)})
    return NewRules(
        name=name_in(body) if "name" in body or season is None else season.name,
        preset=preset,
        house_rules=house,
        rules_title=name_in(body, "rules_title") if body.get("rules_title", "") != "" else title,
        rules=_season_rules_in(body, season),
        pairing=pairing,
        teams=teams,
    )


def _season_rules_in(body: Mapping[str, Any], season: Season | None) -> SeasonRules:
    """Return the season's own rules: the body's, laid over those it has."""
    rules_body = body.get("rules", {})
    if not isinstance(rules_body, dict):
        raise InvalidFieldsError({"rules": "rules must be an object."})
    current = season_json(season_rules(season.rules)) if season else {}
    # With the length "game" the count is 1, whatever it was before.
    implied = {"count": 1} if rules_body.get("length") == "game" and "count" not in rules_body else {}
    try:
        return season_rules({**current, **implied, **rules_body})
    except InvalidSeasonRulesError as bad:
        errors = {f"rules.{fault.field[:60]}": season_fault_text(fault) for fault in bad.faults}
        raise InvalidFieldsError(errors) from None
