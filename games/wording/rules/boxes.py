"""The rules in sentences: boxes, and the columns of a Hollywood sheet (rules 5.7, 7 "Hollywood")."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import RuleSet
from games.rules.traits import between_two, has_boxes, knocks, side_count
from games.wording.rules.words import gins


def boxes(r: RuleSet) -> Iterator[str]:
    """What earns boxes, what they are worth, and when they are paid."""
    if not has_boxes(r):
        return
    if r.box_win:
        yield _for_a_win(r) % {"n": r.box_win}
    extra = _extra_boxes(r)
    if extra:
        # Translators: a list such as "1 for an undercut, 2 for gin".
        yield _("Extra boxes: %(boxes)s.") % {"boxes": ", ".join(extra)}
    if r.seating == "teams":
        if extra and r.team_netting == "per_hand":
            yield _("Extra boxes stay with the team that earned them, even if it loses the round.")
        if r.sweep_boxes:
            yield _sweep(r.sweep_boxes)
    yield _worth(r) % {"n": r.box_value}


def _for_a_win(r: RuleSet) -> str:
    if r.seating == "teams" and r.team_netting == "sum":
        return ngettext("Each hand won is marked as a box.", "Each hand won is marked as %(n)d boxes.", r.box_win)
    return ngettext("Each round won is marked as a box.", "Each round won is marked as %(n)d boxes.", r.box_win)


def _sweep(many: int | str) -> str:
    if isinstance(many, str):
        return _("A team whose players all win their hands gets a box for each of them besides.")
    told = ngettext(
        "A team whose players all win their hands gets %(n)d box besides.",
        "A team whose players all win their hands gets %(n)d boxes besides.",
        many,
    )
    return told % {"n": many}


def _worth(r: RuleSet) -> str:
    if not r.box_value:
        return _("Boxes are worth no points.")
    if r.box_timing == "immediate":
        return ngettext(
            "A box is worth %(n)d point at once, and they count toward the target.",
            "A box is worth %(n)d points at once, and they count toward the target.",
            r.box_value,
        )
    return ngettext(
        "A box is worth %(n)d point at the end of the game.",
        "A box is worth %(n)d points at the end of the game.",
        r.box_value,
    )


def _extra_boxes(r: RuleSet) -> list[str]:
    """The extra boxes of a hand. A big gin gets its own instead of those for gin."""
    told = []
    if r.box_undercut and knocks(r):
        # Translators: a number of boxes, in a list: "Extra boxes: 1 for an undercut, 2 for gin."
        told.append(_("%(n)d for an undercut") % {"n": r.box_undercut})
    if r.box_gin:
        told.append(_("%(n)d for %(gin)s") % (gins(r) | {"n": r.box_gin}))
    if r.big_gin_bonus is not None:
        if r.box_big_gin:
            told.append(_("%(n)d for big %(gin)s") % (gins(r) | {"n": r.box_big_gin}))
        elif r.box_gin:
            told.append(_("none for big %(gin)s") % gins(r))
    return told


def hollywood(r: RuleSet) -> Iterator[str]:
    """How the columns of a Hollywood sheet open, close and count (rules 5.7)."""
    if r.columns == 1:
        if r.column_multipliers[0] > 1 and between_two(r):
            yield _counts_more(r) % {"n": r.column_multipliers[0]}
        return
    yield _("Three games are kept side by side, each in a column of its own.")
    if side_count(r) == 2 and r.seating != "all_active":
        yield _(
            "A side's first win is entered in the first column, the second in the first two, every later one in all "
            "columns still open."
        )
    else:
        yield _(
            "A player's first win is entered in the first column, the second in the first two, every later one in all "
            "columns still open."
        )
    yield _("Whoever has nothing in a column that closes starts in the next open one.")
    yield _("Each column is settled by itself, with its own boxes, bonuses and shutout.")
    for column, often in enumerate(r.column_multipliers):
        if often > 1:
            yield _column_counts(column, often) % {"n": often}


def _counts_more(r: RuleSet) -> str:
    """How often the game counts; with more than two sides it may not be between two, so that is said."""
    often = r.column_multipliers[0]
    if side_count(r) > 2:
        if often == 2:
            return _("With two players the game counts twice.")
        return ngettext(
            "With two players the game counts %(n)d time.", "With two players the game counts %(n)d times.", often
        )
    if often == 2:
        return _("The game counts twice.")
    return ngettext("The game counts %(n)d time.", "The game counts %(n)d times.", often)


def _column_counts(column: int, often: int) -> str:
    if often == 2:
        return (
            _("The first column counts twice."),
            _("The second column counts twice."),
            _("The third column counts twice."),
        )[column]
    return (
        ngettext("The first column counts %(n)d time.", "The first column counts %(n)d times.", often),
        ngettext("The second column counts %(n)d time.", "The second column counts %(n)d times.", often),
        ngettext("The third column counts %(n)d time.", "The third column counts %(n)d times.", often),
    )[column]
