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
        text = _("Winning a round scores 1 point, plus 1 for %(gin)s or an undercut, whatever the deadwood.")
    else:
        text = _("Winning a round scores 1 point, plus 1 for %(gin)s, whatever the deadwood.")
    yield text % gins(rules)


def knock(rules: RuleSet) -> Iterator[str]:
    """Yield what a successful knock scores."""
    if not has_knocks(rules) or rules.hand_scoring == "flop":
        return
    if rules.knock_points == "pairwise":
        yield _("The knocker scores the difference between their deadwood and each opponent's.")
    elif hands_per_round(rules) > 2:
        yield _("The knocker scores all the opponents' deadwood, then subtracts their own once.")
    else:
        yield _("The knocker scores the difference between the two hands.")
    if rules.knock_bonus:
        text = ngettext(
            "A successful knock earns %(n)d extra point.",
            "A successful knock earns %(n)d extra points.",
            rules.knock_bonus,
        )
        yield text % {"n": rules.knock_bonus}


def gin_hand(rules: RuleSet) -> Iterator[str]:
    """Yield what gin scores; only the player who ended the round scores it (rules 3.1 A12, 3.3 C7)."""
    if rules.hand_scoring == "flop":
        yield _("%(Gin)s can't be undercut.") % gins(rules)
    else:
        yield _gin_earns(rules) % (gins(rules) | {"n": rules.gin_bonus})


def _gin_earns(rules: RuleSet) -> str:
    others, n = hands_per_round(rules) > 2, rules.gin_bonus
    if not n:
        if others:
            return _("%(Gin)s scores all the opponents' deadwood and can't be undercut.")
        return _("%(Gin)s scores the other hand's deadwood and can't be undercut.")
    if rules.bonus_per_opponent:
        if others:
            return ngettext(
                "%(Gin)s scores %(n)d point from each opponent plus all their deadwood, and can't be undercut.",
                "%(Gin)s scores %(n)d points from each opponent plus all their deadwood, and can't be undercut.",
                n,
            )
        return ngettext(
            "%(Gin)s scores %(n)d point from each opponent plus the other hand's deadwood, and can't be undercut.",
            "%(Gin)s scores %(n)d points from each opponent plus the other hand's deadwood, and can't be undercut.",
            n,
        )
    if others:
        return ngettext(
            "%(Gin)s scores %(n)d point plus all the opponents' deadwood, and can't be undercut.",
            "%(Gin)s scores %(n)d points plus all the opponents' deadwood, and can't be undercut.",
            n,
        )
    return ngettext(
        "%(Gin)s scores %(n)d point plus the other hand's deadwood, and can't be undercut.",
        "%(Gin)s scores %(n)d points plus the other hand's deadwood, and can't be undercut.",
        n,
    )


def big_gin(rules: RuleSet) -> Iterator[str]:
    """Yield what big gin scores: one card more than a hand, all melded."""
    melded = rules.hand_size + 1
    context = {"n": melded, "points": rules.big_gin_bonus, "usual": rules.gin_bonus}
    yield (_big_gin_with_eleven(rules) if melded == 11 else _big_gin(rules, melded)) % (gins(rules) | context)


def _big_gin_with_eleven(rules: RuleSet) -> str:
    if rules.big_gin_bonus is None:
        return _("There's no big %(gin)s: melding all eleven cards just counts as %(gin)s.")
    if rules.hand_scoring == "flop":
        return _("Big %(gin)s (all eleven cards melded, no discard) counts the same as %(gin)s.")
    return _("Big %(gin)s (all eleven cards melded, no discard) earns %(points)d instead of %(usual)d.")


def _big_gin(rules: RuleSet, melded: int) -> str:
    if rules.big_gin_bonus is None:
        return ngettext(
            "There's no big %(gin)s: melding %(n)d card just counts as %(gin)s.",
            "There's no big %(gin)s: melding all %(n)d cards just counts as %(gin)s.",
            melded,
        )
    if rules.hand_scoring == "flop":
        return ngettext(
            "Big %(gin)s (%(n)d card melded, no discard) counts the same as %(gin)s.",
            "Big %(gin)s (all %(n)d cards melded, no discard) counts the same as %(gin)s.",
            melded,
        )
    return ngettext(
        "Big %(gin)s (%(n)d card melded, no discard) earns %(points)d instead of %(usual)d.",
        "Big %(gin)s (all %(n)d cards melded, no discard) earns %(points)d instead of %(usual)d.",
        melded,
    )


def no_gin_of_others(rules: RuleSet) -> Iterator[str]:
    """Yield that no deadwood after another player's knock is not gin."""
    if has_knocks(rules):
        yield _("Having no deadwood after another player's knock is an undercut, not %(gin)s.") % gins(rules)


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
        "": _("If the first upcard is %(suits)s, the round counts double."),
        "none": _("If the first upcard is %(suits)s, the round counts double, but its boxes don't."),
        "all": _("If the first upcard is %(suits)s, the round and its boxes count double."),
        "extra": _("If the first upcard is %(suits)s, the round and any extra boxes count double."),
        "extra not win": _(
            "If the first upcard is %(suits)s, the round and any extra boxes count double. The box for the win doesn't."
        ),
        " not win": _("If the first upcard is %(suits)s, the round counts double, but not the box for the win."),
    }[_doubled_boxes(rules)]


def _doubled_by_limit(rules: RuleSet) -> str:
    # Translators: %(suits)s is "a spade", "a spade or a heart", "red or blue".
    return {
        "": _("If the card that sets the limit is %(suits)s, the round counts double."),
        "none": _("If the card that sets the limit is %(suits)s, the round counts double, but its boxes don't."),
        "all": _("If the card that sets the limit is %(suits)s, the round and its boxes count double."),
        "extra": _("If the card that sets the limit is %(suits)s, the round and any extra boxes count double."),
        "extra not win": _(
            "If the card that sets the limit is %(suits)s, the round and any extra boxes count double. The "
            "box for the win doesn't."
        ),
        " not win": _(
            "If the card that sets the limit is %(suits)s, the round counts double, but not the box for the win."
        ),
    }[_doubled_boxes(rules)]


def false_knock(rules: RuleSet) -> Iterator[str]:
    """Yield what happens after an illegal knock; this is our own rule, as rules 10 leave it to the table."""
    if rules.false_knock_penalty is None:
        yield _("A false knock is taken back, and play continues.")
        return
    if hands_per_round(rules) > 2:
        text = ngettext(
            "A false knock ends the hand. Each opponent gets %(n)d point, and the same dealer deals again.",
            "A false knock ends the hand. Each opponent gets %(n)d points, and the same dealer deals again.",
            rules.false_knock_penalty,
        )
    else:
        text = ngettext(
            "A false knock ends the hand. The opponent gets %(n)d point, and the same dealer deals again.",
            "A false knock ends the hand. The opponent gets %(n)d points, and the same dealer deals again.",
            rules.false_knock_penalty,
        )
    yield text % {"n": rules.false_knock_penalty}
