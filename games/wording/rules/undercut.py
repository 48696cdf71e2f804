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
            _("Whoever has no more deadwood than the knocker undercuts: %(earns)s. The knocker scores nothing.")
            if tie
            else _("Whoever has less deadwood than the knocker undercuts: %(earns)s. The knocker scores nothing.")
        )
        yield text % {"earns": _undercut_earns(rules) % {"n": rules.undercut_bonus}}
    elif tie:
        yield _("Whoever has no more deadwood than the knocker undercuts. The knocker scores nothing.")
    else:
        yield _("Whoever has less deadwood than the knocker undercuts. The knocker scores nothing.")
    if not tie:
        yield _tie(rules)
    elif points and rules.undercut_tie_bonus is not None:
        text = _("With equal deadwood the undercut earns %(tie)d instead of %(usual)d.")
        yield text % {"tie": rules.undercut_tie_bonus, "usual": rules.undercut_bonus}
    if hands_per_round(rules) > 2:
        yield _several(rules)


def _undercut_earns(rules: RuleSet) -> str:
    """Return what an undercut scores, to follow a colon."""
    n = rules.undercut_bonus
    if not n:
        # Translators: what an undercut earns, behind a colon: "Whoever has less deadwood undercuts: the difference."
        return {
            "difference": _("the difference"),
            "ender_total": _("the knocker's deadwood"),
            "others_total": _("the deadwood of everybody else"),
            "others_net": _("the deadwood of everybody else less one's own"),
            "pairwise": _("the difference to every other player"),
        }[rules.undercut_points]
    return {
        "difference": ngettext("%(n)d point and the difference", "%(n)d points and the difference", n),
        "ender_total": ngettext("%(n)d point and the knocker's deadwood", "%(n)d points and the knocker's deadwood", n),
        "others_total": ngettext(
            "%(n)d point and the deadwood of everybody else", "%(n)d points and the deadwood of everybody else", n
        ),
        "others_net": ngettext(
            "%(n)d point and the deadwood of everybody else less one's own",
            "%(n)d points and the deadwood of everybody else less one's own",
            n,
        ),
        "pairwise": ngettext(
            "%(n)d point and the difference to every other player",
            "%(n)d points and the difference to every other player",
            n,
        ),
    }[rules.undercut_points]


def _tie(rules: RuleSet) -> str:
    """Return what a tie is if it is not an undercut: between two hands a win without points, but with its box."""
    if hands_per_round(rules) > 2 or rules.hand_scoring == "flop" or rules.knock_bonus:
        return _("With equal deadwood the knock stands.")
    if not rules.box_win:
        return _("With equal deadwood the knock stands, for no points.")
    if rules.box_win == 1:
        return _("With equal deadwood the knock stands, for no points but the box for the win.")
    return _("With equal deadwood the knock stands, for no points but the boxes for the win.")


def _several(rules: RuleSet) -> str:
    """Return who scores if several hands are low enough to undercut (rules 3.1 A4, A5)."""
    if rules.undercut_winners == "all_below":
        return _("Everybody that low undercuts.")
    return {
        "each": _("Only the lowest hand undercuts; if several are lowest, each scores in full."),
        "split": _(
            "Only the lowest hand undercuts; if several are lowest, they share the points, and what does not divide is "
            "dropped."
        ),
        "next_left": _(
            "Only the lowest hand undercuts; if several are lowest, the first to the knocker's left scores."
        ),
    }[rules.undercut_tied]
