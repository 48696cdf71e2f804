"""Faults of a declaration or of rules, as sentences that a player understands."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.faults import Code, Fault
from games.rules.hands.layoffs import LayoffRefusal
from games.wording.words import Names, listed


def fault_text(fault: Fault, names: Names) -> str:  # noqa: PLR0912 - one branch a code, that is the table
    """Return the sentence for a fault; ``names`` are the players' names by seat."""
    who = names[fault.seat] if fault.seat is not None and fault.seat < len(names) else fault.name
    context = {"who": who, "amount": fault.amount, "limit": fault.limit, "what": fault.name}
    match fault.code:
        case Code.OVER_KNOCK_LIMIT if fault.limit == 0:
            return _("%(who)s cannot knock with %(amount)s: only gin ends this hand.") % context
        case Code.OVER_KNOCK_LIMIT:
            return _("%(who)s cannot knock with %(amount)s: the limit is %(limit)s.") % context
        case Code.NOT_GIN:
            text = ngettext(
                "%(who)s has %(amount)s point of deadwood: that is no gin.",
                "%(who)s has %(amount)s points of deadwood: that is no gin.",
                fault.amount or 0,
            )
            return text % context
        case Code.OUT_OF_RANGE if fault.name == "knock":
            return _("%(who)s cannot knock with %(amount)s: the limit is %(limit)s.") % context
        case Code.OUT_OF_RANGE:
            return _("%(who)s's deadwood must be between 0 and %(limit)s.") % context
        case Code.MISSING_DEADWOOD:
            return _("%(who)s's deadwood is missing.") % context
        case Code.NOT_ACTIVE:
            return _("%(who)s does not play this round.") % context
        case Code.UNKNOWN_PLAYER if fault.name:
            # Translators: the name comes with quotation marks.
            return _("Nobody called %(name)s plays here.") % {"name": repr(who)}
        case Code.UNKNOWN_PLAYER:
            return _("Say who ended the round, or that it was dead.")
        case Code.MISSING_KNOCK_CARD:
            return _("The card that sets the knock limit is missing.")
        case Code.UNKNOWN_CARD:
            # Translators: the card comes with quotation marks.
            return _("%(card)s is no card of this deck.") % {"card": repr(fault.name)}
        case Code.DUPLICATE_CARD:
            return _("The card %(what)s appears twice.") % context
        case Code.NOT_A_MELD:
            return _("The cards %(what)s are no meld.") % context
        case Code.WRONG_HAND_SIZE:
            return _("%(who)s shows %(amount)s cards, not %(limit)s.") % context
        case Code.CARD_IN_TWO_MELDS:
            return _("%(who)s has %(cards)s in two melds.") % {"who": who, "cards": listed(fault.name.split())}
        case Code.CARD_NOT_IN_HAND:
            return _("%(who)s does not hold %(cards)s.") % {"who": who, "cards": listed(fault.name.split())}
        case Code.LAYOFF_NOT_ALLOWED:
            return _(_NO_LAYOFF.get(fault.reason, _NO_FIT)) % context
        case Code.DEADWOOD_MISMATCH:
            return _("%(who)s's deadwood was said to be %(amount)s, but the cards come to %(limit)s.") % context
        case Code.TOO_MANY_CARDS:
            return _("At most %(limit)s cards.") % context
        case Code.UNKNOWN_PRESET:
            return _("There are no rules called %(name)s.") % {"name": repr(fault.name)}
        case Code.UNKNOWN_PARAMETER:
            return _("There is no rule called %(name)s.") % {"name": repr(fault.name)}
        case Code.INVALID_VALUE:
            return _invalid_text(fault, who)


