"""Words that the sentences of rule sets share: amounts, the word for gin, suits, and card values."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.ruleset import FACES_TEN, RuleSet
from games.wording.words import boxes, cards, listed, points

_SUITS: Final = ("s", "h", "d", "c", "R", "B", "G", "Y", "P")


def amount(n: int, unit: str) -> str:
    """Return a number with its unit: "1 point", "13 points"; ``unit`` is that of a parameter.

    >>> amount(1, "boxes")
    '1 box'
    """
    if unit == "wilds":
        return ngettext("%(n)d wild", "%(n)d wilds", n) % {"n": n}
    return {"points": points, "boxes": boxes, "cards": cards}[unit](n)


def unit_text(unit: str) -> str:
    """Return the unit shown after an input field; empty without a ``unit``."""
    return {
        "": "",
        "points": pgettext("behind a number to be typed", "points"),
        "boxes": pgettext("behind a number to be typed", "boxes"),
        "cards": pgettext("behind a number to be typed", "cards"),
        "wilds": pgettext("behind a number to be typed", "wilds"),
    }[unit]


def players_in_words(n: int) -> str:
    """Return a number of players as in "For two, three or four players"."""
    return {
        2: pgettext("for how many players", "two"),
        3: pgettext("for how many players", "three"),
        4: pgettext("for how many players", "four"),
        5: pgettext("for how many players", "five"),
        6: pgettext("for how many players", "six"),
        7: pgettext("for how many players", "seven"),
        8: pgettext("for how many players", "eight"),
    }[n]


def best_in_words(n: int) -> str:
    """Return a number of players as in "best with three"."""
    return {
        2: pgettext("best with how many players", "two"),
        3: pgettext("best with how many players", "three"),
        4: pgettext("best with how many players", "four"),
        5: pgettext("best with how many players", "five"),
        6: pgettext("best with how many players", "six"),
        7: pgettext("best with how many players", "seven"),
        8: pgettext("best with how many players", "eight"),
    }[n]


def points_in_words(n: int) -> str:
    """Return a number of points: a small one as a word, a larger one in digits."""
    return {
        1: pgettext("how many points", "one"),
        2: pgettext("how many points", "two"),
        3: pgettext("how many points", "three"),
        4: pgettext("how many points", "four"),
        5: pgettext("how many points", "five"),
        6: pgettext("how many points", "six"),
        7: pgettext("how many points", "seven"),
        8: pgettext("how many points", "eight"),
    }.get(n, str(n))


def times(n: int) -> str:
    """Return how often something counts: "once", "twice", "3 times"."""
    if n < 3:
        return {1: pgettext("how often it counts", "once"), 2: pgettext("how often it counts", "twice")}[n]
    return ngettext("%(n)d time", "%(n)d times", n) % {"n": n}


def suits(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the doubling suits as what the card is, in order: "a spade", "a heart", "red"."""
    wanted = set(letters)
    named = {
        "s": pgettext("the card is …", "a spade"),
        "h": pgettext("the card is …", "a heart"),
        "d": pgettext("the card is …", "a diamond"),
        "c": pgettext("the card is …", "a club"),
        "R": pgettext("the card is …", "red"),
        "B": pgettext("the card is …", "blue"),
        "G": pgettext("the card is …", "green"),
        "Y": pgettext("the card is …", "yellow"),
        "P": pgettext("the card is …", "purple"),
    }
    return tuple(named[letter] for letter in _SUITS if letter in wanted)


def suit_names(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the names of suits and colors, in order: "spades", "hearts", "red"."""
    wanted = set(letters)
    named = {
        "s": pgettext("suit", "spades"),
        "h": pgettext("suit", "hearts"),
        "d": pgettext("suit", "diamonds"),
        "c": pgettext("suit", "clubs"),
        "R": pgettext("suit", "red"),
        "B": pgettext("suit", "blue"),
        "G": pgettext("suit", "green"),
        "Y": pgettext("suit", "yellow"),
        "P": pgettext("suit", "purple"),
    }
    return tuple(named[letter] for letter in _SUITS if letter in wanted)


def card_values(rules: RuleSet) -> str:
    """Return what the cards count as a short clause, without capital or full stop."""
    values = rules.rank_values
    if rules.deck == "rumski70" and values == tuple(range(1, 14)):
        # Translators: this and the next two are clauses, which begin with a capital where they stand alone.
        return _("every card counts its number")
    if rules.deck == "french52" and values[1:] == FACES_TEN[1:]:
        text = _("aces count %(ace)d, number cards their number, and jacks, queens and kings 10")
        return text % {"ace": values[0]}
    numbers = {"values": listed([str(value) for value in values])}
    if rules.deck == "rumski70":
        return _("the cards from 1 to 13 count %(values)s") % numbers
    return _("the cards from ace to king count %(values)s") % numbers


def gin(rules: RuleSet) -> str:
    """Return the word for gin within a sentence; the Rumski deck calls it Ginski."""
    if rules.deck == "rumski70":
        return "Ginski"
    # Translators: the name of the game's best end, as %(gin)s stands for it; %(Gin)s begins with a capital.
    return pgettext("within a sentence", "gin")


def gins(rules: RuleSet) -> dict[str, str]:
    """Return the word for gin as message values: %(gin)s within a sentence, %(Gin)s at its beginning."""
    return {"gin": gin(rules), "Gin": capital(gin(rules))}


def capital(text: str) -> str:
    """Return ``text`` with a capital first letter."""
    return text[0].upper() + text[1:]
