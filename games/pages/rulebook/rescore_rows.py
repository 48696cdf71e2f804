"""Build the rows that compare a re-scored game with the game as played: the settlement and every round."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.rulebook.rescore import ComparedBill, ComparedCell, ComparedLine, ComparedSum
from games.rules.analysis.rescore import ComparedRound, GameOutcome, Rescored
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, ScoreLine
from games.rules.sheet import GameSheet, RoundLine
from games.wording.scores import event_word, formula, line_text, round_result_sentence
from games.wording.words import ARROW, TIMES, amount_text, boxes, in_a_row

NO_LINE: Final = "\u2013"
"""Shown if one of the two has no such line."""


def point_sums(outcome: GameOutcome) -> tuple[str, ...]:
    """Return the sums of the rounds' points by side."""
    return tuple(amount_text(n) for n in outcome.standing.points.values())


def compared_bills(rescored: Rescored, names: Sequence[str], sides: Sequence[str]) -> tuple[ComparedBill, ...]:
    """Return each side's settlement, every bonus as a line."""
    played_final, other_final = rescored.played.final, rescored.other.final
    return tuple(
        ComparedBill(
            name=name,
            lines=_sums_of(side, played_final.lines, other_final.lines, names, sides),
            played=amount_text(played_final.totals[side]),
            other=amount_text(other_final.totals[side]),
            won_played=played_final.winner == side,
            won_other=other_final.winner == side,
        )
        for side, name in enumerate(sides)
    )


def _sums_of(
    side: int,
    played_lines: Sequence[ScoreLine],
    other_lines: Sequence[ScoreLine],
    names: Sequence[str],
    sides: Sequence[str],
) -> tuple[ComparedSum, ...]:
    """Return the lines of one side, lines of the same kind side by side."""
    rows: dict[tuple[str, int], list[ScoreLine | None]] = {}
    for column, lines_of_end in enumerate((played_lines, other_lines)):
        for line in lines_of_end:
            if line.seat == side:
                rows.setdefault(_line_key(line), [None, None])[column] = line
    return tuple(_sum(before, after, names, sides) for before, after in rows.values())


def _line_key(line: ScoreLine) -> tuple[str, int]:
    kind = "shutout" if line.parameter == "shutout" else line.kind
    return kind, line.terms[0] if kind == "column" else 0


def _sum(before: ScoreLine | None, after: ScoreLine | None, names: Sequence[str], sides: Sequence[str]) -> ComparedSum:
    lines_of_both = [line for line in (before, after) if line]
    texts = [line_text(line, names, sides) for line in lines_of_both]
    same_text = len(set(texts)) == 1
    return ComparedSum(
        text=texts[0] if same_text else _common_label(lines_of_both[0]),
        note="" if same_text else f" {ARROW} ".join(_distinction(line) for line in lines_of_both),
        played=amount_text(before.points) if before else NO_LINE,
        other=amount_text(after.points) if after else NO_LINE,
        changed=(before.points if before else 0) != (after.points if after else 0),
    )


def _common_label(line: ScoreLine) -> str:
    """Return a common label for two lines of one kind."""
    if line.kind == "column":
        return _("Game %(number)d") % {"number": line.terms[0]}
    if line.kind == "boxes":
        return _("Boxes")
    return _("Line bonus") if line.kind == "line" else _("Shutout")


def _distinction(line: ScoreLine) -> str:
    """Return what distinguishes two lines of one kind: "6 at 25"."""
    if line.kind == "boxes":
        # Translators: so many boxes at so many points each.
        return _("%(n)d at %(points)d") % {"n": line.terms[0], "points": line.terms[1]}
    if line.kind == "column":
        return f"{line.terms[1]} {TIMES} {line.terms[2]}"
    if line.kind == "line":
        # Translators: how clearly a game has to be won for the bonus.
        return _("by %(points)d or more") % {"points": line.terms[1]}
    if line.kind == "shutout_double_points":
        return _("points doubled")
    # Translators: an amount that is added for a shutout.
    return _("total doubled") if line.kind == "shutout_double_total" else _("points added")


