"""Whether a rule set, the way in which fixtures come about, and teams go together."""

from games.models import Pairing, Season
from games.rules.ruleset import RuleSet, preset_named
from games.rules.sides import seats_suit


def so_many_meet(season: Season, sides: int) -> bool:
    """Whether the rule set of a season can be played by so many sides at one table; partners are two sides."""
    preset = preset_named(season.preset)
    if preset.at_a_table(4, season.house_rules).seating == "teams" and season.teams:
        return sides == 2
    return seats_suit(preset.at_a_table(sides, season.house_rules), sides)


def misfit(rules: RuleSet, pairing: Pairing, *, teams: bool) -> str:
    """Why these cannot make a season: "partners", "teams_of_three", "three", "two"; "" where they can.

    Free play and a script leave it to whoever sits down.
    """
    partners = rules.seating == "teams"
    if partners and not teams:
        return "partners"
    if pairing is Pairing.TRIOS:
        return "teams_of_three" if teams else "" if seats_suit(rules, 3) else "three"
    if partners or pairing in (Pairing.FREE, Pairing.SCRIPT):
        return ""
    return "" if seats_suit(rules, 2) else "two"
