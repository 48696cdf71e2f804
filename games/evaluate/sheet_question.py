"""Answer evaluate's questions about results given as points: a Hollywood sheet, and a deal between two teams."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import MOST_POINTS, Answer, QuestionPlayers, check_keys, read_list, whole_number
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.hollywood import Column, Columns
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.settlement import leader
from games.rules.teams import net_hands

MOST_TABLES: Final = 12


def answer_hollywood(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """Answer the sheet that ``entries`` make, column by column; rules without Hollywood have one column."""
    players = QuestionPlayers(rules, names)
    if players.sides != 2:
        raise QuestionError("invalid_value", "A Hollywood sheet needs exactly two sides.")
    columns, sheet = Columns(rules, 2), list[Answer]()
    for number, entry in enumerate(read_list(question["entries"], "entries", "Entry"), 1):
        if columns.closed:
            raise QuestionError("invalid_value", f"Every column was already closed after entry {number - 1}.")
        _, result = players.read_result(entry, f"entry {number}")
        entered = columns.add(result)
        sheet.append(
            {
                **{key: entry[key] for key in ("winner", "points", "boxes")},
                "columns": sorted({n for into in entered.values() for n in into}),
                "cumulative": [players.by_name(column.standing.points) for column in columns.columns],
                "closed": [n for n, column in enumerate(columns.columns, 1) if column.final],
            }
        )
    return {
        "sheet": sheet,
        "columns": [_column_json(column, rules, players) for column in columns.columns],
        "net": _net_json(columns, players),
    }


def _credit(column: Column, rules: RuleSet) -> int:
    """Return what a closed column is worth. A single column's net already includes multiplier and rounding."""
    credit = column.credit if rules.columns > 1 else column.final and column.final.net
    return credit or 0


def _column_json(column: Column, rules: RuleSet, players: QuestionPlayers) -> Answer | None:
    if column.final is None:
        return None
    return {
        "totals": players.by_name(column.final.totals),
        "winner": players.name_of(column.final.winner),
        "shutout": column.final.shutout,
        "net": column.final.net,
        "multiplier": column.multiplier,
        "credit": _credit(column, rules),
    }


def _net_json(columns: Columns, players: QuestionPlayers) -> Answer | None:
    """Return the winner over all columns and the margin; None while a column is open."""
    if not columns.closed:
        return None
    amounts = {
        side: sum(
            _credit(column, players.rules) for column in columns.columns if column.final and column.final.winner == side
        )
        for side in (0, 1)
    }
    return {"winner": players.name_of(leader(amounts)), "amount": abs(amounts[0] - amounts[1])}


def answer_team_round(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer what the better team scores in a deal with hands at several ``tables``; a missing table was dead."""
    rules = replace(rules, seating="teams", sweep_boxes=0)
    teams, results = list[str](), list[RoundResult]()
    for number, table in enumerate(read_list(question["tables"], "tables", "Table", MOST_TABLES), 1):
        results.append(_table(table, number, teams, rules))
    dead = Declaration((0, 1), Ending.DEAD)
    net = net_hands(results, TeamDeal((dead,) * max(1, len(results))), rules)
    if not net.winners:
        return {"winner": None, "points": 0, "win_boxes": 0}
    side = net.winners[0]
    boxes = sum(line.boxes for line in net.lines if line.kind == "box" and line.seat == side)
    return {"winner": teams[side], "points": net.points[side], "win_boxes": boxes}


def _table(data: Any, number: int, teams: list[str], rules: RuleSet) -> RoundResult:
    """Return the result of one table, with the winner in a seat of the right team.

    ``teams`` are filled with the two names at the first table.
    """
    place = f"table {number}"
    if not isinstance(data, dict):
        raise QuestionError("invalid_value", f"Table {number} must be an object.")
    check_keys(data, ("team", "vs", "player", "points"), (), f" in {place}")
    for key in ("team", "vs"):
        if not isinstance(data[key], str) or not data[key]:
            raise QuestionError("invalid_value", f"'{key}' in {place} must be a name.")
    if not teams:
        teams += [data["team"], data["vs"]]
    if {data["team"], data["vs"]} != set(teams) or teams[0] == teams[1]:
        raise QuestionError("invalid_value", f"'team' and 'vs' in {place} must be the two teams.")
    points = whole_number(data["points"], f"The points of {place}", 0, MOST_POINTS)
    if data["player"] is None and not points:
        return RoundResult(Event.DEAD, (), {}, {}, {})
    if not isinstance(data["player"], str) or not data["player"]:
        raise QuestionError(
            "invalid_value", f"'player' in {place} must be a name, or null for a dead hand without points."
        )
    seat = 2 * number - 2 + teams.index(data["team"])
    line = ScoreLine(seat, "box", "box_win", boxes=rules.box_win)
    return RoundResult(Event.KNOCK, (seat,), {seat: points}, {seat: rules.box_win}, {}, (line,))
