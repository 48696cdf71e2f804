"""Template context of a league's rating pages. Numbers are on the scale of ``games.wording.league.ratings``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A member's ``rating``, its range from ``low`` to ``high``, and the number of rated matches.

    ``start``, ``width`` and ``mark`` are the positions of the range and the rating on a bar from 0 to 100.
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
    """The ratings of a league; ``unrated`` are members with too few matches for a rating (name, matches)."""

    league: str
    league_url: str
    rows: tuple[RatingRow, ...]
    unrated: tuple[tuple[str, int], ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatingNight:
    """A rating after a night or one of its matches, and the number of matches rated by then."""

    night: str
    rating: int
    low: int
    high: int
    matches: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """A line chart of a rating: ``line`` and the ``band`` around it are SVG points "x,y x,y".

    ``levels`` are the grid lines (y, text), ``first`` and ``last`` the texts at the ends of the time axis; ``left`` is
    the x position where the line begins.
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
    """One member's rating night by night, newest first; ``unrated_text`` says why there is no rating."""

    name: str
    player_url: str
    ratings_url: str
    now: RatingNight | None
    drawing: RatingChart | None
    nights: tuple[RatingNight, ...]
    unrated_text: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A member's rating after each of their latest ``matches``, newest first, for the player's page.

    ``title`` describes the ``drawing``, ``older_text`` says that there were more matches, ``unrated_text`` why there is
    no rating.
    """

    url: str
    title: str
    now: RatingNight | None
    drawing: RatingChart | None
    matches: tuple[RatingNight, ...]
    unrated_text: str
    older_text: str
