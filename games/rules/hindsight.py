"""What could have been done better with the hands that were shown; they are scored as they were declared (rules 4)."""

from collections.abc import Mapping

from games.rules.arrangement import MOST, best_arrangement
from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Illegal
from games.rules.laying import lying_on
from games.rules.layoffs import best_defence
from games.rules.ruleset import RuleSet


def could_have(told: Told, rules: RuleSet) -> Mapping[int, int]:
    """How many points fewer each seat could have had with the cards it showed, by seat; those who did best are not in.

    An opponent of the ender is measured by the best melds and layoffs together, the ender by the best melds.
    """
    hands = told.hands if isinstance(told, TeamDeal) else (told,)
    found = {}
    for hand in hands:
        if hand.ending not in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN):
            continue
        for seat in hand.shown:
            least = _least(hand, seat, rules)
            if least is not None and least < hand.deadwood[seat]:
                found[seat] = hand.deadwood[seat] - least
    return found


def _least(told: Declaration, seat: int, rules: RuleSet) -> int | None:
    """The least deadwood (points) that a seat's cards allowed; None where that cannot be said."""
    cards = told.shown[seat].cards
    if len(cards) > MOST:
        return None
    ender = told.shown.get(told.ender) if told.ender is not None else None
    if seat == told.ender or ender is None:
        return best_arrangement(cards, rules).deadwood
    laid = lying_on(layoff for layoff in told.layoffs if layoff.seat != seat)
    # A knock with nothing left is a gin (rules 7).
    gin = told.ending is not Ending.KNOCK or told.deadwood.get(told.ender or 0) == 0
    try:
        best = best_defence(cards, ender.melds, rules, ender_went_gin=gin, laid=laid, numbers=ender.numbers)
    except Illegal:
        return None  # what others laid off lies on this seat's own chain
    return best.deadwood
