"""A round entered by its cards, and what the sheet tells of one."""

from dataclasses import dataclass

from games.pages.cards import CardView, GridView, HandView
from games.pages.entry import CardPicker, ConflictView, Preview
from games.pages.terms import TermView


@dataclass(frozen=True, slots=True)
class CardsOption:
    """One choice of a form field."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CardsField:
    """A field with its choices: which card was thrown, what a wild is, where a card was laid off."""

    name: str
    label: str
    options: tuple[CardsOption, ...]


@dataclass(frozen=True, slots=True)
class CardsSeat:
    """One player's step: the grid and the drawn hand, or only a count."""

    seat: int
    name: str
    grid: GridView
    hand: HandView
    says: str
    """What stands in the step's tab: "10 left", "20" where it was counted; empty while nothing is known."""
    wrong: bool
    faults: tuple[str, ...]
    """Sentences about this hand that are not on its cards."""
    count: str
    """What is typed as its count where the cards are not entered."""
    next_step: str
    """The step after this one: a seat, or "end"."""
    next_label: str


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that lies on one of the ender's melds; ``field`` is where that is said."""

    card: CardView
    field: str
    whose: str


@dataclass(frozen=True, slots=True)
class TargetView:
    """One of the ender's melds, to lay off on. ``value`` names it in the fields."""

    value: str
    cards: tuple[CardView, ...]
    laid: tuple[LaidCard, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class LooseCard:
    """A card of an opponent that could be laid off. ``fits`` are the values of the melds it fits on, "|" between."""

    card: CardView
    choice: CardsField
    fits: str
    laid: bool


@dataclass(frozen=True, slots=True)
class LooseHand:
    """An opponent's cards that are not laid off."""

    name: str
    cards: tuple[LooseCard, ...]
    left: str
    """"9 left over"."""


@dataclass(frozen=True, slots=True)
class LayoffsView:
    """Laying off on the ender's melds. ``note`` says why nothing is laid off; then the rest is empty."""

    title: str
    note: str
    targets: tuple[TargetView, ...] = ()
    hands: tuple[LooseHand, ...] = ()
    all: str = ""
    """What "lay off all" would do: "8♠ 9♠ 8♣ 7♣"; empty where there is nothing to do."""
    any: bool = False
    """Whether something is laid off."""
    strict: bool = False
    """Whether nothing may show which cards fit."""


@dataclass(frozen=True, slots=True)
class UpcardView:
    """The upcard as a card that may be in a hand. ``reason`` is said of its box while nobody has taken it."""

    reason: str
    may_be_taken: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class CardsForm:
    """The round by its cards. Hidden fields: game, round, key, seating, and for a correction revision."""

    action: str
    title: str
    game: int
    round: int
    key: str
    seating: int
    revision: int | None
    step: str
    """The step to be shown: a seat, or "end"."""
    seats: tuple[CardsSeat, ...]
    idle: tuple[str, ...]
    enders: CardsField
    declared: CardsField
    told: str
    """What is told so far: "Ann knocks with 10"; empty while nobody has ended the round."""
    picker: CardPicker | None
    upcard: UpcardView | None
    choices: tuple[CardsField, ...]
    """The card that was thrown, and what wilds are."""
    layoffs: LayoffsView | None
    fewest: str
    """"5♠6♠7♠ …": how the ender's cards leave fewer layoffs; empty where they lie like that."""
    strict: bool
    """Whether nothing is proposed here, and nothing hints what could be better."""
    preview: Preview | None
    waiting: tuple[str, ...]
    errors: tuple[str, ...]
    conflict: ConflictView | None
    differs: str
    """What the sheet says, where the cards of an upgrade come to something else; a person decides."""
    comes_to: str
    """What the cards say then: "Ann knocked with 10, Ben had 17"."""
    reason: str
    numbers_url: str
    numbers: tuple[tuple[str, str], ...]
    """The fields of the round form as far as they are known, for going on with numbers."""
    correction: bool


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The page of a round's cards. ``form`` is None with a ``sentence`` where these rules cannot be told by cards."""

    table_title: str
    table_url: str
    title: str
    form: CardsForm | None
    sentence: str
    on_sheet: str
    """What the sheet says of the round now; empty for a new one."""
    terms: tuple[TermView, ...] = ()
    """The words of the game, by its rules."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A hand on the sheet, unfolded: its melds, what was laid off, and how its deadwood adds up."""

    name: str
    melds: tuple[tuple[CardView, ...], ...]
    laid: tuple[CardView, ...]
    left: tuple[CardView, ...]
    sum: str
    """"9: 8 + 1", "0"."""
    remark: str
    """"could have had 4 fewer"; empty where not."""
