"""Achievements in words: those of a game, of a league player, and how each is earned."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.analysis.achievements import BEHIND, IN_A_ROW, WHISKER, Achievement
from games.wording.words import Names, listed

TITLES: Final = {
    "first_gin": gettext_lazy("First gin"),
    "big_gin": gettext_lazy("Nothing to throw"),
    "by_one": gettext_lazy("By a single point"),
    "in_a_row": gettext_lazy("On a roll"),
    "comeback": gettext_lazy("The comeback"),
    "whisker": gettext_lazy("By a whisker"),
    "shutout": gettext_lazy("No answer"),
}


def achievement_text(achievement: Achievement, names: Names) -> str:
    """Return who earned an achievement of a game, and where; ``names`` are by seat."""
    context = {
        "who": listed([names[seat] for seat in achievement.seats]),
        "round": achievement.round,
        "amount": achievement.amount,
    }
    note = _of_a_team(achievement) if len(achievement.seats) > 1 else _of_one(achievement)
    return note % context


def _of_one(achievement: Achievement) -> str:
    return {
        "first_gin": _("%(who)s, round %(round)s"),
        "big_gin": _("%(who)s went big gin in round %(round)s"),
        "by_one": _("%(who)s undercut by one in round %(round)s"),
        "in_a_row": ngettext(
            "%(who)s, %(amount)s round in a row", "%(who)s, %(amount)s rounds in a row", achievement.amount
        ),
        "comeback": ngettext(
            "%(who)s was %(amount)s point behind, and won",
            "%(who)s was %(amount)s points behind, and won",
            achievement.amount,
        ),
        "whisker": ngettext(
            "%(who)s was %(amount)s point ahead", "%(who)s was %(amount)s points ahead", achievement.amount
        ),
        "shutout": _("%(who)s, a shutout"),
    }[achievement.kind]


def _of_a_team(achievement: Achievement) -> str:
    if achievement.kind == "comeback":
        return ngettext(
            "%(who)s were %(amount)s point behind, and won",
            "%(who)s were %(amount)s points behind, and won",
            achievement.amount,
        )
    if achievement.kind == "whisker":
        return ngettext(
            "%(who)s were %(amount)s point ahead", "%(who)s were %(amount)s points ahead", achievement.amount
        )
    return _of_one(achievement)


def how_earned() -> dict[str, str]:
    """Return how each achievement is earned, by its kind."""
    return {
        "first_gin": _("Go gin for the first time of the evening."),
        "big_gin": _("Go big gin: every card melded, and none thrown."),
        "by_one": _("Undercut with one point less than the knocker."),
        "in_a_row": ngettext("Win %(rounds)s round in a row.", "Win %(rounds)s rounds in a row.", IN_A_ROW)
        % {"rounds": IN_A_ROW},
        "comeback": ngettext(
            "Win a game after being %(points)s point behind.",
            "Win a game after being %(points)s points behind.",
            BEHIND,
        )
        % {"points": BEHIND},
        "whisker": ngettext(
            "Win a game with no more than %(points)s point between you.",
            "Win a game with no more than %(points)s points between you.",
            WHISKER,
        )
        % {"points": WHISKER},
        "shutout": _("Win a game in which the others have nothing to show."),
    }


def notes_of_player(game_totals: Mapping[str, int], record: Mapping[str, int], wins: int) -> list[tuple[str, str]]:
    """Return a league player's achievements from settled games and matches: the kind of each, and a note.

    ``wins`` is the longest winning streak.
    """
    gins, big, deficit = game_totals["gins"], game_totals["big_gins"], game_totals["comeback"]
    earned: list[tuple[str, str]] = []
    if gins:
        earned.append(("first_gin", ngettext("%(n)s gin so far", "%(n)s gins so far", gins) % {"n": gins}))
    if big:
        earned.append(("big_gin", ngettext("big gin, once", "big gin, %(n)s times", big) % {"n": big}))
    if wins >= IN_A_ROW:
        earned.append(
            ("in_a_row", ngettext("%(n)s match won in a row", "%(n)s matches won in a row", wins) % {"n": wins})
        )
    if deficit >= BEHIND:
        earned.append(
            (
                "comeback",
                ngettext("%(n)s point behind, and won", "%(n)s points behind, and won", deficit) % {"n": deficit},
            )
        )
    if shutouts := record["shutouts"]:
        text = ngettext("%(n)s shutout", "%(n)s shutouts", shutouts) % {"n": shutouts}
        earned.append(("shutout", text))
    return earned