_NO_LAYOFF: Final[dict[str, str]] = {
    LayoffRefusal.NEVER: gettext_noop("%(who)s cannot lay off %(what)s: these rules have no layoffs."),
    LayoffRefusal.AFTER_GIN: gettext_noop("%(who)s cannot lay off %(what)s: nothing is laid off after gin."),
    LayoffRefusal.WILD: gettext_noop("%(who)s cannot lay off %(what)s: wilds are never laid off."),
    "melded": gettext_noop("%(who)s cannot lay off %(what)s: it lies in a meld of the same hand."),
    "no_meld": gettext_noop("%(who)s cannot lay off %(what)s: there is no such meld."),
    "ender": gettext_noop("%(who)s cannot lay off %(what)s: who ends the round lays nothing off."),
    "dead": gettext_noop("%(who)s cannot lay off %(what)s: nobody ended the round."),
}
_NO_FIT: Final = gettext_noop("%(who)s cannot lay off %(what)s: it does not fit there.")
_WRONG_VALUE: Final = {
    "whole_number": gettext_noop("%(what)s must be a whole number."),
    "range": gettext_noop("%(what)s is outside what can be played."),
    "choice": gettext_noop("%(what)s is not one of the choices."),
    "yes_or_no": gettext_noop("%(what)s must be yes or no."),
    "list": gettext_noop("%(what)s must be a list of the right length."),
    "seats": gettext_noop("%(what)s must name a smallest, a best and a largest number of players, in that order."),
    "suits": gettext_noop("%(what)s must be a list of suits."),
    "no_target": gettext_noop("%(what)s cannot be the target: there is none."),
    "columns": gettext_noop("%(what)s and its multipliers do not fit together."),
    "above_hand": gettext_noop("%(what)s is more than a hand can hold."),
    "dead": gettext_noop("%(what)s must be left out: nobody ends a dead hand."),
    "misdeal": gettext_noop("%(what)s must be left out: nobody ends a misdeal."),
    "play_on": gettext_noop("%(what)s cannot be a false knock: these rules play on, nothing is written."),
    "columns_target": gettext_noop("%(what)s of a Hollywood sheet need a target."),
    "one_hand": gettext_noop("%(what)s must be told of every hand: the teams play several at once."),
    "one_misdeal": gettext_noop("%(what)s cannot be a misdeal of one hand: it is one of the whole deal."),
    "team_seats": gettext_noop("%(what)s must be an even number for two teams."),
    "deck_suits": gettext_noop("%(what)s and the suits that double do not belong together."),
    "columns_sides": gettext_noop("%(what)s of a Hollywood sheet are for two sides."),
    "expected_object": gettext_noop("%(what)s must be an object."),
    "expected_list": gettext_noop("%(what)s must be a list."),
    "cards": gettext_noop("%(what)s must be text: cards with spaces between them."),
    "one_card": gettext_noop("%(what)s must be one card."),
    "no_cards": gettext_noop("%(what)s names no card."),
    "discard": gettext_noop("%(what)s must be left out: only who ends the round throws a card, and none with big gin."),
    "text": gettext_noop("%(what)s must be text."),
    "both_cards": gettext_noop("%(what)s cannot be given twice."),
    "negative": gettext_noop("%(what)s must not be negative."),
    "after_end": gettext_noop("%(what)s come after the end of the game."),
}
"""Sentences about a field by reason; each begins with the field's name."""
_WRONG: Final = gettext_noop("%(what)s cannot be that.")
_FIELDS: Final = {
    "target": gettext_noop("Target"),
    "declared": gettext_noop("Declared"),
    "ender": gettext_noop("Ender"),
    "knock_card": gettext_noop("Knock card"),
    "knock_limit": gettext_noop("Knock limit"),
    "double_suits": gettext_noop("Double suits"),
    "game_bonus": gettext_noop("Game bonus"),
    "columns": gettext_noop("Columns"),
    "seats": gettext_noop("Seats"),
    "deck": gettext_noop("Deck"),
}
"""The names of fields that people see on pages; other fields are called as in the API."""
_OWN_FIELDS: Final = {
    "deadwood": gettext_noop("%(who)s's deadwood"),
    "discard": gettext_noop("%(who)s's discard"),
    "melds": gettext_noop("%(who)s's melds"),
}
"""The names of fields that belong to a player."""


def _invalid_text(fault: Fault, who: str) -> str:
    of_player = fault.seat is not None and fault.name != "ender"
    if of_player:
        # Translators: a field of a player's, as programs call it: "Ann's layoff".
        text = _OWN_FIELDS.get(fault.name, gettext_noop("%(who)s's %(field)s"))
        field_name = _(text) % {"who": who, "field": fault.name}
    else:
        field_name = _(_FIELDS[fault.name]) if fault.name in _FIELDS else fault.name.replace("_", " ")
    return _(_WRONG_VALUE.get(fault.reason, _WRONG)) % {"what": field_name[:1].upper() + field_name[1:]}
