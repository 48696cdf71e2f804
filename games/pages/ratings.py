"""What the pages of a league's ratings are given. Numbers are on the scale of ``games.wording.ratings``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One member: ``rating`` within ``low`` and ``high``, after so many matches.

    ``start``, ``width`` and ``mark`` place that range and the rating on a bar from 0 to 100.
    """

    name: str
    url: str
    rating: int
    low: int
    high: int
    matches: int
    start: float
    width: float
    mark: float


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """The ratings of a league, and who has played too few matches to be shown one (name, matches)."""

    league: str
    league_url: str
    rows: tuple[RatingRow, ...]
    few: tuple[tuple[str, int], ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatingNight:
    """A rating as it was after a night, or after one match of it, and how many matches that were."""

    night: str
    rating: int
    low: int
    high: int
    matches: int


@dataclass(frozen=True, slots=True)
class Line:
    """A drawing: its size, the line and the band around it as points "x,y x,y", levels (y, text) and ends of time.

    ``left`` is where it begins, behind the texts of the levels.
    """

    width: int
    height: int
    left: int
    line: str
    band: str
    levels: tuple[tuple[float, str], ...]
    first: str
    last: str
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RatingPage:
    """One member's rating and how it came about, the newest night first; ``few`` says why there is none to show."""

    name: str
    player_url: str
    ratings_url: str
    now: RatingNight | None
    drawing: Line | None
    nights: tuple[RatingNight, ...]
    few: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """One member's rating after each of his newest ``matches``, the last one first, as his page has it.

    ``title`` says what is to be seen in the ``drawing``, ``older`` that there were more matches, ``few`` why there is
    no rating to show.
    """

    url: str
    title: str
    now: RatingNight | None
    drawing: Line | None
    matches: tuple[RatingNight, ...]
    few: str
    older: str
