"""Whether a rule set, the way in which fixtures come about, and teams go together."""

from games.models import Pairing
from games.rules.ruleset import RuleSet
from games.rules.sides import seats_suit


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
