"""Template context of the page where players enter their own hands on their own phones after a round."""

from dataclasses import dataclass

from games.pages.cards.cards import GridContext, HandContext


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player who may be using this phone: the form's ``value``, the name, and whether they were chosen."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class LaidDownHands:
    """The state of the round's hands; ``hands`` are those that this phone may see now."""

    action: str
    game: int
    round: int
    player: str
    """The phone's player, as a form value."""
    text: str
    """"Ann has laid down. Waiting for Ben"."""
    hands: tuple[HandContext, ...]
    clashes: tuple[str, ...]
    """Sentences about contradictions between the hands; empty while they are hidden."""
    remark: str
    """Who revealed the hands early, or which other phone entered this player's hand; "" for neither."""
    change_text: str
    """The label of the link back to the grid, "Change my hand"; "" while the grid is open."""
    change_url: str
    may_take_back: bool
    reveal_question: str
    """The question before hands are revealed although some are missing; "" if that is not possible."""
    score_url: str
    """Where the round is scored with these hands; "" while they are hidden."""
    state_url: str
    """Where to poll for changes; the response is 204 if there are none."""
    seconds: int
    """Seconds between two polls."""


@dataclass(frozen=True, slots=True)
class OwnHandPage:
    """The page for one player's own hand.

    ``players`` are the choices of who is using the phone. ``grid`` is None if the hand is laid down and not being
    changed. ``laid_down`` is None, with a ``sentence``, if there is nothing to lay down.
    """

    table_title: str
    table_url: str
    title: str
    action: str
    live_url: str
    poll_url: str
    revision: int
    players: tuple[PlayerChoice, ...]
    name: str
    """The player using the phone; "" if not chosen yet."""
    who_url: str
    """Where to choose another player."""
    game: int
    round: int
    player: str
    grid: GridContext | None
    hand: HandContext | None
    """The hand in the grid, drawn."""
    replace_question: str
    """The question before another phone's hand is replaced; "" if none would be."""
    errors: tuple[str, ...]
    laid_down: LaidDownHands | None
    sentence: str

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return tuple(choice.name for choice in self.players)
