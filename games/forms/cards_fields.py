"""The fields of the page of cards: filled from a round that was entered, from the round form, or by a button."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.datastructures import MultiValueDict

from games.forms.cards_form import CALLED, Fields, TypedCards, meld_name
from games.forms.cards_text import cards_text
from games.forms.round_form import rank_text
from games.rules.arrangement import MOST, all_best, value
from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, ShownHand
from games.rules.faults import Illegal
from games.rules.laying import proposal
from games.rules.layoffs import Defence
from games.rules.melds import Meld, meld_of
from games.rules.ruleset import RuleSet

_PLACE: Final = re.compile(r"(cards|card|seen|discard|deadwood|layoff|number)-(\d{1,2})(|-.*)", re.DOTALL)
_FROM_NUMBERS: Final = re.compile(r"rank|suit|reason|deadwood-\d{1,2}")


def fields_of(told: Declaration, reason: str = "") -> Fields:
    """The fields of a round that was entered before, card by card or by its counts."""
    data: Fields = MultiValueDict({"reason": [reason]})
    data["ender"] = "dead" if told.ending is Ending.DEAD else "" if told.ender is None else str(told.ender)
    data["declared"] = told.ending.value if told.ending.value in CALLED else ""
    if told.knock_card:
        data["rank"], data["suit"] = rank_text(told.knock_card), told.knock_card.suit
    for seat, points in told.deadwood.items():
        data[f"deadwood-{seat}"] = str(points)
    for seat, hand in told.shown.items():
        _put(data, seat, hand, hand.discard)
        for wild, number in hand.numbers.items():
            data[f"number-{seat}-{wild.text}"] = str(number)
    ender = told.shown.get(told.ender) if told.ender is not None else None
    for layoff in told.layoffs:
        if ender:
            data[f"layoff-{layoff.seat}-{layoff.card.text}"] = meld_name(ender.melds[layoff.onto])
    return data


def fields_from_numbers(given: Mapping[str, str]) -> Fields:
    """The fields as far as the round form has them too: who ended it and how, counts, the card that sets the limit."""
    data: Fields = MultiValueDict(
        {name: [text] for name, text in given.items() if text and _FROM_NUMBERS.fullmatch(name)}
    )
    seat, _, rest = given.get("end", "")[:40].partition(":")
    kind, _, amount = rest.partition(":")
    if seat == "dead" or (seat.isdecimal() and kind in CALLED):
        data["ender"], data["declared"] = seat, kind
        if amount:
            data[f"deadwood-{seat}"] = amount
    return data


def _put(data: Fields, seat: int, hand: ShownHand, discard: Card | None) -> None:
    """Write a hand as it was declared into the text field, its boxes and the discard's field."""
    thrown = (discard,) if discard else ()
    data[f"cards-{seat}"] = cards_text(replace(hand, cards=(*hand.cards, *thrown)))
    data.setlist(f"card-{seat}", [card.text for card in (*hand.cards, *thrown)])
    data[f"seen-{seat}"] = ""
    if discard:
        data[f"discard-{seat}"] = discard.text


# --- Buttons: what the cards on the table leave to choose ------------------------------------------------------------


def opponents(typed: TypedCards) -> tuple[int, ...]:
    """The seats whose cards are known and who may lay off, from the ender's left on."""
    if typed.ender is None or typed.ender not in typed.shown:
        return ()
    at = typed.active.index(typed.ender)
    return tuple(seat for seat in typed.active[at + 1 :] + typed.active[:at] if seat in typed.shown)


def best_layoffs(typed: TypedCards, rules: RuleSet) -> dict[int, Defence]:
    """What all opponents together do best with their melds and layoffs, by seat; empty where nothing can be said."""
    if typed.ender not in typed.shown:
        return {}
    hands = {seat: typed.shown[seat].cards for seat in opponents(typed)}
    if not hands or any(not 0 < len(cards) <= MOST for cards in hands.values()):
        return {}
    return proposal(hands, typed.shown[typed.ender], rules, gin=typed.gin) or {}


def laid_off(data: Fields, typed: TypedCards, rules: RuleSet) -> Fields:
    """The fields with the best melds and layoffs of all opponents."""
    found, data = best_layoffs(typed, rules), without_layoffs(data)
    for seat, defence in found.items():
        hand = typed.shown[seat]
        _put(data, seat, ShownHand(hand.cards, defence.melds), None)
        for card, onto in defence.layoffs:
            data[f"layoff-{seat}-{card.text}"] = meld_name(typed.shown[typed.ender or 0].melds[onto])
    return data


def arranged_best(data: Fields, seat: int) -> Fields:
    """The fields with one hand as cards that nobody grouped: those are laid out best."""
    data = data.copy()
    words = data.get(f"cards-{seat}", "").replace("/", " ").replace("|", " ").split()
    data[f"cards-{seat}"] = " ".join(word for word in words if word != "-")
    for name in [name for name in data if name.startswith(f"layoff-{seat}-")]:
        del data[name]
    return data


def fewest_layoffs(typed: TypedCards, rules: RuleSet) -> ShownHand | None:
    """The ender's hand so arranged that others can lay off the fewest cards; None where it lies like that.

    Only as good an arrangement as the declared one is offered: it never says that another were better.
    """
    hand = typed.shown.get(typed.ender) if typed.ender is not None else None
    if hand is None or len(hand.cards) != rules.hand_size or rules.layoff == "never":
        return None
    try:
        best = all_best(hand.cards, rules)[0]
    except Illegal:
        return None
    if any(not isinstance(meld_of(meld, rules), Meld) for meld in hand.melds):
        return None
    same = {frozenset(meld) for meld in hand.melds} == {frozenset(meld) for meld in best.melds}
    worse = sum(value(card, rules) for card in hand.unmelded) > best.deadwood
    return None if same or worse else ShownHand(hand.cards, best.melds, hand.discard)


def with_fewest(data: Fields, typed: TypedCards, rules: RuleSet) -> Fields:
    """The fields with the ender's hand laid out for the fewest layoffs; what was laid off before is taken back."""
    found = fewest_layoffs(typed, rules)
    if found is None or typed.ender is None:
        return data
    data = without_layoffs(data)
    _put(data, typed.ender, found, found.discard)
    return data


def without_layoffs(data: Fields) -> Fields:
    """The fields with every layoff taken back."""
    kept: Fields = MultiValueDict()
    for name, values in data.lists():
        if not name.startswith("layoff-"):
            kept.setlist(name, list(values))
    return kept


def reseated_cards(data: Fields, swaps: Sequence[tuple[int, int]]) -> Fields:
    """The page's fields after ``swaps`` of seats: what was entered for a person stays with that person."""
    for one, other in swaps:
        ends = {str(one): str(other), str(other): str(one)}
        moved: Fields = MultiValueDict()
        for name, values in data.lists():
            found = _PLACE.fullmatch(name)
            seat = found[2] if found else ""
            to = f"{found[1]}-{ends[seat]}{found[3]}" if found and seat in ends else name
            moved.setlist(to, [ends.get(v, v) for v in values] if name == "ender" else list(values))
        data = moved
    return data
