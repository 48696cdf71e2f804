"""A player's own hand as he lays it down on his own phone, and what several of them cannot be together."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.datastructures import MultiValueDict

from games.forms.cards_text import CardsTyped, hand_of, read_cards_field
from games.pages import HandView
from games.rules.cards import RUMSKI_WILDS, Card
from games.rules.melds import order
from games.rules.ruleset import RuleSet
from games.selectors.cards_view import arrangeable, hand_view, marked
from games.selectors.own_hands import Laying
from games.wording import card_face, listed

FIELD: Final = "own"
"""What stands behind the dash in the names of the grid's fields."""
_WILD: Final = re.compile(r"\bW[1-9]")


@dataclass(frozen=True, slots=True)
class Clashes:
    """What cannot be true of hands together: ``sentences``, and the ``cards`` (their texts) that these name."""

    sentences: tuple[str, ...] = ()
    cards: frozenset[str] = frozenset()


def hand_fault(typed: CardsTyped, rules: RuleSet) -> str:
    """What keeps a hand that was understood from being laid down: cards that are missing. "" for nothing."""
    size, number = rules.hand_size, len(typed.cards)
    if number in (size, size + 1):
        return ""
    return f"A hand has {size} cards, and {size + 1} with the one to be thrown: these are {number}."


def hands_shown(laying: Laying, rules: RuleSet) -> dict[int, CardsTyped]:
    """The hands that may be seen by seat, read back; each wild of the table is one card of its own.

    Players do not tell wilds apart, so that each may have called his own the first: they are counted through.
    """
    texts = {hand.seat: hand.cards for hand in laying.laid if hand.cards is not None}
    wilds = [(seat, wild) for seat, text in texts.items() for wild in dict.fromkeys(_WILD.findall(text))]
    names = {of: f"W{number}" for number, of in enumerate(wilds, start=1)} if len(wilds) <= RUMSKI_WILDS else {}

    def counted(seat: int, text: str) -> str:
        return _WILD.sub(lambda found: names.get((seat, found[0]), found[0]), text)

    return {seat: read_cards_field(counted(seat, text), (), rules) for seat, text in texts.items()}


def clashes(hands: Mapping[int, CardsTyped], names: Sequence[str], rules: RuleSet) -> Clashes:
    """What the hands cannot be together: a card in two of them, more wilds than there are, two with a card too many.

    Nobody can say which hand is right, so each is named. That a card may be the upcard as well is no fault: somebody
    may have taken that.
    """
    sentences = list[str]()
    wilds = {seat: sum(bool(card.wild) for card in hand.cards) for seat, hand in hands.items()}
    too_many = sum(wilds.values()) > RUMSKI_WILDS
    if too_many:
        told = listed([f"{names[seat]} has {number}" for seat, number in wilds.items() if number])
        sentences.append(f"There are only {RUMSKI_WILDS} wilds, but {told}.")
    held = Counter(card for hand in hands.values() for card in hand.cards if not card.wild)
    holders = defaultdict[tuple[int, ...], list[Card]](list)
    for card in sorted((card for card, times in held.items() if times > 1), key=order):
        holders[tuple(seat for seat, hand in hands.items() if card in hand.cards)].append(card)
    for seats, cards in holders.items():
        where = listed([f"{names[seat]}\u2019s hand" for seat in seats])
        sentences.append(f"{listed([card_face(card) for card in cards])} {_is(cards)} in {where}.")
    large = [names[seat] for seat, hand in hands.items() if len(hand.cards) > rules.hand_size]
    if len(large) > 1:
        sentences.append(f"Only who ends the round has {rules.hand_size + 1} cards, but {listed(large)} have.")
    wrong = {card.text for cards in holders.values() for card in cards}
    if too_many:
        wrong |= {card.text for hand in hands.values() for card in hand.cards if card.wild}
    return Clashes(tuple(sentences), frozenset(wrong))


def drawn_hand(typed: CardsTyped, name: str, rules: RuleSet, wrong: frozenset[str] = frozenset()) -> HandView:
    """A hand that was laid down, as cards; those in ``wrong`` are marked. Nothing is said of how it could be better."""
    view = hand_view(name, hand_of(typed, rules), rules, judged=False)
    size = f"{name}: {len(typed.cards)} cards" if len(typed.cards) != rules.hand_size else name
    headline = f"{size}, {view.headline[0].lower()}{view.headline[1:]}" if view.headline else size
    return replace(marked(view, wrong), headline=headline)


def entered_hand(typed: CardsTyped, name: str, rules: RuleSet, *, strict: bool) -> HandView:
    """The hand below its grid. How it would lie best can be had by a tap, but not at a ``strict`` table."""
    view = hand_view(name, hand_of(typed, rules), rules, typed=typed, prefix=FIELD, hints=False)
    return view if strict else arrangeable(view, typed)


def as_cards_fields(laying: Laying, rules: RuleSet) -> MultiValueDict[str, str] | None:
    """The hands as the fields of the page that scores a round by its cards; None where they may not be seen yet."""
    if not laying.open:
        return None
    return MultiValueDict({f"cards-{seat}": [hand.text] for seat, hand in hands_shown(laying, rules).items()})


def _is(cards: Sequence[Card]) -> str:
    return "is" if len(cards) == 1 else "are"
