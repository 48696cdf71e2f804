"""Find how many points better melds and layoffs would have saved in the hands that were shown.

Hands are still scored as they were declared (rules 4).
"""

from collections.abc import Mapping

from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import RulesError
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement
from games.rules.hands.layoff_moves import cards_by_meld
from games.rules.hands.layoffs import best_defence
from games.rules.ruleset import RuleSet


def missed_points(declaration: RoundDeclaration, rules: RuleSet) -> Mapping[int, int]:
    """Return by seat the points of deadwood it could have saved, without the seats that played their best.

    An opponent of the ender is compared with the best melds and layoffs together, the ender with the best melds.
    """
    hands = declaration.hands if isinstance(declaration, TeamDeal) else (declaration,)
    found = {}
    for hand in hands:
        if hand.ending not in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN):
            continue
        for seat in hand.shown:
            least = _least_deadwood(hand, seat, rules)
            if least is not None and least < hand.deadwood[seat]:
                found[seat] = hand.deadwood[seat] - least
    return found


def _least_deadwood(declaration: Declaration, seat: int, rules: RuleSet) -> int | None:
    """Return the least deadwood (points) that a seat's cards allowed, None if it can't be determined."""
    cards = declaration.shown[seat].cards
    if len(cards) > MAX_CARDS:
        return None
    ender = declaration.shown.get(declaration.ender) if declaration.ender is not None else None
    if seat == declaration.ender or ender is None:
        return best_arrangement(cards, rules).deadwood
    laid = cards_by_meld(layoff for layoff in declaration.layoffs if layoff.seat != seat)
    # A knock without deadwood is a gin (rules 7).
    gin = declaration.ending is not Ending.KNOCK or declaration.deadwood.get(declaration.ender or 0) == 0
    try:
        best = best_defence(cards, ender.melds, rules, ender_went_gin=gin, laid=laid, declared_ranks=ender.numbers)
    except RulesError:
        return None  # others laid off cards where this seat's own layoffs would go
    return best.deadwood
