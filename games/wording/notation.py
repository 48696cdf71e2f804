"""Faults in a text in Gin notation, as sentences."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.notation import TextFault, TextFaultCode
from games.rules.notation.values import LETTERS
from games.wording.faults import fault_text
from games.wording.words import listed

_TEXT_FAULTS: Final[Mapping[TextFaultCode, str]] = {
    TextFaultCode.EMPTY: gettext_noop("There is no game in this text; it begins with a line such as “game: standard”."),
    TextFaultCode.TOO_LONG: gettext_noop("The text has %(text)s characters; %(wanted)s can be read at once."),
    TextFaultCode.NO_GAME: gettext_noop(
        "“%(text)s” comes before the first game, which begins with “game:” and what is played."
    ),
    TextFaultCode.UNKNOWN_LINE: gettext_noop("“%(text)s” is no header, no round and no comment."),
    TextFaultCode.TOO_LATE: gettext_noop(
        "“%(text)s” belongs before the first round. In mid-game rules change with “change:”."
    ),
    TextFaultCode.TWICE: gettext_noop("“%(text)s” is there twice."),
    TextFaultCode.SAME_NAME: gettext_noop("Two players are called %(text)s."),
    TextFaultCode.PLAYERS: gettext_noop("%(text)s people cannot play these rules, only %(wanted)s."),
    TextFaultCode.NOT_A_RULE: gettext_noop("“%(text)s” is no rule with its value, such as “target=150”."),
    TextFaultCode.FIXED_RULE: gettext_noop("“%(text)s” cannot change in the middle of a game."),
    TextFaultCode.NO_CHANGE: gettext_noop("“%(text)s” changes nothing."),
    TextFaultCode.PAPER_COLUMNS: gettext_noop(
        "A Hollywood sheet cannot begin with a score from paper: its columns would be missing."
    ),
    TextFaultCode.ROUND_NUMBER: gettext_noop("This is round %(wanted)s, not %(text)s."),
    TextFaultCode.UNKNOWN_SIDE: gettext_noop("“%(text)s” is no side; the sides are %(wanted)s."),
    TextFaultCode.UNKNOWN_CARD: gettext_noop("“%(text)s” is no card of this deck."),
    TextFaultCode.NO_ENDING: gettext_noop(
        "How did this hand end? Write knock, gin, big gin, false knock, dead or misdeal."
    ),
    TextFaultCode.WHO_PLAYED: gettext_noop("%(wanted)s play a round of this game; others are named."),
    TextFaultCode.NO_CARDS: gettext_noop(
        "The cards of this hand are not told, so none of them can be laid off or thrown."
    ),
    TextFaultCode.POINTS_DIFFER: gettext_noop("The round scores %(wanted)s, not %(text)s."),
    TextFaultCode.TOTALS_DIFFER: gettext_noop("The totals are %(wanted)s, not %(text)s."),
}
_WANTED_TEXT: Final = {
    ",": gettext_noop("a comma"),
    "player": gettext_noop("the letter of a player"),
    "gin": gettext_noop("“gin”, after “big”"),
    "knock": gettext_noop("“knock”, after “false”"),
    "on": gettext_noop("“on” and the number of a meld"),
    ", & =": gettext_noop("a comma, “&”, “=” or the end of the line"),
    "card": gettext_noop("a card"),
    "(": gettext_noop("the totals in brackets"),
    ")": gettext_noop("a closing bracket"),
    ";": gettext_noop("the end of the line"),
    "boxes won": gettext_noop("“boxes” or “won” and a number"),
}
# Translators: the key words of the notation, in quotation marks or not, stay as they are in all these sentences.
_MOST_OF: Final = {
    "1000": gettext_noop("That is more than 1000 rounds, or changes of rules, in a game."),
    "100": gettext_noop("That is more than 100 games in a text."),
    "14": gettext_noop("That is more than 14 cards in a hand."),
}
_NAME_FAULTS: Final = {
    "required": gettext_noop("There is no name here."),
    "too_long": gettext_noop("“%(text)s” is too long for a name: 60 characters at most."),
    "characters": gettext_noop("“%(text)s” has characters that cannot be shown."),
}


def notation_fault_text(fault: TextFault) -> str:  # noqa: PLR0912 - one branch a code that needs more than its text
    """Return the sentence for a fault in a text, to be shown beside its line; players are called by their letters."""
    values = {"text": fault.text, "wanted": fault.wanted}
    match fault.code:
        case TextFaultCode.ILLEGAL if fault.fault is not None:
            return fault_text(fault.fault, LETTERS)
        case TextFaultCode.TOO_MANY if fault.wanted in _MOST_OF:
            return _(_MOST_OF[fault.wanted])
        case TextFaultCode.TOO_MANY:
            return _("That is more than %(wanted)s.") % values
        case TextFaultCode.TWICE if fault.wanted == "ending":
            return _("This hand ends twice.")
        case TextFaultCode.TWICE if not fault.text:
            return _("The result is there twice.")
        case TextFaultCode.MISSING if fault.wanted == "game":
            return _("What is played is missing: “game: standard”, for instance.")
        case TextFaultCode.MISSING:
            return _("Player %(wanted)s is missing: a line such as “%(wanted)s: Ann”.") % values
        case TextFaultCode.BAD_NAME:
            return _(_NAME_FAULTS[fault.wanted]) % values
        case TextFaultCode.BAD_TEXT:
            if fault.wanted == "too_long":
                return _("A remark has 200 characters at most.")
            return _("The remark has characters that cannot be shown.")
        case TextFaultCode.UNKNOWN_PLAYER:
            context = {"text": fault.text, "players": listed(list(fault.wanted))}
            if fault.text:
                return _("“%(text)s” is nobody; the players are %(players)s.") % context
            return _("A player's letter is missing; the players are %(players)s.") % context
        case TextFaultCode.NOT_A_NUMBER if fault.wanted:
            return _("%(text)s is too much: %(wanted)s at most.") % values
        case TextFaultCode.NOT_A_NUMBER:
            return _("“%(text)s” is no number.") % values if fault.text else _("A number is missing here.")
        case TextFaultCode.UNEXPECTED:
            wanted = _(_WANTED_TEXT[fault.wanted]) if fault.wanted in _WANTED_TEXT else fault.wanted
            context = {"text": fault.text, "wanted": wanted}
            if fault.text:
                return _("Instead of “%(text)s” there should be %(wanted)s.") % context
            return _("Missing here: %(wanted)s.") % context
        case TextFaultCode.PAIRS if not fault.wanted:
            return _("Only teams play several hands at once.")
        case TextFaultCode.PAIRS:
            hands = {"hands": listed(fault.wanted.split())}
            return _("Those are not the hands of this deal, which are %(hands)s.") % hands
    return _(_TEXT_FAULTS[fault.code]) % values
