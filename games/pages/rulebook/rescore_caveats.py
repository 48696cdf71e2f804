"""Say what isn't quite comparable when a game is scored under other rules."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.analysis.rescore import Caveat, Rescored, RoundCaveat
from games.rules.ruleset import RuleSet
from games.wording.round_numbers import round_numbers


def caveat_texts(rescored: Rescored) -> tuple[str, ...]:
    """Return a sentence for everything that isn't quite comparable."""
    return tuple(_caveat_text(caveat, rescored.rules) for caveat in rescored.caveats)


def _caveat_text(caveat: RoundCaveat, rules: RuleSet) -> str:
    values = {"rounds": round_numbers(caveat.rounds), "cards": rules.hand_size}
    match caveat.caveat:
        case Caveat.LAYOFF:
            return _(_LAYOFF_TEXTS[rules.layoff]) % values
        case Caveat.CARD_VALUES:
            text = _("Under these rules, cards have different values. For %(rounds)s, we kept the counts as entered.")
            return text % values
        case Caveat.MELDS:
            return _("Under these rules, melds are different. For %(rounds)s, we kept the counts as entered.") % values
        case Caveat.HAND_SIZE:
            text = ngettext(
                "Under these rules, a hand has %(cards)d card. For %(rounds)s, we kept the counts as entered.",
                "Under these rules, a hand has %(cards)d cards. For %(rounds)s, we kept the counts as entered.",
                rules.hand_size,
            )
            return text % values
        case Caveat.BIG_GIN:
            text = _("Under these rules, big gin would be worth more, but may have been entered as gin in %(rounds)s.")
            return text % values
        case Caveat.KNOCK_CARD:
            text = (
                _(
                    "Under these rules, the first upcard sets the limit. For %(rounds)s, we used the card that was "
                    "entered."
                )
                if rules.limit_source == "upcard"
                else _(
                    "Under these rules, the knock card sets the limit. For %(rounds)s, we used the card that was "
                    "entered."
                )
            )
            return text % values
        case Caveat.FALSE_KNOCK:
            text = ngettext(
                "Under these rules, a false knock is taken back, so %(rounds)s scores nothing.",
                "Under these rules, a false knock is taken back, so %(rounds)s score nothing.",
                len(caveat.rounds),
            )
            return text % values
        case Caveat.SITTING_OUT:
            return _("Under these rules, other players might have sat out. We kept the ones who played.")


_LAYOFF_TEXTS: Final = {
    "never": gettext_noop("These rules have no layoffs. For %(rounds)s, we kept the counts as entered."),
    "unless_gin": gettext_noop(
        "Under these rules, layoffs are allowed after a knock, but not after gin. For %(rounds)s, we kept the "
        "counts as entered."
    ),
    "always": gettext_noop(
        "Under these rules, layoffs are allowed even after gin. For %(rounds)s, we kept the counts as entered."
    ),
}
