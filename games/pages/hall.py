"""The hall: all tables that are played at now, read from the other end of the room."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HallSide:
    """A side at one of the tables. ``scores`` are its points, in each column where it is a Hollywood sheet."""

    name: str
    scores: tuple[str, ...]
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class HallTile:
    """A table. ``place`` is where it stands, or what it is called; empty where nothing is said of it."""

    place: str
    target: str
    """"to 100"."""
    sides: tuple[HallSide, ...]
    told: str
    """How far the leader has to go, or who won."""
    when: str
    """When something was written there last: "21:40"."""
    fresh: bool
    """Whether that was a moment ago, and a round."""


@dataclass(frozen=True, slots=True)
class HallPage:
    """The tables of a season, or those that a phone keeps."""

    title: str
    about: str
    """Whose tables these are; empty for those of a phone."""
    tiles: tuple[HallTile, ...]
    size: str
    """How large a tile is: "one", "few", "some" or "many"."""
    empty: str
    """What stands there when there is none."""
    live_url: str
    """Empty where nothing can move: on a phone that is at no table."""
    poll_url: str
    moved_url: str
    revision: int
