"""Build the views of achievements: those of a game, of a league player, and all there are."""

from collections.abc import Mapping

from games.pages.achievements import AchievementView
from games.rules.achievements import KINDS, Achievement
from games.wording.achievements import TITLES, achievement_text, how_earned, notes_of_player
from games.wording.words import Names


def achievement_view(achievement: Achievement, names: Names) -> AchievementView:
    """Return an achievement of a game in words; ``names`` are by seat."""
    return AchievementView(str(TITLES[achievement.kind]), achievement_text(achievement, names))


def achievements_told() -> tuple[AchievementView, ...]:
    """Return all achievements, and how each is earned."""
    how = how_earned()
    return tuple(AchievementView(str(TITLES[kind]), how[kind]) for kind in KINDS)


def achievements_of_player(
    game_totals: Mapping[str, int], record: Mapping[str, int], wins: int
) -> tuple[AchievementView, ...]:
    """Return a league player's achievements from settled games and matches; ``wins`` is the longest winning streak."""
    return tuple(AchievementView(str(TITLES[kind]), note) for kind, note in notes_of_player(game_totals, record, wins))
