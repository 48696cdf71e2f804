"""The rules of a season as a body tells them: those of its games, and its own."""

from collections.abc import Mapping
from typing import Any

from games.api.choice import house_rules_in, preset_in
from games.api.reading import InvalidFields, truth_in
from games.api.season_fields import choice_in, name_in
from games.models import Pairing, Season
from games.rules.ruleset import rule_set
from games.rules.season import BadSeason, SeasonRules, season_json, season_rules
from games.selectors.pairing_fit import misfit
from games.services.season_rules import NewRules
from games.wording.season_setup import misfit_text, season_fault_text

FIELDS = {"name", "preset", "house_rules", "rules_title", "rules", "pairing", "teams"}
"""What a season is called and played by."""


def new_rules_in(given: Mapping[str, Any], season: Season | None = None) -> NewRules:
    """What a body with some of FIELDS makes a season's rules; what it leaves out stays as ``season`` is, or is usual.

    Another preset comes without the house rules that there were. Raises Illegal for a rule set that cannot be, and
    InvalidFields for everything else that cannot.
    """
    preset = preset_in(given, season.preset if season else "")
    stays = season is not None and preset == season.preset
    house = house_rules_in(given) if "house_rules" in given or not stays or season is None else season.house_rules
    same = stays and season is not None and dict(house) == season.house_rules
    title = season.rules_title if same and season else ""
    pairing = Pairing(choice_in(given, "pairing", Pairing.values, season.pairing if season else ""))
    teams = truth_in({"teams": season.teams if season else False} | dict(given), "teams")
    if why := misfit(rule_set(preset, house), pairing, teams=teams):
        raise InvalidFields({"pairing": misfit_text(why)})
    return NewRules(
        name=name_in(given) if "name" in given or season is None else season.name,
        preset=preset,
        house_rules=house,
        rules_title=name_in(given, "rules_title") if given.get("rules_title", "") != "" else title,
        rules=_own(given, season),
        pairing=pairing,
        teams=teams,
    )


def _own(given: Mapping[str, Any], season: Season | None) -> SeasonRules:
    """The season's own rules, laid over those that it has."""
    told = given.get("rules", {})
    if not isinstance(told, dict):
        raise InvalidFields({"rules": "rules must be an object."})
    before = season_json(season_rules(season.rules)) if season else {}
    # One game is one, whatever there were before.
    one = {"count": 1} if told.get("length") == "game" and "count" not in told else {}
    try:
        return season_rules({**before, **one, **told})
    except BadSeason as bad:
        wrong = {f"rules.{fault.field[:60]}": season_fault_text(fault) for fault in bad.faults}
        raise InvalidFields(wrong) from None
