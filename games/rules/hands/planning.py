"""Find the plan for a hand with the least deadwood: which cards go into runs, into sets, or are laid off (rules 4, 7).

Each suit is solved by itself first: which of its cards are in runs and which remain for sets. Only a few answers per
suit are worth keeping. They are combined suit by suit, and the remaining cards of each rank make the best sets.
Layoffs are chosen together with the melds, not after them, because a card can be used for either.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from games.rules.cards import RANKS, SUITS
from games.rules.hands.deck import ranks_in
from games.rules.hands.melds import MIN_MELD_SIZE, MIN_NATURALS
from games.rules.ruleset import RuleSet

Run = tuple[int, int, int]
"""A run of a suit: the mask of its natural cards, its number of wilds, and how many more wilds it could take."""
AnswerKey = tuple[int, int, int]
"""What distinguishes the answers of a suit: the cards left for sets, the wilds needed, how many more it could take."""
SuitAnswer = tuple[int, int, tuple[Run, ...]]
"""One answer for a suit: the points of its deadwood, the mask of cards laid off, its runs."""
SetShapes = tuple[tuple[int, int], ...]
"""Sets of one rank, each as the numbers of its natural cards and its wilds."""
SetCosts = dict[int, tuple[int, tuple[tuple[int, SetShapes], ...]]]
"""By number of wilds used in sets: the least deadwood of the cards left for sets, and the sets of each rank."""


_POINT_UNITS = 16
"""Costs are in sixteenths of a point, and a layoff costs one: so the plan with the fewest layoffs wins among equals."""


@dataclass(frozen=True, slots=True)
class LayoffRoom:
    """What may be laid off: on runs, the masks of cards in ``chains`` by suit; on sets, ``room`` for cards by rank.

    A chain has all cards of a suit that are laid off on the ender's runs in the end. Ranks count from 0.
    """

    chains: Mapping[int, Sequence[int]] = field(default_factory=dict)
    room: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandPlan:
    """Where every card of a hand goes. Suits are numbered as in SUITS, ranks from 0; a mask has the ranks of a suit.

    ``runs`` are (suit, mask, wilds). ``laid`` are the masks of cards laid off on runs, by suit. ``sets`` are (rank,
    number of natural cards, wilds), made of the other cards. The rest of a rank is laid off on sets as far as there is
    room. ``deadwood`` is the value of what remains (points).
    """

    deadwood: int
    runs: tuple[tuple[int, int, int], ...]
    sets: tuple[tuple[int, int, int], ...]
    laid: tuple[int, ...]


def plan(masks: Sequence[int], wilds: int, rules: RuleSet, onto: LayoffRoom) -> HandPlan:
    """Return the plan with the least deadwood for the natural cards ``masks``, by suit, and a number of ``wilds``."""
    fewest = fewest_naturals(wilds, rules)
    counts = [sum(mask >> rank & 1 for mask in masks) for rank in range(RANKS)]
    settable = sum(1 << rank for rank, n in enumerate(counts) if n >= (1 if onto.room.get(rank) else fewest))
    suits = _Suits(rules, wilds, settable)
    sums: dict[AnswerKey, tuple[int, tuple[SuitAnswer, ...]]] = {(0, 0, 0): (0, ())}
    for suit, mask in enumerate(masks):
        before, sums = sums, {}
        for (own_set_cards, own_needed, own_spare), answer in suits.answers(mask, onto.chains.get(suit, ())).items():
            counted = sum([1 << 3 * rank for rank in ranks_in(own_set_cards)])
            for (set_cards, needed, spare), (points_lost, chosen) in before.items():
                if needed + own_needed <= wilds:
                    total = (set_cards + counted, needed + own_needed, min(spare + own_spare, wilds))
                    known = sums.get(total)
                    if known is None or points_lost + answer[0] < known[0]:
                        sums[total] = (points_lost + answer[0], (*chosen, answer))
    ranks = _Ranks(rules, wilds, settable, onto.room)
    cost_of_all, used, key = min(
        (points_lost + cost + _POINT_UNITS * rules.wild_value * max(0, wilds - key[1] - used - key[2]), used, key)
        for key, (points_lost, _) in sums.items()
        for used, (cost, _) in ranks.costs(key[0]).items()
        if key[1] + used <= wilds
    )
    return _to_plan(cost_of_all // _POINT_UNITS, sums[key][1], ranks.costs(key[0])[used][1], wilds - key[1] - used)


def _to_plan(
    deadwood: int, answers: Sequence[SuitAnswer], sets: Sequence[tuple[int, SetShapes]], idle: int
) -> HandPlan:
    """Return the plan made of the chosen answers and sets; runs take the ``idle`` wilds as far as they can."""
    runs = []
    for suit, (_, _, suit_runs) in enumerate(answers):
        for mask, wilds, spare in suit_runs:
            more = min(spare, idle)
            idle -= more
            runs.append((suit, mask, wilds + more))
    shaped = tuple((rank, naturals, wilds) for rank, of_rank in sets for naturals, wilds in of_rank)
    return HandPlan(deadwood, tuple(runs), shaped, tuple(laid for _, laid, _ in answers))


def fewest_naturals(wilds: int, rules: RuleSet) -> int:
    """Return the fewest natural cards of a rank that can make a set, with ``wilds`` in the hand."""
    return MIN_NATURALS if wilds and rules.max_wilds_per_meld else MIN_MELD_SIZE


class _Suits:
    """Solver for the suits of one hand with so many ``wilds``; ``settable`` are the ranks that can be in a set."""

    def __init__(self, rules: RuleSet, wilds: int, settable: int) -> None:
        self.values = [_POINT_UNITS * points for points in rules.rank_values]
        self.wrap, self.wilds, self.settable = rules.run_wrap, wilds, settable
        self.per_run = rules.max_wilds_per_meld if rules.wild_scope == "any" else 0

    def answers(self, mask: int, chains: Sequence[int]) -> dict[AnswerKey, SuitAnswer]:
        """Return the answers for a suit's ``mask``, laying off nothing or one of ``chains``."""
        found = self.runs_of(list(ranks_in(mask)))
        for laid in chains:
            for key, (points_lost, _, runs) in self.runs_of(list(ranks_in(mask ^ laid))).items():
                if key not in found or points_lost + laid.bit_count() < found[key][0]:
                    found[key] = (points_lost + laid.bit_count(), laid, runs)
        return found

    def runs_of(self, ranks: list[int]) -> dict[AnswerKey, SuitAnswer]:
        """Return the answers for a suit's ``ranks`` without layoffs."""
        found = self.between(ranks)
        if self.wrap == "none":
            return found
        beyond = [rank + RANKS for rank in ranks if self.wrap == "around_corner" or rank == 0]
        for first in range(1, len(ranks)):
            for last, run, skipped in self.runs_from(ranks + beyond[:first], first):
                if last >= len(ranks):
                    self.add(found, self.between(ranks[last - len(ranks) + 1 : first]), run, skipped)
        return found

    def between(self, ranks: list[int]) -> dict[AnswerKey, SuitAnswer]:
        """Return the answers without a run around the corner, built from the highest card down."""
        after: list[dict[AnswerKey, SuitAnswer]] = [{(0, 0, 0): (0, 0, ())}]
        for first in range(len(ranks) - 1, -1, -1):
            bit = 1 << ranks[first]
            if bit & self.settable:
                found = {(key[0] | bit, key[1], key[2]): answer for key, answer in after[-1].items()}
            else:
                value = self.values[ranks[first]]
                found = {key: (points_lost + value, 0, runs) for key, (points_lost, _, runs) in after[-1].items()}
            for last, run, skipped in self.runs_from(ranks, first):
                self.add(found, after[len(ranks) - last - 1], run, skipped)
            after.append(found)
        return after[-1]

    def runs_from(self, ranks: list[int], first: int) -> Iterator[tuple[int, Run, int]]:
        """Yield every run whose first natural card is ``ranks[first]``: index of the last one, run, skipped cards.

        A wild fills a gap, or replaces a card that is used in a set. Skipping any other card is useless: the card could
        take its place in the run, and the wild one at the end.
        """
        most = min(self.per_run, self.wilds)
        growing = [(1 << ranks[first] % RANKS, 1, 0, 0)]
        for last in range(first + 1, len(ranks)):
            bit, gap = 1 << ranks[last] % RANKS, ranks[last] - ranks[last - 1] - 1
            grown = []
            for mask, naturals, filled, skipped in growing:
                wilds = filled + gap
                if wilds > most:
                    continue
                grown.append((mask | bit, naturals + 1, wilds, skipped))
                if bit & self.settable and wilds < most:
                    grown.append((mask, naturals, wilds + 1, skipped | bit))
                wilds = max(wilds, MIN_MELD_SIZE - naturals - 1)
                size = naturals + 1 + wilds
                if wilds <= most and size <= RANKS:
                    yield last, (mask | bit, wilds, min(self.per_run - wilds, RANKS - size)), skipped
            growing = grown
            if not growing:
                return

    def add(
        self, found: dict[AnswerKey, SuitAnswer], others: dict[AnswerKey, SuitAnswer], run: Run, skipped: int
    ) -> None:
        """Add ``run`` to each of the answers ``others``; among equals the later one, with the longer run, is kept."""
        for (set_cards, needed, spare), (points_lost, _, runs) in others.items():
            if needed + run[1] <= self.wilds:
                key = (set_cards | skipped, needed + run[1], min(spare + run[2], self.wilds))
                if key not in found or points_lost <= found[key][0]:
                    found[key] = (points_lost, 0, (run, *runs))


