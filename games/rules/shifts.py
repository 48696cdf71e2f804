"""Why a game comes out otherwise under other rules: which parameter moved how many points from whom to whom.

What a side has at the end is taken apart by the parameter it comes from, once as played and once under the other
rules. The difference of the two, seen from one side against another, is a shift; all shifts together are exactly what
the margin between the two sides moved.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.rules.rescore import ComparedRound, Outcome, Rescored
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, Line, RoundResult
from games.rules.settlement import Final as GameEnd
from games.rules.settlement import settle
from games.rules.sheet import GameSheet
from games.rules.sides import side_of


class Cause(StrEnum):
    """Where points come from, as far as rules differ in it."""

    END = "end"
    """The game is over earlier: later rounds do not count."""
    BONUSES = "bonuses"
    """Under one of the two the game is won, under the other not: what is paid for winning is there or not."""
    WINNER = "winner"
    """Who reached the target wins, or the highest total does."""
    EVENT = "event"
    """A round goes to somebody else."""
    COLUMNS = "columns"
    HAND_SCORING = "hand_scoring"
    GIN = "gin"
    UNDERCUT = "undercut"
    UNDERCUT_POINTS = "undercut_points"
    UNDERCUT_TIED = "undercut_tied"
    KNOCK_POINTS = "knock_points"
    KNOCK_BONUS = "knock_bonus"
    DOUBLING = "doubling"
    PENALTY = "penalty"
    BOXES = "boxes"
    GAME = "game"
    LINE = "line"
    SHUTOUT = "shutout"


@dataclass(frozen=True, slots=True)
class Change:
    """What one round's part in a cause is worth to ``side``: ``played`` and under the ``other`` rules (points)."""

    number: int
    side: int
    played: int
    other: int


@dataclass(frozen=True, slots=True)
class Shift:
    """How far one cause moved the margin: ``points`` toward side ``toward``, away from side ``against``.

    ``played`` and ``other`` are what it is worth to every side under either rules; ``changes`` the rounds that moved.
    """

    cause: Cause
    toward: int
    against: int
    points: int
    played: Mapping[int, int]
    other: Mapping[int, int]
    changes: tuple[Change, ...]


_KINDS: Final[dict[str, Cause]] = {
    "gin": Cause.GIN,
    "big_gin": Cause.GIN,
    "undercut": Cause.UNDERCUT,
    "split": Cause.UNDERCUT_TIED,
    "knock_bonus": Cause.KNOCK_BONUS,
    "doubled": Cause.DOUBLING,
    "penalty": Cause.PENALTY,
    "game": Cause.GAME,
    "line": Cause.LINE,
}
_PARAMETERS: Final[dict[Cause, tuple[str, ...]]] = {
    Cause.HAND_SCORING: ("hand_scoring",),
    Cause.GIN: ("gin_bonus", "big_gin_bonus", "bonus_per_opponent"),
    Cause.UNDERCUT: ("undercut_bonus", "undercut_tie_bonus"),
    Cause.UNDERCUT_POINTS: ("undercut_points",),
    Cause.UNDERCUT_TIED: ("undercut_tied", "undercut_winners"),
    Cause.KNOCK_POINTS: ("knock_points",),
    Cause.KNOCK_BONUS: ("knock_bonus",),
    Cause.DOUBLING: ("double_suits",),
    Cause.PENALTY: ("false_knock_penalty",),
    Cause.BOXES: ("box_value", "box_win", "box_undercut", "box_gin", "box_big_gin", "double_boxes", "sweep_boxes"),
    Cause.GAME: ("game_bonus",),
    Cause.LINE: ("line_bonus", "line_margin"),
    Cause.SHUTOUT: ("shutout", "shutout_amount", "shutout_test"),
}
"""The parameters a cause hangs on. One without any always matters where it moves something."""

Worth = dict[Cause, dict[int, int]]
"""Points by cause and side."""


