"""Published team events entered by program: match points are league points, and boards are game points.

Half points of boards are doubled, because ours are whole. So game points are twice what is published, and the extended
Sonneborn-Berger four times. The standings of a program and of the CSV file are compared with the published table.
"""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.league.season import season_rules
from tests.api.season_kit import Run, key
from tests.leagues import club
from tests.match_night import browser
from tests.views.season_pages import page_of

EVENTS: Final[dict[str, dict[str, Any]]] = {
    event["name"]: event
    for event in json.loads((Path(__file__).parents[2] / "vectors" / "team_events.json").read_text("utf-8"))
}
CRITERIA: Final = {
    "game_points": ("points_scored", "game points", 2),
    "eggsb": ("extended_sonneborn_berger", "extended sonneborn-berger", 4),
    "buchholz_mp": ("buchholz", "buchholz", 1),
    "buchholz_cut1_mp": ("buchholz_cut_1", "buchholz cut 1", 1),
}
"""Our criterion, its heading in the file, and how many times the published value it is, by published column."""
NOT_OURS: Final = {"buchholz_gp", "buchholz_cut1_gp", "emmsb_cut1", "egmsb", "emgsb"}
"""Buchholz of game points, and the other ways to extend Sonneborn-Berger."""
BYES: Final = {"pairing": "bye", "half": "half bye"}

pytestmark = pytest.mark.django_db


def enter(event: dict[str, Any]) -> Run:
    """Enter an event by program."""
    order = [CRITERIA[name][0] for name in event["tiebreak_order"] if name != "match_points"]
    boards = event["scoring"]["boards"]
    rules = season_rules(
        {"bye": "draw", "walkover": 2 * boards, "unplayed": "fide_2023", "order": ["points", *order]},
    )
    run = Run(club(teams=True, pairing="swiss", rules=rules))
    for name in event["players"]:
        assert run.organizer.post(f"{run.path}entrants/", {"team": name}).status == 201
    lines = list[str]()
    for number, games in enumerate(event["rounds"], 1):
        lines.append(f"Round {number}")
        lines += [
            f"{game['a']} - {game['b'] or BYES[game['bye']]}" for game in games if game["b"] or game["bye"] in BYES
        ]
    answer = run.organizer.post(f"{run.path}draw/script/", {"text": "\n".join(lines)}, Idempotency_Key=key())
    assert answer.status == 201, answer.body
    ids = {entrant["name"]: entrant["id"] for entrant in run.organizer.get(f"{run.path}entrants/").body["entrants"]}
    planned = run.organizer.get(f"{run.path}matches/?state=planned&limit=100").body["matches"]
    numbers = {
        (match["round"], frozenset(side["entrant"] for side in match["sides"])): match["number"] for match in planned
    }
    results = list[dict[str, Any]]()
    for number, games in enumerate(event["rounds"], 1):
        for game in (game for game in games if game["b"]):
            a, b = ids[game["a"]], ids[game["b"]]
            match = numbers[number, frozenset((a, b))]
            if game.get("forfeit"):
                body = {"missing": [{"a": a, "b": b}[game["forfeit"]]], "reason": ""}
                assert run.organizer.post(f"{run.path}matches/{match}/forfeit/", body).status == 200
            else:
                sides = [{"entrant": ids[game[side]], "points": round(2 * game[f"score_{side}"])} for side in "ab"]
                results.append({"match": match, "sides": sides})
    answer = run.organizer.post(f"{run.path}results/", {"results": results})
    assert answer.status == 200, answer.body
    return run


@pytest.mark.parametrize("event", EVENTS)
def test_a_team_event_that_is_entered_comes_out_as_published(event: str) -> None:
    run, published = enter(EVENTS[event]), EVENTS[event]["published"]
    rows = {row["name"]: row for row in run.organizer.get(f"{run.path}standings/").body["rows"]}
    file = browser(run.club.access).get(page_of(run.club, "data/table.csv")).getvalue().decode("utf-8-sig")
    lines = {row["name"]: row for row in csv.DictReader(io.StringIO(file))}
    assert {name: row["points"] for name, row in rows.items()} == {line["name"]: line["points"] for line in published}
    for line in published:
        row, cells = rows[line["name"]], lines[line["name"]]
        if "won" in line:
            assert [row[name] for name in ("wins", "draws", "losses")] == [line["won"], line["drawn"], line["lost"]]
        for column in line["tiebreaks"].keys() - NOT_OURS:
            criterion, heading, times = CRITERIA[column]
            right = Fraction(str(line["tiebreaks"][column])) * times
            assert Fraction(str(row["values"][criterion])) == right, (column, line["name"])
            assert Fraction(cells[heading]) == right, (column, line["name"])
    deciding = EVENTS[event]["tiebreak_order"][1:]
    ranks = {line["name"]: [line["points"], *(line["tiebreaks"][name] for name in deciding)] for line in published}
    # The paper lists those who are level one below the other: here they share the place.
    assert {name: row["place"] for name, row in rows.items()} == {
        name: 1 + sum(other > rank for other in ranks.values()) for name, rank in ranks.items()
    }
    assert [rows[line["name"]]["place"] for line in published] == sorted(row["place"] for row in rows.values())
