"""A rule set in sentences, part: undercuts (rules 3.1 A2 to A6, 7 "Hand score")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rule_properties import hands_per_round, has_knocks
from games.rules.ruleset import RuleSet


def undercut(rules: RuleSet) -> Iterator[str]:
    """Yield when there is an undercut, what it scores, and for whom (rules 3.1 A2 to A6)."""
    if not has_knocks(rules):
        return
    points, tie = rules.hand_scoring == "points", rules.undercut_on == "tie_or_less"
    if points:
        text = (
            _(
                "If an opponent's deadwood is equal to the knocker's or lower, it's an undercut. The opponent "
                "scores %(earns)s, and the knocker scores nothing."
            )
            if tie
            else _(
                "If an opponent has less deadwood than the knocker, it's an undercut. The opponent scores "
                "%(earns)s, and the knocker scores nothing."
            )
        )
        yield text % {"earns": _undercut_earns(rules) % {"n": rules.undercut_bonus}}
    elif tie:
        yield _(
            "If an opponent's deadwood is equal to the knocker's or lower, it's an undercut. The knocker "
            "scores nothing."
        )
    else:
        yield _("If an opponent has less deadwood than the knocker, it's an undercut. The knocker scores nothing.")
    if not tie:
        yield _tie(rules)
    elif points and rules.undercut_tie_bonus is not None:
        text = _("On a tie, the undercut bonus is %(tie)d instead of %(usual)d.")
        yield text % {"tie": rules.undercut_tie_bonus, "usual": rules.undercut_bonus}
    if hands_per_round(rules) > 2:
        yield _several(rules)


def _undercut_earns(rules: RuleSet) -> str:
    """Return what an undercut scores, to follow a colon."""
    n = rules.undercut_bonus
    if not n:
        # Translators: what an undercut earns: "The opponent scores …, and the knocker scores nothing."
        return {
            "difference": _("the difference"),
            "ender_total": _("the knocker's deadwood"),
            "others_total": _("everyone else's deadwood"),
            "others_net": _("everyone else's deadwood minus their own"),
            "pairwise": _("the difference between every other player's deadwood and their own"),
        }[rules.undercut_points]
    return {
        "difference": ngettext("%(n)d point plus the difference", "%(n)d points plus the difference", n),
        "ender_total": ngettext(
            "%(n)d point plus the knocker's deadwood", "%(n)d points plus the knocker's deadwood", n
        ),
        "others_total": ngettext(
            "%(n)d point plus everyone else's deadwood", "%(n)d points plus everyone else's deadwood", n
        ),
        "others_net": ngettext(
            "%(n)d point plus everyone else's deadwood minus their own",
            "%(n)d points plus everyone else's deadwood minus their own",
            n,
        ),
        "pairwise": ngettext(
            "%(n)d point plus the difference between every other player's deadwood and their own",
            "%(n)d points plus the difference between every other player's deadwood and their own",
            n,
        ),
    }[rules.undercut_points]


def _tie(rules: RuleSet) -> str:
    """Return what a tie is if it is not an undercut: between two hands a win without points, but with its box."""
    if hands_per_round(rules) > 2 or rules.hand_scoring == "flop" or rules.knock_bonus:
        return _("A tie isn't an undercut.")
    if not rules.box_win:
        return _("A tie isn't an undercut: the knocker wins, but scores no points.")
    if rules.box_win == 1:
        return _("A tie isn't an undercut: the knocker scores no points, only the box for the win.")
    return _("A tie isn't an undercut: the knocker scores no points, only the boxes for the win.")


def _several(rules: RuleSet) -> str:
    """Return who scores if several hands are low enough to undercut (rules 3.1 A4, A5)."""
    if rules.undercut_winners == "all_below":
        return _("Every opponent who's low enough scores an undercut.")
    return {
        "each": _("Only the lowest hand undercuts. If several tie for lowest, each scores in full."),
        "split": _("Only the lowest hand undercuts. If several tie for lowest, they split the points, rounded down."),
        "next_left": _(
            "Only the lowest hand undercuts. If several tie for lowest, the first to the knocker's left scores."
        ),
    }[rules.undercut_tied]
