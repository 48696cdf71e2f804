"""Draw the hands that players enter on their own phones."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.cards.cards_text import SubmittedHand, arranged_hand
from games.forms.cards.own_hand_form import FIELD_SUFFIX
from games.pages.cards.cards import HandContext
from games.pages.cards.cards_view import hand_view, with_arrange_button, with_marked_cards
from games.rules.ruleset import RuleSet


def laid_down_hand_view(
    typed: SubmittedHand, name: str, rules: RuleSet, wrong: frozenset[str] = frozenset()
) -> HandContext:
    """Return a laid-down hand as it is drawn, with the cards in ``wrong`` marked and without hints."""
    view = hand_view(name, arranged_hand(typed, rules), rules, judged=False)
    return replace(with_marked_cards(view, wrong), headline=_headline(name, len(typed.cards), view.deadwood, rules))


def _headline(name: str, number: int, deadwood: int | None, rules: RuleSet) -> str:
    """Return the hand's owner, its deadwood if all melds are legal, and its number of cards if that is unusual."""
    if number != rules.hand_size:
        name = ngettext("%(who)s: %(n)d card", "%(who)s: %(n)d cards", number) % {"who": name, "n": number}
    if deadwood is None:
        return name
    return _("%(hand)s, deadwood %(n)d") % {"hand": name, "n": deadwood}


def entered_hand_view(typed: SubmittedHand, name: str, rules: RuleSet, *, strict: bool) -> HandContext:
    """Return the hand below its grid; except at a ``strict`` table a button can arrange it best."""
    view = hand_view(name, arranged_hand(typed, rules), rules, typed=typed, prefix=FIELD_SUFFIX, hints=False)
    return view if strict else with_arrange_button(view, typed)
