"""Cards in words: their names and letters, and why cards are not a meld or may not be laid off.

Only here a rank gets the letter of the current language. What is stored, sent to programs or written in notation always
has the English one (``Card.text``).
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext, pgettext_lazy

from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS, Card
from games.rules.hands.layoffs import LayoffRefusal
from games.rules.hands.melds import MeldKind, NotAMeld, NotAMeldReason
from games.wording.words import listed, printable

_NO_LAYOFF_AT_ALL: Final[dict[str, str]] = {
    LayoffRefusal.NEVER: gettext_noop("These rules have no layoffs."),
    LayoffRefusal.AFTER_GIN: gettext_noop("There are no layoffs after gin."),
    LayoffRefusal.WILD: gettext_noop("Wilds can't be laid off."),
}
"""Why no card, or no wild, may be laid off; translated where it is used."""
ONE_HAND_ONLY: Final = gettext_noop(
    "Teams play several hands at once, so enter the totals instead. You can only enter cards when a round is "
    "a single hand."
)
"""Why a team round cannot be entered card by card; translated where it is used."""
UPCARD_NOT_TAKEN: Final = gettext_noop("That's the upcard. If someone took it, say so under Result.")
UPCARD_NOT_OFFERED: Final = gettext_noop("That's the upcard, and nobody may take it.")
"""Why the upcard cannot be ticked in a hand: no player took it, or these rules do not allow taking it."""
SUIT_SIGNS: Final = {
    "s": "\u2660\ufe0e",
    "h": "\u2665\ufe0e",
    "d": "\u2666\ufe0e",
    "c": "\u2663\ufe0e",
    "R": "\u25cf\ufe0e",
    "B": "\u25a0\ufe0e",
    "G": "\u25b2\ufe0e",
    "Y": "\u25c6\ufe0e",
    "P": "\u2605\ufe0e",
    "W": "\u2731\ufe0e",
}
"""A suit's sign or a color's shape as text (not emoji), so that no card is recognized by color alone."""
_RANKS: Final = (
    pgettext_lazy("rank of a card", "ace"),
    pgettext_lazy("rank of a card", "two"),
    pgettext_lazy("rank of a card", "three"),
    pgettext_lazy("rank of a card", "four"),
    pgettext_lazy("rank of a card", "five"),
    pgettext_lazy("rank of a card", "six"),
    pgettext_lazy("rank of a card", "seven"),
    pgettext_lazy("rank of a card", "eight"),
    pgettext_lazy("rank of a card", "nine"),
    pgettext_lazy("rank of a card", "ten"),
    pgettext_lazy("rank of a card", "jack"),
    pgettext_lazy("rank of a card", "queen"),
    pgettext_lazy("rank of a card", "king"),
)
_SUITS: Final = {
    "s": pgettext_lazy("suit", "spades"),
    "h": pgettext_lazy("suit", "hearts"),
    "d": pgettext_lazy("suit", "diamonds"),
    "c": pgettext_lazy("suit", "clubs"),
    "R": pgettext_lazy("suit", "red"),
    "B": pgettext_lazy("suit", "blue"),
    "G": pgettext_lazy("suit", "green"),
    "Y": pgettext_lazy("suit", "yellow"),
    "P": pgettext_lazy("suit", "purple"),
    "W": pgettext_lazy("suit", "wild"),
}
_SUITS_OF_CARDS: Final = {
    # Translators: the suit as it stands in the name of a card, "queen of hearts".
    "s": pgettext_lazy("suit of a card", "spades"),
    "h": pgettext_lazy("suit of a card", "hearts"),
    "d": pgettext_lazy("suit of a card", "diamonds"),
    "c": pgettext_lazy("suit of a card", "clubs"),
}
_COLORED: Final = {
    # Translators: the name of a card that has a color and a number.
    "R": gettext_noop("red %(number)d"),
    "B": gettext_noop("blue %(number)d"),
    "G": gettext_noop("green %(number)d"),
    "Y": gettext_noop("yellow %(number)d"),
    "P": gettext_noop("purple %(number)d"),
}
_TYPED: Final = re.compile(r"\b([ATJQK])(?=[shdc]\b)")


# --- Ranks, suits and cards -------------------------------------------------------------------------------------------


def rank_letter(rank: int) -> str:
    """Return what is printed on a card of a French deck for ``rank``, 1 to 13: "A", "10", "K"."""
    match rank:
        case 1:
            # Translators: what is printed on the ace. The letters on the cards are those of the decks sold where your
            # language is spoken: K, D and B on German ones, R, D and V on French ones.
            return pgettext("card", "A")
        case 11:
            return pgettext("card", "J")
        case 12:
            return pgettext("card", "Q")
        case 13:
            return pgettext("card", "K")
    return str(rank)


def rank_name(rank: int) -> str:
    """Return the name of a French deck's rank, 1 to 13: "queen"."""
    return str(_RANKS[rank - 1])


def suit_name(suit: str) -> str:
    """Return the name of a suit or Rumski color on its own: "hearts", "red", "wild"."""
    return str(_SUITS[suit])


def card_name(card: Card) -> str:
    """Return a card's full name: "ten of diamonds", "red 10", "wild 1"."""
    if card.wild:
        return _("wild %(number)d") % {"number": card.wild}
    if card.suit in FRENCH_SUITS:
        # Translators: the name of a card: "queen of hearts", "Herz-Dame", "dame de cœur".
        return _("%(rank)s of %(suit)s") % {"rank": rank_name(card.rank), "suit": _SUITS_OF_CARDS[card.suit]}
    return _(_COLORED[card.suit]) % {"number": card.rank}


