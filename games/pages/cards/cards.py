"""Template context of cards: the grid for entering them, drawn hands, and the meld checker."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardContext:
    """One card as it is drawn: its rank, its suit's sign, and the suit's letter for coloring."""

    value: str
    """The card in forms and links: "Td", "R10", "W1"."""
    rank: str
    """"10", and the letter of the language: "K"; a wild's "W"."""
    sign: str
    """The suit's sign, or the color's shape."""
    letter: str
    """The suit's or color's letter, by which the stylesheet colors it: "d", "R", "W"."""
    spoken: str
    """"ten of diamonds", "red 10", "wild 1"."""
    number: str = ""
    """What a wild stands for, as a rank, where that is known."""
    typed: str = ""
    """The card as it is typed in the current language: "Qh", "Dh"; a wild with its number: "W1=7"."""
    wrong: bool = False
    """Whether an error sentence is about this card."""


@dataclass(frozen=True, slots=True)
class MeldContext:
    """A group of cards; ``fault`` is why they are not a meld, "" if they are or need not be one."""

    cards: tuple[CardContext, ...]
    fault: str = ""
    deadwood: bool = False
    """Whether the group has fewer than three cards, which count as deadwood."""


@dataclass(frozen=True, slots=True)
class HandContext:
    """A hand as it is drawn: its groups ``melds``, the unmelded cards ``unmelded``, and its deadwood.

    ``deadwood`` is in points, None while a group is not a legal meld.
    """

    prefix: str
    """The suffix of the hand's form fields, ``cards-<prefix>``."""
    name: str
    melds: tuple[MeldContext, ...]
    unmelded: tuple[CardContext, ...]
    deadwood: int | None
    sum: str
    """How the deadwood adds up: "10 + 4"; "" for none or one card."""
    headline: str
    """The one thing to know: "Can knock with 7", "Gin", "6 of 10 cards"."""
    tone: str
    """"good" where the hand may end the round, "bad" where something is wrong, else ""."""
    notes: tuple[str, ...] = ()
    """Further sentences: the best discard, a better arrangement."""
    faults: tuple[str, ...] = ()
    """Error sentences about the typed cards."""
    text: str = ""
    """The value of the field ``cards-<prefix>``."""
    best_text: str = ""
    """The field's value with the best arrangement; "" if the hand has it, or is not grouped."""
    cards: str = ""
    """All cards of the hand, for the script that ticks their boxes: "7h 8h"."""
    cards_in_text: str = ""
    """The cards that are in the typed text."""
    open: bool = True
    """Whether cards can be grouped by tapping them."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One checkbox of the grid; ``reason`` says why it is ``disabled``.

    A ``blocked`` one stays disabled even if the hand is not full.
    """

    card: CardContext
    id: str
    checked: bool
    disabled: bool = False
    reason: str = ""
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class GridSuit:
    """The head of a grid column: a suit."""

    sign: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class GridContext:
    """Boxes for all cards of the deck, ranks down and suits across, and the field for typing them.

    The fields are ``cards-<prefix>`` (text), ``card-<prefix>`` (boxes) and ``seen-<prefix>`` (the cards that the text
    showed).
    """

    prefix: str
    name: str
    """Whose hand it is, for a screen reader: "Ann's hand"."""
    held_reason: str
    """The reason shown in the grids of other hands for a card that is ticked here: "It is in Ann's hand."."""
    deck: str
    suits: tuple[GridSuit, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    """Thirteen rows, and one more for wilds."""
    text: str
    seen: str
    hint: str
    """An example of typed cards."""
    count: str
    """The number of cards: "7 of 10"."""
    count_pattern: str
    """The same as a pattern for the script, with {n} for the first number: "{n} of 10"."""
    max_cards: int
    """The number of cards at which no other can be ticked."""
    full_reason: str
    """The reason shown then."""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DefenceContext:
    """The best layoffs of a hand on the ender's melds, and the hand after them.

    ``layoffs`` are sentences in a legal order; ``outcome`` is the round's result if both hands are known.
    """

    hand: HandContext
    layoffs: tuple[str, ...]
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class RulesOption:
    """An option in a list of rules: the form's ``value``, and the title."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CheckerPage:
    """The meld checker; ``defence`` and ``ender`` are None without a second hand."""

    rules: tuple[tuple[str, tuple[RulesOption, ...]], ...]
    """The options in groups: title and options."""
    deck: str
    rules_title: str
    rules_url: str
    knock_card: str
    """The name of the card that sets the limit: "Upcard"; "" if none does."""
    knock_text: str
    grid: GridContext
    ender_grid: GridContext
    hand: HandContext
    ender: HandContext | None
    defence: DefenceContext | None
    link: str
    """The absolute URL of this check; "" while it is empty."""
    faults: tuple[str, ...]
    back: str
    """The path of this check, for links that lead back."""
