"""Published events entered as an organizer would: rounds and byes as text, results in one request, no-shows one by one.

Then the standings of a program and of the CSV file are compared with the published table, cell by cell.
"""

import csv
import io
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from games.models import Match, Season
from games.rules.league.season import season_json, season_rules
from tests.api.season_kit import Run, key
from tests.leagues import club
from tests.match_night import browser
from tests.rules.league.test_published_events import BYES_AMONG_WINS, COLUMNS, CRITERIA, EVENTS, POINTS_TWICE
from tests.views.season_pages import page_of

pytestmark = pytest.mark.django_db

BYES = {"pairing": "bye", "half": "half bye", "full": "full bye"}
HEADINGS = {
    "wins": "won",
    "buchholz": "buchholz",
    "buchholz_cut_1": "buchholz cut 1",
    "median_buchholz": "median buchholz",
    "sonneborn_berger": "sonneborn-berger",
    "progressive": "progressive",
    "koya": "koya",
}
SCORE = {0: 40, 0.5: 70, 1: 100}
"""Game points that give such a score."""
QUICK = [event for event, found in EVENTS.items() if len(found["players"]) <= 16]


def written(event: dict[str, Any]) -> str:
    """The rounds of an event as text. Who is absent or sits out isn't in it."""
    lines = list[str]()
    for number, games in enumerate(event["rounds"], 1):
        lines.append(f"Round {number}")
        for game in games:
            if game["b"] is not None:
                lines.append(f"{game['a']} - {game['b']}")
            elif game["bye"] in BYES:
                lines.append(f"{game['a']} - {BYES[game['bye']]}")
    return "\n".join(lines)


def enter(event: dict[str, Any]) -> Run:
    """Enter an event by program."""
    names = [player["name"] for player in event["players"]]
    run = Run(club(*names, pairing=event["kind"]))
    ids = {entrant.pk: name for name, entrant in run.club.entrants.items()}
    answer = run.organizer.post(f"{run.path}draw/script/", {"text": written(event)}, Idempotency_Key=key())
    assert answer.status == 201, answer.body
    scores = {
        (number, frozenset((game["a"], game["b"]))): {
            game["a"]: game["score_a"],
            game["b"]: game["score_b"],
            "": game.get("forfeit"),
        }
        for number, games in enumerate(event["rounds"], 1)
        for game in games
        if game["b"] is not None
    }
    results = list[dict[str, Any]]()
    for match in run.club.season.matches.filter(state="planned").prefetch_related("sides"):
        sides = {ids[side.entrant_id]: side.entrant_id for side in match.sides.all()}
        score = scores[match.round or 0, frozenset(sides)]
        if score[""]:
            missing = [pk for name, pk in sides.items() if not score[name]]
            path = f"{run.path}matches/{match.number}/forfeit/"
            assert run.organizer.post(path, {"missing": missing, "reason": ""}).status == 200
        else:
            points = [{"entrant": pk, "points": SCORE[score[name]]} for name, pk in sides.items()]
            results.append({"match": match.number, "sides": points})
    for start in range(0, len(results), 100):
        answer = run.organizer.post(f"{run.path}results/", {"results": results[start : start + 100]})
        assert answer.status == 200, answer.body
    assert not Match.objects.filter(season=run.club.season, state="planned").exists()
    return run


def tables(run: Run, unplayed: str) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, str]]]:
    """The rows by name under a convention: a program's, and the file's."""
    rules = season_json(season_rules({"unplayed": unplayed, "order": ["points"]}))
    season = Season.objects.get(pk=run.club.season.pk)
    season.rules, season.revision = rules, season.revision + 1
    season.save()
    rows = run.organizer.get(f"{run.path}standings/").body["rows"]
    file = browser(run.club.access).get(page_of(run.club, "data/table.csv")).getvalue().decode("utf-8-sig")
    return {row["name"]: row for row in rows}, {row["name"]: row for row in csv.DictReader(io.StringIO(file))}


@pytest.mark.parametrize(
    "event", [*QUICK, *(pytest.param(e, marks=pytest.mark.slow) for e in EVENTS if e not in QUICK)]
)
def test_an_event_that_is_entered_comes_out_as_published(event: str) -> None:
    run = enter(EVENTS[event])
    by_convention: defaultdict[str, list[tuple[str, str]]] = defaultdict(list, nothing=[])
    for name, field, column, unplayed in COLUMNS:
        if name == event and (event, column) != BYES_AMONG_WINS:
            by_convention[unplayed].append((field, column))
    for unplayed, columns in by_convention.items():
        rows, lines = tables(run, unplayed)
        published = EVENTS[event]["published"]
        assert {name: row["points"] for name, row in rows.items()} == {r["name"]: 2 * r["points"] for r in published}
        for field, column in columns:
            criterion = CRITERIA[column]
            times = 2 if criterion in POINTS_TWICE else 1
            for line in (line for line in published if column in line.get(field, {})):
                right = Fraction(str(line[field][column])) * times
                name = line["name"]
                assert Fraction(str(rows[name]["values"][criterion])) == right, (unplayed, column, name)
                assert Fraction(lines[name][HEADINGS[criterion]]) == right, (unplayed, column, name)
