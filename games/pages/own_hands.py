"""Own hands on own phones: the page on which a player lays his hand down, and what it says of the others."""

from dataclasses import dataclass

from games.pages.cards import GridView, HandView


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """Somebody who may hold this phone: the form's ``value``, the name, and whether that is who was said."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class HandsDown:
    """How far the hands of the round are. ``hands`` are those that this phone may see now."""

    action: str
    game: int
    round: int
    player: str
    """Who holds the phone, as forms name him."""
    text: str
    """"Ann has laid down; waiting for Ben"."""
    hands: tuple[HandView, ...]
    clashes: tuple[str, ...]
    """What cannot be true of the hands together; empty while they are hidden."""
    remark: str
    """Who had them shown before all were there, or which other phone laid down this one's hand; "" for neither."""
    change: str
    """What the way back to the grid is called: "Change my hand"; "" where the grid is open anyway."""
    change_url: str
    may_take_back: bool
    may_reveal: str
    """What is said before all is shown though somebody is missing; "" where that is not to be had."""
    score_url: str
    """Where the round is scored with these hands; "" while they are hidden."""
    state_url: str
    """Where to ask for all of this again; 204 is the answer where it stayed the same."""
    seconds: int
    """Until it is to be asked for again."""


@dataclass(frozen=True, slots=True)
class OwnHandPage:
    """The page for one player's own hand.

    ``players`` are shown where nobody said who holds the phone, or to say it anew. ``grid`` is None where the hand is
    laid down and not being changed. ``down`` is None with a ``sentence`` where there is nothing to lay down.
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
    """Who holds the phone; "" where nobody said so."""
    who_url: str
    """Where to say so anew."""
    game: int
    round: int
    player: str
    grid: GridView | None
    hand: HandView | None
    """What the grid holds, drawn."""
    take_over: str
    """What is said before another phone's hand is replaced; "" where none is."""
    errors: tuple[str, ...]
    down: HandsDown | None
    sentence: str
