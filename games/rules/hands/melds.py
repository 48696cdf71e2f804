"""Check whether some cards are a meld, and say why if they aren't (rules 4 "Wilds" and 7 "Meld test").

A run is described by windows, the stretches of ranks that it may cover. Natural cards alone have one window. A wild at
an open end leaves several, until its rank is declared or the first layoff fixes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.cards import FRENCH_SUITS, RANKS, RUMSKI_COLORS, SUITS, Card
from games.rules.ruleset import RuleSet

_SUIT_ORDER: Final = FRENCH_SUITS + RUMSKI_COLORS
"""The letters of suits and colors, in the order in which cards are displayed."""
MIN_MELD_SIZE: Final = 3
"""Cards in the smallest meld."""
MIN_NATURALS: Final = 2
"""The fewest natural cards in any meld (rules 4)."""


class MeldKind(StrEnum):
    """The two kinds of melds."""

    RUN = "run"
    SET = "set"


class NotAMeldReason(StrEnum):
    """Why some cards aren't a meld."""

    TOO_FEW = "too_few"
    """Fewer than three cards."""
    DUPLICATE = "duplicate"
    """``cards`` occur twice."""
    TOO_MANY_WILDS = "too_many_wilds"
    """More wilds than ``limit``."""
    TWO_NATURALS = "two_naturals"
    """Fewer than two natural cards."""
    MIXED = "mixed"
    """Neither one rank nor one suit; ``cards`` are those outside the largest group of one rank or suit."""
    GAP = "gap"
    """A run with ``cards`` missing, more than its ``limit`` wilds can replace."""
    CORNER = "corner"
    """A run around the corner from king to ace, which these rules don't allow."""
    WILD_SCOPE = "wild_scope"
    """A run with a wild, where wilds are for sets only."""
    TOO_LONG = "too_long"
    """A run of more than thirteen cards."""
    SET_TOO_LARGE = "set_too_large"
    """A set of more than ``limit`` cards, one of each suit, where wilds may not duplicate a suit."""
    WILD_NUMBER = "wild_number"
    """``cards`` are wilds that can't have the rank declared for them."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid meld.

    ``cards`` are in display order: a run in ascending order with every wild in its place (at the high end if it may be
    at either), a set by suits with its wilds last. ``windows`` are the possible lowest ranks of a run, several if a
    wild leaves it open; () for a set.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    windows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotAMeld:
    """The reason why some cards aren't a meld, and the kind of meld they resemble (None: neither).

    NotAMeldReason describes what ``cards`` and ``limit`` mean for each reason.
    """

    reason: NotAMeldReason
    kind: MeldKind | None = None
    cards: tuple[Card, ...] = ()
    limit: int | None = None


def meld_of(cards: Sequence[Card], rules: RuleSet, declared_ranks: Mapping[Card, int] | None = None) -> Meld | NotAMeld:
    """Return the meld that ``cards`` make under ``rules``, or the first reason why they don't.

    ``declared_ranks`` are the ranks, 1 to 13, declared for wilds; a wild without one may have any rank that fits.

    >>> meld_of([Card(8, "s"), Card(9, "s"), Card(11, "s")], RuleSet()).cards[0].text
    'Ts'
    """
    wild_ranks = {card: rank for card, rank in (declared_ranks or {}).items() if card in cards and card.wild}
    naturals = sorted((c for c in cards if not c.wild), key=lambda c: (c.rank, card_sort_key(c)))
    wilds = tuple(sorted((c for c in cards if c.wild), key=card_sort_key))
    twice = tuple(c for c, times in Counter(cards).items() if times > 1)
    if twice:
        return NotAMeld(NotAMeldReason.DUPLICATE, cards=twice)
    if len(cards) < MIN_MELD_SIZE:
        return NotAMeld(NotAMeldReason.TOO_FEW, limit=MIN_MELD_SIZE)
    if len(wilds) > rules.max_wilds_per_meld:
        return NotAMeld(NotAMeldReason.TOO_MANY_WILDS, cards=wilds, limit=rules.max_wilds_per_meld)
    if len(naturals) < MIN_NATURALS:
        return NotAMeld(NotAMeldReason.TWO_NATURALS, cards=wilds, limit=MIN_NATURALS)
    if all(c.rank == naturals[0].rank for c in naturals):
        return _set_or_reason(naturals, wilds, rules, wild_ranks)
    if all(c.suit == naturals[0].suit for c in naturals):
        return _run_or_reason(naturals, wilds, rules, wild_ranks)
    return _mixed_reason(naturals)


def card_sort_key(card: Card) -> tuple[int, int, int]:
    """Return a sort key that orders cards by suit and rank, wilds last."""
    return card.wild, _SUIT_ORDER.find(card.suit), card.rank


def _set_or_reason(
    naturals: list[Card], wilds: tuple[Card, ...], rules: RuleSet, wild_ranks: Mapping[Card, int]
) -> Meld | NotAMeld:
    suits = len(SUITS[rules.deck])
    if len(naturals) + len(wilds) > suits and not rules.wild_may_duplicate:
        return NotAMeld(NotAMeldReason.SET_TOO_LARGE, MeldKind.SET, (*naturals, *wilds), suits)
    contradicting = tuple(c for c in wilds if wild_ranks.get(c, naturals[0].rank) != naturals[0].rank)
    if contradicting:
        return NotAMeld(NotAMeldReason.WILD_NUMBER, MeldKind.SET, contradicting)
    return Meld(MeldKind.SET, (*naturals, *wilds))


def _run_or_reason(
    naturals: list[Card], wilds: tuple[Card, ...], rules: RuleSet, wild_ranks: Mapping[Card, int]
) -> Meld | NotAMeld:
    ranks, size = [c.rank for c in naturals], len(naturals) + len(wilds)
    if wilds and rules.wild_scope == "sets_only":
        return NotAMeld(NotAMeldReason.WILD_SCOPE, MeldKind.RUN, wilds)
    if size > RANKS:
        return NotAMeld(NotAMeldReason.TOO_LONG, MeldKind.RUN, (*naturals, *wilds), RANKS)
    starts = windows_of(ranks, size, rules)
    if not starts:
        if any(set(ranks) <= set(window(start, size)) for start in range(1, RANKS + 1)):
            return NotAMeld(NotAMeldReason.CORNER, MeldKind.RUN, tuple(naturals))
        missing = tuple(Card(rank, naturals[0].suit) for rank in _missing(ranks, rules))
        return NotAMeld(NotAMeldReason.GAP, MeldKind.RUN, missing, len(wilds))
    fitting = tuple(s for s in starts if _ranks_fit(set(window(s, size)) - set(ranks), wild_ranks.values()))
    if not fitting:
        impossible = [
            c for c in wilds if c in wild_ranks and not any(wild_ranks[c] in _roles(s, size, ranks) for s in starts)
        ]
        return NotAMeld(NotAMeldReason.WILD_NUMBER, MeldKind.RUN, tuple(impossible) or tuple(wild_ranks))
    shown = next((s for s in fitting if s in ranks), fitting[-1])
    return Meld(MeldKind.RUN, _in_order(naturals, wilds, window(shown, size), wild_ranks), fitting)


def window(start: int, size: int) -> tuple[int, ...]:
    """Return ``size`` ranks from ``start`` upwards; after the king comes the ace.

    >>> window(12, 3)
    (12, 13, 1)
    """
    return tuple((start + step - 1) % RANKS + 1 for step in range(size))


def starts_of(size: int, rules: RuleSet) -> range:
    """Return the ranks that a run of ``size`` cards may start with under ``run_wrap``; none for more than 13 cards."""
    if size > RANKS:
        return range(0)
    last = {"none": RANKS, "ace_high": RANKS + 1, "around_corner": RANKS + size - 1}[rules.run_wrap]
    return range(1, min(last - size + 1, RANKS) + 1)


def windows_of(ranks: Iterable[int], size: int, rules: RuleSet) -> tuple[int, ...]:
    """Return the starts of all windows of ``size`` cards that contain ``ranks``, those of a run's natural cards."""
    wanted = set(ranks)
    return tuple(start for start in starts_of(size, rules) if wanted <= set(window(start, size)))


