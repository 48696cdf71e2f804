"""Arrange a hand into melds and unmelded cards with the least deadwood (rules 1, 4 and 7)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from operator import itemgetter
from typing import Final

from games.rules.cards import RANKS, SUITS, Card
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.deck import french_hands, ranks_in
from games.rules.hands.melds import (
    MIN_MELD_SIZE,
    MIN_NATURALS,
    Meld,
    MeldKind,
    card_sort_key,
    extensions,
    meld_of,
    starts_of,
    window,
)
from games.rules.hands.planning import HandPlan, LayoffRoom, plan
from games.rules.ruleset import RuleSet

MAX_CARDS: Final = 14
"""The most cards that can be arranged: three more than any hand of these games has."""
UnnumberedMeld = tuple[tuple[Card, ...], int]
"""A meld whose wilds may be any: its natural cards and the number of its wilds."""
NumberedMeld = tuple[tuple[Card, ...], int, frozenset[Card]]
"""A meld: its natural cards, how many wilds without a declared rank it has, and its wilds with one."""
_NO_WILDS: Final = frozenset[Card]()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into ``melds`` and ``unmelded`` cards, both in display order, and its ``deadwood`` in points."""

    melds: tuple[tuple[Card, ...], ...]
    unmelded: tuple[Card, ...]
    deadwood: int


