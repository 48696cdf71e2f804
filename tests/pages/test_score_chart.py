"""The score chart of a game: what it shows, and that it fits for any game."""

import re
from itertools import pairwise

import pytest
from syrupy.assertion import SnapshotAssertion

from games.pages.table.chart_geometry import GAP, RIGHT, TOP, WIDTH
from games.pages.table.score_chart import Chart
from games.pages.table.score_chart_page import score_charts
from games.rules.ledger import GameStarted
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score
from tests.makers import dead, gin, knock
from tests.rules.kit import STANDARD, LedgerBuilder

LONG = "Wolfeschlegelsteinhausenbergerdorff, Bartholomew MMM"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def ledger_of(*scores: tuple[int | None, int], seats: int = 2, rules: RuleSet = STANDARD) -> LedgerBuilder:
    """A game of rounds, each won by a seat with so many points."""
    ledger = LedgerBuilder(seats).start(rules)
    for number, (seat, points) in enumerate(scores, 1):
        ledger.enter_points(number, seat, points)
    return ledger


def drawn(ledger: LedgerBuilder, *names: str) -> Chart:
    (chart,) = score_charts(ledger.current, names or NAMES[: ledger.seats])
    return chart


def points_of(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)]


def test_chart_is_shown_from_the_second_counted_round() -> None:
    ledger = ledger_of((0, 13))
    assert score_charts(ledger.current, NAMES[:2]) == ()
    ledger.enter_points(2, 1, 20)
    assert len(score_charts(ledger.current, NAMES[:2])) == 1
    ledger.void(1)
    assert score_charts(ledger.current, NAMES[:2]) == ()


def test_each_line_climbs_with_its_side() -> None:
    chart = drawn(ledger_of((0, 13), (1, 20), (0, 30)))
    ann, ben = chart.lines
    (_, start), (_, after_one), (_, after_two), (x, end) = points_of(ann.path)
    assert start > after_one == after_two > end
    assert x == RIGHT
    assert (ann.total, ben.total) == ("43", "20")
    assert len(points_of(ben.path)) == 4
    assert chart.target is not None
    assert chart.target.text == "100"
    assert float(chart.target.position) == TOP


def test_a_change_of_an_early_round_moves_all_after_it() -> None:
    ledger = ledger_of((0, 13), (1, 20), (0, 30), (1, 5))
    before = drawn(ledger)
    after = drawn(ledger.enter_points(3, 1, 30))
    assert after.lines[0].total == "13"
    assert [one.path for one in after.lines] != [one.path for one in before.lines]
    assert drawn(ledger.undo()) == before


def test_gins_and_undercuts_have_shapes_of_their_own() -> None:
    ledger = LedgerBuilder().start()
    for number, one in enumerate((gin(0, 10), gin(0, 5, big=True), knock(0, 9, 4), knock(1, 3, 5), gin(0, 2)), 1):
        ledger.enter(number, one)
    ann, ben = drawn(ledger).lines
    assert {one.kind: one.path.count("M") for one in ann.marks} == {"gin": 2, "big_gin": 1}
    assert {one.kind: one.path.count("M") for one in ben.marks} == {"undercut": 1}
    corners = {one.kind: one.path.count("L") for one in (*ann.marks, *ben.marks)}
    assert corners == {"gin": 6, "big_gin": 9, "undercut": 2}


def test_every_change_of_the_lead_has_its_line_and_a_crown_where_there_is_room() -> None:
    chart = drawn(ledger_of((0, 13), (1, 20), (0, 30)))
    assert chart.changes.count("M") == 2
    assert len(chart.crowns) == 2
    rules = rule_set("standard")
    crowded = LedgerBuilder().start(RuleSet(target=None))
    for number in range(1, 121):
        crowded.enter_points(number, number % 2, 10 + 10 * (number > 1))
    chart = drawn(crowded)
    assert chart.changes.count("M") == 119
    assert 5 < len(chart.crowns) < 20
    assert drawn(ledger_of((0, 13), (0, 20), rules=rules)).changes == ""


def test_boxes_are_pips_below_their_rounds() -> None:
    ledger = LedgerBuilder().start()
    ledger.enter_points(1, 0, 13, boxes=1).enter_points(2, 0, 5, boxes=3).enter_points(3, 1, 10, boxes=0)
    ann, ben = drawn(ledger).boxes
    assert (ann.total, ann.dots.count("h0")) == ("4", 4)
    assert (ben.total, ben.dots) == ("0", "")
    ledger.enter_points(4, 1, 5, boxes=7)
    assert drawn(ledger).boxes == ()
    assert drawn(LedgerBuilder().start().enter_points(1, 0, 5, boxes=0).enter_points(2, 0, 5, boxes=0)).boxes == ()


