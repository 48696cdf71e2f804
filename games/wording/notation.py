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
    TextFaultCode.EMPTY: gettext_noop("There's no game in this text. Start with a line like “game: standard”."),
    TextFaultCode.TOO_LONG: gettext_noop(
        "That's too long: the text has %(text)s characters, and the limit is %(wanted)s."
    ),
    TextFaultCode.NO_GAME: gettext_noop(
        "“%(text)s” comes before the first game. Start the game with “game:” and its rules."
    ),
    TextFaultCode.UNKNOWN_LINE: gettext_noop("“%(text)s” isn't a header, a round or a comment."),
    TextFaultCode.TOO_LATE: gettext_noop(
        "“%(text)s” belongs before the first round. To change rules during a game, use “change:”."
    ),
    TextFaultCode.TWICE: gettext_noop("“%(text)s” appears twice."),
    TextFaultCode.SAME_NAME: gettext_noop("Two players are called %(text)s."),
    TextFaultCode.PLAYERS: gettext_noop("These rules are for %(wanted)s players, not %(text)s."),
    TextFaultCode.NOT_A_RULE: gettext_noop("“%(text)s” isn't a rule with a value. Write it like “target=150”."),
    TextFaultCode.FIXED_RULE: gettext_noop("“%(text)s” can't change during a game."),
    TextFaultCode.NO_CHANGE: gettext_noop("“%(text)s” doesn't change anything."),
    TextFaultCode.PAPER_COLUMNS: gettext_noop(
        "A Hollywood sheet can't start with a score from paper or a handicap: that doesn't show what's in its columns."
    ),
    TextFaultCode.ROUND_NUMBER: gettext_noop("This is round %(wanted)s, not %(text)s."),
    TextFaultCode.UNKNOWN_SIDE: gettext_noop("“%(text)s” isn't a side. The sides are %(wanted)s."),
    TextFaultCode.UNKNOWN_CARD: gettext_noop("“%(text)s” isn't a card in this deck."),
    TextFaultCode.NO_ENDING: gettext_noop(
        "How did this hand end? Write knock, gin, big gin, false knock, dead or misdeal."
    ),
    TextFaultCode.WHO_PLAYED: gettext_noop(
        "Each round of this game has %(wanted)s players, but this line names a different number."
    ),
    TextFaultCode.NO_CARDS: gettext_noop(
        "This hand's cards aren't listed, so none of them can be laid off or discarded."
    ),
    TextFaultCode.POINTS_DIFFER: gettext_noop("The round scores %(wanted)s, not %(text)s."),
    TextFaultCode.TOTALS_DIFFER: gettext_noop("The totals are %(wanted)s, not %(text)s."),
}
_WANTED_TEXT: Final = {
    ",": gettext_noop("a comma"),
    "player": gettext_noop("a player's letter"),
    "gin": gettext_noop("“gin” after “big”"),
    "knock": gettext_noop("“knock” after “false”"),
    "on": gettext_noop("“on” and the number of a meld"),
    ", & =": gettext_noop("a comma, “&”, “=” or the end of the line"),
    "card": gettext_noop("a card"),
    "(": gettext_noop("the totals in parentheses"),
    ")": gettext_noop("a closing parenthesis"),
    ";": gettext_noop("the end of the line"),
    "boxes won": gettext_noop("“boxes” or “won” and a number"),
}
# Translators: the key words of the notation, in quotation marks or not, stay as they are in all these sentences.
_MOST_OF: Final = {
    "1000": gettext_noop("A game can have at most 1000 rounds or rule changes."),
    "100": gettext_noop("A text can have at most 100 games."),
    "14": gettext_noop("A hand can have at most 14 cards."),
}
_NAME_FAULTS: Final = {
    "required": gettext_noop("The name is missing here."),
    "too_long": gettext_noop("“%(text)s” is too long: a name can have at most 60 characters."),
    "characters": gettext_noop("“%(text)s” has characters that can't be displayed."),
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
            return _("That's more than %(wanted)s.") % values
        case TextFaultCode.TWICE if fault.wanted == "ending":
            return _("This hand ends twice.")
        case TextFaultCode.TWICE if not fault.text:
            return _("The result appears twice.")
        case TextFaultCode.MISSING if fault.wanted == "game":
            return _("The rules are missing. Write something like “game: standard”.")
        case TextFaultCode.MISSING:
            return _("Player %(wanted)s is missing. Add a line like “%(wanted)s: Ann”.") % values
        case TextFaultCode.BAD_NAME:
            return _(_NAME_FAULTS[fault.wanted]) % values
        case TextFaultCode.BAD_TEXT:
            if fault.wanted == "too_long":
                return _("A comment can have at most 200 characters.")
            return _("The comment has characters that can't be displayed.")
        case TextFaultCode.UNKNOWN_PLAYER:
            context = {"text": fault.text, "players": listed(list(fault.wanted))}
            if fault.text:
                return _("“%(text)s” isn't a player. The players are %(players)s.") % context
            return _("A player's letter is missing. The players are %(players)s.") % context
        case TextFaultCode.NOT_A_NUMBER if fault.wanted:
            return _("%(text)s is too much: the limit is %(wanted)s.") % values
        case TextFaultCode.NOT_A_NUMBER:
            return _("“%(text)s” isn't a number.") % values if fault.text else _("A number is missing here.")
        case TextFaultCode.UNEXPECTED:
            wanted = _(_WANTED_TEXT[fault.wanted]) if fault.wanted in _WANTED_TEXT else fault.wanted
            context = {"text": fault.text, "wanted": wanted}
            if fault.text:
                return _("There should be %(wanted)s here, not “%(text)s”.") % context
            return _("Missing here: %(wanted)s.") % context
        case TextFaultCode.PAIRS if not fault.wanted:
            return _("Only teams play several hands at once.")
        case TextFaultCode.PAIRS:
            hands = {"hands": listed(fault.wanted.split())}
            return _("Those hands don't match this deal. They should be %(hands)s.") % hands
    return _(_TEXT_FAULTS[fault.code]) % values
