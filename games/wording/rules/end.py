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
        yield _("There's no target: each hand is settled on its own.")
        return
    yield from closing(rules)
    yield from game_bonus(rules)
    yield from line_bonus(rules)
    yield from shutout(rules)
    if rules.winner != "first_to_target":
        yield _("The highest total after all bonuses wins. If there's a tie, play on.")
    elif side_count(rules) > 2 or teams_sum(rules):
        yield _("The first to reach the target wins. If several do in one round, the highest score wins.")
    else:
        yield _("The first to reach the target wins.")


def closing(rules: RuleSet) -> Iterator[str]:
    """Yield when a game with a target ends."""
    context = {"target": rules.target}
    if rules.columns > 1:
        yield (
            _("A column closes when someone reaches %(target)d in it. If the leaders are tied, it stays open.")
            % context
        )
        yield _("The game ends when every column is closed.")
    else:
        yield (
            _("The game ends after the round in which someone reaches %(target)d. If the leaders are tied, play on.")
            % context
        )


def game_bonus(rules: RuleSet) -> Iterator[str]:
    """Yield the bonus for the leader at the end."""
    if bonus := rule_properties.game_bonus(rules):
        yield _("The leader then gets a game bonus of %(bonus)d.") % {"bonus": bonus}


def line_bonus(rules: RuleSet) -> Iterator[str]:
    """Yield the line bonus."""
    if bonus := rule_properties.line_bonus(rules):
        text = _("Winning by %(margin)d or more before bonuses earns a line bonus of %(bonus)d.")
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
                "Shutout: each loser with no points pays the winner %(n)d extra point.",
                "Shutout: each loser with no points pays the winner %(n)d extra points.",
                n,
            )
        return ngettext(
            "Shutout: each loser who won no rounds pays the winner %(n)d extra point.",
            "Shutout: each loser who won no rounds pays the winner %(n)d extra points.",
            n,
        )
    if rules.shutout_test == "no_points":
        return ngettext(
            "Shutout: if the loser has no points, the winner gets %(n)d extra point.",
            "Shutout: if the loser has no points, the winner gets %(n)d extra points.",
            n,
        )
    return ngettext(
        "Shutout: if the loser won no rounds, the winner gets %(n)d extra point.",
        "Shutout: if the loser won no rounds, the winner gets %(n)d extra points.",
        n,
    )


def _shutout_doubles_points(rules: RuleSet) -> str:
    if side_count(rules) > 2:
        if rules.shutout_test == "no_points":
            return _("Shutout: if no loser has any points, the winner's points count double, but not the bonuses.")
        return _("Shutout: if no loser won a round, the winner's points count double, but not the bonuses.")
    if rules.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's points count double, but not the bonuses.")
    return _("Shutout: if the loser won no rounds, the winner's points count double, but not the bonuses.")


def _shutout_doubles_all(rules: RuleSet) -> str:
    if side_count(rules) > 2:
        if rules.shutout_test == "no_points":
            return _("Shutout: if no loser has any points, the winner's whole total counts double, bonuses included.")
        return _("Shutout: if no loser won a round, the winner's whole total counts double, bonuses included.")
    if rules.shutout_test == "no_points":
        return _("Shutout: if the loser has no points, the winner's whole total counts double, bonuses included.")
    return _("Shutout: if the loser won no rounds, the winner's whole total counts double, bonuses included.")


def settlement(rules: RuleSet) -> Iterator[str]:
    """Yield how a game is settled."""
    if rules.settlement == "one_point":
        yield from _one_point(rules)
    elif rules.columns > 1:
        yield _("The winner of a column gets the difference between the two totals.")
    elif rules.settlement == "difference":
        if side_count(rules) > 2:
            yield _("At the end, you pay everyone who beat you the difference between your totals.")
        else:
            yield _("The winner gets the difference between the two totals.")
    elif rules.settlement == "totals":
        yield _("Everyone's total counts as it is.")
    else:
        yield _("Whatever one player wins, the others pay, so the scores add up to zero.")
    if rules.seating == "captain":
        yield _("The captain pays or collects once for each of the others.")
    if rules.round_to and between_two(rules):
        text = (
            _("With two players, the winner's payment is rounded to the nearest %(n)d, with halves rounded up.")
            if side_count(rules) > 2
            else _("The winner's payment is rounded to the nearest %(n)d, with halves rounded up.")
        )
        yield text % {"n": rules.round_to}


def _one_point(rules: RuleSet) -> Iterator[str]:
    if not has_shutout(rules):
        yield _("Each column is worth one point.") if rules.columns > 1 else _("The game is worth one point.")
        return
    shutout_points = points_in_words(1 + rules.shutout_amount if rules.shutout == "add" else 2)
    text = (
        _("Each column is worth one point, or %(points)s for a shutout.")
        if rules.columns > 1
        else _("The game is worth one point, or %(points)s for a shutout.")
    )
    yield text % {"points": shutout_points}
    if rules.shutout_test == "no_points":
        yield (
            _("It's a shutout if no loser has any points.")
            if side_count(rules) > 2
            else _("It's a shutout if the loser has no points.")
        )
    else:
        yield (
            _("It's a shutout if none of the losers won a round.")
            if side_count(rules) > 2
            else _("It's a shutout if the loser won no rounds.")
        )
