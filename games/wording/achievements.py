"""Achievements in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.achievements import AchievementView
from games.rules.achievements import BEHIND, IN_A_ROW, KINDS, WHISKER, Achievement
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


def achievement_view(one: Achievement, names: Names) -> AchievementView:
    """What somebody achieved in a game; ``names`` are by seat."""
    told = {"who": listed([names[seat] for seat in one.seats]), "round": one.round, "amount": one.amount}
    note = _of_a_team(one) if len(one.seats) > 1 else _of_one(one)
    return AchievementView(str(TITLES[one.kind]), note % told)


def _of_one(one: Achievement) -> str:
    return {
        "first_gin": _("%(who)s, round %(round)s"),
        "big_gin": _("%(who)s went big gin in round %(round)s"),
        "by_one": _("%(who)s undercut by one in round %(round)s"),
        "in_a_row": ngettext("%(who)s, %(amount)s round in a row", "%(who)s, %(amount)s rounds in a row", one.amount),
        "comeback": ngettext(
            "%(who)s was %(amount)s point behind, and won", "%(who)s was %(amount)s points behind, and won", one.amount
        ),
        "whisker": ngettext("%(who)s was %(amount)s point ahead", "%(who)s was %(amount)s points ahead", one.amount),
        "shutout": _("%(who)s, a shutout"),
    }[one.kind]


def _of_a_team(one: Achievement) -> str:
    if one.kind == "comeback":
        return ngettext(
            "%(who)s were %(amount)s point behind, and won",
            "%(who)s were %(amount)s points behind, and won",
            one.amount,
        )
    if one.kind == "whisker":
        return ngettext("%(who)s were %(amount)s point ahead", "%(who)s were %(amount)s points ahead", one.amount)
    return _of_one(one)


def achievements_told() -> tuple[AchievementView, ...]:
    """What there is to achieve, and how."""
    how = {
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
    return tuple(AchievementView(str(TITLES[kind]), how[kind]) for kind in KINDS)


def achievements_of_player(
    at_the_table: Mapping[str, int], record: Mapping[str, int], wins: int
) -> tuple[AchievementView, ...]:
    """What a player of a league achieved, from his settled games and matches; ``wins`` is his longest run of them."""
    gins, big, far = at_the_table["gins"], at_the_table["big_gins"], at_the_table["comeback"]
    found: list[tuple[str, str]] = []
    if gins:
        found.append(("first_gin", ngettext("%(n)s gin so far", "%(n)s gins so far", gins) % {"n": gins}))
    if big:
        found.append(("big_gin", ngettext("big gin, once", "big gin, %(n)s times", big) % {"n": big}))
    if wins >= IN_A_ROW:
        found.append(
            ("in_a_row", ngettext("%(n)s match won in a row", "%(n)s matches won in a row", wins) % {"n": wins})
        )
    if far >= BEHIND:
        found.append(
            ("comeback", ngettext("%(n)s point behind, and won", "%(n)s points behind, and won", far) % {"n": far})
        )
    if shutouts := record["shutouts"]:
        told = ngettext("%(n)s shutout", "%(n)s shutouts", shutouts) % {"n": shutouts}
        found.append(("shutout", told))
    return tuple(AchievementView(str(TITLES[kind]), note) for kind, note in found)
