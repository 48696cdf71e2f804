"""A game as pages show it: the tally, the sheet, the end."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player in the tally."""

    seat: int
    name: str
    total: int
    boxes: int
    percent: int
    """Progress to the target, 0 to 100."""
    to_go: int | None
    """Points to the target; None where there is none."""
    deals: bool
    plays_first: bool
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's part of a round on the sheet."""

    seat: int
    name: str
    points: int
    total: int
    boxes: int
    won: bool
    deadwood: int | None


@dataclass(frozen=True, slots=True)
class Version:
    """One entry about a round: what was said, by which device, when, and why."""

    what: str
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """One line of the sheet. ``state`` is "counts", "void" or "after_end"."""

    number: int
    event: str
    """A short word: Knock, Gin, Big gin, Undercut, Dead hand, Ginski …"""
    event_code: str
    what: str
    """For instance "Ann knocked with 7"."""
    cells: tuple[Cell, ...]
    arithmetic: tuple[str, ...]
    """Each number of the score with where it comes from."""
    state: str
    edited: bool
    edited_note: str
    """For instance "Changed at 22:41 by Ben's phone. It was: Ann knocked with 8, Ben 20"."""
    versions: tuple[Version, ...]
    edit_url: str
    """Empty for somebody who only watches."""
    deals: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One line of the end of a game: "Game bonus", 100."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """A player at the end of a game: every line and the total."""

    seat: int
    name: str
    lines: tuple[BonusLine, ...]
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinalView:
    """How a game ended. ``headline`` for instance "Ann wins by 165"; ``why`` one sentence more."""

    headline: str
    why: str
    seats: tuple[FinalSeat, ...]
    shutout: bool
    early: bool


@dataclass(frozen=True, slots=True)
class Attention:
    """Rounds that were entered after the round that now ends the game: a person decides."""

    text: str
    strike_text: str
    keep_text: str
    url: str
    revision: int


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game played earlier at this table."""

    number: int
    headline: str
    url: str


@dataclass(frozen=True, slots=True)
class GameView:
    """One game as the table page shows it."""

    number: int
    rules_title: str
    target: int | None
    seats: tuple[SeatView, ...]
    rounds: tuple[RoundView, ...]
    """Newest first."""
    undone: tuple[RoundView, ...]
    """Void rounds at the end of the sheet, newest first: taken back, not yet entered again. Folded away."""
    deal_sentence: str
    """"Ben deals, Ann plays first"; empty once the game is over."""
    final: FinalView | None
    attention: Attention | None
    others: tuple[OtherGame, ...]
    games_won: tuple[tuple[str, int], ...]
    """Games won at this table by name, where more than one was played."""
