"""A rule set in sentences, part: what a round scores (rules 7, "Hand score")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rule_properties import hands_per_round, has_boxes, has_extra_boxes, has_knocks
from games.rules.ruleset import RuleSet
from games.wording.rules.words import gins, suits
from games.wording.words import either


def flop(rules: RuleSet) -> Iterator[str]:
    """Yield what a hand is worth if deadwood is not counted (rules 3.4, D2)."""
    if rules.hand_scoring != "flop":
        return
    if has_knocks(rules):
        text = _(
            "A hand won is worth 1 point, one more for %(gin)s and one more for an undercut, whatever the deadwood."
        )
    else:
        text = _("A hand won is worth 1 point, one more for %(gin)s, whatever the deadwood.")
    yield text % gins(rules)


def knock(rules: RuleSet) -> Iterator[str]:
    """Yield what a successful knock scores."""
    if not has_knocks(rules) or rules.hand_scoring == "flop":
        return
    if rules.knock_points == "pairwise":
        yield _("A knocker scores the difference to each opponent.")
    elif hands_per_round(rules) > 2:
        yield _("A knocker scores the deadwood of all the others, less the knocker's own, taken off once.")
    else:
        yield _("A knocker scores the difference between the two hands.")
    if rules.knock_bonus:
        text = ngettext(
            "A knock that stands earns %(n)d point more.",
            "A knock that stands earns %(n)d points more.",
            rules.knock_bonus,
        )
        yield text % {"n": rules.knock_bonus}


def gin_hand(rules: RuleSet) -> Iterator[str]:
    """Yield what gin scores; only the player who ended the round scores it (rules 3.1 A12, 3.3 C7)."""
    if rules.hand_scoring == "flop":
        yield _("%(Gin)s is never undercut.") % gins(rules)
    else:
        yield _gin_earns(rules) % (gins(rules) | {"n": rules.gin_bonus})


def _gin_earns(rules: RuleSet) -> str:
    others, n = hands_per_round(rules) > 2, rules.gin_bonus
    if not n:
        if others:
            return _("%(Gin)s earns all the others' deadwood, and is never undercut.")
        return _("%(Gin)s earns the other hand's deadwood, and is never undercut.")
    if rules.bonus_per_opponent:
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


def big_gin(rules: RuleSet) -> Iterator[str]:
    """Yield what big gin scores: one card more than a hand, all melded."""
    melded = rules.hand_size + 1
    context = {"n": melded, "points": rules.big_gin_bonus, "usual": rules.gin_bonus}
    yield (_big_gin_with_eleven(rules) if melded == 11 else _big_gin(rules, melded)) % (gins(rules) | context)


def _big_gin_with_eleven(rules: RuleSet) -> str:
    if rules.big_gin_bonus is None:
        return _("Big %(gin)s, eleven cards melded, is not played: it counts as %(gin)s.")
    if rules.hand_scoring == "flop":
        return _("Big %(gin)s, eleven cards melded without a discard, is worth as much as %(gin)s.")
    return _("Big %(gin)s, eleven cards melded without a discard, earns %(points)d instead of %(usual)d.")


def _big_gin(rules: RuleSet, melded: int) -> str:
    if rules.big_gin_bonus is None:
        return ngettext(
            "Big %(gin)s, %(n)d card melded, is not played: it counts as %(gin)s.",
            "Big %(gin)s, %(n)d cards melded, is not played: it counts as %(gin)s.",
            melded,
        )
    if rules.hand_scoring == "flop":
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


def no_gin_of_others(rules: RuleSet) -> Iterator[str]:
    """Yield that no deadwood after another player's knock is not gin."""
    if has_knocks(rules):
        yield _("No deadwood after somebody else's knock is an undercut, not %(gin)s.") % gins(rules)


def doubling(rules: RuleSet) -> Iterator[str]:
    """Yield which suits double a round and its boxes (rules 3.4, 5.6)."""
    if rules.double_suits:
        text = _doubled_by_upcard(rules) if rules.limit_source == "fixed" else _doubled_by_limit(rules)
        yield text % {"suits": either(suits(rules.double_suits))}


def _doubled_boxes(rules: RuleSet) -> str:
    """Return a key for which boxes of a doubled round double too, as far as the rules have boxes."""
    if not has_boxes(rules):
        return ""
    if rules.double_boxes != "extra":
        return rules.double_boxes
    extra = "extra" if has_extra_boxes(rules) else ""
    return f"{extra} not win" if rules.box_win else extra


def _doubled_by_upcard(rules: RuleSet) -> str:
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
    }[_doubled_boxes(rules)]


def _doubled_by_limit(rules: RuleSet) -> str:
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
    }[_doubled_boxes(rules)]


def false_knock(rules: RuleSet) -> Iterator[str]:
    """Yield what happens after an illegal knock; this is our own rule, as rules 10 leave it to the table."""
    if rules.false_knock_penalty is None:
        yield _("A knock that was not legal is taken back, and the hand is played on.")
        return
    if hands_per_round(rules) > 2:
        text = ngettext(
            "A knock that was not legal ends the hand: each opponent gets %(n)d point, and the same dealer deals "
            "again.",
            "A knock that was not legal ends the hand: each opponent gets %(n)d points, and the same dealer deals "
            "again.",
            rules.false_knock_penalty,
        )
    else:
        text = ngettext(
            "A knock that was not legal ends the hand: the opponent gets %(n)d point, and the same dealer deals again.",
            "A knock that was not legal ends the hand: the opponent gets %(n)d points, and the same dealer deals "
            "again.",
            rules.false_knock_penalty,
        )
    yield text % {"n": rules.false_knock_penalty}
