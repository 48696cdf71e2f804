"""Questions about results that were counted already: a Hollywood sheet, and one deal between two teams."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.forms.asked import MOST_POINTS, Answer, Places, check_keys, list_of, whole
from games.forms.unanswered import Unanswered
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.hollywood import Column, Columns
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, Line, RoundResult
from games.rules.settlement import leader
from games.rules.teams import net_hands

MOST_TABLES: Final = 12


def ask_hollywood(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """The sheet that ``entries`` make, column by column; under rules of a single column, that one."""
    places = Places(rules, names)
    if places.sides != 2:
        raise Unanswered("invalid_value", "A Hollywood sheet is for two sides.")
    columns, sheet = Columns(rules, 2), list[Answer]()
    for number, entry in enumerate(list_of(question["entries"], "entries", "Entry"), 1):
        if columns.closed:
            raise Unanswered("invalid_value", f"Every column was closed after entry {number - 1}.")
        _, result = places.counted(entry, f"entry {number}")
        entered = columns.add(result)
        sheet.append(
            {
                **{key: entry[key] for key in ("winner", "points", "boxes")},
                "columns": sorted({n for into in entered.values() for n in into}),
                "cumulative": [places.by_name(column.standing.points) for column in columns.columns],
                "closed": [n for n, column in enumerate(columns.columns, 1) if column.final],
            }
        )
    return {
        "sheet": sheet,
        "columns": [_column(column, rules, places) for column in columns.columns],
        "net": _net(columns, places),
    }


def _credit(column: Column, rules: RuleSet) -> int:
    """What a closed column is worth. A single column's net is multiplied and rounded as it is settled."""
    worth = column.credit if rules.columns > 1 else column.final and column.final.net
    return worth or 0


def _column(column: Column, rules: RuleSet, places: Places) -> Answer | None:
    if column.final is None:
        return None
    return {
        "totals": places.by_name(column.final.totals),
        "winner": places.name_of(column.final.winner),
        "shutout": column.final.shutout,
        "net": column.final.net,
        "multiplier": column.multiplier,
        "credit": _credit(column, rules),
    }


def _net(columns: Columns, places: Places) -> Answer | None:
    """Who is ahead when all columns are closed, and by how much."""
    if not columns.closed:
        return None
    worth = {
        side: sum(
            _credit(column, places.rules) for column in columns.columns if column.final and column.final.winner == side
        )
        for side in (0, 1)
    }
    return {"winner": places.name_of(leader(worth)), "amount": abs(worth[0] - worth[1])}


def ask_team_round(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """What ``tables``, the hands of one deal, come to for the better team; a table that is left out was dead."""
    rules = replace(rules, seating="teams", sweep_boxes=0)
    teams, results = list[str](), list[RoundResult]()
    for number, table in enumerate(list_of(question["tables"], "tables", "Table", MOST_TABLES), 1):
        results.append(_table(table, number, teams, rules))
    dead = Declaration((0, 1), Ending.DEAD)
    net = net_hands(results, TeamDeal((dead,) * max(1, len(results))), rules)
    if not net.winners:
        return {"winner": None, "points": 0, "win_boxes": 0}
    side = net.winners[0]
    boxes = sum(line.boxes for line in net.lines if line.kind == "box" and line.seat == side)
    return {"winner": teams[side], "points": net.points[side], "win_boxes": boxes}


def _table(given: Any, number: int, teams: list[str], rules: RuleSet) -> RoundResult:
    """The result of one table, its winner in a seat of the right side; ``teams`` gets the names as they appear."""
    place = f"table {number}"
    if not isinstance(given, dict):
        raise Unanswered("invalid_value", f"Table {number} must be an object.")
    check_keys(given, ("team", "vs", "player", "points"), (), f" of {place}")
    for key in ("team", "vs"):
        if not isinstance(given[key], str) or not given[key]:
            raise Unanswered("invalid_value", f"'{key}' of {place} must be a name.")
    if not teams:
        teams += [given["team"], given["vs"]]
    if {given["team"], given["vs"]} != set(teams) or teams[0] == teams[1]:
        raise Unanswered("invalid_value", f"'team' and 'vs' of {place} must be the two teams.")
    points = whole(given["points"], f"The points of {place}", 0, MOST_POINTS)
    if given["player"] is None and not points:
        return RoundResult(Event.DEAD, (), {}, {}, {})
    if not isinstance(given["player"], str) or not given["player"]:
        raise Unanswered("invalid_value", f"'player' of {place} must be a name; null for a dead hand without points.")
    seat = 2 * number - 2 + teams.index(given["team"])
    line = Line(seat, "box", "box_win", boxes=rules.box_win)
    return RoundResult(Event.KNOCK, (seat,), {seat: points}, {seat: rules.box_win}, {}, (line,))