def best_arrangement(
    cards: Sequence[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None
) -> Arrangement:
    """Return an arrangement of 1 to 14 ``cards`` with the least deadwood.

    ``declared_ranks`` are the ranks declared for wilds: such a wild stands for no other rank. Raises RulesError for too
    many cards, for duplicates and for cards of another deck.

    >>> best_arrangement([Card(rank, "s") for rank in (2, 3, 4, 9)], RuleSet()).deadwood
    9
    """
    check_cards(cards, rules)
    if wild_ranks := _wild_ranks(cards, declared_ranks):
        naturals, free_wilds = _split_wilds(cards, wild_ranks)
        return _to_arrangement(
            next(_best_choices(naturals, free_wilds, rules, wild_ranks)), free_wilds, cards, rules, wild_ranks
        )
    if rules.deck == "french52":
        _, melds = french_hands(rules).melds([_card_number(c) for c in cards])
        return make_arrangement([[_FRENCH[number] for number in meld] for meld in melds], cards, rules)
    masks, wilds = masks_of(cards, rules)
    melds_of_cards, _ = cards_of_plan(plan(masks, wilds, rules, LayoffRoom()), cards, rules)
    return make_arrangement(melds_of_cards, cards, rules)


def best_discard(
    cards: Sequence[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None
) -> tuple[Card, Arrangement]:
    """Return the discard that leaves the least deadwood, and the arrangement of the remaining cards.

    Among equal discards, one that is unmelded in the best arrangement of the whole hand is preferred. The parameters
    and errors are those of ``best_arrangement``; without any cards it raises ValueError.
    """
    if not cards:
        raise ValueError("no card to throw")
    whole = best_arrangement(cards, rules, declared_ranks)
    highest_first = sorted(cards, key=lambda c: card_value(c, rules), reverse=True)
    discard = next((c for c in highest_first if c in whole.unmelded), highest_first[0])
    best = best_arrangement([c for c in cards if c != discard], rules, declared_ranks)
    for other in highest_first:
        # Putting the discard back gives an arrangement of the whole hand, which bounds what a discard can save.
        if best.deadwood <= max(0, whole.deadwood - card_value(other, rules)):
            break
        arrangement = best_arrangement([c for c in cards if c != other], rules, declared_ranks)
        if arrangement.deadwood < best.deadwood:
            discard, best = other, arrangement
    return discard, best


def card_value(card: Card, rules: RuleSet) -> int:
    """Return the points that ``card`` counts as deadwood."""
    return rules.rank_values[card.rank - 1] if card.rank else rules.wild_value


def check_cards(cards: Sequence[Card], rules: RuleSet) -> None:
    """Raise RulesError if there are more than 14 ``cards``, duplicates, or cards of another deck."""
    if len(cards) > MAX_CARDS:
        raise RulesError((Fault(Code.TOO_MANY_CARDS, amount=len(cards), limit=MAX_CARDS),))
    suits = SUITS[rules.deck] + ("W" if rules.deck == "rumski70" else "")
    faults = [Fault(Code.UNKNOWN_CARD, name=c.text) for c in cards if c.suit not in suits]
    faults += [Fault(Code.DUPLICATE_CARD, name=c.text) for index, c in enumerate(cards) if c in cards[:index]]
    if faults:
        raise RulesError(tuple(faults))


_FRENCH: Final = tuple(Card(rank, suit) for suit in SUITS["french52"] for rank in range(1, RANKS + 1))


def _card_number(card: Card) -> int:
    return SUITS["french52"].index(card.suit) * RANKS + card.rank - 1


def masks_of(cards: Iterable[Card], rules: RuleSet) -> tuple[list[int], int]:
    """Return the natural ``cards`` as one bit mask of ranks for each suit, and the number of wilds."""
    masks, wilds = dict.fromkeys(SUITS[rules.deck], 0), 0
    for c in cards:
        if c.wild:
            wilds += 1
        else:
            masks[c.suit] |= 1 << c.rank - 1
    return list(masks.values()), wilds


def cards_of_plan(
    chosen: HandPlan, cards: Iterable[Card], rules: RuleSet
) -> tuple[list[list[Card]], dict[int, list[Card]]]:
    """Return the melds of a plan as cards, and the cards neither melded nor laid off on runs, by rank from 0."""
    suits = SUITS[rules.deck]
    naturals = {(suits.index(c.suit), c.rank - 1): c for c in sorted(cards, key=card_sort_key) if not c.wild}
    wilds = sorted((c for c in cards if c.wild), key=card_sort_key)
    melds = [
        [naturals.pop((suit, rank)) for rank in ranks_in(mask)] + [wilds.pop(0) for _ in range(number)]
        for suit, mask, number in chosen.runs
    ]
    unmelded_by_rank: dict[int, list[Card]] = {}
    for (suit, rank), card in naturals.items():
        if not chosen.laid[suit] >> rank & 1:
            unmelded_by_rank.setdefault(rank, []).append(card)
    for rank, number, wild in chosen.sets:
        melds.append([unmelded_by_rank[rank].pop(0) for _ in range(number)] + [wilds.pop(0) for _ in range(wild)])
    return melds, unmelded_by_rank


def _wild_ranks(cards: Collection[Card], declared_ranks: Mapping[Card, int] | None) -> dict[Card, int]:
    """Return the entries of ``declared_ranks`` that belong to wilds among ``cards``."""
    return {wild: rank for wild, rank in (declared_ranks or {}).items() if wild.wild and wild in cards}


def make_arrangement(
    melds: Iterable[Sequence[Card]],
    cards: Sequence[Card],
    rules: RuleSet,
    declared_ranks: Mapping[Card, int] | None = None,
) -> Arrangement:
    """Return the arrangement of ``cards`` with these ``melds`` of some of them, in display order.

    Raises ValueError if one of ``melds`` isn't a meld, which would be a bug in this program.
    """
    shown = [_meld_or_error(meld, rules, declared_ranks).cards for meld in melds]
    melded = {c for meld in shown for c in meld}
    unmelded = tuple(sorted((c for c in cards if c not in melded), key=card_sort_key))
    return Arrangement(tuple(shown), unmelded, sum(card_value(c, rules) for c in unmelded))


def all_best(
    cards: Sequence[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None
) -> tuple[Arrangement, ...]:
    """Return every arrangement with the least deadwood, those that offer an opponent the fewest layoffs first.

    A layoff is counted for each card outside ``cards`` that could be laid off, also after other layoffs. Among equals,
    fewer melds come first. ``declared_ranks`` are the ranks declared for wilds: such a wild stands for no other rank.
    All other wilds are interchangeable, so swapping two of them is not another arrangement. Raises RulesError as
    ``best_arrangement`` does.
    """
    check_cards(cards, rules)
    wild_ranks = _wild_ranks(cards, declared_ranks)
    naturals, free_wilds = _split_wilds(cards, wild_ranks)

    @cache
    def cards_it_opens(meld: NumberedMeld) -> set[Card]:
        return open_cards(
            [*meld[0], *sorted(meld[2], key=card_sort_key), *free_wilds[: meld[1]]], cards, rules, wild_ranks
        )

    candidates = []
    for choice in _best_choices(naturals, free_wilds, rules, wild_ranks):
        arrangement_found = _to_arrangement(choice, free_wilds, cards, rules, wild_ranks)
        candidates.append((len(set[Card]().union(*map(cards_it_opens, choice))), len(choice), arrangement_found))
    return tuple(arrangement for _, _, arrangement in sorted(candidates, key=itemgetter(0, 1)))


def _split_wilds(cards: Iterable[Card], wild_ranks: Collection[Card]) -> tuple[list[Card], list[Card]]:
    """Split ``cards`` into the natural ones and the wilds without a declared rank."""
    in_order = sorted(cards, key=card_sort_key)
    return [c for c in in_order if not c.wild], [c for c in in_order if c.wild and c not in wild_ranks]


def _to_arrangement(
    choice: Iterable[NumberedMeld],
    free_wilds: Iterable[Card],
    cards: Sequence[Card],
    rules: RuleSet,
    wild_ranks: Mapping[Card, int],
) -> Arrangement:
    """Return ``cards`` arranged in the melds of ``choice``, which take the ``free_wilds`` one after the other."""
    wilds = iter(free_wilds)
    melds = [
        [*naturals, *sorted(numbered_wilds, key=card_sort_key), *islice(wilds, wild_count)]
        for naturals, wild_count, numbered_wilds in choice
    ]
    return make_arrangement(melds, cards, rules, wild_ranks)


def open_cards(
    meld: Sequence[Card], held: Collection[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None
) -> set[Card]:
    """Return the natural cards, none of them ``held``, that could be laid off on ``meld`` one after the other.

    ``declared_ranks`` are the ranks declared for its wilds. Raises ValueError if it isn't a meld.
    """
    shown = _meld_or_error(meld, rules, declared_ranks)
    natural = next(c for c in shown.cards if not c.wild)
    if shown.kind is MeldKind.SET:
        room = rules.wild_may_duplicate or len(meld) < len(SUITS[rules.deck])
        return {Card(natural.rank, suit) for suit in SUITS[rules.deck] if room}.difference(held)
    cards, windows = set(), [(start, len(meld)) for start in shown.windows]
    for start, size in windows:
        for rank, new_start in extensions(start, size, rules):
            card = Card(rank, natural.suit)
            if card not in held:
                cards.add(card)
                windows += [(new_start, size + 1)] if (new_start, size + 1) not in windows else []
    return cards


def _meld_or_error(meld: Sequence[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None) -> Meld:
    result = meld_of(meld, rules, declared_ranks)
    if not isinstance(result, Meld):
        raise ValueError(f"no meld: {meld}")
    return result


def _best_choices(
    naturals: list[Card], free_wilds: list[Card], rules: RuleSet, wild_ranks: Mapping[Card, int]
) -> Iterator[list[NumberedMeld]]:
    """Yield every choice of melds with the least deadwood; ``free_wilds`` are the wilds without a declared rank."""
    bit = {c: 1 << index for index, c in enumerate(naturals)}
    by_lowest: dict[int, list[tuple[int, NumberedMeld]]] = {}
    for meld in _numbered_melds(naturals, free_wilds, rules, wild_ranks):
        mask = sum(bit[c] for c in meld[0])
        by_lowest.setdefault(mask & -mask, []).append((mask, meld))
    values = {bit[c]: card_value(c, rules) for c in naturals}

    @cache
    def least(remaining: int, free_count: int, numbered_wilds: frozenset[Card]) -> int:
        if not remaining:
            return (free_count + len(numbered_wilds)) * rules.wild_value
        low = remaining & -remaining
        best = values[low] + least(remaining ^ low, free_count, numbered_wilds)
        for mask, (_, used, meld_wilds) in by_lowest.get(low, ()):
            if mask & remaining == mask and used <= free_count and meld_wilds <= numbered_wilds:
                best = min(best, least(remaining ^ mask, free_count - used, numbered_wilds - meld_wilds))
        return best

    def choices(remaining: int, free_count: int, numbered_wilds: frozenset[Card]) -> Iterator[list[NumberedMeld]]:
        if not remaining:
            yield []
            return
        low, best = remaining & -remaining, least(remaining, free_count, numbered_wilds)
        for mask, meld in by_lowest.get(low, ()):
            _, used, meld_wilds = meld
            after = remaining ^ mask, free_count - used, numbered_wilds - meld_wilds
            if (
                mask & remaining == mask
                and used <= free_count
                and meld_wilds <= numbered_wilds
                and least(*after) == best
            ):
                yield from ([meld, *others] for others in choices(*after))
        if values[low] + least(remaining ^ low, free_count, numbered_wilds) == best:
            yield from choices(remaining ^ low, free_count, numbered_wilds)

    yield from choices((1 << len(naturals)) - 1, len(free_wilds), frozenset(wild_ranks))


def _numbered_melds(
    naturals: list[Card], free_wilds: list[Card], rules: RuleSet, wild_ranks: Mapping[Card, int]
) -> Iterator[NumberedMeld]:
    """Yield every meld of some ``naturals`` and wilds, where wilds in ``wild_ranks`` have the rank given there."""
    for chosen, wild_count in _all_melds(naturals, len(free_wilds) + len(wild_ranks), rules):
        if wild_count <= len(free_wilds):
            yield chosen, wild_count, _NO_WILDS
        # A cheap test first: wilds in a set have its rank, those in a run have ranks of their own, no two the same.
        ranks = {card.rank for card in chosen}
        fitting = [wild for wild in wild_ranks if (wild_ranks[wild] in ranks) == (len(ranks) == 1)]
        for numbered_count in range(max(1, wild_count - len(free_wilds)), min(wild_count, len(fitting)) + 1):
            for numbered_wilds in combinations(fitting, numbered_count):
                if len(ranks) > 1 and len({wild_ranks[wild] for wild in numbered_wilds}) < numbered_count:
                    continue
                if isinstance(
                    meld_of([*chosen, *numbered_wilds, *free_wilds[: wild_count - numbered_count]], rules, wild_ranks),
                    Meld,
                ):
                    yield chosen, wild_count - numbered_count, frozenset(numbered_wilds)


def _all_melds(naturals: list[Card], wilds: int, rules: RuleSet) -> set[UnnumberedMeld]:
    """Return every meld that some of ``naturals`` can make with up to ``wilds`` wilds."""
    most = min(wilds, rules.max_wilds_per_meld)
    found: set[UnnumberedMeld] = set()
    for rank in {c.rank for c in naturals}:
        of_rank = [c for c in naturals if c.rank == rank]
        largest = MAX_CARDS if rules.wild_may_duplicate else len(SUITS[rules.deck])
        for number in range(MIN_NATURALS, len(of_rank) + 1):
            used = range(max(0, MIN_MELD_SIZE - number), min(most, largest - number) + 1)
            found |= {(chosen, wild) for chosen in combinations(of_rank, number) for wild in used}
    most = most if rules.wild_scope == "any" else 0
    for suit in {c.suit for c in naturals}:
        of_suit = {c.rank: c for c in naturals if c.suit == suit}
        for size in range(MIN_MELD_SIZE, min(RANKS, len(of_suit) + most) + 1):
            for start in starts_of(size, rules):
                present = [of_suit[rank] for rank in window(start, size) if rank in of_suit]
                for number in range(max(MIN_NATURALS, size - most), len(present) + 1):
                    chosen = (
                        tuple(sorted(chosen_naturals, key=card_sort_key))
                        for chosen_naturals in combinations(present, number)
                    )
                    found |= {(chosen_naturals, size - number) for chosen_naturals in chosen}
    return found
