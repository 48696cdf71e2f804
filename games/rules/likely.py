"""What the cards say of a round that nobody told: who ended it, which card he threw, and how it ended.

Guesses to save taps, never verdicts: whatever is said at the table goes before them, and what was declared is scored as
it was declared (rules 4). Of the hands here ``melds`` are the cards as they were put together, also where that makes no
meld; () where nobody put any together.
"""

from collections.abc import Mapping

from games.rules.arrangement import MOST, best_arrangement, best_discard, value
from games.rules.cards import Card
from games.rules.declaration import Ending, ShownHand
from games.rules.faults import Illegal
from games.rules.melds import FEWEST, Meld, meld_of
from games.rules.ruleset import RuleSet
from games.rules.scoring import knock_limit


def likely_ender(hands: Mapping[int, ShownHand], rules: RuleSet, knock_card: Card | None = None) -> int | None:
    """The seat that ended the round, as the ``hands`` by seat say: who has gin, or a card more, or alone could knock.

    None where that is not clear. ``knock_card`` is the card that sets the limit, where it is known.
    """
    left = {seat: least_left(hand, rules) for seat, hand in hands.items() if len(hand.cards) >= rules.hand_size}
    try:
        limit = knock_limit(rules, knock_card)
    except Illegal:
        limit = rules.knock_limit
    wanted = (
        [seat for seat in left if left[seat] == 0],
        [seat for seat in left if len(hands[seat].cards) > rules.hand_size],
        [seat for seat in left if limit is None or left[seat] <= limit],
    )
    return next((seats[0] for seats in wanted if len(seats) == 1), None)


def least_left(hand: ShownHand, rules: RuleSet) -> int:
    """The deadwood (points) a hand may end the round with: as it was put together, else laid out best; one card thrown.

    Nobody can say of more than 14 cards: they count as the most a hand may.
    """
    if len(hand.cards) > MOST:
        return rules.most_deadwood
    if hand.melds:
        left = sorted((value(card, rules) for card in _in_no_meld(hand, rules)), reverse=True)
        return sum(left[1:] if len(hand.cards) > rules.hand_size else left)
    if len(hand.cards) > rules.hand_size:
        return best_discard(hand.cards, rules)[1].deadwood
    return best_arrangement(hand.cards, rules).deadwood


def likely_discard(hand: ShownHand, rules: RuleSet, called: Ending | None = None) -> Card | None:
    """The card that the ender threw of a hand with one card too many: the dearest that is left over.

    None for a hand without such a card, and where all of it is melded: a big gin throws none, unless it was ``called``
    otherwise.
    """
    if called is Ending.BIG_GIN or len(hand.cards) <= rules.hand_size or len(hand.cards) > MOST:
        return None
    grouped = {card for group in hand.melds if len(group) >= FEWEST for card in group}
    left = [card for card in hand.cards if card not in grouped]
    if hand.melds and left:
        return max(left, key=lambda card: value(card, rules))
    everything = not left or not best_arrangement(hand.cards, rules).deadwood
    if everything and rules.big_gin_bonus is not None and called is None:
        return None
    return best_discard(hand.cards, rules)[0]


def likely_ending(hand: ShownHand, rules: RuleSet) -> Ending:
    """How the ender of ``hand``, which is laid out, ended the round."""
    if any(value(card, rules) for card in _in_no_meld(hand, rules)):
        return Ending.KNOCK
    return Ending.BIG_GIN if len(hand.cards) > rules.hand_size else Ending.GIN


def _in_no_meld(hand: ShownHand, rules: RuleSet) -> list[Card]:
    """The cards that are in none of the groups that really are melds."""
    groups = [group for group in hand.melds if isinstance(meld_of(group, rules, hand.numbers), Meld)]
    return [card for card in hand.cards if not any(card in group for group in groups)]
