"""The round form."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One chip of a player's strip. ``value`` goes into the ``field`` of its hand, for instance "0:knock:7"."""

    value: str
    label: str
    spoken: str
    """For a screen reader: "Ann knocks with 7"."""
    kind: str
    """"big_gin", "gin", "knock", "count" (a knock whose deadwood is typed like the others'), "false_knock"."""
    amount: int
    """What a knock is made with (points; of "count" the least it could be); 0 for all that is no knock."""
    checked: bool
    disabled: bool
    reason: str


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One rank or suit of the card that sets the limit. ``value`` goes into the form's ``rank`` or ``suit`` field."""

    value: str
    label: str
    """"7", "10", "K"; a suit's sign, or a colour's name."""
    spoken: str
    """"seven", "spades, counts double"."""
    means: str
    """What it does to the round: "knock with 7 or less", of a suit "counts double" or nothing."""
    limit: int | None
    """The knock limit it sets (points, 0: gin only; None: none): knocks with more are switched off."""
    whole: bool
    """Whether it is the whole card: a wild needs no rank beside it."""
    red: bool
    doubles: bool
    checked: bool


@dataclass(frozen=True, slots=True)
class CardPicker:
    """The card that sets the limit or doubles the round: two taps, a rank and a suit."""

    title: str
    """"Upcard" or "Knock card"."""
    ranks: tuple[CardChoice, ...]
    suits: tuple[CardChoice, ...]
    error: str
    gap: str
    """What stands between rank and suit: nothing for a suit's sign, a space for a colour's name."""
    face: str
    """The chosen card: "7♠"; empty until it is chosen as a whole."""
    red: bool
    """Whether ``face`` is of a red suit."""
    means: str
    """What the chosen card means: "knock with 7 or less, counts double"."""


@dataclass(frozen=True, slots=True)
class EntryHand:
    """One hand of the round: the only one, or between teams one of several played at once."""

    number: int
    field: str
    """The form field that says how it ended: "end", then "end-1", "end-2"."""
    title: str
    """"Ann plays Ben"; empty where there is one hand only."""
    pair: str
    """The same for a sentence about both: "Ann and Ben"; empty where there is one hand only."""
    ending: str
    """The checked value of its field: "", "dead", "misdeal" or a Choice's value."""
    says: str
    """What was told of it so far: "Ann knocks with 7, Ben 20"; empty where nothing was."""
    open: bool
    """Whether it is the one to type now, of several; the others are folded to a line."""
    seats: tuple["EntrySeat", ...]
    false_knocks: tuple[Choice, ...]
    """A knock that was not legal, by player, where the rules name a penalty."""


@dataclass(frozen=True, slots=True)
class EntrySeat:
    """One player on the round form: the strip, and the field for the deadwood when somebody else ended the round."""

    seat: int
    name: str
    choices: tuple[Choice, ...]
    field: str
    """The form field's name: "deadwood-0"."""
    value: str
    error: str
    ended: bool
    """Whether this player ended the hand in a way that leaves no deadwood to type: then ``error`` is about that."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the round would score, before it is saved. ``tone`` is "win", "undercut", "dead", "error" or "wait"."""

    tone: str
    sentence: str
    """"Ann +13: 20 − 7 · 54 → 67 · 4 boxes"."""
    arithmetic: tuple[str, ...]
    ask: str
    """A question about something unlikely; empty where nothing is. Saving then needs the form's ``confirm`` = yes."""
    errors: tuple[str, ...]
    ready: bool
    """Whether the round could be saved as it stands."""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two phones said different things of one round: both are shown, a person decides."""

    text: str
    saved: str
    saved_by: str
    typed: str
    change_url: str
    """Where the form goes if the typed version is right; ``revision`` goes with it."""
    revision: int
    question: int
    """The number under which the typed version is kept, for all phones to see; 0 where it is not."""
    decide_url: str
    """Where "keep what is saved" goes."""
    as_next: str
    """What a button says that saves the typed version as the next round instead (form field ``as_next`` = yes).

    Both were played, then. Empty where the game is over.
    """


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The round form: new round or correction. Hidden fields: game, round, key, seating, revision (corrections).

    ``hands`` are those played at once, one but for teams; the fields ``rank`` and ``suit`` are those of ``card``, None
    where the rules look at none. A misdeal is the value "misdeal" in the first hand's field, with ``reason``.
    """

    action: str
    preview_url: str
    title: str
    """"Round 6", or "Change round 3"."""
    game: int
    round: int
    key: str
    seating: int
    revision: int | None
    started: bool
    """Whether somebody said how a hand ended."""
    hands: tuple[EntryHand, ...]
    counted: bool
    """Whether who knocks types the deadwood as well, like everybody else."""
    card: CardPicker | None
    play_on: str
    """What becomes of such a knock where they name none; empty otherwise."""
    idle: tuple[str, ...]
    """The names of who sits out."""
    most_deadwood: int
    hints: tuple[str, ...]
    """Why chips are disabled, one sentence each."""
    preview: Preview | None
    errors: tuple[str, ...]
    conflict: ConflictView | None
    reason: str
    """Why it is changed, or what was wrong with a misdeal; up to 200 characters."""
    correction: bool
    next_round: int | None = None
    """The round after this one, for a phone that cannot ask; None where who plays it depends on this one."""
    field_note: str = ""
    """What stands under "Ben's deadwood": "after layoffs"; empty where nothing may be laid off."""
    gin_note: str = ""
    """The same once somebody went gin: "no layoffs after gin", or as ``field_note``."""
