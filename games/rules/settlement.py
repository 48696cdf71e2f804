"""Settle a game at its end: add every bonus as a line and decide the winner (rules 7, "Game end")."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.ruleset import RuleSet
from games.rules.scoring import ScoreLine


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game: each side's ``points`` (including boxes paid at once), ``boxes`` and ``hands_won``."""

    points: Mapping[int, int]
    boxes: Mapping[int, int]
    hands_won: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Handicap(Score):
    """The score a game begins with where its players have handicaps: points that count as any others do.

    They are not scored, though: a loser who has no other points is shut out.
    """


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, in points.

    It has the ``totals`` by side, the ``winner`` (None if totals are level), whether the losers were shut out, the
    ``net`` between two sides (None with more), and every bonus as a line.
    """

    totals: Mapping[int, int]
    winner: int | None
    shutout: bool
    net: int | None
    lines: tuple[ScoreLine, ...]


def hands_won_by(rules: RuleSet, points: int, boxes: int) -> int:
    """Estimate how many hands a side won in a game that began on paper, where only the shutout test needs that.

    If each box is for one hand won, boxes give the number; otherwise a side with any points or boxes has won one hand.
    0 if the rules don't need it.
    """
    if rules.shutout == "none" or rules.shutout_test != "no_hands_won":
        return 0
    extra = rules.box_undercut or rules.box_gin or rules.box_big_gin or rules.sweep_boxes
    if boxes and rules.box_win and not extra:
        return max(1, boxes // rules.box_win)
    return int(points > 0 or boxes > 0)


def leader(points: Mapping[int, int]) -> int | None:
    """Return the side with the most points, None if several are level."""
    most = max(points.values())
    first = [seat for seat, amount in points.items() if amount == most]
    return first[0] if len(first) == 1 else None


def settle(rules: RuleSet, standing: Score, *, complete: bool = True, opening: Score | None = None) -> GameResult:
    """Return the result of a game with the score ``standing``, or of one Hollywood column before its multiplier.

    ``opening`` is what it began with: if that is a handicap, its points don't save a loser from a shutout.
    ``complete`` is False for a game given up before the target was reached: its boxes count, but no bonus for winning
    the game (game, line, shutout). The same applies to games without a target.
    """
    seats, first = tuple(standing.points), leader(standing.points)
    complete = complete and rules.target is not None and first is not None
    at_once = rules.box_timing == "immediate" and rules.box_value
    lines = [
        ScoreLine(s, "points_and_boxes" if at_once else "hand_points", "target", standing.points[s]) for s in seats
    ]
    if rules.box_timing == "end" and rules.box_value:
        lines += [
            ScoreLine(s, "boxes", "box_value", n * rules.box_value, terms=(n, rules.box_value))
            for s, n in standing.boxes.items()
            if n
        ]
    given = opening.points if isinstance(opening, Handicap) else dict.fromkeys(seats, 0)
    shutout = first is not None and _shut_out(rules, standing, first, given)
    if complete and first is not None:
        lines += _bonuses(rules, standing, first)
        if shutout:
            lines += _shutout_lines(rules, standing, first, lines)
    totals = _totals(seats, lines)
    best = first if rules.winner == "first_to_target" and rules.target is not None else leader(totals)
    if rules.settlement == "one_point" and best is not None:
        lines = [ScoreLine(best, "game_won", "settlement", 1)]
        if complete and shutout and best == first:
            lines += _shutout_lines(rules, Score({best: 1}, {}, {}), best, lines)
        totals = _totals(seats, lines)
    net = _net(rules, totals) if len(seats) == 2 else None
    return GameResult(totals, best, shutout, net, tuple(lines))


def _shut_out(rules: RuleSet, standing: Score, first: int, given: Mapping[int, int]) -> bool:
    """Return whether every loser fails ``shutout_test``: has no points but those ``given``, or has won no hand."""
    scored = {seat: points - given[seat] for seat, points in standing.points.items()}
    counted = scored if rules.shutout_test == "no_points" else standing.hands_won
    return counted[first] > 0 and not any(counted[seat] for seat in standing.points if seat != first)


def _bonuses(rules: RuleSet, standing: Score, first: int) -> list[ScoreLine]:
    """Return the game bonus, and the line bonus for winning by ``line_margin`` hand points or more (rules 5.4)."""
    lines = []
    bonus = rules.target if rules.game_bonus == "target" else rules.game_bonus
    if bonus:
        lines.append(ScoreLine(first, "game", "game_bonus", bonus))
    margin = standing.points[first] - max(p for s, p in standing.points.items() if s != first)
    if rules.line_bonus and margin >= rules.line_margin:
        terms = (margin, rules.line_margin)
        lines.append(ScoreLine(first, "line", "line_bonus", rules.line_bonus, terms=terms))
    return lines


def _shutout_lines(rules: RuleSet, standing: Score, first: int, lines: list[ScoreLine]) -> list[ScoreLine]:
    amount = {
        "none": 0,
        "double_points": standing.points[first],
        "double_total": sum(line.points for line in lines if line.seat == first),
        "add": rules.shutout_amount,
    }[rules.shutout]
    return [ScoreLine(first, f"shutout_{rules.shutout}", "shutout", amount)] if amount else []


def _totals(seats: tuple[int, ...], lines: list[ScoreLine]) -> dict[int, int]:
    totals = dict.fromkeys(seats, 0)
    for line in lines:
        totals[line.seat] += line.points
    return totals


def _net(rules: RuleSet, totals: Mapping[int, int]) -> int:
    """Return the difference of the two totals, multiplied and rounded if the game has a single column."""
    net = max(totals.values()) - min(totals.values())
    return rounded(rules, net * rules.column_multipliers[0]) if rules.columns == 1 else net


def rounded(rules: RuleSet, amount: int) -> int:
    """Round ``amount`` to the nearest multiple of ``round_to`` points, halves up (rules 12, 5)."""
    step = rules.round_to
    return (2 * amount + step) // (2 * step) * step if step else amount