def card_text(card: Card) -> str:
    """Return a card in notation, the same in every language: "Ts", "R10", "W1"."""
    return card.text


def card_face(card: Card) -> str:
    """Return a card for sentences: "10\u2660"; a card of the Rumski deck as in notation."""
    if card.suit not in FRENCH_SUITS:
        return card.text
    return f"{rank_letter(card.rank)}{SUIT_SIGNS[card.suit]}"


def not_in_deck(text: str) -> str:
    """Return the sentence for a card that isn't in the deck; ``text`` is what was typed for it."""
    return _("“%(text)s” isn't a card in this deck.") % {"text": printable(text)}


def as_typed(text: str) -> str:
    """Return cards in notation as people type them in the current language: "Qh / 10s", in German "Dh / 10s".

    The result reads back as the same cards in any language.
    """
    return _TYPED.sub(_typed_rank, text)


def _typed_rank(match: re.Match[str]) -> str:
    if match[1] == "T":
        # Translators: ten in a field where cards are typed, as Th. Where no card says T: 10.
        return pgettext("card as it is typed", "T")
    return rank_letter(FRENCH_RANKS.index(match[1]) + 1)


def card_names(cards: Sequence[Card], name: Callable[[Card], str] = card_text) -> str:
    """Return cards side by side: "8s 9s Js"; ``name`` turns a card into text."""
    return " ".join(name(card) for card in cards)


# --- Why not ----------------------------------------------------------------------------------------------------------


def no_layoff_text(reason: LayoffRefusal, card: Card, onto: Sequence[Card]) -> str:
    """Return the sentence why a card may not be laid off on a meld."""
    if reason is LayoffRefusal.NOT_A_MELD:
        return _("%(cards)s isn't a meld.") % {"cards": card_names(onto)}
    if reason in _NO_LAYOFF_AT_ALL:
        return _(_NO_LAYOFF_AT_ALL[reason])
    return _("%(card)s doesn't fit on %(cards)s.") % {"card": card.text, "cards": card_names(onto)}


def not_a_meld_text(cards: Sequence[Card], reason: NotAMeld, name: Callable[[Card], str] = card_text) -> str:
    """Return why cards are not a meld: "8s 9s Js isn't a run: the Ts is missing."; ``name`` turns a card into text."""
    number, limit = len(reason.cards), reason.limit or 0
    named = {"cards": card_names(cards, name), "named": listed([name(card) for card in reason.cards]), "limit": limit}
    return _not_a_meld(reason, number, limit) % named


def _not_a_meld(not_a_meld: NotAMeld, number: int, limit: int) -> str:  # noqa: PLR0912 - one branch a reason, that is the table
    """Return the message for the reason, with placeholders for cards; ``number`` of them are named."""
    match not_a_meld.reason:
        case NotAMeldReason.GAP if limit:
            # Translators: more cards are missing, %(named)s, than the wilds that lie there can stand for.
            return ngettext(
                "%(cards)s isn't a run: %(named)s are missing, and one wild can't fill in for them all.",
                "%(cards)s isn't a run: %(named)s are missing, and %(limit)d wilds can't fill in for them all.",
                limit,
            )
        case NotAMeldReason.GAP:
            return ngettext(
                "%(cards)s isn't a run: the %(named)s is missing.",
                "%(cards)s isn't a run: %(named)s are missing.",
                number,
            )
        case NotAMeldReason.CORNER:
            return _("%(cards)s isn't a run: runs can't go around the corner like that.")
        case NotAMeldReason.TOO_FEW:
            return _("%(cards)s isn't a meld: you need three cards.")
        case NotAMeldReason.DUPLICATE:
            return _("You've entered %(named)s twice.")
        case NotAMeldReason.TOO_MANY_WILDS:
            return ngettext(
                "%(cards)s isn't a meld: a meld can have only %(limit)d wild.",
                "%(cards)s isn't a meld: a meld can have only %(limit)d wilds.",
                limit,
            )
        case NotAMeldReason.TWO_NATURALS:
            return _("%(cards)s isn't a meld: you need two cards that aren't wild.")
        case NotAMeldReason.MIXED if not_a_meld.kind is MeldKind.RUN:
            return ngettext(
                "%(cards)s isn't a run: %(named)s doesn't belong.",
                "%(cards)s isn't a run: %(named)s don't belong.",
                number,
            )
        case NotAMeldReason.MIXED if not_a_meld.kind is MeldKind.SET:
            return ngettext(
                "%(cards)s isn't a set: %(named)s doesn't belong.",
                "%(cards)s isn't a set: %(named)s don't belong.",
                number,
            )
        case NotAMeldReason.MIXED:
            return _("%(cards)s isn't a meld: the cards share neither a rank nor a suit.")
        case NotAMeldReason.WILD_SCOPE:
            return _("%(cards)s isn't a meld: wilds are for sets only.")
        case NotAMeldReason.TOO_LONG:
            return _("%(cards)s isn't a run: there are only thirteen ranks.")
        case NotAMeldReason.SET_TOO_LARGE:
            return _("%(cards)s isn't a set: a wild can't repeat a color, so a set has at most %(limit)d cards.")
        case NotAMeldReason.WILD_NUMBER:
            return ngettext(
                "%(named)s can't stand for the number you gave it.",
                "%(named)s can't stand for the numbers you gave them.",
                number,
            )
