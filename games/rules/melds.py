"""Melds: whether some cards are one, and if not, why (rules 4 "Wilds" and 7 "Meld test").

A run is thought of as windows: the stretches of ranks it may take up. Natural cards alone have one window; a wild at an
open end leaves several, until somebody says which it is or the first layoff fixes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.cards import FRENCH_SUITS, RANKS, RUMSKI_COLOURS, SUITS, Card
from games.rules.ruleset import RuleSet

"""Deck name to the letters of its suits or colours, in the order cards are shown."""
_SUIT_ORDER: Final = FRENCH_SUITS + RUMSKI_COLOURS
FEWEST: Final = 3
"""Cards in the smallest meld."""
FEWEST_NATURALS: Final = 2
"""Natural cards in any meld: wilds stand for cards, they are none (rules 4)."""


class Kind(StrEnum):
    """What a meld is."""

    RUN = "run"
    SET = "set"


class WhyNot(StrEnum):
    """Why some cards are no meld."""

    TOO_FEW = "too_few"
    """Fewer than three cards."""
    DUPLICATE = "duplicate"
    """``cards`` are there twice."""
    TOO_MANY_WILDS = "too_many_wilds"
    """More wilds than ``limit``."""
    TWO_NATURALS = "two_naturals"
    """Fewer than two natural cards."""
    MIXED = "mixed"
    """Neither one rank nor one suit; ``cards`` are those that do not belong to the most of one kind."""
    GAP = "gap"
    """A run with ``cards`` missing, more of them than its ``limit`` wilds fill."""
    CORNER = "corner"
    """A run round the corner from king to ace, which these rules do not know."""
    WILD_SCOPE = "wild_scope"
    """A run with a wild, where wilds are for sets only."""
    TOO_LONG = "too_long"
    """A run of more than the thirteen ranks there are."""
    SET_TOO_LARGE = "set_too_large"
    """A set of more than ``limit`` cards, one of each suit, where a wild may not double one."""
    WILD_NUMBER = "wild_number"
    """``cards`` are wilds that cannot be the number they were said to be."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Some cards that are a meld.

    ``cards`` are in the order they are laid: a run upwards with every wild in its place (at the high end where it may
    be at either), a set by suits with its wilds last. ``windows`` are the lowest ranks that a run may begin with, more
    than one if a wild leaves it open; a set has none.
    """

    kind: Kind
    cards: tuple[Card, ...]
    windows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotAMeld:
    """Why some cards are no meld, and what they look like: ``kind`` is None when they look like neither.

    ``cards`` and ``limit`` belong to the reason; WhyNot says what they mean.
    """

    reason: WhyNot
    kind: Kind | None = None
    cards: tuple[Card, ...] = ()
    limit: int | None = None


def meld_of(cards: Sequence[Card], rules: RuleSet, numbers: Mapping[Card, int] | None = None) -> Meld | NotAMeld:
    """The meld that ``cards`` are under ``rules``, or the first reason why they are none.

    ``numbers`` are the ranks, 1 to 13, that wilds were said to stand for; wilds without one stand for what fits.

    >>> meld_of([Card(8, "s"), Card(9, "s"), Card(11, "s")], RuleSet()).cards[0].text
    'Ts'
    """
    said = {card: rank for card, rank in (numbers or {}).items() if card in cards and card.wild}
    naturals = sorted((c for c in cards if not c.wild), key=lambda c: (c.rank, order(c)))
    wilds = tuple(sorted((c for c in cards if c.wild), key=order))
    twice = tuple(c for c, times in Counter(cards).items() if times > 1)
    if twice:
        return NotAMeld(WhyNot.DUPLICATE, cards=twice)
    if len(cards) < FEWEST:
        return NotAMeld(WhyNot.TOO_FEW, limit=FEWEST)
    if len(wilds) > rules.max_wilds_per_meld:
        return NotAMeld(WhyNot.TOO_MANY_WILDS, cards=wilds, limit=rules.max_wilds_per_meld)
    if len(naturals) < FEWEST_NATURALS:
        return NotAMeld(WhyNot.TWO_NATURALS, cards=wilds, limit=FEWEST_NATURALS)
    if all(c.rank == naturals[0].rank for c in naturals):
        return _set(naturals, wilds, rules, said)
    if all(c.suit == naturals[0].suit for c in naturals):
        return _run(naturals, wilds, rules, said)
    return _mixed(naturals)


def order(card: Card) -> tuple[int, int, int]:
    """A key that sorts cards by suit and rank, wilds last."""
    return card.wild, _SUIT_ORDER.find(card.suit), card.rank


def _set(naturals: list[Card], wilds: tuple[Card, ...], rules: RuleSet, said: Mapping[Card, int]) -> Meld | NotAMeld:
    suits = len(SUITS[rules.deck])
    if len(naturals) + len(wilds) > suits and not rules.wild_may_duplicate:
        return NotAMeld(WhyNot.SET_TOO_LARGE, Kind.SET, (*naturals, *wilds), suits)
    wrong = tuple(c for c in wilds if said.get(c, naturals[0].rank) != naturals[0].rank)
    if wrong:
        return NotAMeld(WhyNot.WILD_NUMBER, Kind.SET, wrong)
    return Meld(Kind.SET, (*naturals, *wilds))


def _run(naturals: list[Card], wilds: tuple[Card, ...], rules: RuleSet, said: Mapping[Card, int]) -> Meld | NotAMeld:
    ranks, size = [c.rank for c in naturals], len(naturals) + len(wilds)
    if wilds and rules.wild_scope == "sets_only":
        return NotAMeld(WhyNot.WILD_SCOPE, Kind.RUN, wilds)
    if size > RANKS:
        return NotAMeld(WhyNot.TOO_LONG, Kind.RUN, (*naturals, *wilds), RANKS)
    starts = windows_of(ranks, size, rules)
    if not starts:
        if any(set(ranks) <= set(window(start, size)) for start in range(1, RANKS + 1)):
            return NotAMeld(WhyNot.CORNER, Kind.RUN, tuple(naturals))
        missing = tuple(Card(rank, naturals[0].suit) for rank in _missing(ranks, rules))
        return NotAMeld(WhyNot.GAP, Kind.RUN, missing, len(wilds))
    fitting = tuple(s for s in starts if _numbers_fit(set(window(s, size)) - set(ranks), said.values()))
    if not fitting:
        impossible = [c for c in wilds if c in said and not any(said[c] in _roles(s, size, ranks) for s in starts)]
        return NotAMeld(WhyNot.WILD_NUMBER, Kind.RUN, tuple(impossible) or tuple(said))
    shown = next((s for s in fitting if s in ranks), fitting[-1])
    return Meld(Kind.RUN, _laid(naturals, wilds, window(shown, size), said), fitting)


def window(start: int, size: int) -> tuple[int, ...]:
    """The ``size`` ranks from ``start`` upwards; after the king comes the ace.

    >>> window(12, 3)
    (12, 13, 1)
    """
    return tuple((start + step - 1) % RANKS + 1 for step in range(size))


def starts_of(size: int, rules: RuleSet) -> range:
    """Where a run of ``size`` cards may begin under ``run_wrap``; at most thirteen cards are a run."""
    if size > RANKS:
        return range(0)
    last = {"none": RANKS, "ace_high": RANKS + 1, "around_corner": RANKS + size - 1}[rules.run_wrap]
    return range(1, min(last - size + 1, RANKS) + 1)


def windows_of(ranks: Iterable[int], size: int, rules: RuleSet) -> tuple[int, ...]:
    """The starts of all windows of ``size`` cards that hold all ``ranks``, the natural cards of a run of that size."""
    wanted = set(ranks)
    return tuple(start for start in starts_of(size, rules) if wanted <= set(window(start, size)))


def longer(start: int, size: int, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """What a run in the window of ``size`` ranks from ``start`` may grow by: each rank, and where it then starts."""
    below = (start - 2) % RANKS + 1
    starts = starts_of(size + 1, rules)
    if below in starts:
        yield below, below
    if start in starts:
        yield window(start, size + 1)[-1], start


def _roles(start: int, size: int, ranks: Sequence[int]) -> set[int]:
    return set(window(start, size)) - set(ranks)


def _numbers_fit(roles: set[int], numbers: Iterable[int]) -> bool:
    """Whether every number is one of the wilds' ``roles``, and none is taken twice."""
    taken = list(numbers)
    return len(set(taken)) == len(taken) and roles.issuperset(taken)


