"""Template context of a player's page: record, opponents, statistics and matches. Numbers are formatted text."""

from dataclasses import dataclass

from games.pages.league.ratings import PlayerRating
from games.pages.table.achievements import AchievementContext


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """One value of a filter."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filters:
    """The page's filters; ``since`` and ``until`` are ISO dates, as date fields send them."""

    seasons: tuple[FilterChoice, ...]
    opponents: tuple[FilterChoice, ...]
    rules: tuple[FilterChoice, ...]
    since: str
    until: str
    narrowed: bool
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One statistic: its title, its value, and a note how it is made up."""

    title: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class HeadToHeadRecord:
    """The record against one opponent."""

    name: str
    url: str
    played: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of the list: "Nov 12", "Ben", "won", "125 : 80"."""

    url: str
    night: str
    season: str
    opponents: str
    outcome: str
    score: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page; ``figures`` are empty if no game was finished, ``record`` if no match counts."""

    name: str
    league: str
    league_url: str
    url: str
    record: tuple[Figure, ...]
    figures: tuple[Figure, ...]
    rating: PlayerRating
    streaks: tuple[str, ...]
    achievements: tuple[AchievementContext, ...]
    against: tuple[HeadToHeadRecord, ...]
    matches: tuple[PlayedMatch, ...]
    more: int
    filters: Filters