def compared_rounds(
    game: GameSheet, rescored: Rescored, names: Sequence[str], sides: Sequence[str]
) -> tuple[ComparedLine, ...]:
    """Return the rounds that count, in the order they were played."""
    by_number = {line.number: line for line in game.rounds}
    return tuple(_line(by_number[pair.number], pair, rescored.rules, names, sides) for pair in rescored.rounds)


def _line(
    line: RoundLine, pair: ComparedRound, rules: RuleSet, names: Sequence[str], sides: Sequence[str]
) -> ComparedLine:
    played_points, other_points = (
        _points_with_boxes(pair.played, line.rules),
        _points_with_boxes(pair.other, rules) if pair.other else {},
    )
    cells = tuple(
        ComparedCell(
            name=name,
            played=_cell(played_points.get(side, 0)),
            other=_cell(other_points.get(side, 0)),
            changed=pair.other is not None and played_points.get(side, 0) != other_points.get(side, 0),
        )
        for side, name in enumerate(sides)
    )
    changed = any(cell.changed for cell in cells)
    return ComparedLine(
        number=pair.number,
        event=event_word(pair.played.event, line.rules),
        event_code=pair.played.event.value,
        what=round_result_sentence(line.latest.declaration, pair.played, line.rules, names),
        sums=_arithmetic(pair.played, line.rules, pair.other, rules, sides) if pair.other else "",
        cells=cells,
        changed=changed,
        counts=pair.other is not None,
    )


def _points_with_boxes(result: RoundResult, rules: RuleSet) -> dict[int, int]:
    """Return the points of a round by side, including boxes that are paid at once."""
    at_once = rules.box_value if rules.box_timing == "immediate" else 0
    return {side: points + at_once * result.boxes[side] for side, points in result.points.items()}


def _cell(n: int) -> str:
    return amount_text(n) if n else ""


def _arithmetic(
    played: RoundResult, own_rules: RuleSet, other: RoundResult, rules: RuleSet, sides: Sequence[str]
) -> str:
    """Return a round's arithmetic under both rules: "9 − 2 → 9 − 2 + 15", "Ben 25 + 9 − 9 → Ann 9 − 9"."""
    at_once = "immediate" in (own_rules.box_timing, rules.box_timing)
    with_boxes = at_once or (bool(own_rules.box_value and rules.box_value) and played.boxes != other.boxes)
    before, after = _formulas(played, own_rules, with_boxes=with_boxes), _formulas(other, rules, with_boxes=with_boxes)
    if list(before) == list(after) and len(before) == 1:
        texts = [*before.values(), *after.values()]
    else:
        texts = [
            in_a_row(f"{sides[side]} {text}" for side, text in formulas.items()) or _("nobody")
            for formulas in (before, after)
        ]
    return f" {ARROW} ".join(texts) if texts[0] != texts[1] else ""


def _formulas(result: RoundResult, rules: RuleSet, *, with_boxes: bool) -> dict[int, str]:
    """Return the arithmetic of every side that scores, ``with_boxes`` if boxes are worth points."""
    formulas = {}
    for side, points in result.points.items():
        counted = result.boxes[side] if rules.box_value and with_boxes else 0
        if not points and not counted:
            continue
        text = formula([line for line in result.lines if line.seat == side and line.points]) or "0"
        if counted:
            text += (
                f", {_boxes_at_text(counted, rules.box_value) if rules.box_timing == 'immediate' else boxes(counted)}"
            )
        formulas[side] = text
    return formulas


def _boxes_at_text(count: int, worth: int) -> str:
    """Return boxes that are paid at once: "2 boxes at 25"."""
    text = ngettext("%(n)d box at %(points)d", "%(n)d boxes at %(points)d", count)
    return text % {"n": count, "points": worth}
