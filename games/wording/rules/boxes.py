"""A rule set in sentences, part: boxes, and the columns of a Hollywood sheet (rules 5.7, 7 "Hollywood")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rule_properties import between_two, has_boxes, has_knocks, side_count
from games.rules.ruleset import RuleSet
from games.wording.rules.words import gins


def boxes(rules: RuleSet) -> Iterator[str]:
    """Yield what earns boxes, what they are worth, and when they are paid."""
    if not has_boxes(rules):
        return
    if rules.box_win:
        yield _for_a_win(rules) % {"n": rules.box_win}
    extra = _extra_boxes(rules)
    if extra:
        # Translators: a list such as "1 for an undercut, 2 for gin".
        yield _("Extra boxes: %(boxes)s.") % {"boxes": ", ".join(extra)}
    if rules.seating == "teams":
        if extra and rules.team_netting == "per_hand":
            yield _("A team keeps its extra boxes even if it loses the round.")
        if rules.sweep_boxes:
            yield _sweep(rules.sweep_boxes)
    yield _worth(rules) % {"n": rules.box_value}


def _for_a_win(rules: RuleSet) -> str:
    if rules.seating == "teams" and rules.team_netting == "sum":
        return ngettext("Each hand won earns a box.", "Each hand won earns %(n)d boxes.", rules.box_win)
    return ngettext("Each round won earns a box.", "Each round won earns %(n)d boxes.", rules.box_win)


def _sweep(boxes_won: int | str) -> str:
    if isinstance(boxes_won, str):
        return _("If all of a team's players win their hands, it gets an extra box for each of them.")
    text = ngettext(
        "If all of a team's players win their hands, it gets %(n)d extra box.",
        "If all of a team's players win their hands, it gets %(n)d extra boxes.",
        boxes_won,
    )
    return text % {"n": boxes_won}


def _worth(rules: RuleSet) -> str:
    if not rules.box_value:
        return _("Boxes are worth no points.")
    if rules.box_timing == "immediate":
        return ngettext(
            "A box is worth %(n)d point, paid right away and counted toward the target.",
            "A box is worth %(n)d points, paid right away and counted toward the target.",
            rules.box_value,
        )
    return ngettext(
        "A box is worth %(n)d point at the end of the game.",
        "A box is worth %(n)d points at the end of the game.",
        rules.box_value,
    )


def _extra_boxes(rules: RuleSet) -> list[str]:
    """Return the extra boxes of a hand; big gin has its own instead of those for gin."""
    parts = []
    if rules.box_undercut and has_knocks(rules):
        # Translators: a number of boxes, in a list: "Extra boxes: 1 for an undercut, 2 for gin."
        parts.append(_("%(n)d for an undercut") % {"n": rules.box_undercut})
    if rules.box_gin:
        parts.append(_("%(n)d for %(gin)s") % (gins(rules) | {"n": rules.box_gin}))
    if rules.big_gin_bonus is not None:
        if rules.box_big_gin:
            parts.append(_("%(n)d for big %(gin)s") % (gins(rules) | {"n": rules.box_big_gin}))
        elif rules.box_gin:
            parts.append(_("none for big %(gin)s") % gins(rules))
    return parts


def hollywood(rules: RuleSet) -> Iterator[str]:
    """Yield how the columns of a Hollywood sheet open, close and count (rules 5.7)."""
    if rules.columns == 1:
        if rules.column_multipliers[0] > 1 and between_two(rules):
            yield _counts_more(rules) % {"n": rules.column_multipliers[0]}
        return
    yield _("You play three games side by side, each in its own column.")
    if side_count(rules) == 2 and rules.seating != "all_active":
        yield _(
            "A side's first win goes in the first column, its second in the first two. Later wins go in "
            "every open column."
        )
    else:
        yield _(
            "Your first win goes in the first column, your second in the first two. Later wins go in every open column."
        )
    yield _("If a column closes before you've scored in it, you start in the next open one.")
    yield _("Each column is settled separately, with its own boxes, bonuses and shutout.")
    for column, often in enumerate(rules.column_multipliers):
        if often > 1:
            yield _column_counts(column, often) % {"n": often}


def _counts_more(rules: RuleSet) -> str:
    """Return how often the game counts; rules that allow more than two sides say that it is for two players."""
    often = rules.column_multipliers[0]
    if side_count(rules) > 2:
        if often == 2:
            return _("With two players, the game counts double.")
        return ngettext(
            "With two players, the game counts %(n)d time.", "With two players, the game counts %(n)d times.", often
        )
    if often == 2:
        return _("The game counts double.")
    return ngettext("The game counts %(n)d time.", "The game counts %(n)d times.", often)


def _column_counts(column: int, often: int) -> str:
    if often == 2:
        return (
            _("The first column counts double."),
            _("The second column counts double."),
            _("The third column counts double."),
        )[column]
    return (
        ngettext("The first column counts %(n)d time.", "The first column counts %(n)d times.", often),
        ngettext("The second column counts %(n)d time.", "The second column counts %(n)d times.", often),
        ngettext("The third column counts %(n)d time.", "The third column counts %(n)d times.", often),
    )[column]
