"""Check whether a season's rule set, pairing method and teams fit together."""

from games.models import Pairing, Season
from games.rules.faults import RulesError
from games.rules.presets import preset_named
from games.rules.ruleset import RuleSet
from games.rules.sides import can_seat


def sides_fit(season: Season, sides: int) -> bool:
    """Return whether this number of sides can play at one table by the season's rules; partners count as one side."""
    if season.teams and preset_named(season.preset).rules_for(4, season.house_rules).seating == "teams":
        return sides == 2
    return rules_for(season, sides) is not None


def rules_for(season: Season, players: int) -> RuleSet | None:
    """Return the season's rules for this number of ``players`` at one table; None if it can't seat them."""
    try:
        rules = preset_named(season.preset).rules_for(players, season.house_rules)
    except RulesError:
        return None
    return rules if can_seat(rules, players) else None


def misfit_reason(rules: RuleSet, pairing: Pairing, *, teams: bool) -> str:
    """Return why these don't fit: "partners", "teams_of_three", "three" or "two"; "" if they do.

    With free play or a script, the number of players isn't checked.
    """
    partners = rules.seating == "teams"
    if partners and not teams:
        return "partners"
    if pairing is Pairing.TRIOS:
        return "teams_of_three" if teams else "" if can_seat(rules, 3) else "three"
    if partners or pairing in (Pairing.FREE, Pairing.SCRIPT):
        return ""
    return "" if can_seat(rules, 2) else "two"
