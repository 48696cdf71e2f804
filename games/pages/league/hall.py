"""Template context of the hall page: a large display of all tables where people are playing now."""

from dataclasses import dataclass

from games.pages.season.clock import ClockLine


@dataclass(frozen=True, slots=True)
class HallSide:
    """A side at one of the tables; ``scores`` are its points, one for each column of a Hollywood sheet."""

    name: str
    scores: tuple[str, ...]
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class HallTile:
    """A table; ``place`` is its name or where it is in the room, empty if unknown."""

    place: str
    target: str
    """"to 100"."""
    sides: tuple[HallSide, ...]
    status: str
    """How far the leader has to go, or who won."""
    when: str
    """When its last entry was made: "21:40"."""
    is_recent: bool
    """Whether that was a round entered just now."""


@dataclass(frozen=True, slots=True)
class HallPage:
    """The tables of a season, or those of one phone."""

    title: str
    about: str
    """The season; empty for the tables of a phone."""
    clock: ClockLine | None
    """The clock of the season's round."""
    tiles: tuple[HallTile, ...]
    size: str
    """How many tiles have to fit: "one", "few", "some" or "many"."""
    empty: str
    """The text shown if there are no tables."""
    live_url: str
    """Empty if there is nothing to follow: on a phone without tables."""
    poll_url: str
    moved_url: str
    revision: int
