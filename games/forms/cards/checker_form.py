"""Read the meld checker's form and links: the rules, a hand, the ender's hand, and the upcard or knock card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.forms.cards.cards_text import MAX_TEXT_LENGTH, SubmittedHand, read_cards_field, read_submitted_hand
from games.rules.cards import Card
from games.rules.ruleset import RuleSet
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, chosen_preset, rules_by_value
from games.wording.cards import as_typed, card_face

OWN_HAND: Final = "0"
ENDER_HAND: Final = "1"
"""The two hands' names in form fields: the hand that is checked, and the ender's."""
_LONGEST_VALUE: Final = 60


@dataclass(frozen=True, slots=True)
class TypedCheck:
    """The submitted rules, ``hand``, and ``ender`` (the hand that ended the round).

    ``knock_card`` is the card that sets the limit, ``knock_text`` what was typed for it. ``faults`` are those that
    belong to neither hand.
    """

    rules: ChosenRules
    hand: SubmittedHand
    ender: SubmittedHand
    knock_card: Card | None
    knock_text: str
    faults: tuple[str, ...]

    @property
    def readable(self) -> bool:
        """Whether everything could be read."""
        return not (self.faults or self.hand.faults or self.ender.faults)

    @property
    def query(self) -> str:
        """The query string of a link that opens the same check."""
        fields = {
            "rules": self.rules.value,
            "hand": self.hand.text,
            "ender": self.ender.text,
            "upcard": self.knock_card.text if self.knock_card else "",
        }
        return urlencode({name: text for name, text in fields.items() if text})


def read_link(data: Mapping[str, str]) -> TypedCheck:
    """Read the query of a link; what cannot be read becomes a sentence, nothing raises."""
    chosen_rules, faults = _rules(data.get("rules", ""))
    hand = read_cards_field(data.get("hand", ""), (), chosen_rules.rules)
    ender = read_cards_field(data.get("ender", ""), (), chosen_rules.rules)
    return _check(chosen_rules, faults, hand, ender, as_typed(data.get("upcard", "")))


def read_check(data: MultiValueDict[str, str]) -> TypedCheck:
    """Read the form; if rules with another deck were chosen, its cards are dropped."""
    chosen_rules, faults = _rules(data.get("rules", ""))
    if data.get("deck", "") not in ("", chosen_rules.rules.deck):
        return TypedCheck(chosen_rules, SubmittedHand(), SubmittedHand(), None, "", faults)
    hand, ender = (
        read_submitted_hand(data, OWN_HAND, chosen_rules.rules),
        read_submitted_hand(data, ENDER_HAND, chosen_rules.rules),
    )
    return _check(chosen_rules, faults, hand, ender, data.get("upcard", ""))


def _rules(value: str) -> tuple[ChosenRules, tuple[str, ...]]:
    """Return the chosen rules; if they are unknown, the standard ones and a sentence."""
    value = value[:_LONGEST_VALUE]
    chosen_rules = rules_by_value(value or DEFAULT_PRESET)
    if chosen_rules is None:
        return chosen_preset(DEFAULT_PRESET), (_("We couldn't find those rules, so here are the standard ones."),)
    return chosen_rules, ()


def _check(
    chosen_rules: ChosenRules, faults: tuple[str, ...], hand: SubmittedHand, ender: SubmittedHand, upcard: str
) -> TypedCheck:
    shared_cards = [card for card in hand.cards if card in ender.cards]
    faults += tuple(_("%(card)s is in both hands.") % {"card": card_face(card)} for card in shared_cards)
    knock_card = None
    if chosen_rules.rules.limit_source != "fixed" and upcard.strip():
        knock_card, fault = _one_card(upcard, chosen_rules.rules)
        faults += fault
    return TypedCheck(chosen_rules, hand, ender, knock_card, upcard[:MAX_TEXT_LENGTH], faults)


def _one_card(text: str, rules: RuleSet) -> tuple[Card | None, tuple[str, ...]]:
    read = read_cards_field(text, (), rules)
    if read.faults or len(read.cards) != 1:
        upcard = rules.limit_source == "upcard"
        return None, read.faults or (
            _("Enter just one card as the upcard.") if upcard else _("Enter just one card as the knock card."),
        )
    return read.cards[0], ()
