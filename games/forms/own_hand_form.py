"""A player's own hand as he lays it down on his own phone, and what several of them cannot be together."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

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
    text = ngettext(
        "A hand has %(size)d card, and %(more)d with the one to be thrown: these are %(n)d.",
        "A hand has %(size)d cards, and %(more)d with the one to be thrown: these are %(n)d.",
        size,
    )
    return text % {"size": size, "more": size + 1, "n": number}


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
        # Translators: wilds; a clause in a list of such clauses.
        has = [_("%(who)s has %(n)d") % {"who": names[seat], "n": number} for seat, number in wilds.items() if number]
        said = _("There are only %(number)d wilds, but %(told)s.")
        sentences.append(said % {"number": RUMSKI_WILDS, "told": listed(has)})
    held = Counter(card for hand in hands.values() for card in hand.cards if not card.wild)
    holders = defaultdict[tuple[int, ...], list[Card]](list)
    for card in sorted((card for card, times in held.items() if times > 1), key=order):
        holders[tuple(seat for seat, hand in hands.items() if card in hand.cards)].append(card)
    for seats, cards in holders.items():
        # Translators: behind "is in", in a list of hands: "10 is in Ann's hand and Ben's hand."
        where = [pgettext("where a card is", "%(who)s\u2019s hand") % {"who": names[seat]} for seat in seats]
        said = ngettext("%(cards)s is in %(hands)s.", "%(cards)s are in %(hands)s.", len(cards))
        sentences.append(said % {"cards": listed([card_face(card) for card in cards]), "hands": listed(where)})
    large = [names[seat] for seat, hand in hands.items() if len(hand.cards) > rules.hand_size]
    if len(large) > 1:
        said = ngettext(
            "Only who ends the round has %(n)d card, but %(who)s have.",
            "Only who ends the round has %(n)d cards, but %(who)s have.",
            rules.hand_size + 1,
        )
        sentences.append(said % {"n": rules.hand_size + 1, "who": listed(large)})
    wrong = {card.text for cards in holders.values() for card in cards}
    if too_many:
        wrong |= {card.text for hand in hands.values() for card in hand.cards if card.wild}
    return Clashes(tuple(sentences), frozenset(wrong))


def drawn_hand(typed: CardsTyped, name: str, rules: RuleSet, wrong: frozenset[str] = frozenset()) -> HandView:
    """A hand that was laid down, as cards; those in ``wrong`` are marked. Nothing is said of how it could be better."""
    view = hand_view(name, hand_of(typed, rules), rules, judged=False)
    return replace(marked(view, wrong), headline=_headline(name, len(typed.cards), view.deadwood, rules))


def _headline(name: str, number: int, deadwood: int | None, rules: RuleSet) -> str:
    """Whose hand it is, what is left over where all its melds are some, and how many cards it has if that is odd."""
    said = {"who": name, "n": number, "left": deadwood}
    if number == rules.hand_size:
        if deadwood is None:
            return name
        return (_("%(who)s, %(left)d left over") if deadwood else _("%(who)s, nothing left over")) % said
    if deadwood is None:
        return ngettext("%(who)s: %(n)d card", "%(who)s: %(n)d cards", number) % said
    if deadwood == 0:
        return (
            ngettext("%(who)s: %(n)d card, nothing left over", "%(who)s: %(n)d cards, nothing left over", number) % said
        )
    text = ngettext("%(who)s: %(n)d card, %(left)d left over", "%(who)s: %(n)d cards, %(left)d left over", number)
    return text % said


def entered_hand(typed: CardsTyped, name: str, rules: RuleSet, *, strict: bool) -> HandView:
    """The hand below its grid. How it would lie best can be had by a tap, but not at a ``strict`` table."""
    view = hand_view(name, hand_of(typed, rules), rules, typed=typed, prefix=FIELD, hints=False)
    return view if strict else arrangeable(view, typed)


def as_cards_fields(laying: Laying, rules: RuleSet) -> MultiValueDict[str, str] | None:
    """The hands as the fields of the page that scores a round by its cards; None where they may not be seen yet."""
    if not laying.open:
        return None
    return MultiValueDict({f"cards-{seat}": [hand.text] for seat, hand in hands_shown(laying, rules).items()})
