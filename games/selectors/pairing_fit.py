"""Whether a rule set, the way in which fixtures come about, and teams go together."""

from games.models import Pairing, Season
from games.rules.faults import Illegal
from games.rules.ruleset import RuleSet, preset_named
from games.rules.sides import seats_suit


def so_many_meet(season: Season, sides: int) -> bool:
    """Whether the rule set of a season can be played by so many sides at one table; partners are two sides."""
    if season.teams and preset_named(season.preset).at_a_table(4, season.house_rules).seating == "teams":
        return sides == 2
    return rules_for(season, sides) is not None


def rules_for(season: Season, players: int) -> RuleSet | None:
    """What so many ``players`` play by at one table in a season; None where its rule set cannot seat them."""
    try:
        rules = preset_named(season.preset).at_a_table(players, season.house_rules)
    except Illegal:
        return None
    return rules if seats_suit(rules, players) else None


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
