"""Views of a round's shown hands: melds, layoffs and deadwood, and how a player could have had less deadwood."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.utils.translation import ngettext

from games.pages.cards import CardView
from games.pages.cards_round import ShownLine
from games.rules.arrangement import value
from games.rules.cards import Card
from games.rules.declaration import Declaration, ShownHand, TeamDeal, Told
from games.rules.hindsight import could_have
from games.rules.ledger import declaration, round_facts
from games.rules.melds import Kind, Meld, meld_of, order, window
from games.rules.ruleset import RuleSet
from games.selectors.cards_view import card_view
from games.wording.words import listed


def fewer_possible(declared: Told, rules: RuleSet) -> Mapping[int, int]:
    """Return the points of deadwood that each seat could have saved, from ``could_have``."""
    if not declared.shown:
        return {}
    return _fewer_possible(json.dumps(round_facts(declared), sort_keys=True), rules)


@lru_cache(maxsize=512)
def _fewer_possible(facts: str, rules: RuleSet) -> Mapping[int, int]:
    """Compute missed points from a round's facts as JSON. Cached, because every screen of a table needs them."""
    return could_have(declaration(json.loads(facts), rules), rules)


def could_have_text(declared: Told, rules: RuleSet, names: Sequence[str]) -> str:
    """Return a sentence about missed points: "Ben could have had 4 fewer."; empty if there are none."""
    parts = [
        # Translators: points of deadwood; a clause, perhaps in a list of such clauses.
        ngettext("%(who)s could have had %(n)d fewer", "%(who)s could have had %(n)d fewer", fewer)
        % {"who": names[seat], "n": fewer}
        for seat, fewer in sorted(fewer_possible(declared, rules).items())
    ]
    return f"{listed(parts)}." if parts else ""


def shown_lines(declared: Told, rules: RuleSet, names: Sequence[str], *, strict: bool) -> tuple[ShownLine, ...]:
    """Return the shown hands of a round, the ender's first, each with its melds, layoffs and deadwood.

    At a ``strict`` table (a league's strict mode) there are no remarks about missed points.
    """
    saveable = {} if strict else fewer_possible(declared, rules)
    hands = declared.hands if isinstance(declared, TeamDeal) else (declared,)
    return tuple(
        _line(hand, seat, rules, names, saveable.get(seat, 0))
        for hand in hands
        for seat in sorted(hand.shown, key=lambda seat: (seat != hand.ender, seat))
    )


def _line(declared: Declaration, seat: int, rules: RuleSet, names: Sequence[str], fewer: int) -> ShownLine:
    hand = declared.shown[seat]
    laid_off = [layoff.card for layoff in declared.layoffs if layoff.seat == seat]
    unmelded = sorted((card for card in hand.unmelded if card not in laid_off), key=order)
    points = [value(card, rules) for card in unmelded]
    return ShownLine(
        name=names[seat],
        melds=tuple(drawn(meld, hand, rules) for meld in hand.melds),
        laid=tuple(card_view(card) for card in laid_off),
        unmelded=tuple(card_view(card) for card in unmelded),
        sum=f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points)),
        remark=ngettext("could have had %(n)d fewer", "could have had %(n)d fewer", fewer) % {"n": fewer}
        if fewer
        else "",
    )


def drawn(meld: Sequence[Card], hand: ShownHand, rules: RuleSet) -> tuple[CardView, ...]:
    """Return a meld's cards in order, a wild with the rank it stands for if that is unambiguous."""
    parsed = meld_of(meld, rules, hand.numbers)
    if not isinstance(parsed, Meld):
        return tuple(card_view(card, hand.numbers.get(card, 0)) for card in meld)
    if parsed.kind is Kind.SET:
        ranks_of_cards = {card: parsed.cards[0].rank for card in parsed.cards if card.wild}
    else:
        ranks = window(parsed.windows[0], len(parsed.cards)) if len(parsed.windows) == 1 else ()
        ranks_of_cards = dict(zip(parsed.cards, ranks, strict=False))
    return tuple(card_view(card, ranks_of_cards.get(card, 0) if card.wild else 0) for card in parsed.cards)