def _missing(ranks: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """The ranks between the natural ones, by the shortest way round that the rules know; upwards."""
    shortest = next(
        (start, size)
        for size in range(len(ranks), RANKS + 1)
        for start in starts_of(size, rules)
        if set(ranks) <= set(window(start, size))
    )
    return tuple(rank for rank in window(*shortest) if rank not in ranks)


def _laid(
    naturals: list[Card], wilds: tuple[Card, ...], ranks: tuple[int, ...], said: Mapping[Card, int]
) -> tuple[Card, ...]:
    """The run's cards upwards: naturals and named wilds at their ranks, the other wilds where there is room."""
    at = {c.rank: c for c in naturals} | {rank: c for c, rank in said.items()}
    others = iter([c for c in wilds if c not in said])
    return tuple(at[rank] if rank in at else next(others) for rank in ranks)


def _mixed(naturals: list[Card]) -> NotAMeld:
    """Cards of several ranks and suits: named are those outside the largest group of one rank or of one suit."""
    rank, of_rank = Counter(c.rank for c in naturals).most_common(1)[0]
    suit, of_suit = Counter(c.suit for c in naturals).most_common(1)[0]
    if max(of_rank, of_suit) == 1 or of_rank == of_suit:
        return NotAMeld(WhyNot.MIXED, cards=tuple(naturals))
    if of_suit > of_rank:
        return NotAMeld(WhyNot.MIXED, Kind.RUN, tuple(c for c in naturals if c.suit != suit))
    return NotAMeld(WhyNot.MIXED, Kind.SET, tuple(c for c in naturals if c.rank != rank))
