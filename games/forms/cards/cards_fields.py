"""Make form data for the page that enters a round card by card: from a saved round, the round form, or a button."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.datastructures import MultiValueDict

from games.forms.cards.cards_form import DECLARED_ENDINGS, Fields, TypedCards, meld_name
from games.forms.cards.cards_text import cards_text
from games.forms.table.round_form import rank_text
from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, ShownHand
from games.rules.faults import RulesError
from games.rules.hands.arrangement import MAX_CARDS, all_best, card_value, open_cards
from games.rules.hands.layoff_moves import proposed_layoffs
from games.rules.hands.layoffs import Defence
from games.rules.hands.melds import Meld, meld_of
from games.rules.ruleset import RuleSet

_SEAT_FIELD: Final = re.compile(r"(cards|card|seen|discard|deadwood|layoff|number)-(\d{1,2})(|-.*)", re.DOTALL)
_ROUND_FORM_FIELD: Final = re.compile(r"rank|suit|reason|deadwood-\d{1,2}")


def fields_from_declaration(declaration: Declaration, reason: str = "") -> Fields:
    """Return the form data of a saved round, whether it was entered by its cards or by its counts."""
    data: Fields = MultiValueDict({"reason": [reason]})
    data["ender"] = (
        "dead" if declaration.ending is Ending.DEAD else "" if declaration.ender is None else str(declaration.ender)
    )
    data["declared"] = declaration.ending.value if declaration.ending.value in DECLARED_ENDINGS else ""
    if declaration.knock_card:
        data["rank"], data["suit"] = rank_text(declaration.knock_card), declaration.knock_card.suit
    for seat, points in declaration.deadwood.items():
        data[f"deadwood-{seat}"] = str(points)
    for seat, hand in declaration.shown.items():
        _put_hand(data, seat, hand, hand.discard)
        for wild, number in hand.numbers.items():
            data[f"number-{seat}-{wild.text}"] = str(number)
    ender = declaration.shown.get(declaration.ender) if declaration.ender is not None else None
    for layoff in declaration.layoffs:
        if ender:
            data[f"layoff-{layoff.seat}-{layoff.card.text}"] = meld_name(ender.melds[layoff.onto])
    return data


def fields_from_numbers(data_of_round_form: Mapping[str, str]) -> Fields:
    """Return the form data that the round form has too: who ended the round and how, counts, the limit card."""
    data: Fields = MultiValueDict(
        {name: [text] for name, text in data_of_round_form.items() if text and _ROUND_FORM_FIELD.fullmatch(name)}
    )
    seat, _, ending = data_of_round_form.get("end", "")[:40].partition(":")
    kind, _, amount = ending.partition(":")
    if seat == "dead" or (seat.isdecimal() and kind in DECLARED_ENDINGS):
        data["ender"], data["declared"] = seat, kind
        if amount:
            data[f"deadwood-{seat}"] = amount
    return data


def _put_hand(data: Fields, seat: int, hand: ShownHand, discard: Card | None) -> None:
    """Write a hand into its text field, its checkboxes and the discard field."""
    thrown = (discard,) if discard else ()
    data[f"cards-{seat}"] = cards_text(replace(hand, cards=(*hand.cards, *thrown)))
    data.setlist(f"card-{seat}", [card.text for card in (*hand.cards, *thrown)])
    data[f"seen-{seat}"] = ""
    if discard:
        data[f"discard-{seat}"] = discard.text


# --- Buttons: layoffs and arrangements worked out from the cards ------------------------------------------------------


def opponents(typed: TypedCards) -> tuple[int, ...]:
    """Return the seats that may lay off and whose cards are known, starting at the ender's left."""
    if typed.ender is None or typed.ender not in typed.shown:
        return ()
    ender_index = typed.active.index(typed.ender)
    return tuple(seat for seat in typed.active[ender_index + 1 :] + typed.active[:ender_index] if seat in typed.shown)


def best_layoffs(typed: TypedCards, rules: RuleSet) -> dict[int, Defence]:
    """Return the best melds and layoffs of all opponents together, by seat; empty if they cannot be worked out."""
    if typed.ender not in typed.shown:
        return {}
    hands = {seat: typed.shown[seat].cards for seat in opponents(typed)}
    if not hands or any(not 0 < len(cards) <= MAX_CARDS for cards in hands.values()):
        return {}
    return proposed_layoffs(hands, typed.shown[typed.ender], rules, gin=typed.gin) or {}


