"""The rules in sentences: the end of a game, and what it comes to (rules 7 "Game end")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import traits
from games.rules.ruleset import RuleSet
from games.rules.traits import between_two, has_shutout, side_count, teams_sum
from games.wording.rules.words import points_in_words


def end(r: RuleSet) -> Iterator[str]:
    """When a game ends, its bonuses, and who wins it."""
    if r.target is None:
        yield _("Each hand is settled on its own; there is no target.")
        return
    yield from closing(r)
    yield from game_bonus(r)
    yield from line_bonus(r)
    yield from shutout(r)
    if r.winner != "first_to_target":
        yield _("The highest total after all bonuses wins; level, play on.")
    elif side_count(r) > 2 or teams_sum(r):
        yield _("Whoever reaches it first wins; of several in one round the highest.")
    else:
        yield _("Whoever reaches it first wins.")


def closing(r: RuleSet) -> Iterator[str]:
    """When a game that has a target ends."""
    told = {"target": r.target}
    if r.columns > 1:
        yield _("A column closes when somebody reaches %(target)d in it; level at the top, it stays open.") % told
        yield _("The game ends when every column is closed.")
    else:
        yield (
            _("The game ends after the round in which somebody reaches %(target)d; level at the top, play on.") % told
        )


def game_bonus(r: RuleSet) -> Iterator[str]:
    """What is earned by whoever leads at the end."""
    if bonus := traits.game_bonus(r):
        yield _("Whoever leads then earns a game bonus of %(bonus)d.") % {"bonus": bonus}


def line_bonus(r: RuleSet) -> Iterator[str]:
    """What a clear win earns besides."""
    if bonus := traits.line_bonus(r):
        told = _("Winning by %(margin)d or more, before any bonus, earns %(bonus)d more.")
        yield told % {"margin": r.line_margin, "bonus": bonus}


def shutout(r: RuleSet) -> Iterator[str]:
    """What a game without an answer is worth, where that is not said with what a game comes to.

    With several losers each answers for a fixed amount alone; what is doubled needs all (C6).
    """
    if not has_shutout(r) or r.settlement == "one_point":
        return
    if r.shutout == "add":
        yield _shutout_adds(r) % {"n": r.shutout_amount}
    elif r.shutout == "double_points":
        yield _shutout_doubles_points(r)
    else:
        yield _shutout_doubles_all(r)


def _shutout_adds(r: RuleSet) -> str:
    n = r.shutout_amount
    if side_count(r) > 2:
        if r.shutout_test == "no_points":
            return ngettext(
                "Shutout: each loser who has no points pays the winner %(n)d point more.",
                "Shutout: each loser who has no points pays the winner %(n)d points more.",
                n,
            )
        return ngettext(
            "Shutout: each loser who has won no round pays the winner %(n)d point more.",
            "Shutout: each loser who has won no round pays the winner %(n)d points more.",
            n,
        )
    if r.shutout_test == "no_points":
        return ngettext(
            "Shutout: if the loser has no points, the winner earns %(n)d point more.",
            "Shutout: if the loser has no points, the winner earns %(n)d points more.",
            n,
        )
    return ngettext(
        "Shutout: if the loser has won no round, the winner earns %(n)d point more.",
        "Shutout: if the loser has won no round, the winner earns %(n)d points more.",
        n,
    )


def _shutout_doubles_points(r: RuleSet) -> str:
    if side_count(r) > 2:
        if r.shutout_test == "no_points":
            return _("Shutout: if every loser has no points, the winner's points, without the bonuses, count twice.")
        return _("Shutout: if every loser has won no round, the winner's points, without the bonuses, count twice.")
    if r.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's points, without the bonuses, count twice.")
    return _("Shutout: if the loser has won no round, the winner's points, without the bonuses, count twice.")


def _shutout_doubles_all(r: RuleSet) -> str:
    if side_count(r) > 2:
        if r.shutout_test == "no_points":
            return _("Shutout: if every loser has no points, the winner's whole total, bonuses and all, counts twice.")
        return _("Shutout: if every loser has won no round, the winner's whole total, bonuses and all, counts twice.")
    if r.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's whole total, bonuses and all, counts twice.")
    return _("Shutout: if the loser has won no round, the winner's whole total, bonuses and all, counts twice.")


def settlement(r: RuleSet) -> Iterator[str]:
    """What a game comes to in the end."""
    if r.settlement == "one_point":
        yield from _one_point(r)
    elif r.columns > 1:
        yield _("A column is worth the difference of the two totals to its winner.")
    elif r.settlement == "difference":
        if side_count(r) > 2:
            yield _("In the end everybody pays each better one the difference of their totals.")
        else:
            yield _("The winner is paid the difference of the two totals.")
    elif r.settlement == "totals":
        yield _("The totals stand as they are; nothing is set off.")
    else:
        yield _("What one wins the others pay: together it comes to nothing.")
    if r.seating == "captain":
        yield _("The captain pays and collects for each of the others.")
    if r.round_to and between_two(r):
        told = (
            _("With two players what the winner is paid is rounded to the nearest %(n)d, halves up.")
            if side_count(r) > 2
            else _("What the winner is paid is rounded to the nearest %(n)d, halves up.")
        )
        yield told % {"n": r.round_to}


def _one_point(r: RuleSet) -> Iterator[str]:
    if not has_shutout(r):
        yield _("Each column is worth one point.") if r.columns > 1 else _("The game is worth one point.")
        return
    pays = points_in_words(1 + r.shutout_amount if r.shutout == "add" else 2)
    told = (
        _("Each column is worth one point, %(points)s for a shutout.")
        if r.columns > 1
        else _("The game is worth one point, %(points)s for a shutout.")
    )
    yield told % {"points": pays}
    if r.shutout_test == "no_points":
        yield (
            _("It is a shutout if every loser has no points.")
            if side_count(r) > 2
            else _("It is a shutout if the loser has no points.")
        )
    else:
        yield (
            _("It is a shutout if every loser has won no round.")
            if side_count(r) > 2
            else _("It is a shutout if the loser has won no round.")
        )
