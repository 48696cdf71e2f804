"""Cards on a page: the grid they are entered with, and a hand drawn as it lies on the table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardView:
    """One card as it is drawn: a rank, and a suit told by its sign and its letter."""

    value: str
    """As forms and links name it: "Td", "R10", "W1"."""
    rank: str
    """"10", and the letter of the language: "K"; a wild's "W"."""
    sign: str
    """The suit's sign, or the colour's shape."""
    letter: str
    """The suit's or colour's letter, by which the stylesheet colours it: "d", "R", "W"."""
    spoken: str
    """"ten of diamonds", "red 10", "wild 1"."""
    number: str = ""
    """What a wild stands for, as a rank, where that is known."""
    typed: str = ""
    """As it is typed in the language in force: "Qh", "Dh", for a wild with the number that was said of it: "W1=7"."""
    wrong: bool = False
    """Whether a sentence about its meld names it."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """Cards that lie together. ``fault`` is why they are no meld, "" where they are one or nothing was claimed."""

    cards: tuple[CardView, ...]
    fault: str = ""
    deadwood: bool = False
    """Whether it is a group of fewer than three: those cards count."""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand drawn as cards, with what it comes to.

    ``melds`` are the groups, ``left`` the cards in none. ``deadwood`` is in points, None while a group is no meld.
    """

    prefix: str
    """Which hand of the form it is: that of the fields ``cards-<prefix>``."""
    name: str
    melds: tuple[MeldView, ...]
    left: tuple[CardView, ...]
    deadwood: int | None
    sum: str
    """How the deadwood adds up: "10 + 4"; "" for none or one card."""
    headline: str
    """The one thing to know: "May knock with 7", "Gin", "6 of 10 cards"."""
    tone: str
    """"good" where the hand may end the round, "bad" where something is wrong, else ""."""
    notes: tuple[str, ...] = ()
    """Further sentences: what to throw, what could be better."""
    faults: tuple[str, ...] = ()
    """What was typed and not understood, and what cannot be."""
    text: str = ""
    """What the field ``cards-<prefix>`` is to show."""
    best: str = ""
    """What the field would hold with the cards laid out best; "" where they are, or nobody grouped them."""
    cards: str = ""
    """All cards of the hand, by which the script ticks their boxes: "7h 8h"."""
    named: str = ""
    """Those that stand in what was typed."""
    open: bool = True
    """Whether cards may be put together by tapping them."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One box of the grid. ``reason`` says why it is ``disabled``; ``blocked`` is one that stays so, full or not."""

    card: CardView
    id: str
    checked: bool
    disabled: bool = False
    reason: str = ""
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class GridSuit:
    """A column's head."""

    sign: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class GridView:
    """Boxes for all cards of the deck, ranks down and suits across, and the field for typing them.

    The fields are ``cards-<prefix>`` (text), ``card-<prefix>`` (boxes) and ``seen-<prefix>`` (the cards that the text
    showed).
    """

    prefix: str
    name: str
    """Whose hand it is, for a screen reader: "Ann's hand"."""
    holds: str
    """What is said in the grid of another hand of a card that is ticked in this one: "It is in Ann's hand."."""
    deck: str
    suits: tuple[GridSuit, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    """Thirteen, and with wilds one more."""
    text: str
    seen: str
    hint: str
    """An example of what may be typed."""
    count: str
    """How many cards there are, of how many: "7 of 10"."""
    counting: str
    """The same for a script, with {n} in the place of the first number: "{n} of 10"."""
    most: int
    """Cards; when there are so many, no other can be ticked."""
    full: str
    """The reason for that."""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DefenceView:
    """What a hand can do against the ender's melds: lay off, and come out so.

    ``layoffs`` are sentences in a legal order, ``outcome`` how the round would end where both hands are known.
    """

    hand: HandView
    layoffs: tuple[str, ...]
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class RulesOption:
    """Rules to choose in a list: the form's ``value``, and what they are called."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CheckerPage:
    """The meld checker. ``defence`` and ``ender`` are None where no other hand is given."""

    rules: tuple[tuple[str, tuple[RulesOption, ...]], ...]
    """Groups by their titles."""
    deck: str
    rules_title: str
    rules_url: str
    knock_card: str
    """What the card that sets the limit is called: "Upcard"; "" where none does."""
    knock_text: str
    grid: GridView
    ender_grid: GridView
    hand: HandView
    ender: HandView | None
    defence: DefenceView | None
    link: str
    """The whole address of this very question; "" while there is none."""
    faults: tuple[str, ...]
    back: str
    """The path of this question, to come back to."""
