"""A second card engine, written independently from the rules notes, slow and plain, to check the real one.

It knows nothing of the engine. Cards are their texts, rules a dict of parameters. A meld is tried with its wilds
standing for every card they could stand for, a hand with every subset that is a meld, a defence with every layoff in
every order. Where the notes leave a question open, a comment says which reading is used.

A "world" is a meld with its wilds' roles fixed: ``("run", suit, ranks)`` or ``("set", rank, number of cards)``.
"""

from functools import cache
from itertools import combinations

COURT = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 1}
SUITS = {"french52": "shdc", "rumski70": "RBGYP"}


@cache
def rank_and_suit(card):
    """Return the rank 1..13 and the suit letter of a card; a wild has neither."""
    if card[0] == "W":
        return None, None
    if card[-1] in "shdc":
        return COURT.get(card[0]) or int(card[0]), card[-1]
    return int(card[1:]), card[0]


def value(rules, card):
    rank = rank_and_suit(card)[0]
    return rules["wild_value"] if rank is None else rules["rank_values"][rank - 1]


@cache
def consecutive(ranks, wrap):
    """Return whether the ranks, each once, are consecutive: thirteen at most."""
    size = len(ranks)
    stretches = [{*range(first, first + size)} for first in range(1, 15 - size)]
    if wrap == "ace_high":
        stretches.append({*range(15 - size, 14), 1})
    if wrap == "around_corner":
        stretches += [{(first + step - 1) % 13 + 1 for step in range(size)} for first in range(1, 14)]
    return set(ranks) in stretches


def worlds(rules, meld, numbers=None):
    """Return every way in which the cards are a meld; none when they are none. `numbers`: what a wild says it is."""
    numbers = numbers or {}
    naturals = [card for card in meld if card[0] != "W"]
    wilds = len(meld) - len(naturals)
    stated = [numbers[card] for card in meld if card in numbers]
    if len(meld) < 3 or len(naturals) < 2 or len(set(meld)) < len(meld) or wilds > rules["max_wilds_per_meld"]:
        return frozenset()
    ranks = [rank_and_suit(card)[0] for card in naturals]
    suits = [rank_and_suit(card)[1] for card in naturals]
    found = set()
    if len(set(ranks)) == 1 and set(stated) <= {ranks[0]} and roomy(rules, len(meld)):
        found.add(("set", ranks[0], len(meld)))
    if len(set(suits)) == 1 and (not wilds or rules["wild_scope"] == "any"):
        others = [rank for rank in range(1, 14) if rank not in ranks]
        for roles in combinations(others, wilds):
            ends_fit = len(set(stated)) == len(stated) and set(stated) <= set(roles)
            if ends_fit and consecutive(frozenset([*ranks, *roles]), rules["run_wrap"]):
                found.add(("run", suits[0], frozenset([*ranks, *roles])))
    return frozenset(found)


def roomy(rules, size):
    """Say whether a set may have so many cards: one of each suit, and more where wilds may double a suit."""
    return size <= len(SUITS[rules["deck"]]) or rules["wild_may_duplicate"]


def all_melds(rules, hand, numbers=None):
    """Return every subset that is a meld. Its natural cards share a rank or a suit, so no other subset is tried."""
    numbers = numbers or {}
    naturals = [card for card in hand if card[0] != "W"]
    wilds = [card for card in hand if card[0] == "W"]
    groups = {}
    for card in naturals:
        for feature in rank_and_suit(card):
            groups.setdefault(feature, []).append(card)
    found = set()
    for group in groups.values():
        for n in range(2, len(group) + 1):
            for some in combinations(group, n):
                for k in range(min(len(wilds), rules["max_wilds_per_meld"]) + 1):
                    # Wilds are alike: whether some cards and k wilds are a meld does not hang on which.
                    if worlds(rules, some + tuple(wilds[:k])):
                        # Wilds with a declared rank are not.
                        found |= {
                            frozenset(some + others)
                            for others in combinations(wilds, k)
                            if not numbers.keys() & set(others) or worlds(rules, some + others, numbers)
                        }
    return found


