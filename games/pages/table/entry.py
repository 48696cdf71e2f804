"""Template context of the round form: buttons (chips), fields, the preview, and conflicts between two phones."""

from dataclasses import dataclass

from games.wording.outcomes import Gain
from games.wording.words import in_a_row


@dataclass(frozen=True, slots=True)
class EntryChip:
    """One chip of a player; ``value`` goes into its hand's ``field``, for instance "0:knock:7"."""

    value: str
    label: str
    spoken: str
    """For a screen reader: "Ann knocks with 7"."""
    kind: str
    """"big_gin", "gin", "knock", "count" (a knock whose deadwood is typed like the others'), "false_knock"."""
    amount: int
    """The deadwood of a knock in points (of "count" the least possible); 0 for anything but a knock."""
    checked: bool


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One rank or suit of the card that sets the limit. ``value`` goes into the form's ``rank`` or ``suit`` field."""

    value: str
    label: str
    """"7", "10", "K"; a suit's sign, or a color's name."""
    spoken: str
    """"seven", "spades, counts double"."""
    effect: str
    """Its effect: "knock with 7 or less"; of a suit "counts double" or nothing."""
    limit: int | None
    """The knock limit it sets (points, 0: gin only; None: none): knocks with more are turned off."""
    is_whole_card: bool
    """Whether it is a whole card: a wild needs no rank."""
    red: bool
    doubles: bool
    checked: bool


@dataclass(frozen=True, slots=True)
class CardPicker:
    """The picker for the card that sets the limit or doubles the round: a rank and a suit."""

    title: str
    """"Upcard" or "Knock card"."""
    ranks: tuple[CardChoice, ...]
    suits: tuple[CardChoice, ...]
    error: str
    gap: str
    """The separator between rank and suit: nothing before a sign, a space before a color's name."""
    face: str
    """The chosen card: "7♠"; empty until rank and suit are chosen."""
    red: bool
    """Whether ``face`` is of a red suit."""
    effect: str
    """What the chosen card means: "knock with 7 or less, counts double"."""


@dataclass(frozen=True, slots=True)
class EntryHand:
    """One hand of the round: the only one, or in a team game one of several played at once."""

    number: int
    field: str
    """The form field that says how it ended: "end", then "end-1", "end-2"."""
    title: str
    """The heading "Ann plays Ben"; empty if there is only one hand."""
    pair: str
    """The players as a phrase: "Ann and Ben"; empty if there is only one hand."""
    ending: str
    """The checked value of its field: "", "dead", "misdeal" or a Choice's value."""
    summary: str
    """What was entered so far: "Ann knocks with 7, Ben 20"; empty at first."""
    open: bool
    """Whether it is unfolded; of several hands the others are folded to a line."""
    seats: tuple["EntrySeat", ...]
    false_knocks: tuple[EntryChip, ...]
    """Chips for an illegal knock by each player, if the rules have a penalty for it."""


@dataclass(frozen=True, slots=True)
class EntrySeat:
    """One player on the round form: the chips, and the deadwood field for when another player ended the round."""

    seat: int
    name: str
    choices: tuple[EntryChip, ...]
    field: str
    """The form field's name: "deadwood-0"."""
    value: str
    error: str
    ended: bool
    """Whether this player ended the hand without a typed deadwood; then ``error`` is about the ending."""


@dataclass(frozen=True, slots=True)
class OpenAgainChoice:
    """The choice about a game that loses its end though a later one was started: end it at its score, or go on with it.

    The form field ``after`` is "end" or "resume"; ``chosen`` is its value.
    """

    question: str
    end_text: str
    resume_text: str
    waits_text: str
    """What becomes of the later game if it goes on; "" if that is over."""
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class EndNotes:
    """What a change does to the end of a game, in sentences, and the choice that it leaves to people, if any."""

    notes: tuple[str, ...]
    choice: OpenAgainChoice | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a round would score, before it is saved; ``tone`` is "win", "undercut", "dead", "error" or "wait".

    A score is shown as its ``event``, ``gains`` and ``score``; anything else is a ``sentence``.
    """

    tone: str
    sentence: str = ""
    """What is missing, or that nobody scores."""
    event: str = ""
    """"Undercut!", or nothing."""
    gains: tuple[Gain, ...] = ()
    score: str = ""
    """How the game stands with this round: "Ann leads 82–66"."""
    arithmetic: tuple[tuple[str, str], ...] = ()
    """Each line of the score: what it is for, and its amount."""
    question: str = ""
    """A question about unlikely facts, else empty. Saving then needs the form field ``confirm`` = yes."""
    errors: tuple[str, ...] = ()
    ready: bool = False
    """Whether the round can be saved."""
    notes: tuple[str, ...] = ()
    """What the change of a round does to the end of its game, its match and its season."""
    choice: OpenAgainChoice | None = None
    """What has to be decided with it."""
    people: tuple[str, ...] = ()
    """The players' names by seat."""

    @property
    def text(self) -> str:
        """Return it as one text: "Ann +13 (20 − 7). Ann leads 82–66."."""
        if not self.gains:
            return self.sentence
        gains = in_a_row(gain.text for gain in self.gains)
        return " ".join(filter(None, (self.event, f"{gains}.", self.score and f"{self.score}.")))


@dataclass(frozen=True, slots=True)
class ConflictContext:
    """Two phones entered a round differently: both versions are shown, and a person decides."""

    text: str
    saved: str
    saved_by: str
    typed: str
    change_url: str
    """Where the form is sent, with ``revision``, if the typed version is right."""
    revision: int
    question: int
    """The id under which the typed version was stored for all phones to see; 0 if it was not."""
    decide_url: str
    """Where "keep what is saved" is sent."""
    as_next: str
    """The label of the button that saves the typed version as the next round (form field ``as_next`` = yes).

    It is for the case that both rounds were played. Empty if the game is over.
    """


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form for a new round or a correction; hidden fields are game, round, key, seating, revision (corrections).

    ``hands`` are one hand, or several played at once between teams. ``card`` is the picker with the fields ``rank`` and
    ``suit``, None if the rules use no such card. A misdeal is the value "misdeal" in the first hand's field, with a
    ``reason``.
    """

    action: str
    preview_url: str
    cards_url: str
    """Where the round is entered card by card."""
    title: str
    """"Round 6", or "Change round 3"."""
    game: int
    round: int
    key: str
    seating: int
    revision: int | None
    started: bool
    """Whether the ending of any hand was chosen."""
    hands: tuple[EntryHand, ...]
    knock_deadwood_typed: bool
    """Whether the knocker's deadwood is typed like the others'."""
    card: CardPicker | None
    illegal_knock_text: str
    """What happens after an illegal knock if the rules have no penalty for it; else empty."""
    sitting_out: tuple[str, ...]
    """The names of players who sit out."""
    most_deadwood: int
    preview: Preview | None
    errors: tuple[str, ...]
    conflict: ConflictContext | None
    reason: str
    """Why it is changed, or what was wrong with a misdeal; up to 200 characters."""
    correction: bool
    next_round: int | None = None
    """The next round's number, for a phone without a connection; None if its players depend on this round."""
    field_note: str = ""
    """The note under a deadwood field: "after layoffs"; empty if the rules have no layoffs."""
    how_to: str = ""
    """How a round is entered, in a sentence or two, for the first one."""
    gin_note: str = ""
    """The note after gin: "no layoffs after gin", or the same as ``field_note``."""
