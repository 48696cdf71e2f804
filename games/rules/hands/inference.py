"""Guess from the cards what the players haven't entered: who ended the round, how, and which card was discarded.

The guesses only save taps: what players enter always takes precedence, and a declaration is scored as declared
(rules 4). The ``melds`` of hands here are groups as players put them together, which need not be valid melds; () if
they grouped nothing.
"""

from collections.abc import Mapping

from games.rules.cards import Card
from games.rules.declaration import Ending, ShownHand
from games.rules.faults import RulesError
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement, best_discard, card_value
from games.rules.hands.melds import MIN_MELD_SIZE, Meld, meld_of
from games.rules.ruleset import RuleSet
from games.rules.scoring import knock_limit


def likely_ender(hands: Mapping[int, ShownHand], rules: RuleSet, knock_card: Card | None = None) -> int | None:
    """Return the seat that probably ended the round: the only one with gin, with a card too many, or able to knock.

    None if that isn't clear. ``hands`` are by seat; ``knock_card`` is the card that sets the knock limit, if known.
    """
    deadwood = {seat: least_deadwood(hand, rules) for seat, hand in hands.items() if len(hand.cards) >= rules.hand_size}
    try:
        limit = knock_limit(rules, knock_card)
    except RulesError:
        limit = rules.knock_limit
    candidates = (
        [seat for seat in deadwood if deadwood[seat] == 0],
        [seat for seat in deadwood if len(hands[seat].cards) > rules.hand_size],
        [seat for seat in deadwood if limit is None or deadwood[seat] <= limit],
    )
    return next((seats[0] for seats in candidates if len(seats) == 1), None)


def least_deadwood(hand: ShownHand, rules: RuleSet) -> int:
    """Return the least deadwood (points) of a hand after its discard, in the player's own groups or else the best ones.

    More than 14 cards can't be arranged and count as the most deadwood possible.
    """
    if len(hand.cards) > MAX_CARDS:
        return rules.most_deadwood
    if hand.melds:
        points = sorted((card_value(card, rules) for card in _unmelded(hand, rules)), reverse=True)
        return sum(points[1:] if len(hand.cards) > rules.hand_size else points)
    if len(hand.cards) > rules.hand_size:
        return best_discard(hand.cards, rules, hand.numbers)[1].deadwood
    return best_arrangement(hand.cards, rules, hand.numbers).deadwood


def likely_discard(hand: ShownHand, rules: RuleSet, called: Ending | None = None) -> Card | None:
    """Return the card that the ender of a hand with one card too many probably discarded: the highest unmelded one.

    None if the hand has no card too many. None also for a big gin, where all cards are melded, unless another ending
    was ``called``.
    """
    if called is Ending.BIG_GIN or len(hand.cards) <= rules.hand_size or len(hand.cards) > MAX_CARDS:
        return None
    grouped = {card for group in hand.melds if len(group) >= MIN_MELD_SIZE for card in group}
    unmelded = [card for card in hand.cards if card not in grouped]
    if hand.melds and unmelded:
        return max(unmelded, key=lambda card: card_value(card, rules))
    all_melded = not unmelded or not best_arrangement(hand.cards, rules, hand.numbers).deadwood
    if all_melded and rules.big_gin_bonus is not None and called is None:
        return None
    return best_discard(hand.cards, rules, hand.numbers)[0]


def likely_ending(hand: ShownHand, rules: RuleSet) -> Ending:
    """Return how the round probably ended, from the ender's hand in groups."""
    if any(card_value(card, rules) for card in _unmelded(hand, rules)):
        return Ending.KNOCK
    return Ending.BIG_GIN if len(hand.cards) > rules.hand_size else Ending.GIN


def _unmelded(hand: ShownHand, rules: RuleSet) -> list[Card]:
    """Return the cards outside the groups that are valid melds."""
    groups = [group for group in hand.melds if isinstance(meld_of(group, rules, hand.numbers), Meld)]
    return [card for card in hand.cards if not any(card in group for group in groups)]
