"""A round whose hands were shown, as the sheet unfolds it, and what could have been done better with them."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.utils.translation import ngettext

from games.pages import CardView, ShownLine
from games.rules.arrangement import value
from games.rules.cards import Card
from games.rules.declaration import Declaration, ShownHand, TeamDeal, Told
from games.rules.hindsight import could_have
from games.rules.ledger import declaration, round_facts
from games.rules.melds import Kind, Meld, meld_of, order, window
from games.rules.ruleset import RuleSet
from games.selectors.cards_view import card_view
from games.wording import listed


def fewer_possible(told: Told, rules: RuleSet) -> Mapping[int, int]:
    """What ``could_have`` finds: points by seat."""
    if not told.shown:
        return {}
    return _fewer_possible(json.dumps(round_facts(told), sort_keys=True), rules)


@lru_cache(maxsize=512)
def _fewer_possible(facts: str, rules: RuleSet) -> Mapping[int, int]:
    """The same of a round's facts: they do not change, and every screen of a table asks for them."""
    return could_have(declaration(json.loads(facts), rules), rules)


def could_have_text(told: Told, rules: RuleSet, names: Sequence[str]) -> str:
    """What was missed in a sentence: "Ben could have had 4 fewer."; empty where everybody did best."""
    parts = [
        # Translators: points of deadwood; a clause, perhaps in a list of such clauses.
        ngettext("%(who)s could have had %(n)d fewer", "%(who)s could have had %(n)d fewer", fewer)
        % {"who": names[seat], "n": fewer}
        for seat, fewer in sorted(fewer_possible(told, rules).items())
    ]
    return f"{listed(parts)}." if parts else ""


def shown_lines(told: Told, rules: RuleSet, names: Sequence[str], *, strict: bool) -> tuple[ShownLine, ...]:
    """The hands of a round that were shown, the ender's first, each with its melds, layoffs and arithmetic.

    At a ``strict`` table nothing is remarked of what could have been better.
    """
    better = {} if strict else fewer_possible(told, rules)
    hands = told.hands if isinstance(told, TeamDeal) else (told,)
    return tuple(
        _line(hand, seat, rules, names, better.get(seat, 0))
        for hand in hands
        for seat in sorted(hand.shown, key=lambda seat: (seat != hand.ender, seat))
    )


def _line(told: Declaration, seat: int, rules: RuleSet, names: Sequence[str], fewer: int) -> ShownLine:
    hand = told.shown[seat]
    laid = [layoff.card for layoff in told.layoffs if layoff.seat == seat]
    left = sorted((c for c in hand.unmelded if c not in laid), key=order)
    points = [value(card, rules) for card in left]
    return ShownLine(
        name=names[seat],
        melds=tuple(drawn(meld, hand, rules) for meld in hand.melds),
        laid=tuple(card_view(card) for card in laid),
        left=tuple(card_view(card) for card in left),
        sum=f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points)),
        remark=ngettext("could have had %(n)d fewer", "could have had %(n)d fewer", fewer) % {"n": fewer}
        if fewer
        else "",
    )


def drawn(meld: Sequence[Card], hand: ShownHand, rules: RuleSet) -> tuple[CardView, ...]:
    """A meld's cards as they lie, a wild with its number where there is only one way to see it."""
    found = meld_of(meld, rules, hand.numbers)
    if not isinstance(found, Meld):
        return tuple(card_view(card, hand.numbers.get(card, 0)) for card in meld)
    if found.kind is Kind.SET:
        known = {card: found.cards[0].rank for card in found.cards if card.wild}
    else:
        ranks = window(found.windows[0], len(found.cards)) if len(found.windows) == 1 else ()
        known = dict(zip(found.cards, ranks, strict=False))
    return tuple(card_view(card, known.get(card, 0) if card.wild else 0) for card in found.cards)
