"""Views of a round's shown hands: melds, layoffs and deadwood, and how a player could have had less deadwood."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.utils.translation import ngettext

from games.pages.cards.cards import CardContext
from games.pages.cards.cards_round import ShownLine
from games.pages.cards.cards_view import card_view
from games.rules.analysis.hindsight import missed_points
from games.rules.cards import Card
from games.rules.declaration import Declaration, RoundDeclaration, ShownHand, TeamDeal
from games.rules.hands.arrangement import card_value
from games.rules.hands.melds import Meld, MeldKind, card_sort_key, meld_of, window
from games.rules.ledger import declaration_from, round_facts
from games.rules.ruleset import RuleSet
from games.wording.words import listed


def missed_points_by_seat(declared: RoundDeclaration, rules: RuleSet) -> Mapping[int, int]:
    """Return the points of deadwood that each seat could have saved, from ``missed_points``."""
    if not declared.shown:
        return {}
    return _missed_points(json.dumps(round_facts(declared), sort_keys=True), rules)


@lru_cache(maxsize=512)
def _missed_points(facts: str, rules: RuleSet) -> Mapping[int, int]:
    """Compute missed points from a round's facts as JSON. Cached, because every screen of a table needs them."""
    return missed_points(declaration_from(json.loads(facts), rules), rules)


def missed_points_text(declared: RoundDeclaration, rules: RuleSet, names: Sequence[str]) -> str:
    """Return a sentence about missed points: "Ben could have saved 4 points."; empty if there are none."""
    parts = [
        # Translators: points of deadwood; a clause, perhaps in a list of such clauses.
        ngettext("%(who)s could have saved %(n)d point", "%(who)s could have saved %(n)d points", fewer)
        % {"who": names[seat], "n": fewer}
        for seat, fewer in sorted(missed_points_by_seat(declared, rules).items())
    ]
    return f"{listed(parts)}." if parts else ""


def shown_hands(
    declared: RoundDeclaration, rules: RuleSet, names: Sequence[str], *, strict: bool
) -> tuple[ShownLine, ...]:
    """Return the shown hands of a round, the ender's first, each with its melds, layoffs and deadwood.

    At a ``strict`` table (a league's strict mode) there are no remarks about missed points.
    """
    saveable = {} if strict else missed_points_by_seat(declared, rules)
    hands = declared.hands if isinstance(declared, TeamDeal) else (declared,)
    return tuple(
        _line(hand, seat, rules, names, saveable.get(seat, 0))
        for hand in hands
        for seat in sorted(hand.shown, key=lambda seat: (seat != hand.ender, seat))
    )


def _line(declared: Declaration, seat: int, rules: RuleSet, names: Sequence[str], fewer: int) -> ShownLine:
    hand = declared.shown[seat]
    laid_off = [layoff.card for layoff in declared.layoffs if layoff.seat == seat]
    unmelded = sorted((card for card in hand.unmelded if card not in laid_off), key=card_sort_key)
    points = [card_value(card, rules) for card in unmelded]
    return ShownLine(
        name=names[seat],
        melds=tuple(meld_cards(meld, hand, rules) for meld in hand.melds),
        laid=tuple(card_view(card) for card in laid_off),
        unmelded=tuple(card_view(card) for card in unmelded),
        sum=f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points)),
        remark=ngettext("could have saved %(n)d point", "could have saved %(n)d points", fewer) % {"n": fewer}
        if fewer
        else "",
    )


def meld_cards(meld: Sequence[Card], hand: ShownHand, rules: RuleSet) -> tuple[CardContext, ...]:
    """Return a meld's cards in order, a wild with the rank it stands for if that is unambiguous."""
    parsed = meld_of(meld, rules, hand.numbers)
    if not isinstance(parsed, Meld):
        return tuple(card_view(card, hand.numbers.get(card, 0)) for card in meld)
    if parsed.kind is MeldKind.SET:
        ranks_of_cards = {card: parsed.cards[0].rank for card in parsed.cards if card.wild}
    else:
        ranks = window(parsed.windows[0], len(parsed.cards)) if len(parsed.windows) == 1 else ()
        ranks_of_cards = dict(zip(parsed.cards, ranks, strict=False))
    return tuple(card_view(card, ranks_of_cards.get(card, 0) if card.wild else 0) for card in parsed.cards)