def why(game: GameSheet, rescored: Rescored) -> tuple[Shift, ...]:
    """What moved the margin, the largest shift first; where the winner changes, only what helps the new one.

    Causes in which the two rules do not differ come after those in which they do: they only follow from them.
    """
    toward, against = _sides(rescored)
    if bool(rescored.other.columns) or bool(game.columns):
        shifts = _columns(rescored, toward, against)
    else:
        shifts = _all_shifts(game, rescored, toward, against)
    shifts = [s for s in shifts if s.points]
    if rescored.winner_changes:
        shifts = [s for s in shifts if s.points > 0]
    if _wins_by_target(rescored, game.rules):
        shifts.insert(0, Shift(Cause.WINNER, toward, against, 0, {}, {}, ()))
    rules = [game.rules, *(line.rules for line in game.rounds if line.counts)]
    own = [s for s in shifts if _differs(s.cause, rules, rescored.rules)]
    return tuple(own or shifts)


def _sides(rescored: Rescored) -> tuple[int, int]:
    """The side that gains, and the one it gains on: the winners under either rules, or the two with the most."""
    was, now = rescored.played.final, rescored.other.final
    by_total = sorted(now.totals, key=lambda side: -now.totals[side])
    if was.winner == now.winner:
        first = by_total[0] if now.winner is None else now.winner
        return first, next(side for side in by_total if side != first)
    toward = now.winner if now.winner is not None else next(side for side in by_total if side != was.winner)
    against = was.winner if was.winner is not None else next(side for side in by_total if side != toward)
    return toward, against


def _wins_by_target(rescored: Rescored, own: RuleSet) -> bool:
    """Whether a winner has not the highest total under the rules where it wins: reaching the target decided it."""
    if not rescored.winner_changes or own.winner == rescored.rules.winner:
        return False
    return any(
        end.winner is not None and end.totals[end.winner] < max(end.totals.values())
        for end in (rescored.played.final, rescored.other.final)
    )


def _differs(cause: Cause, played: Iterable[RuleSet], rules: RuleSet) -> bool:
    names = _PARAMETERS.get(cause)
    return names is None or any(getattr(own, name) != getattr(rules, name) for own in played for name in names)


def _columns(rescored: Rescored, toward: int, against: int) -> list[Shift]:
    """A Hollywood sheet is compared by what its columns are worth, and by where the game would have ended."""
    was, now = rescored.played.final.totals, rescored.other.final.totals
    moved = now[toward] - now[against] - was[toward] + was[against]
    ended = any(pair.other is None for pair in rescored.rounds)
    causes = (Cause.END, Cause.COLUMNS) if ended else (Cause.COLUMNS,)
    return [Shift(cause, toward, against, moved, was, now, ()) for cause in causes]


def _all_shifts(game: GameSheet, rescored: Rescored, toward: int, against: int) -> list[Shift]:
    changes: dict[Cause, list[Change]] = defaultdict(list)
    lines = {line.number: line for line in game.rounds}
    for pair in rescored.rounds:
        for cause, number, side, played, other in _round(pair, lines[pair.number].rules, rescored.rules):
            changes[cause].append(Change(number, side, played, other))
    was, now = _bonuses(game.rules, rescored.played), _bonuses(rescored.rules, rescored.other)
    if rescored.played.complete != rescored.other.complete:
        was, now = {Cause.BONUSES: _together(was)}, {Cause.BONUSES: _together(now)}
    sides = tuple(rescored.played.standing.points)
    shifts = []
    for cause in Cause:
        rounds = tuple(changes.get(cause, ()))
        before, after = (dict.fromkeys(sides, 0) | x.get(cause, {}) for x in (was, now))
        for change in rounds:
            before[change.side] += change.played
            after[change.side] += change.other
        moved = after[toward] - after[against] - before[toward] + before[against]
        shown = tuple(change for change in rounds if change.played != change.other)
        shifts.append(Shift(cause, toward, against, moved, before, after, shown))
    return sorted(shifts, key=lambda shift: -abs(shift.points))


