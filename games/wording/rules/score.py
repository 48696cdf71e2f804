"""The rules in sentences: what a round scores (rules 7, "Hand score")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import RuleSet
from games.rules.traits import at_once, has_boxes, has_extra_boxes, knocks
from games.wording.rules.words import gins, suits
from games.wording.words import either


def flop(r: RuleSet) -> Iterator[str]:
    """What a hand is worth where deadwood is not counted (rules 3.4, D2)."""
    if r.hand_scoring != "flop":
        return
    if knocks(r):
        told = _(
            "A hand won is worth 1 point, one more for %(gin)s and one more for an undercut, whatever the deadwood."
        )
    else:
        told = _("A hand won is worth 1 point, one more for %(gin)s, whatever the deadwood.")
    yield told % gins(r)


def knock(r: RuleSet) -> Iterator[str]:
    """A knock that stands."""
    if not knocks(r) or r.hand_scoring == "flop":
        return
    if r.knock_points == "pairwise":
        yield _("A knocker scores the difference to each opponent.")
    elif at_once(r) > 2:
        yield _("A knocker scores the deadwood of all the others, less the knocker's own, taken off once.")
    else:
        yield _("A knocker scores the difference between the two hands.")
    if r.knock_bonus:
        told = ngettext(
            "A knock that stands earns %(n)d point more.", "A knock that stands earns %(n)d points more.", r.knock_bonus
        )
        yield told % {"n": r.knock_bonus}


def gin_hand(r: RuleSet) -> Iterator[str]:
    """Gin. Only whoever ended the round scores it (rules 3.1 A12, 3.3 C7)."""
    if r.hand_scoring == "flop":
        yield _("%(Gin)s is never undercut.") % gins(r)
    else:
        yield _gin_earns(r) % (gins(r) | {"n": r.gin_bonus})


def _gin_earns(r: RuleSet) -> str:
    others, n = at_once(r) > 2, r.gin_bonus
    if not n:
        if others:
            return _("%(Gin)s earns all the others' deadwood, and is never undercut.")
        return _("%(Gin)s earns the other hand's deadwood, and is never undercut.")
    if r.bonus_per_opponent:
        if others:
            return ngettext(
                "%(Gin)s earns %(n)d point from each opponent and all the others' deadwood, and is never undercut.",
                "%(Gin)s earns %(n)d points from each opponent and all the others' deadwood, and is never undercut.",
                n,
            )
        return ngettext(
            "%(Gin)s earns %(n)d point from each opponent and the other hand's deadwood, and is never undercut.",
            "%(Gin)s earns %(n)d points from each opponent and the other hand's deadwood, and is never undercut.",
            n,
        )
    if others:
        return ngettext(
            "%(Gin)s earns %(n)d point and all the others' deadwood, and is never undercut.",
            "%(Gin)s earns %(n)d points and all the others' deadwood, and is never undercut.",
            n,
        )
    return ngettext(
        "%(Gin)s earns %(n)d point and the other hand's deadwood, and is never undercut.",
        "%(Gin)s earns %(n)d points and the other hand's deadwood, and is never undercut.",
        n,
    )


def big_gin(r: RuleSet) -> Iterator[str]:
    """What it is worth to have melded one card more than a hand."""
    melded = r.hand_size + 1
    told = {"n": melded, "points": r.big_gin_bonus, "usual": r.gin_bonus}
    yield (_big_gin_with_eleven(r) if melded == 11 else _big_gin(r, melded)) % (gins(r) | told)


def _big_gin_with_eleven(r: RuleSet) -> str:
    if r.big_gin_bonus is None:
        return _("Big %(gin)s, eleven cards melded, is not played: it counts as %(gin)s.")
    if r.hand_scoring == "flop":
        return _("Big %(gin)s, eleven cards melded without a discard, is worth as much as %(gin)s.")
    return _("Big %(gin)s, eleven cards melded without a discard, earns %(points)d instead of %(usual)d.")


def _big_gin(r: RuleSet, melded: int) -> str:
    if r.big_gin_bonus is None:
        return ngettext(
            "Big %(gin)s, %(n)d card melded, is not played: it counts as %(gin)s.",
            "Big %(gin)s, %(n)d cards melded, is not played: it counts as %(gin)s.",
            melded,
        )
    if r.hand_scoring == "flop":
        return ngettext(
            "Big %(gin)s, %(n)d card melded without a discard, is worth as much as %(gin)s.",
            "Big %(gin)s, %(n)d cards melded without a discard, is worth as much as %(gin)s.",
            melded,
        )
    return ngettext(
        "Big %(gin)s, %(n)d card melded without a discard, earns %(points)d instead of %(usual)d.",
        "Big %(gin)s, %(n)d cards melded without a discard, earns %(points)d instead of %(usual)d.",
        melded,
    )


def no_gin_of_others(r: RuleSet) -> Iterator[str]:
    """What it is to have no deadwood where somebody else ended the round."""
    if knocks(r):
        yield _("No deadwood after somebody else's knock is an undercut, not %(gin)s.") % gins(r)


def doubling(r: RuleSet) -> Iterator[str]:
    """The suits that double a round, and its boxes (rules 3.4, 5.6)."""
    if r.double_suits:
        told = _doubled_by_upcard(r) if r.limit_source == "fixed" else _doubled_by_limit(r)
        yield told % {"suits": either(suits(r.double_suits))}


def _doubled_boxes(r: RuleSet) -> str:
    """Which boxes of a doubled round double too, as far as there are any."""
    if not has_boxes(r):
        return ""
    if r.double_boxes != "extra":
        return r.double_boxes
    extra = "extra" if has_extra_boxes(r) else ""
    return f"{extra} not win" if r.box_win else extra


def _doubled_by_upcard(r: RuleSet) -> str:
    # Translators: %(suits)s is "a spade", "a spade or a heart", "red or blue".
    return {
        "": _("When the first upcard is %(suits)s, the round counts double."),
        "none": _("When the first upcard is %(suits)s, the round counts double, its boxes do not."),
        "all": _("When the first upcard is %(suits)s, the round counts double, and its boxes too."),
        "extra": _("When the first upcard is %(suits)s, the round counts double, and extra boxes too."),
        "extra not win": _(
            "When the first upcard is %(suits)s, the round counts double, and extra boxes too, but not the box for the "
            "win."
        ),
        " not win": _("When the first upcard is %(suits)s, the round counts double, but not the box for the win."),
    }[_doubled_boxes(r)]


def _doubled_by_limit(r: RuleSet) -> str:
    # Translators: %(suits)s is "a spade", "a spade or a heart", "red or blue".
    return {
        "": _("When the card that sets the limit is %(suits)s, the round counts double."),
        "none": _("When the card that sets the limit is %(suits)s, the round counts double, its boxes do not."),
        "all": _("When the card that sets the limit is %(suits)s, the round counts double, and its boxes too."),
        "extra": _("When the card that sets the limit is %(suits)s, the round counts double, and extra boxes too."),
        "extra not win": _(
            "When the card that sets the limit is %(suits)s, the round counts double, and extra boxes too, but not the "
            "box for the win."
        ),
        " not win": _(
            "When the card that sets the limit is %(suits)s, the round counts double, but not the box for the win."
        ),
    }[_doubled_boxes(r)]


def false_knock(r: RuleSet) -> Iterator[str]:
    """What becomes of a knock that was not legal: ours, rules 10 leave it to the table."""
    if r.false_knock_penalty is None:
        yield _("A knock that was not legal is taken back, and the hand is played on.")
        return
    if at_once(r) > 2:
        told = ngettext(
            "A knock that was not legal ends the hand: each opponent gets %(n)d point, and the same dealer deals "
            "again.",
            "A knock that was not legal ends the hand: each opponent gets %(n)d points, and the same dealer deals "
            "again.",
            r.false_knock_penalty,
        )
    else:
        told = ngettext(
            "A knock that was not legal ends the hand: the opponent gets %(n)d point, and the same dealer deals again.",
            "A knock that was not legal ends the hand: the opponent gets %(n)d points, and the same dealer deals "
            "again.",
            r.false_knock_penalty,
        )
    yield told % {"n": r.false_knock_penalty}
