"""Explain why a rescored game ends differently: how many points each parameter moved between two sides.

The total of a side is split by the parameters its points come from, once as played and once under the other rules. The
difference for one side against another is a shift. All shifts together are exactly how far the margin between the two
sides moved.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.rules.analysis.rescore import ComparedRound, GameOutcome, Rescored
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.settlement import GameResult, settle
from games.rules.sheet import GameSheet
from games.rules.sides import side_of


class Cause(StrEnum):
    """Where points come from, as far as rules can differ there."""

    END = "end"
    """The game ends earlier: later rounds don't count."""
    BONUSES = "bonuses"
    """The game is won under only one of the rule sets, so the other has no bonuses for winning."""
    WINNER = "winner"
    """Who reached the target wins instead of the highest total, or the other way round."""
    EVENT = "event"
    """Somebody else wins a round."""
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
class RoundEffect:
    """What a round is worth to ``side`` through one cause, as ``played`` and under the ``other`` rules (points)."""

    number: int
    side: int
    played: int
    other: int


@dataclass(frozen=True, slots=True)
class MarginShift:
    """How far one cause moved the margin: by ``points`` in favor of side ``toward`` against side ``against``.

    ``played`` and ``other`` are what the cause is worth to every side under the two rule sets; ``changes`` are the
    rounds in which that differs.
    """

    cause: Cause
    toward: int
    against: int
    points: int
    played: Mapping[int, int]
    other: Mapping[int, int]
    changes: tuple[RoundEffect, ...]


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
"""The parameters that a cause depends on. A cause that isn't listed is always reported if it moved something."""

PointsByCause = dict[Cause, dict[int, int]]
"""Points by cause and side."""


def margin_shifts(game: GameSheet, rescored: Rescored) -> tuple[MarginShift, ...]:
    """Return what moved the margin, the largest shift first; if the winner changes, only what helps the new one.

    Causes whose parameters are the same in both rule sets are left out, unless there are no others.
    """
    toward, against = _sides(rescored)
    if bool(rescored.other.columns) or bool(game.columns):
        shifts = _columns(rescored, toward, against)
    else:
        shifts = _all_shifts(game, rescored, toward, against)
    shifts = [shift for shift in shifts if shift.points]
    if rescored.winner_changes:
        shifts = [shift for shift in shifts if shift.points > 0]
    if _wins_by_target(rescored, game.rules):
        shifts.insert(0, MarginShift(Cause.WINNER, toward, against, 0, {}, {}, ()))
    rules = [game.rules, *(line.rules for line in game.rounds if line.counts)]
    from_differences = [shift for shift in shifts if _differs(shift.cause, rules, rescored.rules)]
    return tuple(from_differences or shifts)


def _sides(rescored: Rescored) -> tuple[int, int]:
    """Return the side that gains and the side it gains on: the winners under the two rule sets, or the top two."""
    played_final, other_final = rescored.played.final, rescored.other.final
    by_total = sorted(other_final.totals, key=lambda side: -other_final.totals[side])
    if played_final.winner == other_final.winner:
        first = by_total[0] if other_final.winner is None else other_final.winner
        return first, next(side for side in by_total if side != first)
    toward = (
        other_final.winner
        if other_final.winner is not None
        else next(side for side in by_total if side != played_final.winner)
    )
    against = (
        played_final.winner if played_final.winner is not None else next(side for side in by_total if side != toward)
    )
    return toward, against


def _wins_by_target(rescored: Rescored, played_rules: RuleSet) -> bool:
    """Return whether a side wins by reaching the target first although another one has a higher total."""
    if not rescored.winner_changes or played_rules.winner == rescored.rules.winner:
        return False
    return any(
        end.winner is not None and end.totals[end.winner] < max(end.totals.values())
        for end in (rescored.played.final, rescored.other.final)
    )


def _differs(cause: Cause, played: Iterable[RuleSet], rules: RuleSet) -> bool:
    names = _PARAMETERS.get(cause)
    return names is None or any(
        getattr(played_rules, name) != getattr(rules, name) for played_rules in played for name in names
    )


def _columns(rescored: Rescored, toward: int, against: int) -> list[MarginShift]:
    """Return the shifts of a Hollywood sheet: what its columns are worth, and whether the game ends earlier."""
    played, other = rescored.played.final.totals, rescored.other.final.totals
    moved = other[toward] - other[against] - played[toward] + played[against]
    ended = any(pair.other is None for pair in rescored.rounds)
    causes = (Cause.END, Cause.COLUMNS) if ended else (Cause.COLUMNS,)
    return [MarginShift(cause, toward, against, moved, played, other, ()) for cause in causes]


