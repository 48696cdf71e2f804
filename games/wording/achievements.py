"""Achievements in words: those of a game, of a league player, and how each is earned."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext

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
        "by_one": _("%(who)s undercut the knocker by one in round %(round)s"),
        "in_a_row": ngettext(
            "%(who)s, %(amount)s round in a row", "%(who)s, %(amount)s rounds in a row", achievement.amount
        ),
        "comeback": ngettext(
            "%(who)s came back from %(amount)s point behind",
            "%(who)s came back from %(amount)s points behind",
            achievement.amount,
        ),
        "whisker": ngettext("%(who)s won by %(amount)s point", "%(who)s won by %(amount)s points", achievement.amount),
        "shutout": _("%(who)s, a shutout"),
    }[achievement.kind]


def _of_a_team(achievement: Achievement) -> str:
    if achievement.kind == "comeback":
        return npgettext(
            "a team",
            "%(who)s came back from %(amount)s point behind",
            "%(who)s came back from %(amount)s points behind",
            achievement.amount,
        )
    if achievement.kind == "whisker":
        return npgettext(
            "a team", "%(who)s won by %(amount)s point", "%(who)s won by %(amount)s points", achievement.amount
        )
    return _of_one(achievement)


def how_earned() -> dict[str, str]:
    """Return how each achievement is earned, by its kind."""
    return {
        "first_gin": _("Get your first gin of the evening."),
        "big_gin": _("Go big gin: every card melded, no discard."),
        "by_one": _("Undercut the knocker by a single point."),
        "in_a_row": ngettext("Win %(rounds)s round in a row.", "Win %(rounds)s rounds in a row.", IN_A_ROW)
        % {"rounds": IN_A_ROW},
        "comeback": ngettext(
            "Win a game after trailing by %(points)s point.",
            "Win a game after trailing by %(points)s points.",
            BEHIND,
        )
        % {"points": BEHIND},
        "whisker": ngettext(
            "Win a game by %(points)s point or less.",
            "Win a game by %(points)s points or less.",
            WHISKER,
        )
        % {"points": WHISKER},
        "shutout": _("Win a game with a shutout."),
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
                ngettext("won from %(n)s point behind", "won from %(n)s points behind", deficit) % {"n": deficit},
            )
        )
    if shutouts := record["shutouts"]:
        text = ngettext("%(n)s shutout", "%(n)s shutouts", shutouts) % {"n": shutouts}
        earned.append(("shutout", text))
    return earned
