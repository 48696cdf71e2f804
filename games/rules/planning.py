"""Where every card of a hand goes: into runs, into sets, onto the ender's melds, or nowhere (rules 4 and 7).

The question is put to each suit alone first: which of its cards lie in runs, and which are left for sets. That boils
a suit down to its few useful answers. The answers are added up suit by suit, and what is left of every rank makes sets
as it can. Layoffs are a third place for a card, so own melds and layoffs are weighed together, not one after the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from games.rules.cards import RANKS, SUITS
from games.rules.deck import ranks_in
from games.rules.melds import FEWEST, FEWEST_NATURALS
from games.rules.ruleset import RuleSet

Run = tuple[int, int, int]
"""A run of a suit: the mask of its natural cards, the wilds it has, the wilds it could take besides."""
Key = tuple[int, int, int]
"""What tells useful answers apart: the cards left for sets, the wilds needed, the wilds that could be taken besides."""
Answer = tuple[int, int, tuple[Run, ...]]
"""What a suit may do: the points it loses, the mask it lays off, its runs."""
Sets = tuple[tuple[int, int], ...]
"""Sets of one rank, each by its natural cards and its wilds."""
Left = dict[int, tuple[int, tuple[tuple[int, Sets], ...]]]
"""By wilds used in sets: the least points lost of the cards left, and the sets of each rank."""


_SHARE = 16
"""Points are counted in sixteenths here and a layoff as one: of equal plans, the one with the fewest layoffs."""


@dataclass(frozen=True, slots=True)
class Onto:
    """What may be laid off: ``chains``, by suit, the masks of cards that fit on runs; ``room`` on sets, by rank.

    A chain is a whole: which cards of a suit may lie on the ender's runs in the end. Ranks count from 0.
    """

    chains: Mapping[int, Sequence[int]] = field(default_factory=dict)
    room: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where every card goes. Suits are numbered as in SUITS, ranks from 0, a mask holds a suit's ranks.

    ``runs`` are (suit, mask, wilds), ``sets`` (rank, natural cards, wilds) of the cards that are in no run and not in
    ``laid``, the masks laid off on runs by suit. What then is left of a rank is laid off on sets as far as there is
    room. ``deadwood`` is the value of the rest (points).
    """

    deadwood: int
    runs: tuple[tuple[int, int, int], ...]
    sets: tuple[tuple[int, int, int], ...]
    laid: tuple[int, ...]


