"""Read the hands that players enter on their own phones, and find contradictions between them."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.forms.cards.cards_text import SubmittedHand, read_cards_field
from games.rules.cards import RUMSKI_WILDS, Card
from games.rules.hands.melds import card_sort_key
from games.rules.ruleset import RuleSet
from games.selectors.table.own_hands import RoundHands
from games.wording.cards import card_face
from games.wording.words import listed

FIELD_SUFFIX: Final = "own"
"""The suffix of the grid's form fields."""
_WILD: Final = re.compile(r"\bW[1-9]")


@dataclass(frozen=True, slots=True)
class HandConflicts:
    """Contradictions between hands: ``sentences``, and the texts of the ``cards`` they are about."""

    sentences: tuple[str, ...] = ()
    cards: frozenset[str] = frozenset()


def hand_fault(typed: SubmittedHand, rules: RuleSet) -> str:
    """Return why a readable hand cannot be laid down yet (its number of cards); empty if it can."""
    size, number = rules.hand_size, len(typed.cards)
    if number in (size, size + 1):
        return ""
    text = ngettext(
        "A hand has %(size)d card, or %(more)d with the discard. You've entered %(n)d.",
        "A hand has %(size)d cards, or %(more)d with the discard. You've entered %(n)d.",
        size,
    )
    return text % {"size": size, "more": size + 1, "n": number}


def visible_hands(laying: RoundHands, rules: RuleSet) -> dict[int, SubmittedHand]:
    """Return the hands that may be seen, by seat, with the wilds of all hands numbered through.

    Players do not tell wilds apart, so several hands may name the same wild, "W1".
    """
    texts = {hand.seat: hand.cards for hand in laying.hands if hand.cards is not None}
    wilds = [(seat, wild) for seat, text in texts.items() for wild in dict.fromkeys(_WILD.findall(text))]
    names = (
        {wild_of_seat: f"W{number}" for number, wild_of_seat in enumerate(wilds, start=1)}
        if len(wilds) <= RUMSKI_WILDS
        else {}
    )

    def counted(seat: int, text: str) -> str:
        return _WILD.sub(lambda found: names.get((seat, found[0]), found[0]), text)

    return {seat: read_cards_field(counted(seat, text), (), rules) for seat, text in texts.items()}


def hand_conflicts(hands: Mapping[int, SubmittedHand], names: Sequence[str], rules: RuleSet) -> HandConflicts:
    """Return the contradictions: a card in two hands, too many wilds, two hands with one card more.

    Which hand is right is unknown, so all of them are named. A card that is also the upcard is fine: the player may
    have taken it.
    """
    sentences = list[str]()
    wilds = {seat: sum(bool(card.wild) for card in hand.cards) for seat, hand in hands.items()}
    too_many = sum(wilds.values()) > RUMSKI_WILDS
    if too_many:
        clauses = [
            # Translators: wilds; a clause in a list of such clauses.
            _("%(who)s has %(n)d") % {"who": names[seat], "n": number}
            for seat, number in wilds.items()
            if number
        ]
        message = _("There are only %(number)d wilds, but %(told)s.")
        sentences.append(message % {"number": RUMSKI_WILDS, "told": listed(clauses)})
    counts = Counter(card for hand in hands.values() for card in hand.cards if not card.wild)
    holders = defaultdict[tuple[int, ...], list[Card]](list)
    for card in sorted((card for card, times in counts.items() if times > 1), key=card_sort_key):
        holders[tuple(seat for seat, hand in hands.items() if card in hand.cards)].append(card)
    for seats, cards in holders.items():
        # Translators: behind "is in", in a list of hands: "10 is in Ann's hand and Ben's hand."
        where = [pgettext("where a card is", "%(who)s's hand") % {"who": names[seat]} for seat in seats]
        message = ngettext("%(cards)s is in %(hands)s.", "%(cards)s are in %(hands)s.", len(cards))
        sentences.append(message % {"cards": listed([card_face(card) for card in cards]), "hands": listed(where)})
    too_large = [names[seat] for seat, hand in hands.items() if len(hand.cards) > rules.hand_size]
    if len(too_large) > 1:
        message = ngettext(
            "Only the player who ended the round can have %(n)d card, but %(who)s entered that many.",
            "Only the player who ended the round can have %(n)d cards, but %(who)s entered that many.",
            rules.hand_size + 1,
        )
        sentences.append(message % {"n": rules.hand_size + 1, "who": listed(too_large)})
    wrong = {card.text for cards in holders.values() for card in cards}
    if too_many:
        wrong |= {card.text for hand in hands.values() for card in hand.cards if card.wild}
    return HandConflicts(tuple(sentences), frozenset(wrong))


def as_cards_fields(laying: RoundHands, rules: RuleSet) -> MultiValueDict[str, str] | None:
    """Return the hands as form data of the card-by-card round page; None while they may not be seen."""
    if not laying.all_visible:
        return None
    return MultiValueDict({f"cards-{seat}": [hand.text] for seat, hand in visible_hands(laying, rules).items()})