def extensions(start: int, size: int, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Yield each rank that can extend the run of ``size`` ranks from ``start``, and the start of the extended run."""
    below = (start - 2) % RANKS + 1
    starts = starts_of(size + 1, rules)
    if below in starts:
        yield below, below
    if start in starts:
        yield window(start, size + 1)[-1], start


def _roles(start: int, size: int, ranks: Sequence[int]) -> set[int]:
    return set(window(start, size)) - set(ranks)


def _ranks_fit(roles: set[int], declared_ranks: Iterable[int]) -> bool:
    """Return whether every declared rank is one that a wild can have in the run, and no two are the same."""
    taken = list(declared_ranks)
    return len(set(taken)) == len(taken) and roles.issuperset(taken)


def _missing(ranks: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """Return the ranks missing between the natural ones in the shortest run that the rules allow, ascending."""
    shortest = next(
        (start, size)
        for size in range(len(ranks), RANKS + 1)
        for start in starts_of(size, rules)
        if set(ranks) <= set(window(start, size))
    )
    return tuple(rank for rank in window(*shortest) if rank not in ranks)


def _in_order(
    naturals: list[Card], wilds: tuple[Card, ...], ranks: tuple[int, ...], wild_ranks: Mapping[Card, int]
) -> tuple[Card, ...]:
    """Return the cards of a run in ascending order, with wilds without a declared rank in the gaps."""
    by_rank = {c.rank: c for c in naturals} | {rank: c for c, rank in wild_ranks.items()}
    other_wilds = iter([c for c in wilds if c not in wild_ranks])
    return tuple(by_rank[rank] if rank in by_rank else next(other_wilds) for rank in ranks)


def _mixed_reason(naturals: list[Card]) -> NotAMeld:
    """Return the reason for cards of several ranks and suits, with those outside the largest group of one of them."""
    rank, of_rank = Counter(c.rank for c in naturals).most_common(1)[0]
    suit, of_suit = Counter(c.suit for c in naturals).most_common(1)[0]
    if max(of_rank, of_suit) == 1 or of_rank == of_suit:
        return NotAMeld(NotAMeldReason.MIXED, cards=tuple(naturals))
    if of_suit > of_rank:
        return NotAMeld(NotAMeldReason.MIXED, MeldKind.RUN, tuple(c for c in naturals if c.suit != suit))
    return NotAMeld(NotAMeldReason.MIXED, MeldKind.SET, tuple(c for c in naturals if c.rank != rank))