def plan(masks: Sequence[int], wilds: int, rules: RuleSet, onto: Onto) -> Plan:
    """The plan with the least deadwood for the natural cards ``masks``, by suit, and a number of ``wilds``."""
    fewest = fewest_naturals(wilds, rules)
    counts = [sum(mask >> rank & 1 for mask in masks) for rank in range(RANKS)]
    settable = sum(1 << rank for rank, n in enumerate(counts) if n >= (1 if onto.room.get(rank) else fewest))
    suits = _Suits(rules, wilds, settable)
    sums: dict[Key, tuple[int, tuple[Answer, ...]]] = {(0, 0, 0): (0, ())}
    for suit, mask in enumerate(masks):
        before, sums = sums, {}
        for (own_left, own_needed, own_spare), answer in suits.answers(mask, onto.chains.get(suit, ())).items():
            counted = sum([1 << 3 * rank for rank in ranks_in(own_left)])
            for (left, needed, spare), (lost, chosen) in before.items():
                if needed + own_needed <= wilds:
                    total = (left + counted, needed + own_needed, min(spare + own_spare, wilds))
                    known = sums.get(total)
                    if known is None or lost + answer[0] < known[0]:
                        sums[total] = (lost + answer[0], (*chosen, answer))
    ranks = _Ranks(rules, wilds, settable, onto.room)
    cost_of_all, used, key = min(
        (lost + cost + _SHARE * rules.wild_value * max(0, wilds - key[1] - used - key[2]), used, key)
        for key, (lost, _) in sums.items()
        for used, (cost, _) in ranks.costs(key[0]).items()
        if key[1] + used <= wilds
    )
    return _plan(cost_of_all // _SHARE, sums[key][1], ranks.costs(key[0])[used][1], wilds - key[1] - used)


def _plan(deadwood: int, answers: Sequence[Answer], sets: Sequence[tuple[int, Sets]], idle: int) -> Plan:
    """The plan that was found; runs take ``idle`` wilds as far as they can."""
    runs = []
    for suit, (_, _, own) in enumerate(answers):
        for mask, wilds, spare in own:
            more = min(spare, idle)
            idle -= more
            runs.append((suit, mask, wilds + more))
    shaped = tuple((rank, naturals, wilds) for rank, of_rank in sets for naturals, wilds in of_rank)
    return Plan(deadwood, tuple(runs), shaped, tuple(laid for _, laid, _ in answers))


def fewest_naturals(wilds: int, rules: RuleSet) -> int:
    """How many natural cards of a rank may be a set, with ``wilds`` in the hand."""
    return FEWEST_NATURALS if wilds and rules.max_wilds_per_meld else FEWEST


class _Suits:
    """The answers of each suit of one hand: ``wilds`` in all, ``settable`` the ranks that can be in a set at all."""

    def __init__(self, rules: RuleSet, wilds: int, settable: int) -> None:
        self.values = [_SHARE * points for points in rules.rank_values]
        self.wrap, self.wilds, self.settable = rules.run_wrap, wilds, settable
        self.per_run = rules.max_wilds_per_meld if rules.wild_scope == "any" else 0

    def answers(self, mask: int, chains: Sequence[int]) -> dict[Key, Answer]:
        """All that a suit's ``mask`` can do, laying off nothing or one of ``chains``."""
        found = self.runs_of(list(ranks_in(mask)))
        for laid in chains:
            for key, (lost, _, runs) in self.runs_of(list(ranks_in(mask ^ laid))).items():
                if key not in found or lost + laid.bit_count() < found[key][0]:
                    found[key] = (lost + laid.bit_count(), laid, runs)
        return found

    def runs_of(self, ranks: list[int]) -> dict[Key, Answer]:
        """All that a suit's ``ranks`` can do by themselves."""
        found = self.between(ranks)
        if self.wrap == "none":
            return found
        beyond = [rank + RANKS for rank in ranks if self.wrap == "around_corner" or rank == 0]
        for first in range(1, len(ranks)):
            for last, run, skipped in self.runs_from(ranks + beyond[:first], first):
                if last >= len(ranks):
                    self.add(found, self.between(ranks[last - len(ranks) + 1 : first]), run, skipped)
        return found

    def between(self, ranks: list[int]) -> dict[Key, Answer]:
        """The answers without a run round the corner, built up from the highest card down."""
        after: list[dict[Key, Answer]] = [{(0, 0, 0): (0, 0, ())}]
        for first in range(len(ranks) - 1, -1, -1):
            bit = 1 << ranks[first]
            if bit & self.settable:
                found = {(key[0] | bit, key[1], key[2]): answer for key, answer in after[-1].items()}
            else:
                value = self.values[ranks[first]]
                found = {key: (lost + value, 0, runs) for key, (lost, _, runs) in after[-1].items()}
            for last, run, skipped in self.runs_from(ranks, first):
                self.add(found, after[len(ranks) - last - 1], run, skipped)
            after.append(found)
        return after[-1]

    def runs_from(self, ranks: list[int], first: int) -> Iterator[tuple[int, Run, int]]:
        """Every run whose first natural card is ``ranks[first]``: its last one's index, itself, and the cards skipped.

        A wild fills a gap, or stands for a card that is wanted in a set. To skip any other card is no use: it could
        take its place, and the wild one at the run's end.
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
                wilds = max(wilds, FEWEST - naturals - 1)
                size = naturals + 1 + wilds
                if wilds <= most and size <= RANKS:
                    yield last, (mask | bit, wilds, min(self.per_run - wilds, RANKS - size)), skipped
            growing = grown
            if not growing:
                return

    def add(self, found: dict[Key, Answer], others: dict[Key, Answer], run: Run, skipped: int) -> None:
        """Put ``run`` before each of the ``others``. Of equal answers the later counts, with the longer run."""
        for (left, needed, spare), (lost, _, runs) in others.items():
            if needed + run[1] <= self.wilds:
                key = (left | skipped, needed + run[1], min(spare + run[2], self.wilds))
                if key not in found or lost <= found[key][0]:
                    found[key] = (lost, 0, (run, *runs))


class _Ranks:
    """What is left for sets of one hand: ``room`` is how many cards of a rank can be laid off on the ender's sets."""

    def __init__(self, rules: RuleSet, wilds: int, settable: int, room: Mapping[int, int]) -> None:
        self.values = [_SHARE * points for points in rules.rank_values]
        self.room, self.wilds, self.per_set = room, wilds, rules.max_wilds_per_meld
        self.most = RANKS if rules.wild_may_duplicate else len(SUITS[rules.deck])
        self.ranks, self.fewest = tuple(ranks_in(settable)), fewest_naturals(wilds, rules)
        self.known: dict[int, Left] = {}

    def costs(self, left: int) -> Left:
        """What becomes of the cards ``left``: their number at each rank, in three bits."""
        known = self.known.get(left)
        if known is None:
            lost, several = 0, []
            for rank in self.ranks:
                cards = left >> 3 * rank & 7
                if cards >= self.fewest or (cards and rank in self.room):
                    several.append((rank, cards))
                else:
                    lost += cards * self.values[rank]
            known = {0: (lost, ())}
            for rank, cards in several:
                known = self.with_rank(known, rank, cards)
            self.known[left] = known
        return known

    def with_rank(self, before: Left, rank: int, cards: int) -> Left:
        best: Left = {}
        for used, (naturals, sets) in _shapes(cards, self.wilds, self.per_set, self.most).items():
            laid = min(cards - naturals, self.room.get(rank, 0))
            lost = self.values[rank] * (cards - naturals - laid) + laid
            for others, (cost, chosen) in before.items():
                total = used + others
                if total <= self.wilds and (total not in best or cost + lost < best[total][0]):
                    best[total] = (cost + lost, (*chosen, (rank, sets)))
        return best


@lru_cache(maxsize=1024)
def _shapes(cards: int, wilds: int, per_set: int, most: int) -> dict[int, tuple[int, Sets]]:
    """By wilds used: the most natural cards of one rank that go into sets, and those sets.

    ``cards`` of the rank are there; up to ``per_set`` of the ``wilds`` go into a set, ``most`` cards are a set.
    """
    one = [
        (naturals, used)
        for naturals in range(FEWEST_NATURALS, cards + 1)
        for used in range(min(wilds, per_set) + 1)
        if FEWEST <= naturals + used <= most
    ]
    best: dict[int, tuple[int, Sets]] = {0: (0, ())}
    for sets in [(a,) for a in one] + [(a, b) for a in one for b in one]:
        naturals, used = sum(n for n, _ in sets), sum(w for _, w in sets)
        if naturals <= cards and used <= wilds and naturals > best.get(used, (-1,))[0]:
            best[used] = (naturals, sets)
    return best
