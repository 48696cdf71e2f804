"""A re-scored game in rows: the end line by line and round after round, as played beside the other rules."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages import ComparedBill, ComparedCell, ComparedLine, ComparedSum
from games.rules.rescore import ComparedRound, Outcome, Rescored
from games.rules.ruleset import RuleSet
from games.rules.scoring import Line, RoundResult
from games.rules.sheet import GameSheet, RoundLine
from games.wording import ARROW, MINUS, TIMES, boxes, event_word, formula, line_text, what_happened

NONE: Final = "\u2013"
"""Written where one of the two has nothing."""


def number(n: int) -> str:
    """A number of points as it stands in a column: "45", "−5"."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def sums(outcome: Outcome) -> tuple[str, ...]:
    """The points of the rounds by side, as they stand under the column."""
    return tuple(number(n) for n in outcome.standing.points.values())


def bills(found: Rescored, names: Sequence[str], sides: Sequence[str]) -> tuple[ComparedBill, ...]:
    """What each side comes to, every bonus as a line."""
    was, now = found.played.final, found.other.final
    return tuple(
        ComparedBill(
            name=name,
            lines=_sums_of(side, was.lines, now.lines, names, sides),
            played=number(was.totals[side]),
            other=number(now.totals[side]),
            won_played=was.winner == side,
            won_other=now.winner == side,
        )
        for side, name in enumerate(sides)
    )


def _sums_of(
    side: int, was: Sequence[Line], now: Sequence[Line], names: Sequence[str], sides: Sequence[str]
) -> tuple[ComparedSum, ...]:
    """The lines of one side, like beside like."""
    rows: dict[tuple[str, int], list[Line | None]] = {}
    for place, lines_of_end in enumerate((was, now)):
        for line in lines_of_end:
            if line.seat == side:
                rows.setdefault(_alike(line), [None, None])[place] = line
    return tuple(_sum(before, after, names, sides) for before, after in rows.values())


def _alike(line: Line) -> tuple[str, int]:
    kind = "shutout" if line.parameter == "shutout" else line.kind
    return kind, line.terms[0] if kind == "column" else 0


def _sum(before: Line | None, after: Line | None, names: Sequence[str], sides: Sequence[str]) -> ComparedSum:
    told = [line for line in (before, after) if line]
    texts = [line_text(line, names, sides) for line in told]
    alike = len(set(texts)) == 1
    return ComparedSum(
        text=texts[0] if alike else _both(told[0]),
        note="" if alike else f" {ARROW} ".join(_short(line) for line in told),
        played=number(before.points) if before else NONE,
        other=number(after.points) if after else NONE,
        changed=(before.points if before else 0) != (after.points if after else 0),
    )


def _both(line: Line) -> str:
    """What two lines of one kind are called together."""
    if line.kind == "column":
        return _("Game %(number)d") % {"number": line.terms[0]}
    if line.kind == "boxes":
        return _("Boxes")
    return _("Won clearly") if line.kind == "line" else _("Shutout")


def _short(line: Line) -> str:
    """What tells two lines of one kind apart: "6 at 25"."""
    if line.kind == "boxes":
        # Translators: so many boxes at so many points each.
        return _("%(n)d at %(points)d") % {"n": line.terms[0], "points": line.terms[1]}
    if line.kind == "column":
        return f"{line.terms[1]} {TIMES} {line.terms[2]}"
    if line.kind == "line":
        # Translators: how clearly a game has to be won for the bonus.
        return _("by %(points)d or more") % {"points": line.terms[1]}
    if line.kind == "shutout_double_points":
        return _("points twice")
    # Translators: an amount that is added for a shutout.
    return _("total twice") if line.kind == "shutout_double_total" else _("added")


def lines(game: GameSheet, found: Rescored, names: Sequence[str], sides: Sequence[str]) -> tuple[ComparedLine, ...]:
    """The rounds that count, in the order they were played."""
    by_number = {line.number: line for line in game.rounds}
    return tuple(_line(by_number[pair.number], pair, found.rules, names, sides) for pair in found.rounds)


def _line(
    line: RoundLine, pair: ComparedRound, rules: RuleSet, names: Sequence[str], sides: Sequence[str]
) -> ComparedLine:
    was, now = _worth(pair.played, line.rules), _worth(pair.other, rules) if pair.other else {}
    cells = tuple(
        ComparedCell(
            name=name,
            played=_cell(was.get(side, 0)),
            other=_cell(now.get(side, 0)),
            changed=pair.other is not None and was.get(side, 0) != now.get(side, 0),
        )
        for side, name in enumerate(sides)
    )
    changed = any(cell.changed for cell in cells)
    return ComparedLine(
        number=pair.number,
        event=event_word(pair.played.event, line.rules),
        event_code=pair.played.event.value,
        what=what_happened(line.told.declaration, pair.played, line.rules, names),
        sums=_arithmetic(pair.played, line.rules, pair.other, rules, sides) if pair.other else "",
        cells=cells,
        changed=changed,
        counts=pair.other is not None,
    )


def _worth(result: RoundResult, rules: RuleSet) -> dict[int, int]:
    """The points of a round by side, with boxes that are paid at once."""
    at_once = rules.box_value if rules.box_timing == "immediate" else 0
    return {side: points + at_once * result.boxes[side] for side, points in result.points.items()}


def _cell(n: int) -> str:
    return number(n) if n else ""


def _arithmetic(was: RoundResult, own: RuleSet, now: RoundResult, rules: RuleSet, sides: Sequence[str]) -> str:
    """How a round's score comes about under both: "9 − 2 → 9 − 2 + 15", "Ben 25 + 9 − 9 → Ann 9 − 9"."""
    at_once = "immediate" in (own.box_timing, rules.box_timing)
    with_boxes = at_once or (bool(own.box_value and rules.box_value) and was.boxes != now.boxes)
    before, after = _formulas(was, own, with_boxes=with_boxes), _formulas(now, rules, with_boxes=with_boxes)
    if list(before) == list(after) and len(before) == 1:
        texts = [*before.values(), *after.values()]
    else:
        texts = [
            "; ".join(f"{sides[side]} {text}" for side, text in told.items()) or _("nobody") for told in (before, after)
        ]
    return f" {ARROW} ".join(texts) if texts[0] != texts[1] else ""


def _formulas(result: RoundResult, rules: RuleSet, *, with_boxes: bool) -> dict[int, str]:
    """The arithmetic of every side that scores, ``with_boxes`` where they are worth anything."""
    told = {}
    for side, points in result.points.items():
        counted = result.boxes[side] if rules.box_value and with_boxes else 0
        if not points and not counted:
            continue
        text = formula([line for line in result.lines if line.seat == side and line.points]) or "0"
        if counted:
            text += f", {_at(counted, rules.box_value) if rules.box_timing == 'immediate' else boxes(counted)}"
        told[side] = text
    return told


def _at(count: int, worth: int) -> str:
    """Boxes that are paid at once: "2 boxes at 25"."""
    text = ngettext("%(n)d box at %(points)d", "%(n)d boxes at %(points)d", count)
    return text % {"n": count, "points": worth}