def with_best_layoffs(data: Fields, typed: TypedCards, rules: RuleSet) -> Fields:
    """Return the form data with the best melds and layoffs of all opponents filled in."""
    defences, data = best_layoffs(typed, rules), without_layoffs(data)
    for seat, defence in defences.items():
        hand = typed.shown[seat]
        data = _without_numbers(data, seat)
        _put_hand(data, seat, ShownHand(hand.cards, defence.melds), None)
        for card, onto in defence.layoffs:
            data[f"layoff-{seat}-{card.text}"] = meld_name(typed.shown[typed.ender or 0].melds[onto])
    return data


def with_best_arrangement(data: Fields, seat: int) -> Fields:
    """Return the form data with one hand ungrouped and its wilds free, so that it is arranged best again."""
    data = _without_numbers(data, seat)
    words = data.get(f"cards-{seat}", "").replace("/", " ").replace("|", " ").split()
    data[f"cards-{seat}"] = " ".join(word.partition("=")[0] for word in words if word != "-")
    for name in [name for name in data if name.startswith(f"layoff-{seat}-")]:
        del data[name]
    return data


def hand_with_fewest_layoffs(typed: TypedCards, rules: RuleSet) -> ShownHand | None:
    """Return the ender's hand arranged so that the fewest cards can be laid off; None if it already is.

    An arrangement is only offered if the declared one has no more deadwood, so this never hints at a better one.
    A wild with a declared number keeps it.
    """
    hand = typed.shown.get(typed.ender) if typed.ender is not None else None
    if hand is None or len(hand.cards) != rules.hand_size or rules.layoff == "never":
        return None
    try:
        best = all_best(hand.cards, rules, hand.numbers)[0]
    except RulesError:
        return None
    if any(not isinstance(meld_of(meld, rules, hand.numbers), Meld) for meld in hand.melds):
        return None
    rearranged = replace(hand, melds=best.melds)
    worse = sum(card_value(card, rules) for card in hand.unmelded) > best.deadwood
    return (
        None
        if worse or len(_cards_layable_on(rearranged, rules)) >= len(_cards_layable_on(hand, rules))
        else rearranged
    )


def _cards_layable_on(hand: ShownHand, rules: RuleSet) -> set[Card]:
    """Return every card that could be laid off on the melds of ``hand``, one after the other."""
    return set().union(*(open_cards(meld, hand.cards, rules, hand.numbers) for meld in hand.melds))


def with_fewest_layoffs(data: Fields, typed: TypedCards, rules: RuleSet) -> Fields:
    """Return the form data with the ender's hand arranged for the fewest layoffs; present layoffs are removed."""
    hand = hand_with_fewest_layoffs(typed, rules)
    if hand is None or typed.ender is None:
        return data
    data = without_layoffs(data)
    _put_hand(data, typed.ender, hand, hand.discard)
    return data


def _without_numbers(data: Fields, seat: int) -> Fields:
    """Return the form data without the fields that give numbers to a hand's wilds."""
    result: Fields = MultiValueDict()
    for name, values in data.lists():
        if not name.startswith(f"number-{seat}-"):
            result.setlist(name, list(values))
    return result


def without_layoffs(data: Fields) -> Fields:
    """Return the form data without any layoffs."""
    result: Fields = MultiValueDict()
    for name, values in data.lists():
        if not name.startswith("layoff-"):
            result.setlist(name, list(values))
    return result


def swap_seats_in_card_fields(data: Fields, swaps: Sequence[tuple[int, int]]) -> Fields:
    """Return the form data after ``swaps`` of seats, so that what was entered for a player stays with that player."""
    for one, other in swaps:
        swapped = {str(one): str(other), str(other): str(one)}
        moved: Fields = MultiValueDict()
        for name, values in data.lists():
            match = _SEAT_FIELD.fullmatch(name)
            seat = match[2] if match else ""
            new_name = f"{match[1]}-{swapped[seat]}{match[3]}" if match and seat in swapped else name
            moved.setlist(new_name, [swapped.get(v, v) for v in values] if name == "ender" else list(values))
        data = moved
    return data
