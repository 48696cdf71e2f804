"""Layoffs: which cards fit on the ender's melds, and the best defence (rules 7 "Layoffs"; for wilds rules 4 and A9)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.cards import SUITS, Card
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.arrangement import cards_of_plan, check_cards, make_arrangement, masks_of
from games.rules.hands.melds import MeldKind, NotAMeld, extensions, meld_of
from games.rules.hands.planning import LayoffRoom, plan
from games.rules.ruleset import RuleSet


class LayoffRefusal(StrEnum):
    """Why a card may not be laid off."""

    NEVER = "never"
    """These rules have no layoffs."""
    AFTER_GIN = "after_gin"
    """These rules have no layoffs after gin."""
    WILD = "wild"
    """Wilds are never laid off."""
    NOT_A_MELD = "not_a_meld"
    """The cards it would go on aren't a meld."""
    NO_FIT = "no_fit"
    """It doesn't extend that meld, or there is no room."""


@dataclass(frozen=True, slots=True)
class MeldOnTable:
    """A meld of the ender with the cards laid off on it so far.

    ``rank`` is the rank of a set, ``suit`` the suit of a run. ``starts`` are the possible lowest ranks of a run, of
    which there are several while a wild may be at either end. ``size`` counts all cards.
    """

    kind: MeldKind
    rank: int
    suit: str
    size: int
    starts: tuple[int, ...] = ()

    def with_card(self, card: Card, rules: RuleSet) -> "MeldOnTable | None":
        """Return the meld with ``card`` added, None if it doesn't fit. The first card fixes a wild at an open end."""
        if card.wild:
            return None
        if self.kind is MeldKind.SET:
            fits = card.rank == self.rank and self.room(rules) > 0
            return replace(self, size=self.size + 1) if fits else None
        if card.suit != self.suit:
            return None
        grown = {
            new_start
            for start in self.starts
            for rank, new_start in extensions(start, self.size, rules)
            if rank == card.rank
        }
        return replace(self, size=self.size + 1, starts=tuple(sorted(grown))) if grown else None

    def room(self, rules: RuleSet) -> int:
        """Return how many more cards a set may take; where wilds may duplicate a suit, no real deck has more."""
        suits = len(SUITS[rules.deck])
        return suits if rules.wild_may_duplicate else suits - self.size


@dataclass(frozen=True, slots=True)
class Defence:
    """How an opponent of the ender melds and lays off a hand.

    ``melds`` are the opponent's own. ``layoffs`` are in a legal order, each a card and the index of the ender's meld.
    ``deadwood`` is the value of the ``unmelded`` cards (points).
    """

    melds: tuple[tuple[Card, ...], ...]
    layoffs: tuple[tuple[Card, int], ...]
    unmelded: tuple[Card, ...]
    deadwood: int


def general_layoff_refusal(rules: RuleSet, *, ender_went_gin: bool) -> LayoffRefusal | None:
    """Return why no card at all may be laid off, None if layoffs are allowed."""
    if rules.layoff == "never":
        return LayoffRefusal.NEVER
    return LayoffRefusal.AFTER_GIN if ender_went_gin and rules.layoff == "unless_gin" else None


def meld_on_table(
    meld: Sequence[Card], rules: RuleSet, laid: Iterable[Card] = (), declared_ranks: Mapping[Card, int] | None = None
) -> MeldOnTable | None:
    """Return the ender's ``meld`` with the cards ``laid`` off on it in that order, None if they don't fit.

    ``declared_ranks`` are the ranks that the ender declared for wilds.
    """
    shown = meld_of(meld, rules, declared_ranks)
    if isinstance(shown, NotAMeld):
        return None
    first = next(c for c in shown.cards if not c.wild)
    state: MeldOnTable | None = MeldOnTable(shown.kind, first.rank, first.suit, len(shown.cards), shown.windows)
    for card in laid:
        state = state and state.with_card(card, rules)
    return state


def layoff_refusal(
    card: Card,
    meld: Sequence[Card],
    rules: RuleSet,
    *,
    ender_went_gin: bool,
    laid: Sequence[Card] = (),
    declared_ranks: Mapping[Card, int] | None = None,
) -> LayoffRefusal | None:
    """Return why ``card`` may not be laid off on the ender's ``meld``, None if it may.

    ``laid`` are the cards already laid off on it, in order; ``declared_ranks`` the ranks that the ender declared for
    wilds. The first layoff fixes a wild at an open end: 7 may be laid on 5 6 W, then 8 or 3, but not 4.

    >>> layoff_refusal(Card(12, "s"), [Card(rank, "s") for rank in (8, 9, 10)], RuleSet(), ender_went_gin=False).value
    'no_fit'
    """
    reason = general_layoff_refusal(rules, ender_went_gin=ender_went_gin)
    if reason or card.wild:
        return reason or LayoffRefusal.WILD
    state = meld_on_table(meld, rules, laid, declared_ranks)
    if state is None:
        return LayoffRefusal.NOT_A_MELD
    fits = card not in meld and card not in laid and state.with_card(card, rules)
    return None if fits else LayoffRefusal.NO_FIT


