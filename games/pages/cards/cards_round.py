"""Template context of the page that enters a round card by card, and of its hands on the score sheet."""

from dataclasses import dataclass

from games.pages.cards.cards import CardContext, GridContext, HandContext
from games.pages.rulebook.terms import TermContext
from games.pages.table.entry import CardPicker, ConflictContext, Preview


@dataclass(frozen=True, slots=True)
class CardsOption:
    """One choice of a form field."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CardsField:
    """A select with its options: the discard, a wild's number, where a card is laid off."""

    name: str
    label: str
    options: tuple[CardsOption, ...]


@dataclass(frozen=True, slots=True)
class CardsSeat:
    """One player's step: the card grid and the drawn hand, or only a deadwood count."""

    seat: int
    name: str
    grid: GridContext
    hand: HandContext
    summary: str
    """The summary in the step's tab: "3 of 10 cards", "12 deadwood", or "20" for a typed count; else empty."""
    wrong: bool
    faults: tuple[str, ...]
    """Sentences about this hand that are not shown with its cards."""
    count: str
    """The typed deadwood, if the cards are not entered."""
    next_step: str
    """The step after this one: a seat, or "end"."""
    next_label: str


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card laid off on one of the ender's melds; ``field`` is its form field."""

    card: CardContext
    field: str
    player: str


@dataclass(frozen=True, slots=True)
class TargetContext:
    """One of the ender's melds to lay off on; ``value`` names it in form fields."""

    value: str
    cards: tuple[CardContext, ...]
    laid: tuple[LaidCard, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class LooseCard:
    """An opponent's card that could be laid off; ``fits`` are the values of the melds it fits on, joined by "|"."""

    card: CardContext
    choice: CardsField
    fits: str
    laid: bool


@dataclass(frozen=True, slots=True)
class LooseHand:
    """An opponent's cards that are, or could be, laid off."""

    name: str
    cards: tuple[LooseCard, ...]
    deadwood_text: str
    """"Deadwood 9"."""


@dataclass(frozen=True, slots=True)
class LayoffsContext:
    """The layoffs on the ender's melds; with a ``note`` why there are none, everything else is empty."""

    title: str
    note: str
    targets: tuple[TargetContext, ...] = ()
    hands: tuple[LooseHand, ...] = ()
    all_text: str = ""
    """What "lay off all" would do: "8♠ 9♠ 8♣ 7♣"; empty if nothing would change."""
    has_layoffs: bool = False
    """Whether any card is laid off."""
    strict: bool = False
    """Whether the table is strict, so that nothing shows which cards fit."""


@dataclass(frozen=True, slots=True)
class UpcardContext:
    """The upcard in the grids; ``reason`` is shown at its box while no player has taken it."""

    reason: str
    may_be_taken: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class CardsForm:
    """The card-by-card round form; hidden fields are game, round, key, seating, and revision for a correction."""

    action: str
    title: str
    game: int
    round: int
    key: str
    seating: int
    revision: int | None
    step: str
    """The open step: a seat, or "end"."""
    seats: tuple[CardsSeat, ...]
    sitting_out: tuple[str, ...]
    enders: CardsField
    declared: CardsField
    ending_text: str
    """What is known so far: "Ann knocks with 10"; empty while the ender is unknown."""
    picker: CardPicker | None
    upcard: UpcardContext | None
    choices: tuple[CardsField, ...]
    """The fields for the discard and for the numbers of wilds."""
    layoffs: LayoffsContext | None
    fewest_layoffs_text: str
    """The ender's melds with the fewest layoffs, "5♠6♠7♠ …"; empty if they already are."""
    strict: bool
    """Whether the table is strict: nothing is proposed, and no hints are given."""
    preview: Preview | None
    waiting: tuple[str, ...]
    errors: tuple[str, ...]
    conflict: ConflictContext | None
    differs: str
    """What the sheet says, if the cards give another result and a person has to decide."""
    cards_result: str
    """What the cards say in that case: "Ann knocked with 10, Ben had 17"."""
    reason: str
    numbers_url: str
    numbers: tuple[tuple[str, str], ...]
    """The known fields of the round form, for continuing there with numbers."""
    correction: bool


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The card-by-card round page; ``form`` is None, with a ``sentence``, if these rules have no such form."""

    people: tuple[str, ...]
    """The players' names by seat."""
    table_title: str
    table_url: str
    cards_url: str
    """Where the cards of the next round are sent."""
    title: str
    form: CardsForm | None
    sentence: str
    on_sheet: str
    """The round on the sheet in a sentence; empty for a new round."""
    terms: tuple[TermContext, ...] = ()
    """The explained terms of the game, by its rules."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A hand on the sheet: its melds, its layoffs, its unmelded cards (``unmelded``) and how its deadwood adds up."""

    name: str
    melds: tuple[tuple[CardContext, ...], ...]
    laid: tuple[CardContext, ...]
    unmelded: tuple[CardContext, ...]
    sum: str
    """"9: 8 + 1", "0"."""
    remark: str
    """A hint, "could have saved 4 points"; empty if there is none."""
