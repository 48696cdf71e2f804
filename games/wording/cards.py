"""Cards in sentences: what they are called, why some are no meld, why one may not be laid off."""

from collections.abc import Callable, Sequence
from typing import Final

from games.rules.cards import FRENCH_SUITS, Card
from games.rules.layoffs import NoLayoff
from games.rules.melds import NotAMeld, WhyNot
from games.wording.words import listed

NO_LAYOFF: Final[dict[str, str]] = {
    NoLayoff.NEVER: "these rules have no layoffs",
    NoLayoff.AFTER_GIN: "nothing is laid off after gin",
    NoLayoff.WILD: "wilds are never laid off",
}
"""Why no card, or none of a kind, may be laid off, as part of a sentence."""
ONE_HAND_ONLY: Final = "Teams play several hands at once: tell them by their counts. Cards are for rounds of one hand."
"""Why a round of teams is not told by its cards."""
UPCARD_LIES: Final = "It is the upcard. If somebody took it, say so under Result."
UPCARD_STAYS: Final = "It is the upcard, which nobody may take."
"""Why the upcard cannot be ticked in a hand: while nobody said that it was taken, or because nobody can take it."""
RANK_NAMES: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
"""What the ranks of a French deck are called, from the ace."""
SUIT_FACES: Final = {
    "s": ("\u2660\ufe0e", "spades"),
    "h": ("\u2665\ufe0e", "hearts"),
    "d": ("\u2666\ufe0e", "diamonds"),
    "c": ("\u2663\ufe0e", "clubs"),
    "R": ("\u25cf\ufe0e", "red"),
    "B": ("\u25a0\ufe0e", "blue"),
    "G": ("\u25b2\ufe0e", "green"),
    "Y": ("\u25c6\ufe0e", "yellow"),
    "P": ("\u2605\ufe0e", "purple"),
    "W": ("\u2731\ufe0e", "wild"),
}
"""A suit's sign or a colour's shape, text and not picture, and its name: no card is told by its colour alone."""


def card_text(card: Card) -> str:
    """A card as it is typed: "Ts", "R10", "W1"."""
    return card.text


def card_face(card: Card) -> str:
    """A card as it is read in a sentence for people: "10\u2660"; of the Rumski deck as it is typed."""
    if card.suit not in FRENCH_SUITS:
        return card.text
    return f"{card.text[0].replace('T', '10')}{SUIT_FACES[card.suit][0]}"


def card_names(cards: Sequence[Card], name: Callable[[Card], str] = card_text) -> str:
    """Cards as they are written side by side: "8s 9s Js"."""
    return " ".join(name(card) for card in cards)


def no_layoff_text(why: NoLayoff, card: Card, onto: Sequence[Card]) -> str:
    """Why a card may not be laid off there, in a sentence."""
    if why is NoLayoff.NOT_A_MELD:
        return f"{card_names(onto)} is no meld."
    if why in NO_LAYOFF:
        return f"{NO_LAYOFF[why].capitalize()}."
    return f"{card.text} does not fit on {card_names(onto)}."


def not_a_meld_text(cards: Sequence[Card], why: NotAMeld, name: Callable[[Card], str] = card_text) -> str:
    """Why some cards are no meld, in a sentence: "8s 9s Js is not a run: the Ts is missing."; ``name`` names a card."""
    shown, named = card_names(cards, name), listed([name(card) for card in why.cards])
    many = len(why.cards) > 1
    match why.reason:
        case WhyNot.GAP:
            fills = "one wild fills" if why.limit == 1 else f"{why.limit} wilds fill"
            more = f", and {fills} no more" if why.limit else ""
            return f"{shown} is not a run: {'' if many else 'the '}{named} {'are' if many else 'is'} missing{more}."
        case WhyNot.CORNER:
            return f"{shown} is not a run: runs do not go round the corner that way."
        case WhyNot.TOO_FEW:
            return f"{shown} is no meld: it takes three cards."
        case WhyNot.DUPLICATE:
            return f"{named} is there twice."
        case WhyNot.TOO_MANY_WILDS:
            return f"{shown} is no meld: at most {why.limit} wild{'s' if why.limit != 1 else ''} a meld."
        case WhyNot.TWO_NATURALS:
            return f"{shown} is no meld: it takes two cards that are not wild."
        case WhyNot.MIXED:
            if why.kind is None:
                return f"{shown} is no meld: neither one rank nor one suit."
            return f"{shown} is not a {why.kind}: {named} {'do' if many else 'does'} not belong."
        case WhyNot.WILD_SCOPE:
            return f"{shown} is no meld: wilds are for sets only."
        case WhyNot.TOO_LONG:
            return f"{shown} is not a run: there are thirteen ranks."
        case WhyNot.SET_TOO_LARGE:
            return f"{shown} is not a set: a wild may not double a suit, so {why.limit} cards at most."
        case WhyNot.WILD_NUMBER:
            return f"{named} cannot be what {'they were' if many else 'it was'} said to be."
