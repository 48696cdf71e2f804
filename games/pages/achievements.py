"""Achievements, as a game and a player's page show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AchievementView:
    """Something to be proud of: "First gin", and whose it is and where it comes from, "Ann, round 4"."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class AchievementsPage:
    """What there is to achieve, and the switch of this phone. ``back`` is where it was asked for."""

    all: tuple[AchievementView, ...]
    on: bool
    back: str