def _together(worth: Worth) -> dict[int, int]:
    total: dict[int, int] = defaultdict(int)
    for by_side in worth.values():
        for side, points in by_side.items():
            total[side] += points
    return total


def _bonuses(rules: RuleSet, outcome: Outcome) -> Worth:
    """What the end of a game adds besides points and boxes; a game worth one point is taken for what decides it."""
    end: GameEnd = outcome.final
    if rules.settlement == "one_point":
        end = settle(replace(rules, settlement="totals"), outcome.standing, complete=outcome.complete)
    worth: Worth = defaultdict(lambda: defaultdict(int))
    for line in end.lines:
        if line.kind not in ("hand_points", "points_and_boxes", "boxes"):
            worth[_KINDS.get(line.kind, Cause.SHUTOUT)][line.seat] += line.points
    return worth


_Row = tuple[Cause, int, int, int, int]
"""Cause, round, side, points as played and under the other rules."""


def _round(pair: ComparedRound, own: RuleSet, rules: RuleSet) -> list[_Row]:
    """One round taken apart by cause; between teams hand by hand, boxes as the sides were given them."""
    number, was, now = pair.number, pair.played, pair.other
    before, after = _boxes(was, own), _boxes(now, rules) if now else {}
    if now is None:
        return [(Cause.END, number, side, points + before[side], 0) for side, points in was.points.items()]
    hands = list(zip(was.hands, now.hands, strict=True)) if was.hands else [(was, now)]
    moved = any(_goes_elsewhere(one, other) for one, other in hands)
    boxes = Cause.EVENT if moved else Cause.BOXES
    rows = [(boxes, number, side, before[side], after[side]) for side in was.points]
    for one, other in hands:
        elsewhere = _goes_elsewhere(one, other)
        both_doubled = _is_doubled(one) and _is_doubled(other)
        for result, place in ((one, 0), (other, 1)):
            worth: Worth = defaultdict(lambda: defaultdict(int))
            for line in result.lines:
                if both_doubled and line.kind == "doubled":
                    continue
                side = side_of(rules, line.seat) if was.hands else line.seat
                cause = Cause.EVENT if elsewhere else _cause(line, own, rules)
                worth[cause][side] += line.points * (2 if both_doubled else 1)
            for cause, by_side in worth.items():
                rows += [
                    (cause, number, side, n if place == 0 else 0, n if place else 0) for side, n in by_side.items()
                ]
    return _merged(rows)


def _merged(rows: list[_Row]) -> list[_Row]:
    sums: dict[tuple[Cause, int, int], list[int]] = {}
    for cause, number, side, was, now in rows:
        amounts = sums.setdefault((cause, number, side), [0, 0])
        amounts[0] += was
        amounts[1] += now
    return [(*key, was, now) for key, (was, now) in sums.items()]


def _boxes(result: RoundResult, rules: RuleSet) -> dict[int, int]:
    return {side: n * rules.box_value for side, n in result.boxes.items()}


def _goes_elsewhere(one: RoundResult, other: RoundResult) -> bool:
    """Whether a round is won by others, or ends otherwise; a big gin that is not played is a gin all the same."""
    gins = (Event.GIN, Event.BIG_GIN)
    same = one.event == other.event or (one.event in gins and other.event in gins)
    return one.winners != other.winners or not same


def _is_doubled(result: RoundResult) -> bool:
    return any(line.kind == "doubled" for line in result.lines)


def _cause(line: Line, own: RuleSet, rules: RuleSet) -> Cause:
    if own.hand_scoring != rules.hand_scoring and line.kind != "doubled":
        return Cause.HAND_SCORING
    if line.kind in ("caught", "own"):
        return {
            "knock_points": Cause.KNOCK_POINTS,
            "undercut_points": Cause.UNDERCUT_POINTS,
        }.get(line.parameter, Cause.GIN)
    return _KINDS.get(line.kind, Cause.HAND_SCORING)