def best_defence(
    cards: Sequence[Card],
    ender_melds: Sequence[Sequence[Card]],
    rules: RuleSet,
    *,
    ender_went_gin: bool,
    laid: Mapping[int, Sequence[Card]] | None = None,
    declared_ranks: Mapping[Card, int] | None = None,
) -> Defence:
    """Return the melds and layoffs that together leave the least deadwood, among equals with the fewest layoffs.

    ``cards`` are 1 to 14; ``laid`` are the cards that others laid off before, by index of the ender's meld;
    ``declared_ranks`` the ranks that the ender declared for wilds. Raises RulesError for too many cards, a duplicate
    (also of the ender's cards), a card of another deck, and an ender's meld that isn't one.
    """
    check_cards(cards, rules)
    states = _table(cards, ender_melds, rules, laid or {}, declared_ranks)
    table = [] if general_layoff_refusal(rules, ender_went_gin=ender_went_gin) else states
    masks, wilds = masks_of(cards, rules)
    chains = [_chains(suit, mask, table, rules) for suit, mask in zip(SUITS[rules.deck], masks, strict=True)]
    room: Counter[int] = Counter()
    for state in table:
        if state.kind is MeldKind.SET:
            room[state.rank - 1] += state.room(rules)
    onto = LayoffRoom({suit: tuple(filter(None, found)) for suit, found in enumerate(chains)}, room)
    chosen = plan(masks, wilds, rules, onto)
    melds, unmelded_by_rank = cards_of_plan(chosen, cards, rules)
    layoffs = [layoff for found, mask in zip(chains, chosen.laid, strict=True) for layoff in found[mask]]
    for meld_index, state in enumerate(table):
        if state.kind is MeldKind.SET:
            of_rank = unmelded_by_rank.get(state.rank - 1, [])
            layoffs += [(of_rank.pop(0), meld_index) for _ in range(min(len(of_rank), state.room(rules)))]
    laid_cards = {card for card, _ in layoffs}
    arrangement = make_arrangement(melds, [c for c in cards if c not in laid_cards], rules)
    return Defence(arrangement.melds, tuple(layoffs), arrangement.unmelded, arrangement.deadwood)


def _table(
    cards: Sequence[Card],
    ender_melds: Sequence[Sequence[Card]],
    rules: RuleSet,
    laid: Mapping[int, Sequence[Card]],
    declared_ranks: Mapping[Card, int] | None,
) -> list[MeldOnTable]:
    """Return the ender's melds with the cards laid off on them.

    Raises RulesError if they aren't melds, or if one of ``cards`` is among them.
    """
    table, faults = [], []
    for meld_index, meld in enumerate(ender_melds):
        earlier = laid.get(meld_index, ())
        faults += [Fault(Code.DUPLICATE_CARD, name=c.text) for c in (*meld, *earlier) if c in cards]
        state = meld_on_table(meld, rules, earlier, declared_ranks)
        if state is None:
            faults.append(Fault(Code.NOT_A_MELD, name=" ".join(c.text for c in (*meld, *earlier))))
        else:
            table.append(state)
    if faults:
        raise RulesError(tuple(faults))
    return table


def _chains(suit: str, mask: int, table: Sequence[MeldOnTable], rules: RuleSet) -> dict[int, list[tuple[Card, int]]]:
    """Return every mask of a suit's cards that can be laid off on runs together, with the layoffs in a legal order."""
    found: dict[int, list[tuple[Card, int]]] = {0: []}
    for meld_index, state in enumerate(table):
        if state.kind is MeldKind.RUN and state.suit == suit and mask:
            takeable = dict(_takeable(state, mask, rules))
            found = {
                before | takeable_mask: layoffs + [(Card(rank, suit), meld_index) for rank in ranks]
                for before, layoffs in found.items()
                for takeable_mask, ranks in takeable.items()
                if not before & takeable_mask
            }
    return found


def _takeable(state: MeldOnTable, mask: int, rules: RuleSet) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every part of ``mask`` that can be laid off on one run, and its ranks in a legal order."""
    for first in state.starts:
        # A run only grows by one card at either end, so its start and size determine which cards were added.
        grown: dict[tuple[int, int], tuple[int, ...]] = {(first, state.size): ()}
        queue = [(first, state.size)]
        for start, size in queue:
            ranks = grown[start, size]
            yield sum(1 << rank - 1 for rank in ranks), ranks
            for rank, new_start in extensions(start, size, rules):
                if mask >> rank - 1 & 1 and (new_start, size + 1) not in grown:
                    grown[new_start, size + 1] = (*ranks, rank)
                    queue.append((new_start, size + 1))
