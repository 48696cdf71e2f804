"""Layoffs: what may lie on the ender's melds, and the best defence (rules 7 "Layoffs"; for wilds rules 4 and A9)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.arrangement import arranged, check_cards, dealt, masks_of
from games.rules.cards import SUITS, Card
from games.rules.faults import Code, Fault, Illegal
from games.rules.melds import Kind, NotAMeld, longer, meld_of
from games.rules.planning import Onto, plan
from games.rules.ruleset import RuleSet


class NoLayoff(StrEnum):
    """Why a card may not be laid off."""

    NEVER = "never"
    """These rules have no layoffs."""
    AFTER_GIN = "after_gin"
    """None after gin."""
    WILD = "wild"
    """Wilds are never laid off."""
    NOT_A_MELD = "not_a_meld"
    """What it was to be laid on is none."""
    NO_FIT = "no_fit"
    """It makes that meld no longer, or there is no room on it."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """A meld of the ender with the cards that were laid off on it.

    ``rank`` is a set's, ``suit`` a run's. ``starts`` are the lowest ranks that the run may begin with: several while
    nobody knows at which end its wild is. ``size`` counts all cards.
    """

    kind: Kind
    rank: int
    suit: str
    size: int
    starts: tuple[int, ...] = ()

    def with_card(self, card: Card, rules: RuleSet) -> "OnTable | None":
        """The meld with ``card`` on it, None where that does not fit. The first card fixes a wild at an open end."""
        if card.wild:
            return None
        if self.kind is Kind.SET:
            fits = card.rank == self.rank and self.room(rules) > 0
            return replace(self, size=self.size + 1) if fits else None
        if card.suit != self.suit:
            return None
        grown = {at for start in self.starts for rank, at in longer(start, self.size, rules) if rank == card.rank}
        return replace(self, size=self.size + 1, starts=tuple(sorted(grown))) if grown else None

    def room(self, rules: RuleSet) -> int:
        """How many more cards a set may take. Where wilds may double a suit that is no limit: there are no more."""
        suits = len(SUITS[rules.deck])
        return suits if rules.wild_may_duplicate else suits - self.size


@dataclass(frozen=True, slots=True)
class Defence:
    """What an opponent of the ender does with his hand.

    ``melds`` are his own, ``layoffs`` in a legal order each a card and the index of the ender's meld; ``deadwood`` is
    the value of the ``unmelded`` cards (points).
    """

    melds: tuple[tuple[Card, ...], ...]
    layoffs: tuple[tuple[Card, int], ...]
    unmelded: tuple[Card, ...]
    deadwood: int


def why_no_layoffs(rules: RuleSet, *, ender_went_gin: bool) -> NoLayoff | None:
    """Why nothing at all may be laid off; None when layoffs are allowed."""
    if rules.layoff == "never":
        return NoLayoff.NEVER
    return NoLayoff.AFTER_GIN if ender_went_gin and rules.layoff == "unless_gin" else None


def on_table(
    meld: Sequence[Card], rules: RuleSet, laid: Iterable[Card] = (), numbers: Mapping[Card, int] | None = None
) -> OnTable | None:
    """The ender's ``meld`` with the cards ``laid`` off on it, in that order; None when that cannot be.

    ``numbers`` are the ranks that the ender said his wilds are.
    """
    shown = meld_of(meld, rules, numbers)
    if isinstance(shown, NotAMeld):
        return None
    first = next(c for c in shown.cards if not c.wild)
    state: OnTable | None = OnTable(shown.kind, first.rank, first.suit, len(shown.cards), shown.windows)
    for card in laid:
        state = state and state.with_card(card, rules)
    return state


def may_lay_off(
    card: Card,
    meld: Sequence[Card],
    rules: RuleSet,
    *,
    ender_went_gin: bool,
    laid: Sequence[Card] = (),
    numbers: Mapping[Card, int] | None = None,
) -> NoLayoff | None:
    """Why ``card`` may not be laid off on the ender's ``meld``; None when it may.

    ``laid`` are the cards that lie on it already, in their order; ``numbers`` the ranks that the ender said his wilds
    are. A wild at an open end is where the first layoff puts it: 7 may lie on 5 6 W, then 8 or 3, not 4.

    >>> may_lay_off(Card(12, "s"), [Card(rank, "s") for rank in (8, 9, 10)], RuleSet(), ender_went_gin=False).value
    'no_fit'
    """
    reason = why_no_layoffs(rules, ender_went_gin=ender_went_gin)
    if reason or card.wild:
        return reason or NoLayoff.WILD
    state = on_table(meld, rules, laid, numbers)
    if state is None:
        return NoLayoff.NOT_A_MELD
    fits = card not in meld and card not in laid and state.with_card(card, rules)
    return None if fits else NoLayoff.NO_FIT


def best_defence(
    cards: Sequence[Card],
    ender_melds: Sequence[Sequence[Card]],
    rules: RuleSet,
    *,
    ender_went_gin: bool,
    laid: Mapping[int, Sequence[Card]] | None = None,
    numbers: Mapping[Card, int] | None = None,
) -> Defence:
    """Own melds and layoffs that together leave the least deadwood; of equal ones those with the fewest layoffs.

    ``cards`` are 1 to 14; ``laid``, by index of the ender's meld, what others laid off before; ``numbers`` the ranks
    that the ender said his wilds are. Raises Illegal for more cards, a card that is there twice (an ender's card, too),
    a card of another deck, and an ender's meld that is none.
    """
    check_cards(cards, rules)
    states = _table(cards, ender_melds, rules, laid or {}, numbers)
    table = [] if why_no_layoffs(rules, ender_went_gin=ender_went_gin) else states
    masks, wilds = masks_of(cards, rules)
    chains = [_chains(suit, mask, table, rules) for suit, mask in zip(SUITS[rules.deck], masks, strict=True)]
    room: Counter[int] = Counter()
    for state in table:
        if state.kind is Kind.SET:
            room[state.rank - 1] += state.room(rules)
    onto = Onto({suit: tuple(filter(None, found)) for suit, found in enumerate(chains)}, room)
    chosen = plan(masks, wilds, rules, onto)
    melds, left = dealt(chosen, cards, rules)
    layoffs = [layoff for found, mask in zip(chains, chosen.laid, strict=True) for layoff in found[mask]]
    for at, state in enumerate(table):
        if state.kind is Kind.SET:
            of_rank = left.get(state.rank - 1, [])
            layoffs += [(of_rank.pop(0), at) for _ in range(min(len(of_rank), state.room(rules)))]
    gone = {card for card, _ in layoffs}
    rest = arranged(melds, [c for c in cards if c not in gone], rules)
    return Defence(rest.melds, tuple(layoffs), rest.unmelded, rest.deadwood)


def _table(
    cards: Sequence[Card],
    ender_melds: Sequence[Sequence[Card]],
    rules: RuleSet,
    laid: Mapping[int, Sequence[Card]],
    numbers: Mapping[Card, int] | None,
) -> list[OnTable]:
    """The ender's melds with what was laid on them. Raises Illegal where they are none or hold one of ``cards``."""
    table, faults = [], []
    for at, meld in enumerate(ender_melds):
        before = laid.get(at, ())
        faults += [Fault(Code.DUPLICATE_CARD, name=c.text) for c in (*meld, *before) if c in cards]
        state = on_table(meld, rules, before, numbers)
        if state is None:
            faults.append(Fault(Code.NOT_A_MELD, name=" ".join(c.text for c in (*meld, *before))))
        else:
            table.append(state)
    if faults:
        raise Illegal(tuple(faults))
    return table


def _chains(suit: str, mask: int, table: Sequence[OnTable], rules: RuleSet) -> dict[int, list[tuple[Card, int]]]:
    """Every mask of a suit's cards that may all be laid off on runs, with the layoffs in a legal order."""
    found: dict[int, list[tuple[Card, int]]] = {0: []}
    for at, state in enumerate(table):
        if state.kind is Kind.RUN and state.suit == suit and mask:
            one = dict(_laid_on(state, mask, rules))
            found = {
                before | own: layoffs + [(Card(rank, suit), at) for rank in ranks]
                for before, layoffs in found.items()
                for own, ranks in one.items()
                if not before & own
            }
    return found


def _laid_on(state: OnTable, mask: int, rules: RuleSet) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every mask of cards, out of ``mask``, that one run can take, and the ranks in a legal order."""
    for first in state.starts:
        # A run grows downwards and upwards by itself, so where it starts and its size say all about how it grew.
        grown: dict[tuple[int, int], tuple[int, ...]] = {(first, state.size): ()}
        waiting = [(first, state.size)]
        for start, size in waiting:
            ranks = grown[start, size]
            yield sum(1 << rank - 1 for rank in ranks), ranks
            for rank, at in longer(start, size, rules):
                if mask >> rank - 1 & 1 and (at, size + 1) not in grown:
                    grown[at, size + 1] = (*ranks, rank)
                    waiting.append((at, size + 1))