def test_hollywood_is_three_small_pictures(snapshot: SnapshotAssertion) -> None:
    ledger = LedgerBuilder().start(rule_set("hollywood"))
    for number, one in enumerate((gin(0, 80), gin(1, 10), gin(0, 60), gin(1, 30)), 1):
        ledger.enter(number, one)
    shown = score_charts(ledger.current, NAMES[:2])
    assert [chart.title for chart in shown] == ["Game 1", "Game 2", "Game 3"]
    assert [chart.ended for chart in shown] == ["Ann wins 450, shutout", "", ""]
    for chart, column in zip(shown, ledger.current.columns, strict=True):
        assert [line.total for line in chart.lines] == [str(n) for n in column.standing.points.values()]
    assert [chart.description for chart in shown] == snapshot


def test_negative_scores_have_room_below_nothing_and_a_true_minus() -> None:
    chart = drawn(ledger_of((0, -30), (1, 20), (0, -12)))
    assert chart.lines[0].total == "\u221242"
    assert points_of(chart.lines[0].path)[-1][1] > float(chart.zero)


def test_chart_starts_at_the_score_from_paper() -> None:
    ledger = LedgerBuilder(game=1)
    ledger.add(GameStarted(STANDARD, "standard", 0, opening=Score({0: 54, 1: 3}, {0: 4, 1: 0}, {0: 4, 1: 1})))
    chart = drawn(ledger.enter_points(1, 0, 5).enter_points(2, 1, 5))
    starts = [points_of(line.path)[0][1] for line in chart.lines]
    assert starts[0] < starts[1] < float(chart.zero)


def test_a_game_without_target_has_no_line_to_reach(snapshot: SnapshotAssertion) -> None:
    chart = drawn(ledger_of((0, 13), (1, 20), rules=RuleSet(target=None)))
    assert chart.target is None
    assert chart.description == snapshot


def test_the_title_says_the_result(snapshot: SnapshotAssertion) -> None:
    won = drawn(ledger_of((0, 60), (1, 20), (0, 50)))
    assert won.description == snapshot
    assert drawn(ledger_of((0, 20), (1, 20))).description == snapshot


def test_the_table_has_the_same_numbers() -> None:
    chart = drawn(ledger_of((0, 13), (1, 20), (None, 0)))
    assert [row.number for row in chart.rows] == [1, 2, 3]
    assert [[cell.total for cell in row.cells] for row in chart.rows] == [[13, 0], [13, 20], [13, 20]]
    assert [[cell.gain for cell in row.cells] for row in chart.rows] == [
        ["+13, 1 box", ""],
        ["", "+20, 1 box"],
        ["", ""],
    ]
    assert [row.event.partition("; ")[2] for row in chart.rows] == ["", "Ben ahead", ""]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("rounds", [2, 3, 40, 200])
def test_chart_fits_any_number_of_players_and_rounds(seats: int, rounds: int) -> None:
    ledger = LedgerBuilder(seats).start(RuleSet(target=None if rounds > 3 else 100))
    for number in range(1, rounds + 1):
        ledger.enter_points(number, number * 7 % seats, number % 40 - 5)
    chart = drawn(ledger, *(f"{LONG} {n}"[n:] for n in range(seats)))
    height = float(chart.height)
    paths = [line.path for line in chart.lines] + [line.label_line for line in chart.lines]
    assert all(0 <= x <= WIDTH and 0 <= y <= height for path in paths for x, y in points_of(path))
    labels = sorted(float(line.label_position) for line in chart.lines)
    assert all(b - a >= GAP - 0.2 for a, b in pairwise(labels))
    assert labels[-1] <= height
    assert all(line.name.endswith("…") and len(line.name) <= 16 for line in chart.lines)
    numbers = [float(tick.position) for tick in chart.rounds]
    assert all(b - a >= 18 for a, b in pairwise(numbers))
    assert chart.rounds[-1].text == str(rounds)
    assert len({line.style for line in chart.lines}) == seats


def test_chart_of_only_dead_hands() -> None:
    ledger = LedgerBuilder().start(RuleSet(target=None))
    for number in (1, 2, 3):
        ledger.enter(number, dead())
    chart = drawn(ledger)
    assert [line.total for line in chart.lines] == ["0", "0"]
    assert chart.lines[0].path == chart.lines[1].path
    assert abs(float(chart.lines[0].label_position) - float(chart.lines[1].label_position)) >= GAP - 0.2
