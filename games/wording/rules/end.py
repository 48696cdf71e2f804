"""A rule set in sentences, part: the end of a game, and its settlement (rules 7 "Game end")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import rule_properties
from games.rules.rule_properties import between_two, has_shutout, side_count, teams_sum
from games.rules.ruleset import RuleSet
from games.wording.rules.words import points_in_words


def end(rules: RuleSet) -> Iterator[str]:
    """Yield when a game ends, its bonuses, and who wins it."""
    if rules.target is None:
        yield _("Each hand is settled on its own; there is no target.")
        return
    yield from closing(rules)
    yield from game_bonus(rules)
    yield from line_bonus(rules)
    yield from shutout(rules)
    if rules.winner != "first_to_target":
        yield _("The highest total after all bonuses wins; level, play on.")
    elif side_count(rules) > 2 or teams_sum(rules):
        yield _("Whoever reaches it first wins; of several in one round the highest.")
    else:
        yield _("Whoever reaches it first wins.")


def closing(rules: RuleSet) -> Iterator[str]:
    """Yield when a game with a target ends."""
    context = {"target": rules.target}
    if rules.columns > 1:
        yield _("A column closes when somebody reaches %(target)d in it; level at the top, it stays open.") % context
        yield _("The game ends when every column is closed.")
    else:
        yield (
            _("The game ends after the round in which somebody reaches %(target)d; level at the top, play on.")
            % context
        )


def game_bonus(rules: RuleSet) -> Iterator[str]:
    """Yield the bonus for the leader at the end."""
    if bonus := rule_properties.game_bonus(rules):
        yield _("Whoever leads then earns a game bonus of %(bonus)d.") % {"bonus": bonus}


def line_bonus(rules: RuleSet) -> Iterator[str]:
    """Yield the bonus for a clear win."""
    if bonus := rule_properties.line_bonus(rules):
        text = _("Winning by %(margin)d or more, before any bonus, earns %(bonus)d more.")
        yield text % {"margin": rules.line_margin, "bonus": bonus}


def shutout(rules: RuleSet) -> Iterator[str]:
    """Yield what a shutout is worth, unless the sentences on settlement say it.

    With several losers, a fixed amount is paid by each loser for themselves; doubling needs a shutout of all (C6).
    """
    if not has_shutout(rules) or rules.settlement == "one_point":
        return
    if rules.shutout == "add":
        yield _shutout_adds(rules) % {"n": rules.shutout_amount}
    elif rules.shutout == "double_points":
        yield _shutout_doubles_points(rules)
    else:
        yield _shutout_doubles_all(rules)


def _shutout_adds(rules: RuleSet) -> str:
    n = rules.shutout_amount
    if side_count(rules) > 2:
        if rules.shutout_test == "no_points":
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
    if rules.shutout_test == "no_points":
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


def _shutout_doubles_points(rules: RuleSet) -> str:
    if side_count(rules) > 2:
        if rules.shutout_test == "no_points":
            return _("Shutout: if every loser has no points, the winner's points, without the bonuses, count twice.")
        return _("Shutout: if every loser has won no round, the winner's points, without the bonuses, count twice.")
    if rules.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's points, without the bonuses, count twice.")
    return _("Shutout: if the loser has won no round, the winner's points, without the bonuses, count twice.")


def _shutout_doubles_all(rules: RuleSet) -> str:
    if side_count(rules) > 2:
        if rules.shutout_test == "no_points":
            return _("Shutout: if every loser has no points, the winner's whole total, bonuses and all, counts twice.")
        return _("Shutout: if every loser has won no round, the winner's whole total, bonuses and all, counts twice.")
    if rules.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's whole total, bonuses and all, counts twice.")
    return _("Shutout: if the loser has won no round, the winner's whole total, bonuses and all, counts twice.")


def settlement(rules: RuleSet) -> Iterator[str]:
    """Yield how a game is settled."""
    if rules.settlement == "one_point":
        yield from _one_point(rules)
    elif rules.columns > 1:
        yield _("A column is worth the difference of the two totals to its winner.")
    elif rules.settlement == "difference":
        if side_count(rules) > 2:
            yield _("In the end everybody pays each better one the difference of their totals.")
        else:
            yield _("The winner is paid the difference of the two totals.")
    elif rules.settlement == "totals":
        yield _("The totals stand as they are; nothing is set off.")
    else:
        yield _("What one wins the others pay: together it comes to nothing.")
    if rules.seating == "captain":
        yield _("The captain pays and collects for each of the others.")
    if rules.round_to and between_two(rules):
        text = (
            _("With two players what the winner is paid is rounded to the nearest %(n)d, halves up.")
            if side_count(rules) > 2
            else _("What the winner is paid is rounded to the nearest %(n)d, halves up.")
        )
        yield text % {"n": rules.round_to}


def _one_point(rules: RuleSet) -> Iterator[str]:
    if not has_shutout(rules):
        yield _("Each column is worth one point.") if rules.columns > 1 else _("The game is worth one point.")
        return
    shutout_points = points_in_words(1 + rules.shutout_amount if rules.shutout == "add" else 2)
    text = (
        _("Each column is worth one point, %(points)s for a shutout.")
        if rules.columns > 1
        else _("The game is worth one point, %(points)s for a shutout.")
    )
    yield text % {"points": shutout_points}
    if rules.shutout_test == "no_points":
        yield (
            _("It is a shutout if every loser has no points.")
            if side_count(rules) > 2
            else _("It is a shutout if the loser has no points.")
        )
    else:
        yield (
            _("It is a shutout if every loser has won no round.")
            if side_count(rules) > 2
            else _("It is a shutout if the loser has won no round.")
        )
