"""Build the views of achievements: those of a game, of a league player, and all there are."""

from collections.abc import Mapping

from games.pages.table.achievements import AchievementContext
from games.rules.analysis.achievements import KINDS, Achievement
from games.wording.achievements import TITLES, achievement_text, how_earned, notes_of_player
from games.wording.words import Names


def achievement_view(achievement: Achievement, names: Names) -> AchievementContext:
    """Return an achievement of a game in words; ``names`` are by seat."""
    return AchievementContext(str(TITLES[achievement.kind]), achievement_text(achievement, names))


def achievement_explanations() -> tuple[AchievementContext, ...]:
    """Return all achievements, and how each is earned."""
    how = how_earned()
    return tuple(AchievementContext(str(TITLES[kind]), how[kind]) for kind in KINDS)


def achievements_of_player(
    game_totals: Mapping[str, int], record: Mapping[str, int], wins: int
) -> tuple[AchievementContext, ...]:
    """Return a league player's achievements from settled games and matches; ``wins`` is the longest winning streak."""
    return tuple(
        AchievementContext(str(TITLES[kind]), note) for kind, note in notes_of_player(game_totals, record, wins)
    )