class _Ranks:
    """Solver for the sets of one hand; ``room`` is how many cards of a rank can be laid off on the ender's sets."""

    def __init__(self, rules: RuleSet, wilds: int, settable: int, room: Mapping[int, int]) -> None:
        self.values = [_POINT_UNITS * points for points in rules.rank_values]
        self.room, self.wilds, self.per_set = room, wilds, rules.max_wilds_per_meld
        self.most = RANKS if rules.wild_may_duplicate else len(SUITS[rules.deck])
        self.ranks, self.fewest = tuple(ranks_in(settable)), fewest_naturals(wilds, rules)
        self.known: dict[int, SetCosts] = {}

    def costs(self, set_cards: int) -> SetCosts:
        """Return the best sets for the cards ``set_cards``, whose number at each rank is stored in three bits."""
        known = self.known.get(set_cards)
        if known is None:
            points_lost, candidates = 0, []
            for rank in self.ranks:
                cards = set_cards >> 3 * rank & 7
                if cards >= self.fewest or (cards and rank in self.room):
                    candidates.append((rank, cards))
                else:
                    points_lost += cards * self.values[rank]
            known = {0: (points_lost, ())}
            for rank, cards in candidates:
                known = self.with_rank(known, rank, cards)
            self.known[set_cards] = known
        return known

    def with_rank(self, before: SetCosts, rank: int, cards: int) -> SetCosts:
        best: SetCosts = {}
        for used, (naturals, sets) in _shapes(cards, self.wilds, self.per_set, self.most).items():
            laid = min(cards - naturals, self.room.get(rank, 0))
            points_lost = self.values[rank] * (cards - naturals - laid) + laid
            for others, (cost, chosen) in before.items():
                total = used + others
                if total <= self.wilds and (total not in best or cost + points_lost < best[total][0]):
                    best[total] = (cost + points_lost, (*chosen, (rank, sets)))
        return best


@lru_cache(maxsize=1024)
def _shapes(cards: int, wilds: int, per_set: int, most: int) -> dict[int, tuple[int, SetShapes]]:
    """Return by number of wilds used the most natural cards of one rank that fit into sets, and those sets.

    ``cards`` is how many natural cards of the rank there are. A set has at most ``per_set`` of the ``wilds``, and at
    most ``most`` cards.
    """
    options = [
        (naturals, used)
        for naturals in range(MIN_NATURALS, cards + 1)
        for used in range(min(wilds, per_set) + 1)
        if MIN_MELD_SIZE <= naturals + used <= most
    ]
    best: dict[int, tuple[int, SetShapes]] = {0: (0, ())}
    for sets in [(a,) for a in options] + [(a, b) for a in options for b in options]:
        naturals, used = sum(n for n, _ in sets), sum(w for _, w in sets)
        if naturals <= cards and used <= wilds and naturals > best.get(used, (-1,))[0]:
            best[used] = (naturals, sets)
    return best