def _all_shifts(game: GameSheet, rescored: Rescored, toward: int, against: int) -> list[MarginShift]:
    changes: dict[Cause, list[RoundEffect]] = defaultdict(list)
    lines = {line.number: line for line in game.rounds}
    for pair in rescored.rounds:
        for cause, number, side, played, other in _round(pair, lines[pair.number].rules, rescored.rules):
            changes[cause].append(RoundEffect(number, side, played, other))
    played_bonuses, other_bonuses = _bonuses(game.rules, rescored.played), _bonuses(rescored.rules, rescored.other)
    if rescored.played.complete != rescored.other.complete:
        played_bonuses, other_bonuses = (
            {Cause.BONUSES: _total_by_side(played_bonuses)},
            {Cause.BONUSES: _total_by_side(other_bonuses)},
        )
    sides = tuple(rescored.played.standing.points)
    shifts = []
    for cause in Cause:
        rounds = tuple(changes.get(cause, ()))
        before, after = (
            dict.fromkeys(sides, 0) | bonuses.get(cause, {}) for bonuses in (played_bonuses, other_bonuses)
        )
        for change in rounds:
            before[change.side] += change.played
            after[change.side] += change.other
        moved = after[toward] - after[against] - before[toward] + before[against]
        shown = tuple(change for change in rounds if change.played != change.other)
        shifts.append(MarginShift(cause, toward, against, moved, before, after, shown))
    return sorted(shifts, key=lambda shift: -abs(shift.points))


def _total_by_side(points_by_cause: PointsByCause) -> dict[int, int]:
    total: dict[int, int] = defaultdict(int)
    for by_side in points_by_cause.values():
        for side, points in by_side.items():
            total[side] += points
    return total


def _bonuses(rules: RuleSet, outcome: GameOutcome) -> PointsByCause:
    """Return the bonuses at the end of a game; a game worth one point is settled by totals, which decide it."""
    end: GameResult = outcome.final
    if rules.settlement == "one_point":
        end = settle(replace(rules, settlement="totals"), outcome.standing, complete=outcome.complete)
    points_by_cause: PointsByCause = defaultdict(lambda: defaultdict(int))
    for line in end.lines:
        if line.kind not in ("hand_points", "points_and_boxes", "boxes"):
            points_by_cause[_KINDS.get(line.kind, Cause.SHUTOUT)][line.seat] += line.points
    return points_by_cause


_Row = tuple[Cause, int, int, int, int]
"""Cause, round, side, points as played and under the other rules."""


def _round(pair: ComparedRound, played_rules: RuleSet, rules: RuleSet) -> list[_Row]:
    """Split one round by cause; between teams hand by hand, and boxes as given to the sides."""
    number, played, rescored = pair.number, pair.played, pair.other
    before, after = _boxes(played, played_rules), _boxes(rescored, rules) if rescored else {}
    if rescored is None:
        return [(Cause.END, number, side, points + before[side], 0) for side, points in played.points.items()]
    hands = list(zip(played.hands, rescored.hands, strict=True)) if played.hands else [(played, rescored)]
    moved = any(_goes_elsewhere(played_hand, other_hand) for played_hand, other_hand in hands)
    boxes = Cause.EVENT if moved else Cause.BOXES
    rows = [(boxes, number, side, before[side], after[side]) for side in played.points]
    for played_hand, other_hand in hands:
        elsewhere = _goes_elsewhere(played_hand, other_hand)
        both_doubled = _is_doubled(played_hand) and _is_doubled(other_hand)
        for result, place in ((played_hand, 0), (other_hand, 1)):
            points_by_cause: PointsByCause = defaultdict(lambda: defaultdict(int))
            for line in result.lines:
                if both_doubled and line.kind == "doubled":
                    continue
                side = side_of(rules, line.seat) if played.hands else line.seat
                cause = Cause.EVENT if elsewhere else _cause(line, played_rules, rules)
                points_by_cause[cause][side] += line.points * (2 if both_doubled else 1)
            for cause, by_side in points_by_cause.items():
                rows += [
                    (cause, number, side, points_moved if place == 0 else 0, points_moved if place else 0)
                    for side, points_moved in by_side.items()
                ]
    return _merged(rows)


def _merged(rows: list[_Row]) -> list[_Row]:
    sums: dict[tuple[Cause, int, int], list[int]] = {}
    for cause, number, side, played, rescored in rows:
        amounts = sums.setdefault((cause, number, side), [0, 0])
        amounts[0] += played
        amounts[1] += rescored
    return [(*key, played, rescored) for key, (played, rescored) in sums.items()]


def _boxes(result: RoundResult, rules: RuleSet) -> dict[int, int]:
    return {side: n * rules.box_value for side, n in result.boxes.items()}


def _goes_elsewhere(played: RoundResult, other: RoundResult) -> bool:
    """Return whether a round has other winners or another ending; gin and big gin count as the same ending."""
    gins = (Event.GIN, Event.BIG_GIN)
    same = played.event == other.event or (played.event in gins and other.event in gins)
    return played.winners != other.winners or not same


def _is_doubled(result: RoundResult) -> bool:
    return any(line.kind == "doubled" for line in result.lines)


def _cause(line: ScoreLine, played_rules: RuleSet, rules: RuleSet) -> Cause:
    if played_rules.hand_scoring != rules.hand_scoring and line.kind != "doubled":
        return Cause.HAND_SCORING
    if line.kind in ("caught", "own"):
        return {
            "knock_points": Cause.KNOCK_POINTS,
            "undercut_points": Cause.UNDERCUT_POINTS,
        }.get(line.parameter, Cause.GIN)
    return _KINDS.get(line.kind, Cause.HAND_SCORING)