def least_deadwood(rules, hand, numbers=None):
    """Return the fewest points in no meld, over every choice of melds without a common card."""
    order = sorted(hand, key=lambda card: (card[0] == "W", card))
    bit = {card: 1 << at for at, card in enumerate(order)}
    melds = [sum(bit[card] for card in meld) for meld in all_melds(rules, hand, numbers)]
    by_lowest = {}
    for meld in melds:
        by_lowest.setdefault(meld & -meld, []).append(meld)
    costs = {bit[card]: value(rules, card) for card in hand}

    @cache
    def least(left):
        if not left:
            return 0
        lowest = left & -left
        best = costs[lowest] + least(left ^ lowest)
        for meld in by_lowest.get(lowest, ()):
            if meld & left == meld:
                best = min(best, least(left ^ meld))
        return best

    return least((1 << len(hand)) - 1)


def least_after_discard(rules, hand, numbers=None):
    """Return the least deadwood after one discard: every card is tried."""
    return min(least_deadwood(rules, [other for other in hand if other != card], numbers) for card in hand)


def every_arrangement(rules, hand, numbers=None):
    """Return the fewest points, and every choice of melds that leaves so few. Wilds are alike: see `alike`."""
    melds = sorted(all_melds(rules, hand, numbers), key=sorted)

    def choices(left, start):
        yield ()
        for at in range(start, len(melds)):
            if melds[at] <= left:
                for others in choices(left - melds[at], at + 1):
                    yield (melds[at], *others)

    found = {}
    for choice in choices(frozenset(hand), 0):
        unmelded = set(hand).difference(*choice)
        found.setdefault(sum(value(rules, card) for card in unmelded), set()).add(alike(choice, numbers))
    least = min(found)
    return least, found[least]


def alike(melds, numbers=None):
    """Return the melds with every wild called W: which wild lies where makes no arrangement another one.

    A wild with a declared rank keeps its name.
    """
    named = numbers or {}
    return frozenset(tuple(sorted(card if card[0] != "W" or card in named else "W" for card in meld)) for meld in melds)


def laid_off(rules, world, card):
    """Return the world with one more natural card, or None when it does not fit."""
    rank, suit = rank_and_suit(card)
    if world[0] == "set":
        return ("set", rank, world[2] + 1) if rank == world[1] and roomy(rules, world[2] + 1) else None
    if suit != world[1] or rank in world[2] or not consecutive(world[2] | {rank}, rules["run_wrap"]):
        return None
    return ("run", suit, world[2] | {rank})


def after_layoff(rules, states, card):
    """Return what a meld can still be when the card lies on it. A wild that nobody named is fixed by the first card."""
    if card[0] == "W":
        return frozenset()
    return frozenset(filter(None, (laid_off(rules, world, card) for world in states)))


def layoffs_allowed(rules, ender_went_gin):
    return rules["layoff"] == "always" or (rules["layoff"] == "unless_gin" and not ender_went_gin)


def least_defence(rules, hand, ender_melds, ender_went_gin, numbers=None):
    """Return the fewest points left, over every order of all layoffs, with own melds made of the remaining cards.

    `numbers`: what the wilds in the ender's melds say they are.
    """
    best = least_deadwood(rules, hand)
    if not layoffs_allowed(rules, ender_went_gin):
        return best
    start = (frozenset(hand), tuple(worlds(rules, meld, numbers) for meld in ender_melds))
    seen, waiting, fields = {start}, [start], {}
    while waiting:
        left, states = waiting.pop()
        if left not in fields:
            fields[left] = least_deadwood(rules, sorted(left))
        best = min(best, fields[left])
        for card in left:
            for at, before in enumerate(states):
                after = after_layoff(rules, before, card)
                state = (left - {card}, (*states[:at], after, *states[at + 1 :]))
                if after and state not in seen:
                    seen.add(state)
                    waiting.append(state)
    return best


def cards_open(rules, deck, hand, melds, numbers=None):
    """Return the cards an opponent could lay off in some order, with all cards that the ender doesn't have."""
    others = [card for card in deck if card not in hand and card[0] != "W"]
    found = set()
    for meld in melds:
        seen = {(worlds(rules, meld, numbers), frozenset())}
        waiting = list(seen)
        while waiting:
            states, laid = waiting.pop()
            for card in set(others) - laid:
                after = (after_layoff(rules, states, card), laid | {card})
                if after[0] and after not in seen:
                    found.add(card)
                    seen.add(after)
                    waiting.append(after)
    return found
