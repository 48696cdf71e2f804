"""Template context of achievements, on the page of a game, of a player, and of all there are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AchievementContext:
    """An achievement, "First gin", with a note who earned it and where, "Ann, round 4"."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class AchievementsPage:
    """All achievements, and whether this phone shows them (``enabled``); ``back`` is the page to return to."""

    achievements: tuple[AchievementContext, ...]
    enabled: bool
    back: str
