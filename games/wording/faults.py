"""Faults of a declaration or of rules, as sentences that a player understands."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.faults import Code, Fault
from games.rules.hands.layoffs import LayoffRefusal
from games.wording.cards import not_in_deck
from games.wording.words import Names, listed, printable


def fault_text(fault: Fault, names: Names) -> str:  # noqa: PLR0912 - one branch a code, that is the table
    """Return the sentence for a fault; ``names`` are the players' names by seat."""
    who = names[fault.seat] if fault.seat is not None and fault.seat < len(names) else fault.name
    context = {"who": who, "amount": fault.amount, "limit": fault.limit, "what": fault.name}
    match fault.code:
        case Code.OVER_KNOCK_LIMIT if fault.limit == 0:
            return _("%(who)s can't knock with %(amount)s: only gin ends this hand.") % context
        case Code.OVER_KNOCK_LIMIT:
            return _("%(who)s can't knock with %(amount)s: the limit is %(limit)s.") % context
        case Code.NOT_GIN:
            text = ngettext(
                "That's not gin: %(who)s has %(amount)s point of deadwood.",
                "That's not gin: %(who)s has %(amount)s points of deadwood.",
                fault.amount or 0,
            )
            return text % context
        case Code.OUT_OF_RANGE if fault.name == "knock":
            return _("%(who)s can't knock with %(amount)s: the limit is %(limit)s.") % context
        case Code.OUT_OF_RANGE:
            return _("%(who)s's deadwood must be between 0 and %(limit)s.") % context
        case Code.MISSING_DEADWOOD:
            return _("%(who)s's deadwood is missing.") % context
        case Code.NOT_ACTIVE:
            return _("%(who)s isn't playing this round.") % context
        case Code.UNKNOWN_PLAYER if fault.name:
            return _("There's no player called “%(name)s” here.") % {"name": printable(who)}
        case Code.UNKNOWN_PLAYER:
            return _("Say who ended the round, or that the hand was dead.")
        case Code.MISSING_KNOCK_CARD:
            return _("The card that sets the knock limit is missing.")
        case Code.UNKNOWN_CARD:
            return not_in_deck(fault.name)
        case Code.DUPLICATE_CARD:
            return _("You've entered %(what)s twice.") % context
        case Code.NOT_A_MELD:
            return _("That's not a meld: %(what)s.") % context
        case Code.WRONG_HAND_SIZE:
            return _("%(who)s has %(amount)s cards instead of %(limit)s.") % context
        case Code.CARD_IN_TWO_MELDS:
            return _("%(who)s has %(cards)s in two melds.") % {"who": who, "cards": listed(fault.name.split())}
        case Code.CARD_NOT_IN_HAND:
            return _("%(who)s doesn't have %(cards)s.") % {"who": who, "cards": listed(fault.name.split())}
        case Code.LAYOFF_NOT_ALLOWED:
            return _(_NO_LAYOFF.get(fault.reason, _NO_FIT)) % context
        case Code.DEADWOOD_MISMATCH:
            return _("%(who)s's deadwood was given as %(amount)s, but the cards add up to %(limit)s.") % context
        case Code.TOO_MANY_CARDS:
            return _("You can enter at most %(limit)s cards.") % context
        case Code.UNKNOWN_PRESET:
            return _("There are no rules called “%(name)s”.") % {"name": printable(fault.name)}
        case Code.UNKNOWN_PARAMETER:
            return _("There's no rule called “%(rule)s”.") % {"rule": printable(fault.name)}
        case Code.INVALID_VALUE:
            return _invalid_text(fault, who)


_NO_LAYOFF: Final[dict[str, str]] = {
    LayoffRefusal.NEVER: gettext_noop("%(who)s can't lay off %(what)s: these rules have no layoffs."),
    LayoffRefusal.AFTER_GIN: gettext_noop("%(who)s can't lay off %(what)s: there are no layoffs after gin."),
    LayoffRefusal.WILD: gettext_noop("%(who)s can't lay off %(what)s: wilds can't be laid off."),
    "melded": gettext_noop("%(who)s can't lay off %(what)s: it's in a meld in the same hand."),
    "no_meld": gettext_noop("%(who)s can't lay off %(what)s: that meld isn't there."),
    "ender": gettext_noop("%(who)s can't lay off %(what)s after ending the round."),
    "dead": gettext_noop("%(who)s can't lay off %(what)s: nobody ended the round."),
}
_NO_FIT: Final = gettext_noop("%(who)s can't lay off %(what)s: it doesn't fit there.")
_WRONG_VALUE: Final = {
    "whole_number": gettext_noop("%(what)s must be a whole number."),
    "range": gettext_noop("%(what)s is out of range."),
    "choice": gettext_noop("%(what)s isn't one of the choices."),
    "yes_or_no": gettext_noop("%(what)s must be yes or no."),
    "list": gettext_noop("%(what)s must be a list of the right length."),
    "seats": gettext_noop(
        "%(what)s needs a minimum, a best and a maximum number of players, from smallest to largest."
    ),
    "suits": gettext_noop("%(what)s must be a list of suits."),
    "no_target": gettext_noop("%(what)s can't match the target, because there isn't one."),
    "columns": gettext_noop("%(what)s: there must be one multiplier for each column."),
    "above_hand": gettext_noop("%(what)s is more than a hand can hold."),
    "dead": gettext_noop("%(what)s must be left out: nobody ends a dead hand."),
    "misdeal": gettext_noop("%(what)s must be left out: nobody ends a misdeal."),
    "play_on": gettext_noop("%(what)s can't be a false knock: under these rules it's taken back, and play continues."),
    "columns_target": gettext_noop("%(what)s on a Hollywood sheet need a target."),
    "one_hand": gettext_noop("%(what)s is required for every hand, because the teams play several at once."),
    "one_misdeal": gettext_noop("%(what)s can't be a misdeal in just one hand: a misdeal ends the whole deal."),
    "team_seats": gettext_noop("%(what)s must be an even number for two teams."),
    "deck_suits": gettext_noop("%(what)s: the suits that double must be in the deck."),
    "columns_sides": gettext_noop("%(what)s on a Hollywood sheet only work with two sides."),
    "expected_object": gettext_noop("%(what)s must be an object."),
    "cards": gettext_noop("%(what)s must be text: cards with spaces between them."),
    "one_card": gettext_noop("%(what)s must be one card."),
    "no_cards": gettext_noop("%(what)s doesn't name a card."),
    "discard": gettext_noop(
        "%(what)s must be left out: only the player who ends the round discards, and not with big gin."
    ),
    "text": gettext_noop("%(what)s must be text."),
    "both_cards": gettext_noop("%(what)s can't be given twice."),
}
"""Sentences about a field by reason; each begins with the field's name."""
_WRONG: Final = gettext_noop("%(what)s isn't valid.")
_FIELDS: Final = {
    "target": gettext_noop("Target"),
    "declared": gettext_noop("Result"),
    "ender": gettext_noop("The player who ended the round"),
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
