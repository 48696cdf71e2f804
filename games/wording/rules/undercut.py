"""The rules in sentences: undercuts (rules 3.1 A2 to A6, 7 "Hand score")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import RuleSet
from games.rules.traits import at_once, knocks


def undercut(r: RuleSet) -> Iterator[str]:
    """When there is an undercut, what it pays, and to whom (rules 3.1 A2 to A6)."""
    if not knocks(r):
        return
    points, tie = r.hand_scoring == "points", r.undercut_on == "tie_or_less"
    if points:
        told = (
            _("Whoever has no more deadwood than the knocker undercuts: %(earns)s. The knocker scores nothing.")
            if tie
            else _("Whoever has less deadwood than the knocker undercuts: %(earns)s. The knocker scores nothing.")
        )
        yield told % {"earns": _undercut_earns(r) % {"n": r.undercut_bonus}}
    elif tie:
        yield _("Whoever has no more deadwood than the knocker undercuts. The knocker scores nothing.")
    else:
        yield _("Whoever has less deadwood than the knocker undercuts. The knocker scores nothing.")
    if not tie:
        yield _tie(r)
    elif points and r.undercut_tie_bonus is not None:
        told = _("With equal deadwood the undercut earns %(tie)d instead of %(usual)d.")
        yield told % {"tie": r.undercut_tie_bonus, "usual": r.undercut_bonus}
    if at_once(r) > 2:
        yield _several(r)


def _undercut_earns(r: RuleSet) -> str:
    """What an undercut pays, as it stands behind a colon."""
    n = r.undercut_bonus
    if not n:
        # Translators: what an undercut earns, behind a colon: "Whoever has less deadwood undercuts: the difference."
        return {
            "difference": _("the difference"),
            "ender_total": _("the knocker's deadwood"),
            "others_total": _("the deadwood of everybody else"),
            "others_net": _("the deadwood of everybody else less one's own"),
            "pairwise": _("the difference to every other player"),
        }[r.undercut_points]
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
    }[r.undercut_points]


def _tie(r: RuleSet) -> str:
    """A tie that is no undercut: between two hands it is a win for nothing, which still earns its box (rules 7)."""
    if at_once(r) > 2 or r.hand_scoring == "flop" or r.knock_bonus:
        return _("With equal deadwood the knock stands.")
    if not r.box_win:
        return _("With equal deadwood the knock stands, for no points.")
    if r.box_win == 1:
        return _("With equal deadwood the knock stands, for no points but the box for the win.")
    return _("With equal deadwood the knock stands, for no points but the boxes for the win.")


def _several(r: RuleSet) -> str:
    """Several low enough to undercut (rules 3.1 A4, A5)."""
    if r.undercut_winners == "all_below":
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
    }[r.undercut_tied]
