"""The meld checker's form and its links: rules, a hand, the ender's hand, the card that sets the limit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.forms.cards_text import LONGEST, CardsTyped, cards_typed, read_cards_field
from games.rules.cards import Card
from games.rules.ruleset import RuleSet
from games.selectors.house_rules import Chosen, chosen, of_preset
from games.selectors.rules_choices import DEFAULT_PRESET
from games.wording import as_typed, card_face

OWN: Final = "0"
ENDER: Final = "1"
"""What the two hands are called in the names of fields."""
_LONGEST_VALUE: Final = 60


@dataclass(frozen=True, slots=True)
class TypedCheck:
    """What is to be looked at: rules, ``hand`` and ``ender`` (the hand that ended the round) as they were entered.

    ``knock_card`` is the card that sets the limit, ``knock_text`` what was typed for it. ``faults`` belong to neither
    hand.
    """

    rules: Chosen
    hand: CardsTyped
    ender: CardsTyped
    knock_card: Card | None
    knock_text: str
    faults: tuple[str, ...]

    @property
    def readable(self) -> bool:
        """Whether everything that was typed could be read."""
        return not (self.faults or self.hand.faults or self.ender.faults)

    @property
    def query(self) -> str:
        """The link's query, in which everything is that matters."""
        told = {
            "rules": self.rules.value,
            "hand": self.hand.text,
            "ender": self.ender.text,
            "upcard": self.knock_card.text if self.knock_card else "",
        }
        return urlencode({name: text for name, text in told.items() if text})


def read_link(data: Mapping[str, str]) -> TypedCheck:
    """What a link asks for. Nothing in it raises; what cannot be read is a sentence."""
    found, faults = _rules(data.get("rules", ""))
    hand = read_cards_field(data.get("hand", ""), (), found.rules)
    ender = read_cards_field(data.get("ender", ""), (), found.rules)
    return _check(found, faults, hand, ender, as_typed(data.get("upcard", "")))


def read_check(data: MultiValueDict[str, str]) -> TypedCheck:
    """What the form holds. Where other rules with another deck were chosen, the cards are gone."""
    found, faults = _rules(data.get("rules", ""))
    if data.get("deck", "") not in ("", found.rules.deck):
        return TypedCheck(found, CardsTyped(), CardsTyped(), None, "", faults)
    hand, ender = cards_typed(data, OWN, found.rules), cards_typed(data, ENDER, found.rules)
    return _check(found, faults, hand, ender, data.get("upcard", ""))


def _rules(value: str) -> tuple[Chosen, tuple[str, ...]]:
    """The rules that are meant; the standard ones and a sentence where there are none such."""
    value = value[:_LONGEST_VALUE]
    found = chosen(value or DEFAULT_PRESET)
    if found is None:
        return of_preset(DEFAULT_PRESET), (_("There are no such rules here; these are the standard ones."),)
    return found, ()


def _check(found: Chosen, faults: tuple[str, ...], hand: CardsTyped, ender: CardsTyped, upcard: str) -> TypedCheck:
    twice = [card for card in hand.cards if card in ender.cards]
    faults += tuple(_("%(card)s is in both hands.") % {"card": card_face(card)} for card in twice)
    knock_card = None
    if found.rules.limit_source != "fixed" and upcard.strip():
        knock_card, fault = _one_card(upcard, found.rules)
        faults += fault
    return TypedCheck(found, hand, ender, knock_card, upcard[:LONGEST], faults)


def _one_card(text: str, rules: RuleSet) -> tuple[Card | None, tuple[str, ...]]:
    read = read_cards_field(text, (), rules)
    if read.faults or len(read.cards) != 1:
        upcard = rules.limit_source == "upcard"
        return None, read.faults or (_("The upcard is one card.") if upcard else _("The knock card is one card."),)
    return read.cards[0], ()
